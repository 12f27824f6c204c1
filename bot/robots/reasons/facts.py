"""Facts that tell a better card from a worse one: each is true of the better card and not of the other, by a
definition of its own, in all the ways the cards may lie or in some of them.

``CardPair`` is what they are about; a finder answers with the ways (``where``) in which its fact holds, and
None where it says nothing of such a pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.cards import SUIT_MASK_OF, SUIT_OF, Card, CardSet, members
from bot.robots.reasons.model import Fact, ReasonKind
from bot.robots.reasons.turn import Aim, TrickOutcome, Turn

Worlds = Sequence[Sequence[CardSet]]


@dataclass(frozen=True)
class CardPair:
    """A better card and another, both legal in a turn, in ``worlds`` in which the cards may lie."""

    turn: Turn
    better: Card
    other: Card
    worlds: Worlds

    @property
    def same_suit(self) -> bool:
        """Whether both are of a suit."""
        return SUIT_OF[self.better] == SUIT_OF[self.other]

    def beats(self, card: Card) -> CardSet:
        """The cards that beat one."""
        return self.turn.context.beats[card]

    def fate(self, card: Card) -> list[TrickOutcome]:
        """What becomes of a card in each world."""
        return [self.turn.fate(card, hands) for hands in self.worlds]

    def others(self, hands: Sequence[CardSet]) -> CardSet:
        """What the other seats hold in a world."""
        return sum(hand for seat, hand in enumerate(hands) if seat != self.turn.seat)

    def found(self, kind: ReasonKind, where: Sequence[bool], card: Card | None = None) -> FoundFact | None:
        """A fact, if it holds anywhere."""
        holds = sum(where)
        return FoundFact(Fact(kind, holds, len(where), card), tuple(where)) if holds else None

    def everywhere(self, kind: ReasonKind, card: Card | None = None) -> FoundFact:
        """A fact that the view alone tells."""
        return FoundFact(Fact(kind, len(self.worlds), len(self.worlds), card), (True,) * len(self.worlds))


@dataclass(frozen=True)
class FoundFact:
    """A fact, and in which worlds it holds."""

    fact: Fact
    where: tuple[bool, ...]

    @property
    def certain(self) -> FoundFact:
        """The same of what is said without any doubt, and matters in some worlds only."""
        return replace(self, fact=replace(self.fact, holds=self.fact.worlds))


Finder = Callable[[CardPair], FoundFact | None]


def of_a_void(pair: CardPair, kind: ReasonKind, seats: Sequence[int], held: CardSet) -> FoundFact | None:
    """A fact of the seat, of those that have none of the other card's suit, that holds such a card in most
    worlds."""
    best: FoundFact | None = None
    for seat in seats:
        found = pair.found(kind, [bool(hands[seat] & held) for hands in pair.worlds])
        if found is not None and (best is None or found.fact.holds > best.fact.holds):
            fact = replace(found.fact, seat=seat, suit=SUIT_OF[pair.other])
            best = replace(found, fact=fact)
    return best


RISK: Final = 2 / 3
"""A card is risky of which so great a part of the others' cards of its suit is lower."""


