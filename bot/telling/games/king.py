"""How the King family shows its games: what may be said before the play and what contracts are worth, in
sentences and in short; who has named what (rules.md, DK1), the paper's ledger, and what happened in a
deal. What was taken is read from the tricks, so a sale of tricks (K12, D5, R7) changes points and no
headline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bot.engine.cards import ACE, BID, KING, OFFER, PASS, Action, Card, CardSet, members, set_of
from bot.engine.game import OVER, DealResult, View
from bot.engine.king.contracts import (
    HEART_CARDS,
    JACKS,
    KING_OF_HEARTS,
    KINGS_AND_JACKS,
    QUEENS,
    TRUMP_CONTRACT,
    Contract,
    PerCard,
    PerNthTrick,
    PerTrick,
    ScoreRule,
    penalty_cards,
)
from bot.engine.king.course import (
    MOST_NEGATIVES,
    MOST_OF_ONE_NEGATIVE,
    MOST_TRUMPS,
    Direction,
    Ledger,
    Naming,
    Offers,
    Phase,
    TrickAuction,
    adjusted,
    contract_of,
    contract_played,
    contracts_after,
    course_of,
    ledger_of,
    sale,
    step_of,
)
from bot.engine.options import Rules
from bot.pictures import values
from bot.pictures.values import ContractLedger
from bot.telling import phrases
from bot.telling.games.teller import Choice, Teller, order_of_naming, plain_choice
from bot.telling.phrases import ViewModel, in_hand
from bot.words.catalogue import Words


def upside_down(contract: Contract) -> bool:
    """Whether lower cards win."""
    return bool(contract.beats[ACE] >> KING & 1)


def score_sentences(words: Words, rules: Rules, contract: Contract) -> list[str]:
    """What a contract is worth, a sentence for each of its scores."""
    start = contract.points((), rules.players)[0]
    sentences = [words("rules.start", points=words.count("count.points", start))] if start else []
    return sentences + [_score(words, rules, score) for score in contract.scores]


def _score(words: Words, rules: Rules, score: ScoreRule) -> str:
    match score:
        case PerTrick(points):
            worth = words.count("count.points", abs(points))
            return words("rules.score.tricks" if points < 0 else "rules.gain.tricks", points=worth)
        case PerCard(cards, points):
            worth = words.count("count.points", abs(points))
            if cards.bit_count() == 1:
                (card,) = members(cards)
                key = "rules.score.card" if points < 0 else "rules.gain.card"
                return words(key, card=phrases.card_name(words, card), points=worth)
            key = "rules.score.cards" if points < 0 else "rules.gain.cards"
            return words(key, cards=phrases.kind_of_cards(words, cards), points=worth)
        case PerNthTrick(points):
            return _certain_tricks(words, rules, score)
        case _:
            raise NotImplementedError(type(score).__name__)


def _certain_tricks(words: Words, rules: Rules, score: PerNthTrick) -> str:
    parts: list[str] = []
    for number, points in sorted(score.points.items()):
        last = number == rules.hand_size and bool(parts)
        key = "rules.last-trick" if last else "rules.nth-trick" if points < 0 else "rules.nth-trick.gain"
        worth = words.count("count.points", abs(points))
        parts.append(words(key, number=words.number(number), points=worth))
    loses = min(score.points.values()) < 0
    return words("rules.score.nth" if loses else "rules.gain.nth", tricks=", ".join(parts))


def choices(model: ViewModel) -> Sequence[Choice]:
    """What ``view.seat``, whose turn it is, may say."""
    step = step_of(model.view)
    assert isinstance(step, Phase)
    return [_choice(model, step, action) for action in sorted(members(model.view.legal), key=order_of_naming)]


def _choice(model: ViewModel, step: Phase, action: Action) -> Choice:
    if isinstance(step, Direction):
        contract = step.names[action]
        assert isinstance(contract, Contract)
        return Choice(action, _direction(model, contract))
    return replace(plain_choice(model.words, action), about=_about(model, step, action))


def _direction(model: ViewModel, contract: Contract) -> str:
    """«Up: +25 a trick», «Down: 325, minus 75 a trick» (D4)."""
    words, points = model.words, contract.trick_points
    if points > 0:
        return words("direction.up", points=words.number(points))
    return words("direction.down", start=words.number(contract.start), points=words.number(-points))


def _about(model: ViewModel, step: Phase, action: Action) -> str:
    """What a contract is worth, where it is known by its name what a trick or a card is worth in it; what the
    tricks given away are."""
    if isinstance(step, Naming):
        contracts = list(contracts_after(step.names[action]))
        if all(contract.scores == contracts[0].scores for contract in contracts):
            scores = score_sentences(model.words, model.view.rules, contracts[0])
            if upside_down(contracts[0]):  # «Misère: the lowest wins», which its button does not say
                scores = [f"{phrases.contract_name(model.words, contracts[0].name)}.", *scores]
            return " ".join(scores)
        return ""
    if not isinstance(step, Offers | TrickAuction) or action == PASS:
        return ""
    tricks = (OFFER if isinstance(step, Offers) else BID).index(action)
    return _given(model, step, tricks)


def _given(model: ViewModel, step: Phase, tricks: int) -> str:
    """What the tricks given for the right to name the trumps are worth, by how they may be scored."""
    words = model.words
    worths = sorted({contract.trick_points for contract in contracts_after(step)}, reverse=True)
    points = [words.points(-tricks * each) for each in worths]
    if len(points) == 1:
        return words("choices.given", points=points[0])
    return words("choices.given-directions", up=points[0], down=points[1])


def prices(words: Words, rules: Rules, contract: Contract) -> tuple[str, ...]:
    """A phrase for what each has to begin with, if that is anything, and one for each thing that scores."""
    start = contract.points((), rules.players)[0]
    before = [words("cost.start", points=words.points(start))] if start else []
    return (*before, *(phrase for score in contract.scores for phrase in _prices(words, rules, score)))


def price(words: Words, rules: Rules, deal: int, contract: str) -> str:
    """The same of a contract by its name, of a certain deal, in one short line; empty as long as several
    contracts are possible."""
    found = next((one for one in course_of(rules).deals[deal].contracts if one.name == contract), None)
    if found is None:
        return ""
    each = prices(words, rules, found)
    return words("cost.together") if len(each) > 2 else ", ".join(each)  # two are a start, or two tricks


def _prices(words: Words, rules: Rules, score: ScoreRule) -> Iterator[str]:
    match score:
        case PerTrick(points):
            yield words("cost.trick", points=words.points(points))
        case PerCard(cards, points):
            key = "cost.card" if cards.bit_count() == 1 else "cost.cards"
            yield words(key, cards=phrases.kind_of_cards(words, cards), points=words.points(points))
        case PerNthTrick(by_number):
            for number, points in sorted(by_number.items()):
                key = "cost.last-trick" if number == rules.hand_size else "cost.nth-trick"
                yield words(key, number=words.number(number), points=words.points(points))
        case _:
            raise NotImplementedError(type(score).__name__)


THINGS: Final[Mapping[CardSet, str]] = {
    HEART_CARDS: "hearts",
    QUEENS: "queens",
    JACKS: "jacks",
    KINGS_AND_JACKS: "kings-jacks",
}
"""What cards that score are called together."""
TRICKS: Final = "tricks"
POINTS: Final = "points"
COUNTED: Final = (*THINGS.values(), TRICKS, POINTS)
"""What a deal can be about of which several players may take some."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How many of the ``things`` that a deal was about each seat took, of ``total``."""

    things: str
    by_seat: tuple[int, ...]
    total: int


