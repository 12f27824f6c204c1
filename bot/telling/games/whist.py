"""How Colour Whist shows its games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from bot.engine.cards import ACTION_TEXTS, SUIT_LETTERS, Action, Card, members
from bot.engine.game import DealResult, View
from bot.engine.options import Rules
from bot.engine.whist.contracts import ALL_TRICKS, NEGATIVE, TOGETHER, Payment, WhistContract
from bot.engine.whist.game import WhistDetail, WhistResult, whist_detail, whist_result
from bot.engine.whist.presets import whist_preset
from bot.pictures.values import AuctionTable
from bot.telling import phrases
from bot.telling.games.teller import Choice, Teller, order_of_naming, plain_choice
from bot.telling.games.whist_bidding import auction_table, bid_with_suit, bidding, sayings
from bot.telling.phrases import ViewModel, in_hand
from bot.words.catalogue import Words

SLAMS: Final = (WhistContract.SMALL_SLAM, WhistContract.GRAND_SLAM)
NAMED: Final = (*sorted(NEGATIVE), *SLAMS)
"""The contracts that are called by their names, the others by tricks."""


def _by_name(model: ViewModel, detail: WhistResult, kind: WhistContract) -> Iterator[str]:
    """«Chloé lost the open misère»: who made the contract, then who lost it."""
    for made, outcome in ((True, "made"), (False, "lost")):
        names = [
            model.seats[seat].name
            for seat, made_it in zip(detail.bidders, detail.made, strict=True)
            if made_it is made
        ]
        if names:
            yield model.words.count(
                f"headline.{outcome}.{kind.value}", len(names), names=model.words.both(names)
            )


def _by_tricks(model: ViewModel, result: DealResult, detail: WhistResult) -> str:
    """«Ann and Bram made 10 tricks, needing 8», «Chloé was 1 trick short»."""
    words = model.words
    assert detail.bid is not None
    names = words.both(model.seats[seat].name for seat in detail.bidders)
    pair = detail.bid.kind in TOGETHER
    taken, target = sum(result.tricks[seat] for seat in detail.bidders), detail.target
    if taken == ALL_TRICKS:
        return words("headline.whole.pair" if pair else "headline.whole.solo", names=names)
    if detail.made[0]:
        key = "headline.made.pair" if pair else "headline.made.solo"
        return words(key, names=names, taken=words.number(taken), target=words.number(target))
    key = "headline.short.pair" if pair else "headline.short.solo"
    return words.count(key, target - taken, names=names)


BEFORE_PLAY: Final = frozenset({"bidding", "double", "discard", "trump"})


class WhistTeller(Teller):
    """See the module."""

    points_grow: ClassVar[bool] = False

    def heading(self, model: ViewModel) -> str:
        view = model.view
        if view.phase == "bidding" or not view.contract:
            return self.unsettled(model.words)
        bid = whist_detail(view).bid
        if bid is None or bid.kind is WhistContract.TROEL:
            return phrases.contract_name(model.words, view.contract, view.trump)
        return bid_with_suit(model.words, bid)

    def unsettled(self, words: Words) -> str:
        return words("contract.auction")

    def is_settled(self, view: View) -> bool:
        bid = whist_detail(view).bid
        return bid is not None and (bid.kind is not WhistContract.TROEL or view.trump is not None)

    def hand_order(self, model: ViewModel) -> tuple[Card, ...]:
        return in_hand(members(model.view.hand), model.view.trump, model.reader.holding)

    def choices(self, model: ViewModel) -> Sequence[Choice]:
        if model.view.phase == "bidding":
            return bidding(model)
        legal = sorted(members(model.view.legal), key=order_of_naming)
        return [plain_choice(model.words, action) for action in legal]

    def note(self, model: ViewModel, seat: int) -> str:
        """«doubles», «has laid one aside»; for who plays the contract «5 of 8», both partners' tricks."""
        words, view = model.words, model.view
        detail = whist_detail(view)
        if seat == detail.doubled_by and not view.tricks:
            return words("plate.doubles")
        if view.phase == "discard" and detail.discarded[seat]:
            return words("plate.discarded")
        if view.phase != "play" or seat not in detail.bidders or not detail.target:
            return ""
        side = next(side for side in _sides(detail) if seat in side)
        taken = sum(view.tricks_taken[one] for one in side)
        return words("plate.target", taken=words.number(taken), target=words.number(detail.target))

    def bidders(self, view: View) -> tuple[int, ...]:
        return whist_detail(view).bidders

    def still_out(self, model: ViewModel) -> tuple[str, tuple[Card, ...]]:
        """«5 of 8 tricks», where one side has a number of tricks to reach."""
        detail = whist_detail(model.view)
        sides = _sides(detail) if model.view.phase == "play" else []
        if len(sides) != 1 or not detail.target:
            return "", ()
        taken = sum(model.view.tricks_taken[seat] for seat in sides[0])
        return model.words.count("still-to-take", detail.target, taken=model.words.number(taken)), ()

    def costs(self, model: ViewModel) -> tuple[str, ...]:
        """How far each side has come."""
        detail = whist_detail(model.view)
        if model.view.phase != "play" or detail.bid is None:
            return ()
        return tuple(_standing(model, detail, side) for side in _sides(detail))

    def price(self, words: Words, rules: Rules, deal: int, contract: str) -> str:
        """«±8», what each payer pays; more by each trick over or under is for the rules to tell."""
        if contract not in whist_preset(rules).tariff.prices:
            return ""
        return words("cost.stake", points=words.number(whist_preset(rules).tariff.prices[contract].won[0]))

    def played_by(self, result: DealResult) -> tuple[int, ...]:
        return whist_result(result).bidders

    def auction(self, model: ViewModel) -> AuctionTable | None:
        """As long as no card has been played."""
        return auction_table(model) if model.view.phase in BEFORE_PLAY else None

    def open_hand(self, view: View) -> tuple[int, tuple[Card, ...]] | None:
        """Open misère's (C21)."""
        if not view.shown:
            return None
        return view.shown[0][0], in_hand([card for _, card in view.shown], view.trump)

    def act_name(self, model: ViewModel, action: Action) -> str:
        verb, _, rest = ACTION_TEXTS[action].partition(" ")
        view = model.view
        if verb == "propose":
            suit = phrases.suit_name(model.words, SUIT_LETTERS.index(rest))
            named = model.words("act.propose", suit=suit)
            return named[0].upper() + named[1:]
        bids = whist_detail(view).auction.bids(view.turn) if view.phase == "bidding" else {}
        if action in bids:
            return phrases.contract_name(model.words, bids[action].name, bids[action].suit)
        return super().act_name(model, action)

    def status(self, model: ViewModel) -> str:
        """Who plays, and how far they have come; the auction is in the picture and in text mode's words."""
        view = model.view
        detail = whist_detail(view)
        if view.phase == "bidding" or detail.bid is None or view.turn < 0:
            return ""
        if detail.target is None or view.phase != "play":
            names = model.words.both(model.seats[seat].name for seat in detail.bidders)
            return model.words.count("whist.plays", len(detail.bidders), names=names, bid=self.heading(model))
        return " · ".join(_progress(model, detail, side) for side in _sides(detail))

    def sayings(self, model: ViewModel) -> tuple[tuple[int, str], ...]:
        """Troel is announced first."""
        return sayings(model)

    def aside(self, model: ViewModel) -> str:
        """Troel's announcement, what multiplies the payments, and what ``view.seat`` alone knows."""
        return " · ".join(_asides(model)) if model.view.turn >= 0 else ""

    def headline(self, model: ViewModel, result: DealResult) -> str:
        detail = whist_result(result)
        assert detail.bid is not None
        if detail.bid.kind in NAMED:
            return " · ".join(_by_name(model, detail, detail.bid.kind))
        return _by_tricks(model, result, detail)

    def after_deal(self, model: ViewModel, result: DealResult) -> tuple[str, ...]:
        """Who pays whom."""
        detail = whist_result(result)
        paid = [*_paid(model, detail.payments)] or [model.words("deal.nobody-pays")]
        if detail.multiplier > 1:
            paid.append(model.words("whist.times", times=model.words.number(detail.multiplier)))
        return (" · ".join(paid),)