def stays_under(pair: CardPair) -> FoundFact | None:
    """It does not beat what lies on the table, where the other would, and might take the trick."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or turn.leads or turn.takes(pair.better) or not turn.takes(pair.other):
        return None
    found = pair.found(
        ReasonKind.STAYS_UNDER, [fate is not TrickOutcome.LOSES for fate in pair.fate(pair.other)], turn.best
    )
    return None if found is None else found.certain


def highest_under(pair: CardPair) -> FoundFact | None:
    """Of its suit it is the strongest that does not beat what lies on the table; the other is weaker."""
    turn, best = pair.turn, pair.turn.best
    if turn.aim is not Aim.AVOID or turn.leads or not pair.same_suit or turn.takes(pair.better):
        return None
    if not pair.beats(pair.other) >> pair.better & 1 or not turn.follows_suit(pair.better):
        return None
    under = turn.view.legal & SUIT_MASK_OF[pair.better] & ~pair.beats(best)
    return None if under & pair.beats(pair.better) else pair.everywhere(ReasonKind.HIGHEST_UNDER, best)


def would_take(pair: CardPair) -> FoundFact | None:
    """Nobody who plays after it could beat the other, and somebody could beat it."""
    if pair.turn.aim is not Aim.AVOID or not pair.turn.takes(pair.better):
        return None
    fates = zip(pair.fate(pair.better), pair.fate(pair.other), strict=True)
    return pair.found(
        ReasonKind.WOULD_TAKE, [theirs is TrickOutcome.WINS is not mine for mine, theirs in fates], pair.other
    )


def left_with(pair: CardPair) -> FoundFact | None:
    """The other costs who takes it, and nobody who plays after it has to beat it; the better card costs
    nothing."""
    turn, costs = pair.turn, pair.turn.context.costly
    if turn.aim is not Aim.AVOID or not turn.takes(pair.other):
        return None
    if costs >> pair.better & 1 or not costs >> pair.other & 1:
        return None
    return pair.found(
        ReasonKind.LEFT_WITH, [fate is not TrickOutcome.LOSES for fate in pair.fate(pair.other)], pair.other
    )


def singleton(pair: CardPair) -> FoundFact | None:
    """It is the only card of its suit in the hand, no trump, and others still hold some; the other is not the
    only one of its suit. So something else can be thrown next time, or a trump played."""
    turn, trumps = pair.turn, pair.turn.context.trumps
    suit, suit_of_other = SUIT_MASK_OF[pair.better], SUIT_MASK_OF[pair.other]
    if turn.aim is Aim.EITHER or trumps >> pair.better & 1 or not turn.others & suit:
        return None
    if turn.hand & suit != 1 << pair.better or (turn.hand & suit_of_other).bit_count() < 2:
        return None
    if turn.aim is Aim.AVOID:
        return pair.everywhere(ReasonKind.SINGLETON)
    return pair.everywhere(ReasonKind.RUFFS_NEXT) if turn.leads and turn.hand & trumps else None


def goes_over(pair: CardPair) -> FoundFact | None:
    """Somebody who plays after it has to beat it, and nobody has to beat the other."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or not turn.takes(pair.better):
        return None
    fates = zip(pair.fate(pair.better), pair.fate(pair.other), strict=True)
    return pair.found(
        ReasonKind.GOES_OVER, [mine is TrickOutcome.LOSES is not theirs for mine, theirs in fates]
    )


def free(pair: CardPair) -> FoundFact | None:
    """The last to play takes a trick that costs nothing; the other card would not take it."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or not turn.is_last or not turn.takes(pair.better) or turn.takes(pair.other):
        return None
    heap = sum(1 << card for card in (*turn.cards, pair.better))
    return None if turn.context.worth(heap) < 0 else pair.everywhere(ReasonKind.FREE)


def bound(pair: CardPair) -> FoundFact | None:
    """The last to play has to take the trick whatever they play; it is the strongest of its suit, and costs
    no more than the other."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or not turn.is_last or not pair.same_suit:
        return None
    legal = members(turn.view.legal)
    costs = turn.context.costly
    if not all(turn.takes(card) for card in legal) or not pair.beats(pair.other) >> pair.better & 1:
        return None
    strongest = not pair.beats(pair.better) & turn.view.legal
    return pair.everywhere(ReasonKind.BOUND) if strongest and not costs >> pair.better & 1 else None


def thrown(pair: CardPair) -> FoundFact | None:
    """It costs whoever takes it, and is thrown on a trick that somebody else takes; the other costs
    nothing."""
    turn, costs = pair.turn, pair.turn.context.costly
    if turn.aim is not Aim.AVOID or turn.leads or turn.takes(pair.better):
        return None
    mine, theirs = costs >> pair.better & 1, costs >> pair.other & 1
    return pair.everywhere(ReasonKind.THROWN) if mine and not theirs else None