def _shared(model: ViewModel, result: DealResult, shares: Shares) -> str:
    """Who alone took none of what nobody wants; else who took all, or most."""
    words, things, total = model.words, shares.things, model.words.number(shares.total)
    names = [seat.name for seat in model.seats]
    most = max(shares.by_seat)
    first = [name for name, share in zip(names, shares.by_seat, strict=True) if share == most]
    spared = [name for name, share in zip(names, shares.by_seat, strict=True) if not share]
    if most == shares.total:
        return words(f"headline.all.{things}", name=first[0])
    if _is_shunned(result) and len(spared) == 1:
        return words(f"headline.none.{things}", name=spared[0], total=total)
    taken = words.number(most)
    if len(first) == 1:
        return words(f"headline.most.{things}", name=first[0], taken=taken, total=total)
    return words(f"headline.each.{things}", names=words.both(first), taken=taken, total=total)


def _is_shunned(result: DealResult) -> bool:
    return min(result.worth) < 0


def _cards(result: DealResult, things: str, cards: CardSet) -> Shares:
    by_seat = [0] * len(result.tricks)
    for trick in result.played:
        assert trick.winner is not None
        by_seat[trick.winner] += (set_of(trick.cards) & cards).bit_count()
    return Shares(things, tuple(by_seat), cards.bit_count())


