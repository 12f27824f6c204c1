"""How Colour Whist shows its games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from bot.engine.cards import Card, members
from bot.engine.game import DealResult, View
from bot.engine.whist.bids import NEGATIVE, TOGETHER, Bid, Kind
from bot.engine.whist.scoring import Payment
from bot.engine.whist.view import WhistDetail, WhistResult, whist_detail, whist_result
from bot.pictures.values import AuctionTable
from bot.tables.model import Seat
from bot.ui import phrases
from bot.ui.games.face import Choice, Face, Group, plain_choice
from bot.ui.games.whist_auction import auction_table, bid_with_suit, sayings, standing_line
from bot.ui.games.whist_choices import bidding
from bot.ui.holding import Holding, in_hand
from bot.words.catalogue import Words

BEFORE_PLAY: Final = frozenset({"bidding", "double", "discard", "trump"})


class WhistFace(Face):
    """See the module."""

    points_grow: ClassVar[bool] = False

    def heading(self, words: Words, view: View) -> str:
        if view.phase == "bidding" or not view.contract:
            return words("contract.auction")
        bid = whist_detail(view).bid
        if bid is None or bid.kind is Kind.TROEL:
            return phrases.contract_name(words, view.contract, view.trump)
        return bid_with_suit(words, bid)

    def is_settled(self, view: View) -> bool:
        bid = whist_detail(view).bid
        return bid is not None and (bid.kind is not Kind.TROEL or view.trump is not None)

    def hand_order(self, view: View, holding: Holding) -> tuple[Card, ...]:
        return in_hand(members(view.hand), view.trump, holding)

    def choices(self, words: Words, view: View, seats: Sequence[Seat]) -> tuple[Group, ...]:
        if view.phase == "bidding":
            return bidding(words, view, seats)
        return (Group(tuple(self._plain(words, view))),)

    def _plain(self, words: Words, view: View) -> Iterator[Choice]:
        for action in sorted(members(view.legal), reverse=True):
            yield plain_choice(words, action)

    def note(self, words: Words, view: View, seat: int) -> str:
        """«doubles», «has laid one aside»; for who plays the contract «5 of 8», both partners' tricks."""
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

    def still_out(self, words: Words, view: View) -> tuple[str, tuple[Card, ...]]:
        """«5 of 8 tricks», where one side has a number of tricks to reach."""
        detail = whist_detail(view)
        sides = _sides(detail) if view.phase == "play" else []
        if len(sides) != 1 or not detail.target:
            return "", ()
        taken = sum(view.tricks_taken[seat] for seat in sides[0])
        return words.count("still-to-take", detail.target, taken=words.number(taken)), ()

    def played_by(self, result: DealResult) -> tuple[int, ...]:
        return whist_result(result).bidders

    def auction(self, words: Words, view: View, seats: Sequence[Seat]) -> AuctionTable | None:
        """As long as no card has been played."""
        return auction_table(words, view, seats) if view.phase in BEFORE_PLAY else None

    def open_hand(self, view: View) -> tuple[int, tuple[Card, ...]] | None:
        """Open misère's (C21)."""
        if not view.shown:
            return None
        return view.shown[0][0], in_hand([card for _, card in view.shown], view.trump)

    def told(self, words: Words, view: View, seats: Sequence[Seat]) -> str:
        """How the auction stands; then who plays and how far they have come."""
        detail = whist_detail(view)
        if view.phase == "bidding":
            return standing_line(words, view, seats)
        if detail.bid is None or view.turn < 0:
            return ""
        if detail.target is None or view.phase != "play":
            names = words.both(seats[seat].name for seat in detail.bidders)
            return words.count("whist.plays", len(detail.bidders), names=names, bid=self.heading(words, view))
        return " · ".join(_progress(words, view, detail, side, seats) for side in _sides(detail))

    def sayings(self, words: Words, view: View) -> tuple[tuple[int, str], ...]:
        """Troel is announced first."""
        return sayings(words, view)

    def aside(self, words: Words, view: View, seats: Sequence[Seat]) -> str:
        """Troel's announcement, what multiplies the payments, and what ``view.seat`` alone knows."""
        return " · ".join(_asides(words, view, seats)) if view.turn >= 0 else ""

    def after_deal(self, words: Words, result: DealResult, seats: Sequence[Seat]) -> tuple[str, ...]:
        """Who made or lost it, and who pays whom."""
        detail = whist_result(result)
        outcomes = [_outcome(words, result, detail, side, seats) for side in _sides(detail)]
        paid = [*_paid(words, detail.payments, seats)] or [words("deal.nobody-pays")]
        if detail.multiplier > 1:
            paid.append(words("whist.times", times=words.number(detail.multiplier)))
        return " · ".join(outcomes), " · ".join(paid)