def risky(pair: CardPair) -> FoundFact | None:
    """Thrown on a trick that neither card takes: most of its suit's cards that others hold are lower, and a
    smaller part of the other's."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or turn.leads or turn.follows_suit(pair.better):
        return None
    if turn.takes(pair.better) or turn.takes(pair.other):
        return None
    lower, out = _lower(pair, pair.better)
    lower_other, out_other = _lower(pair, pair.other)
    if not out or lower < RISK * out or (out_other and lower_other * out >= lower * out_other):
        return None
    found = pair.everywhere(ReasonKind.RISKY)
    return replace(found, fact=replace(found.fact, count=lower, of=out))


def _lower(pair: CardPair, card: Card) -> tuple[int, int]:
    """How many unseen cards of a card's suit it beats, and how many there are."""
    out = pair.turn.others & SUIT_MASK_OF[card]
    return (out & ~pair.beats(card)).bit_count(), out.bit_count()


def keeps_exit(pair: CardPair) -> FoundFact | None:
    """The other card is kept: were it led later somebody would have to beat it, and no other card left in the
    hand would have to be beaten."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID:
        return None
    hand = members(turn.hand)
    where: list[bool] = []
    for hands in pair.worlds:
        exits = [card for card in hand if turn.gives_up_lead(card, hands)]
        where.append(exits == [pair.other])
    return pair.found(ReasonKind.KEEPS_EXIT, where, pair.other)


def void(pair: CardPair) -> FoundFact | None:
    """Led: a seat is known to have none of the other card's suit and holds what costs, which it could throw;
    of the better card's suit nobody is known to have none."""
    turn, suit = pair.turn, SUIT_OF[pair.other]
    if turn.aim is not Aim.AVOID or not turn.leads or pair.same_suit or turn.voids.get(SUIT_OF[pair.better]):
        return None
    return of_a_void(pair, ReasonKind.VOID, turn.voids.get(suit, ()), turn.context.costly)


def ruff(pair: CardPair) -> FoundFact | None:
    """Led: a seat of another side is known to have none of the other card's suit, and holds trumps; of the
    better card's suit, no trumps, no such seat is known to have none."""
    turn, trumps = pair.turn, pair.turn.context.trumps
    if turn.aim is not Aim.TAKE or not turn.leads or pair.same_suit or not trumps:
        return None
    if (1 << pair.better | 1 << pair.other) & trumps:
        return None
    sides = turn.context.sides
    foes = {
        suit: [one for one in seats if sides[one] != sides[turn.seat]] for suit, seats in turn.voids.items()
    }
    if foes.get(SUIT_OF[pair.better]):
        return None
    return of_a_void(pair, ReasonKind.RUFF, foes.get(SUIT_OF[pair.other], ()), trumps)


def unbeatable(pair: CardPair) -> FoundFact | None:
    """Nobody who plays after it can beat it; the other does not take the trick for certain."""
    if pair.turn.aim is not Aim.TAKE:
        return None
    fates = zip(pair.fate(pair.better), pair.fate(pair.other), strict=True)
    return pair.found(
        ReasonKind.UNBEATABLE, [mine is TrickOutcome.WINS is not theirs for mine, theirs in fates]
    )


def beats_so_far(pair: CardPair) -> FoundFact | None:
    """It beats what lies on the table, of another side, and nobody has to beat it; the other does not."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or _partner_has_it(pair):
        return None
    if not turn.takes(pair.better) or turn.takes(pair.other):
        return None
    found = pair.found(
        ReasonKind.BEATS, [fate is not TrickOutcome.LOSES for fate in pair.fate(pair.better)], turn.best
    )
    return None if found is None else found.certain


def cheapest(pair: CardPair) -> FoundFact | None:
    """Both win a trick that was begun for certain, and it is the weaker of the two."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or not pair.beats(pair.better) >> pair.other & 1:
        return None
    fates = zip(pair.fate(pair.better), pair.fate(pair.other), strict=True)
    return pair.found(ReasonKind.CHEAPEST, [mine is TrickOutcome.WINS is theirs for mine, theirs in fates])