def _points(result: DealResult) -> Shares:
    by_seat = [0] * len(result.tricks)
    for trick, worth in zip(result.played, result.worth, strict=True):
        assert trick.winner is not None
        by_seat[trick.winner] += abs(worth)
    return Shares(POINTS, tuple(by_seat), sum(by_seat))


def _caught(model: ViewModel, result: DealResult, card: Card) -> str:
    """Who took the one card that the deal was about."""
    winner = next(trick.winner for trick in result.played if card in trick.cards)
    assert winner is not None
    name = model.seats[winner].name
    if 1 << card != KING_OF_HEARTS:
        return model.words("headline.caught.card", name=name, card=phrases.card_name(model.words, card))
    return model.words("headline.caught.king" if _is_shunned(result) else "headline.took.king", name=name)


def _numbered(model: ViewModel, result: DealResult, first: int) -> str:
    """Who took the last trick and the other one that counted, ``first``: the one before it, or an earlier."""
    words, last = model.words, model.view.rules.hand_size
    earlier, later = (result.played[number - 1].winner for number in (first, last))
    assert earlier is not None and later is not None
    one, other = model.seats[earlier].name, model.seats[later].name
    if first == last - 1:
        if earlier == later:
            return words("headline.both.last-two", name=one)
        return words("headline.split.last-two", first=one, last=other)
    number = words.number(first)
    if earlier == later:
        return words("headline.both.nth-last", name=one, number=number)
    return words("headline.split.nth-last", first=one, last=other, number=number)


def named(view: View) -> Ledger | None:
    """What has been named, in this deal too; None where the dealers name nothing, and after the game."""
    so_far = None if view.turn == OVER else ledger_of(view)
    if so_far is None or not view.contract or len(view.results) > view.deal:
        return so_far

    def once_more(by_seat: Sequence[int]) -> tuple[int, ...]:
        return tuple(times + (seat == view.dealer) for seat, times in enumerate(by_seat))

    negatives = so_far.negatives
    if view.contract in negatives:
        return Ledger({**negatives, view.contract: once_more(negatives[view.contract])}, so_far.trumps)
    return Ledger(negatives, once_more(so_far.trumps))


def ledger(model: ViewModel) -> values.ContractLedger | None:
    """The ledger as drawn: a row a negative contract, then what each player has named and still owes."""
    words = model.words
    so_far = named(model.view)
    if so_far is None:
        return None
    negatives = tuple(so_far.negatives_of(seat) for seat in range(model.view.players))
    return values.ContractLedger(
        words("ledger.title"),
        (
            *(
                values.LedgerRow(
                    label=phrases.contract_name(words, name),
                    mark=values.Mark.TRIANGLE,
                    named=by_seat,
                    left=words("ledger.left", number=words.number(MOST_OF_ONE_NEGATIVE - sum(by_seat))),
                )
                for name, by_seat in so_far.negatives.items()
            ),
            values.LedgerRow(
                words("ledger.negatives"), values.Mark.TRIANGLE, negatives, _owed(negatives, MOST_NEGATIVES)
            ),
            values.LedgerRow(
                phrases.contract_name(words, TRUMP_CONTRACT),
                values.Mark.CIRCLE,
                so_far.trumps,
                _owed(so_far.trumps, MOST_TRUMPS),
            ),
        ),
    )


def _owed(named: Sequence[int], most: int) -> tuple[int, ...]:
    return tuple(most - times for times in named)


def named_line(model: ViewModel) -> str:
    """«Named so far: Ann 2 negatives, 1 trump · Bram 1 negative · used up: No queens»; empty where nothing
    has been named, and once it is settled what is played: the score sheet shows it all the time."""
    words = model.words
    so_far = named(model.view) if model.view.phase == "contract" else None
    if so_far is None:
        return ""
    parts: list[str] = []
    for seat, trumps in enumerate(so_far.trumps):
        negatives = so_far.negatives_of(seat)
        counts = [words.count("ledger.count-negatives", negatives)] if negatives else []
        counts += [words.count("ledger.count-trumps", trumps)] if trumps else []
        if counts:
            parts.append(words("ledger.by", name=model.seats[seat].name, counts=", ".join(counts)))
    used_up = [
        phrases.contract_name(words, name)
        for name, by_seat in so_far.negatives.items()
        if sum(by_seat) >= MOST_OF_ONE_NEGATIVE
    ]
    if used_up:
        parts.append(words("ledger.used-up", contracts=", ".join(used_up)))
    return words("ledger.line", named=" · ".join(parts)) if parts else ""