def _sides(detail: WhistDetail | WhistResult) -> list[tuple[int, ...]]:
    """The bidders who win or lose together."""
    if detail.bid is None or detail.bid.kind in TOGETHER:
        return [detail.bidders]
    return [(seat,) for seat in detail.bidders]


def _progress(
    words: Words, view: View, detail: WhistDetail, side: tuple[int, ...], seats: Sequence[Seat]
) -> str:
    """«Ann and Bram: 5 of 8 tricks»."""
    assert detail.bid is not None and detail.target is not None
    taken = sum(view.tricks_taken[seat] for seat in side)
    names = words.both(seats[seat].name for seat in side)
    if not detail.target:
        return words.count("whist.taken", taken, names=names)
    key = "whist.progress-exactly" if detail.bid.kind is Kind.PICCOLO else "whist.progress"
    return words.count(key, detail.target, names=names, taken=words.number(taken))


def _outcome(
    words: Words, result: DealResult, detail: WhistResult, side: tuple[int, ...], seats: Sequence[Seat]
) -> str:
    """«Ann and Bram made it with 10 of 9 tricks»."""
    assert detail.bid is not None
    taken = sum(result.tricks[seat] for seat in side)
    names = words.both(seats[seat].name for seat in side)
    made = detail.made[detail.bidders.index(side[0])]
    if detail.bid.kind in NEGATIVE:
        return words.count("deal.negative-made" if made else "deal.negative-lost", taken, names=names)
    key = "deal.made" if made else "deal.lost"
    return words.count(key, taken, names=names, target=words.number(detail.target))


def _paid(words: Words, payments: Sequence[Payment], seats: Sequence[Seat]) -> Iterator[str]:
    """«Ann pays Bram 14 · Chloé pays Dmitri 14»; in one sentence where one pays or gets all the same."""
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


def _asides(words: Words, view: View, seats: Sequence[Seat]) -> Iterator[str]:
    detail = whist_detail(view)
    if detail.troel is not None and not view.tricks:
        yield _announced(words, detail, seats)
        if detail.troel.partner == view.seat is not None:
            yield words("troel.you", name=seats[detail.troel.bidder].name)
    if detail.multiplier > 1 and not view.tricks:
        yield _multiplied(words, detail, seats)
    if detail.own_discard is not None:
        yield words("whist.own-discard", card=phrases.card_name(words, detail.own_discard))


def _announced(words: Words, detail: WhistDetail, seats: Sequence[Seat]) -> str:
    assert detail.troel is not None
    name = seats[detail.troel.bidder].name
    if detail.troel.called is None:
        return words("troel.three-aces", name=name)
    return words("troel.four-aces", name=name, card=phrases.card_name(words, detail.troel.called))


def _multiplied(words: Words, detail: WhistDetail, seats: Sequence[Seat]) -> str:
    """«payments ×3: troel, doubled by Dmitri»."""
    reasons = [words("whist.for-troel")] if _is_troel(detail.bid) else []
    if detail.doubled_by is not None:
        reasons.append(words("whist.for-double", name=seats[detail.doubled_by].name))
    if detail.after_thrown_in:
        reasons.append(words("whist.for-thrown-in"))
    times = words("whist.times", times=words.number(detail.multiplier))
    return words("whist.times-for", times=times, reasons=", ".join(reasons))


def _is_troel(bid: Bid | None) -> bool:
    return bid is not None and bid.kind is Kind.TROEL