def lost(pair: CardPair) -> FoundFact | None:
    """No card that may be played takes the trick, and it is the weakest that there is of its suit; the other
    is stronger."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or any(turn.takes(card) for card in members(turn.view.legal)):
        return None
    if not pair.same_suit or not pair.beats(pair.better) >> pair.other & 1 or _partner_has_it(pair):
        return None
    weaker = [card for card in members(turn.view.legal & SUIT_MASK_OF[pair.better]) if _beats(pair, card)]
    return None if weaker else pair.everywhere(ReasonKind.LOST)


def _beats(pair: CardPair, card: Card) -> bool:
    """Whether the better card beats this one."""
    return bool(pair.beats(card) >> pair.better & 1)


def keeps_master(pair: CardPair) -> FoundFact | None:
    """A trick goes to somebody else with either card: the other is kept, which nobody holds a higher card
    than of its suit, as of the better card's somebody does."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or turn.takes(pair.better) or turn.takes(pair.other):
        return None
    if turn.context.trumps >> pair.other & 1:
        return None
    where: list[bool] = []
    for hands in pair.worlds:
        there = pair.others(hands)
        master = not there & SUIT_MASK_OF[pair.other] & pair.beats(pair.other)
        of_better = there & SUIT_MASK_OF[pair.better] & pair.beats(pair.better)
        where.append(master and bool(of_better) and bool(there & SUIT_MASK_OF[pair.other]))
    return pair.found(ReasonKind.KEEPS_MASTER, where, pair.other)


def trumps_drawn(pair: CardPair) -> FoundFact | None:
    """Led: a trump that nobody beats, where the other card is none, and others hold trumps: the last one, or
    more."""
    turn, trumps = pair.turn, pair.turn.context.trumps
    if (
        turn.aim is not Aim.TAKE
        or not turn.leads
        or not trumps >> pair.better & 1
        or trumps >> pair.other & 1
    ):
        return None
    out = (turn.others & trumps).bit_count()
    kind = ReasonKind.LAST_TRUMP if out == 1 else ReasonKind.TRUMPS
    where = [
        fate is TrickOutcome.WINS and bool(pair.others(hands) & trumps)
        for fate, hands in zip(pair.fate(pair.better), pair.worlds, strict=True)
    ]
    found = pair.found(kind, where)
    return None if found is None else replace(found, fact=replace(found.fact, count=out))


def partner(pair: CardPair) -> FoundFact | None:
    """Somebody of the same side has the trick so far; it leaves it to them, and the other would take it."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or not _partner_has_it(pair):
        return None
    if turn.takes(pair.better) or not turn.takes(pair.other):
        return None
    return _winner(pair, ReasonKind.PARTNER)


def _partner_has_it(pair: CardPair) -> bool:
    turn, winner = pair.turn, pair.turn.view.trick.winner
    return winner is not None and turn.context.sides[winner] == turn.context.sides[turn.seat]


def _winner(pair: CardPair, kind: ReasonKind) -> FoundFact:
    found = pair.everywhere(kind, pair.turn.best)
    return replace(found, fact=replace(found.fact, seat=pair.turn.view.trick.winner))


def quarry(pair: CardPair) -> FoundFact | None:
    """Who wants no trick has this one so far; it leaves it to them, and the other would take it."""
    turn, winner = pair.turn, pair.turn.view.trick.winner
    if turn.seat in turn.context.quarry or winner not in turn.context.quarry:
        return None
    return None if turn.takes(pair.better) or not turn.takes(pair.other) else _winner(pair, ReasonKind.QUARRY)


FINDERS: Final[tuple[Finder, ...]] = (
    thrown,
    quarry,
    partner,
    stays_under,
    free,
    bound,
    goes_over,
    would_take,
    left_with,
    trumps_drawn,
    cheapest,
    unbeatable,
    beats_so_far,
    highest_under,
    risky,
    lost,
    void,
    ruff,
    keeps_master,
    keeps_exit,
    singleton,
)
"""In the order in which they are told where several explain as much."""