class KingTeller(Teller):
    """See the module."""

    def heading(self, model: ViewModel) -> str:
        return phrases.contract_name(model.words, model.view.contract, model.view.trump)

    def is_settled(self, view: View) -> bool:
        return contract_of(view) is not None

    def hand_order(self, model: ViewModel) -> tuple[Card, ...]:
        """Ranks may be upside down (R8)."""
        view, contract = model.view, contract_of(model.view)
        reversed_ranks = contract is not None and contract.reversed_ranks
        return in_hand(members(view.hand), view.trump, model.reader.holding, reversed_ranks=reversed_ranks)

    def choices(self, model: ViewModel) -> Sequence[Choice]:
        return choices(model)

    def note(self, model: ViewModel, seat: int) -> str:
        """What was last said before the play; later «counts 3», where tricks were sold and others are
        counted than were taken (K12, D5, R7)."""
        view = model.view
        said = [entry for entry in view.said if entry.seat == seat]
        if said and not view.tricks and not view.trick.cards:
            return phrases.action_name(model.words, said[-1].action)
        counted = adjusted(view.tricks_taken, sale(view.said))[seat]
        if counted == view.tricks_taken[seat]:
            return ""
        return model.words("plate.counted", counted=model.words.number(counted))

    def still_out(self, model: ViewModel) -> tuple[str, tuple[Card, ...]]:
        """The cards that score as such and that nobody has taken (K8)."""
        view = model.view
        contract = contract_of(view)
        if contract is None or view.phase != "play":
            return "", ()
        taken = set_of(card for trick in view.tricks for card in trick.cards)
        out = penalty_cards(contract.scores) & view.rules.pack & ~taken
        return (model.words("still-out"), in_hand(members(out), None)) if out else ("", ())

    def costs(self, model: ViewModel) -> tuple[str, ...]:
        contract = contract_of(model.view)
        return () if contract is None else prices(model.words, model.view.rules, contract)

    def price(self, words: Words, rules: Rules, deal: int, contract: str) -> str:
        return price(words, rules, deal, contract)

    def status(self, model: ViewModel) -> str:
        """«Ann: auction · Bram: 2 tricks · Chloé: pass»: what has been chosen, bid and answered in this deal,
        in order, under one name what somebody says at once; nothing once the first trick is over."""
        if model.view.tricks:
            return ""
        return " · ".join(
            model.words("said", name=model.seats[seat].name, said=", ".join(said for _, said in at_once))
            for seat, at_once in groupby(self.sayings(model), lambda one: one[0])
        )

    def aside(self, model: ViewModel) -> str:
        return named_line(model)

    def headline(self, model: ViewModel, result: DealResult) -> str:
        rules = model.view.rules
        scores = contract_played(rules, result).scores
        cards = penalty_cards(scores)
        if len(scores) > 1:
            return _shared(model, result, _points(result))
        for score in scores:
            if isinstance(score, PerNthTrick):
                return _numbered(model, result, min(score.points))
        if cards in THINGS:
            return _shared(model, result, _cards(result, THINGS[cards], cards & rules.pack))
        if cards:
            return _caught(model, result, members(cards)[0])
        return _shared(model, result, Shares(TRICKS, result.tricks, rules.hand_size))

    def after_deal(self, model: ViewModel, result: DealResult) -> tuple[str, ...]:
        """«Counted: Ann 5 tricks instead of 2, Bram 3 instead of 6», where tricks were sold."""
        words = model.words
        sold = sale(result.said)
        if sold is None:
            return ()
        counted = adjusted(result.tricks, sold)
        counts = words.both(
            words(
                "deal.counted",
                name=model.seats[seat].name,
                counted=words.number(counted[seat]),
                taken=words.number(result.tricks[seat]),
            )
            for seat in (sold.seller, sold.buyer)
        )
        return (words("deal.sold", counts=counts),)

    def ledger(self, model: ViewModel) -> ContractLedger | None:
        return ledger(model)