def _sides(detail: WhistDetail | WhistResult) -> list[tuple[int, ...]]:
    """The bidders who win or lose together."""
    if detail.bid is None or detail.bid.kind in TOGETHER:
        return [detail.bidders]
    return [(seat,) for seat in detail.bidders]


def _progress(model: ViewModel, detail: WhistDetail, side: tuple[int, ...]) -> str:
    """«Ann and Bram: 5 tricks, 8 needed»."""
    words = model.words
    assert detail.bid is not None and detail.target is not None
    taken = sum(model.view.tricks_taken[seat] for seat in side)
    names = words.both(model.seats[seat].name for seat in side)
    if not detail.target:
        return words.count("whist.taken", taken, names=names)
    key = "whist.progress-exactly" if detail.bid.kind is WhistContract.PICCOLO else "whist.progress"
    return words.count(key, detail.target, names=names, taken=words.count("count.tricks", taken))


def _standing(model: ViewModel, detail: WhistDetail, side: tuple[int, ...]) -> str:
    """«Ann and Bram: 5 tricks, 8 needed», «Ann: no tricks, took 0»: as short as a picture needs it."""
    words = model.words
    assert detail.bid is not None
    if detail.target:
        return _progress(model, detail, side)
    taken = sum(model.view.tricks_taken[seat] for seat in side)
    names = words.both(model.seats[seat].name for seat in side)
    return words("cost.no-trick", names=names, taken=words.number(taken))


def _paid(model: ViewModel, payments: Sequence[Payment]) -> Iterator[str]:
    """«Ann pays Bram 14 · Chloé pays Dmitri 14»; in one sentence where one pays or gets all the same."""
    words, seats = model.words, model.seats
    payers = list(dict.fromkeys(one.payer for one in payments))
    payees = list(dict.fromkeys(one.payee for one in payments))
    alike = len({one.amount for one in payments}) == 1 and len(payments) > 1
    if alike and 1 in (len(payers), len(payees)):
        yield words.count(
            "deal.pay-each",
            len(payers),
            payers=words.both(seats[seat].name for seat in payers),
            payees=words.both(seats[seat].name for seat in payees),
            amount=words.number(payments[0].amount),
        )
        return
    for one in payments:
        payer, payee = seats[one.payer].name, seats[one.payee].name
        yield words("deal.pays", payer=payer, payee=payee, amount=words.number(one.amount))


def _asides(model: ViewModel) -> Iterator[str]:
    view = model.view
    detail = whist_detail(view)
    if detail.troel is not None and not view.tricks:
        yield _announced(model, detail)
        if detail.troel.partner == view.seat is not None and view.phase == "bidding":
            yield model.words("troel.you", name=model.seats[detail.troel.bidder].name)
    if detail.multiplier > 1 and not view.tricks:
        yield _multiplied(model, detail)
    if detail.own_discard is not None:
        yield model.words("whist.own-discard", card=phrases.card_name(model.words, detail.own_discard))


def _announced(model: ViewModel, detail: WhistDetail) -> str:
    assert detail.troel is not None
    name = model.seats[detail.troel.bidder].name
    if detail.troel.called is None:
        return model.words("troel.three-aces", name=name)
    return model.words("troel.four-aces", name=name, card=phrases.card_name(model.words, detail.troel.called))


def _multiplied(model: ViewModel, detail: WhistDetail) -> str:
    """«payments ×3: troel, doubled by Dmitri»."""
    words = model.words
    reasons: list[str] = []
    if detail.bid is not None and detail.bid.kind is WhistContract.TROEL:
        reasons.append(words("whist.for-troel"))
    if detail.doubled_by is not None:
        reasons.append(words("whist.for-double", name=model.seats[detail.doubled_by].name))
    if detail.after_thrown_in:
        reasons.append(words("whist.for-thrown-in"))
    times = words("whist.times", times=words.number(detail.multiplier))
    return words("whist.times-for", times=times, reasons=", ".join(reasons))
