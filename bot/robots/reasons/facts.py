"""Facts that tell a better card from a worse one: each is true of the better card and not of the other, by
a definition of its own, in all the ways the cards may lie or in some of them.

``CardPair`` is what they are about. A finder answers with a fact, which counts the ways in which it is so
as its sentence says, and with the ways (``where``) in which it tells the two cards apart; with None where
it says nothing of such a pair, or where it is so too seldom (``is_telling``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from bot.engine.cards import SUIT_MASK_OF, SUIT_OF, Card, CardSet, Suit, members
from bot.robots.reasons.model import Fact, ReasonKind
from bot.robots.reasons.turn import Aim, TrickOutcome, Turn

Worlds = Sequence[Sequence[CardSet]]
T = TypeVar("T")


SELDOM: Final = 0.1
"""What is so in a smaller part of the deals is not worth a word."""


def is_telling(count: int, of: int, instead: int) -> bool:
    """Whether it is worth saying that something is so in ``count`` of ``of`` deals, and with the other card
    in ``instead``: it is so in most, or in twice as many as with the other."""
    return count > instead and count >= SELDOM * of and (2 * count > of or count >= 2 * instead)


class Ways:
    """A turn, and ``worlds`` in which the cards may lie; what becomes of a card in them is found out once."""

    def __init__(self, turn: Turn, worlds: Worlds) -> None:
        self.turn = turn
        self.worlds = worlds
        self._known: dict[tuple[object, Card], list[Any]] = {}

    def each(self, asked: Callable[[Turn, Card, Sequence[CardSet]], T], card: Card) -> list[T]:
        """What a question about a card is answered in each world."""
        if (asked, card) not in self._known:
            self._known[asked, card] = [asked(self.turn, card, hands) for hands in self.worlds]
        return self._known[asked, card]


@dataclass(frozen=True)
class CardPair:
    """A better card and another, both legal in the turn, in ways in which the cards may lie."""

    ways: Ways
    better: Card
    other: Card

    @property
    def turn(self) -> Turn:
        """Whose turn it is."""
        return self.ways.turn

    @property
    def worlds(self) -> Worlds:
        """The ways in which the cards may lie."""
        return self.ways.worlds

    @property
    def same_suit(self) -> bool:
        """Whether both are of a suit."""
        return SUIT_OF[self.better] == SUIT_OF[self.other]

    @property
    def is_weaker(self) -> bool:
        """Whether the better card is the weaker one of its suit, which is the other's as well."""
        return self.same_suit and bool(self.beats(self.better) >> self.other & 1)

    def beats(self, card: Card) -> CardSet:
        """The cards that beat one."""
        return self.turn.context.beats[card]

    @property
    def mine(self) -> list[TrickOutcome]:
        """What becomes of the better card in each world."""
        return self.ways.each(Turn.fate, self.better)

    @property
    def theirs(self) -> list[TrickOutcome]:
        """What becomes of the other."""
        return self.ways.each(Turn.fate, self.other)

    def asked(self, question: Callable[[Turn, Card, Sequence[CardSet]], T]) -> tuple[list[T], list[T]]:
        """What a question about each of the two is answered in each world."""
        return self.ways.each(question, self.better), self.ways.each(question, self.other)

    def others(self, hands: Sequence[CardSet]) -> CardSet:
        """What the other seats hold in a world."""
        return sum(hand for seat, hand in enumerate(hands) if seat != self.turn.seat)

    def found(
        self,
        kind: ReasonKind,
        so: Sequence[bool],
        card: Card | None = None,
        where: Sequence[bool] | None = None,
    ) -> FoundFact | None:
        """What is so of the better card, or of the other, in some worlds, and tells them apart in those of
        ``where``, or in all of these."""
        holds, where = sum(so), so if where is None else where
        if not any(where) or not is_telling(holds, len(so), 0):
            return None
        return FoundFact(Fact(kind, holds, len(so), card), tuple(where))

    def compared(
        self, kind: ReasonKind, mine: Sequence[bool], theirs: Sequence[bool], card: Card | None = None
    ) -> FoundFact | None:
        """What is so of the better card in the worlds ``mine``, and of the other in ``theirs``."""
        where = tuple(one and not other for one, other in zip(mine, theirs, strict=True))
        if not any(where) or not is_telling(sum(mine), len(mine), sum(theirs)):
            return None
        return FoundFact(Fact(kind, sum(mine), len(mine), card, instead=sum(theirs)), where)

    def everywhere(self, kind: ReasonKind, card: Card | None = None) -> FoundFact:
        """A fact that the view alone tells."""
        return FoundFact(Fact(kind, len(self.worlds), len(self.worlds), card), (True,) * len(self.worlds))

    def certain(self, kind: ReasonKind, where: Sequence[bool], card: Card | None = None) -> FoundFact | None:
        """The same of one that matters in these worlds."""
        return replace(self.everywhere(kind, card), where=tuple(where)) if any(where) else None


@dataclass(frozen=True)
class FoundFact:
    """A fact, and in which worlds it is so of the better card and makes a difference."""

    fact: Fact
    where: tuple[bool, ...]


Finder = Callable[[CardPair], FoundFact | None]


RISK: Final = 2 / 3
"""A card is risky, or weak, of which so great a part of the others' cards of its suit is lower, or higher."""


def thrown(pair: CardPair) -> FoundFact | None:
    """It costs whoever takes it, and is thrown on a trick that somebody else takes; the other costs
    nothing."""
    turn, costs = pair.turn, pair.turn.context.costly
    if turn.aim is not Aim.AVOID or turn.leads or turn.takes(pair.better):
        return None
    mine, theirs = costs >> pair.better & 1, costs >> pair.other & 1
    return pair.everywhere(ReasonKind.THROWN) if mine and not theirs else None


def ducks(pair: CardPair) -> FoundFact | None:
    """It does not beat what lies on the table, where the other would, and might take the trick; and among
    what lies there is a card that costs who takes it."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or turn.leads or turn.takes(pair.better) or not turn.takes(pair.other):
        return None
    costly = [card for card in turn.cards if turn.context.costly >> card & 1]
    where = [fate is not TrickOutcome.LOSES for fate in pair.theirs]
    return pair.certain(ReasonKind.DUCKS, where, costly[0]) if costly else None


def stays_under(pair: CardPair) -> FoundFact | None:
    """It does not beat what lies on the table, where the other would, and might take the trick."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or turn.leads or turn.takes(pair.better) or not turn.takes(pair.other):
        return None
    where = [fate is not TrickOutcome.LOSES for fate in pair.theirs]
    return pair.certain(ReasonKind.STAYS_UNDER, where, turn.best)


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
    """Nobody who plays after it can beat the other; the better card, which takes the trick so far too, can be
    beaten."""
    if pair.turn.aim is not Aim.AVOID or not pair.turn.takes(pair.better):
        return None
    mine, theirs = ([fate is TrickOutcome.WINS for fate in fates] for fates in (pair.mine, pair.theirs))
    return pair.compared(ReasonKind.WOULD_TAKE, theirs, mine, pair.other)


def left_with(pair: CardPair) -> FoundFact | None:
    """The other costs who takes it, and nobody who plays after it has to beat it; the better card costs
    nothing."""
    turn, costs = pair.turn, pair.turn.context.costly
    if turn.aim is not Aim.AVOID or not turn.takes(pair.other):
        return None
    if costs >> pair.better & 1 or not costs >> pair.other & 1:
        return None
    so = [fate is not TrickOutcome.LOSES for fate in pair.theirs]
    return pair.found(ReasonKind.LEFT_WITH, so, pair.other)


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
    mine, theirs = ([fate is TrickOutcome.LOSES for fate in fates] for fates in (pair.mine, pair.theirs))
    return pair.compared(ReasonKind.GOES_OVER, mine, theirs)


def free(pair: CardPair) -> FoundFact | None:
    """The last to play takes a trick that costs nothing; the other card would not take it."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or not turn.is_last or not turn.takes(pair.better) or turn.takes(pair.other):
        return None
    heap = sum(1 << card for card in (*turn.cards, pair.better))
    return None if turn.context.worth(heap) < 0 else pair.everywhere(ReasonKind.FREE)


def cheap(pair: CardPair) -> FoundFact | None:
    """It takes the trick so far, and is stronger than the other or the only one of the two that does; the
    trick costs nothing, and nobody who plays after it may play to it what costs."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or not turn.takes(pair.better):
        return None
    stronger = pair.same_suit and pair.beats(pair.other) >> pair.better & 1
    if turn.takes(pair.other) and not stronger:
        return None
    return pair.found(ReasonKind.CHEAP, pair.ways.each(Turn.costs_nothing, pair.better))


def safe(pair: CardPair) -> FoundFact | None:
    """Led: it costs nothing, and nobody may play to it what costs; to the other somebody may, or it costs."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or not turn.leads:
        return None
    return pair.compared(ReasonKind.SAFE, *pair.asked(Turn.costs_nothing))


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


def risky(pair: CardPair) -> FoundFact | None:
    """Thrown on a trick that neither card takes: most of its suit's cards that others hold are lower, and a
    smaller part of the other's. Of two cards with the same part of lower ones nothing is said. So it is
    dangerous to keep, or catches nobody."""
    turn = pair.turn
    if not (turn.aim is Aim.AVOID or turn.hunts) or turn.leads or turn.follows_suit(pair.better):
        return None
    if turn.takes(pair.better) or turn.takes(pair.other):
        return None
    return _of_its_suit(pair, ReasonKind.TOO_HIGH if turn.hunts else ReasonKind.RISKY, RISK)


def low(pair: CardPair) -> FoundFact | None:
    """It takes the trick so far as the other does: at least half of its suit's cards that others hold are
    higher, and a smaller part of the other's. So somebody is more likely to beat it; who makes others take
    tricks wants that too."""
    turn = pair.turn
    if not (turn.aim is Aim.AVOID or turn.hunts) or not turn.takes(pair.better) or not turn.takes(pair.other):
        return None
    return None if turn.is_last else _of_its_suit(pair, ReasonKind.LOW, 1 / 2)


def weak(pair: CardPair) -> FoundFact | None:
    """Neither card takes the trick, and it is no trump: most of its suit's cards that others hold are higher,
    and a smaller part of the other's."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or turn.context.trumps >> pair.better & 1:
        return None
    if turn.takes(pair.better) or turn.takes(pair.other):
        return None
    return _of_its_suit(pair, ReasonKind.WEAK, RISK)


def _of_its_suit(pair: CardPair, kind: ReasonKind, least: float) -> FoundFact | None:
    """What is said of a card by how many of its suit's unseen cards are lower, or higher."""
    (count, out), (count_other, out_other) = (
        _unseen(pair, card, lower=kind in (ReasonKind.RISKY, ReasonKind.TOO_HIGH))
        for card in (pair.better, pair.other)
    )
    if not out or count < least * out or (out_other and count_other * out >= count * out_other):
        return None
    found = pair.everywhere(kind)
    return replace(found, fact=replace(found.fact, count=count, of=out))


def _unseen(pair: CardPair, card: Card, *, lower: bool) -> tuple[int, int]:
    """How many unseen cards of a card's suit it beats, or beat it, and how many there are."""
    out = pair.turn.others & SUIT_MASK_OF[card]
    higher = (out & pair.beats(card)).bit_count()
    return (out.bit_count() - higher if lower else higher), out.bit_count()


def keeps_exit(pair: CardPair) -> FoundFact | None:
    """The other card is kept: were it led later somebody would have to beat it, and no other card left in the
    hand would have to be beaten."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID:
        return None
    hand = members(turn.hand)
    so: list[bool] = []
    for hands in pair.worlds:
        exits = [card for card in hand if turn.gives_up_lead(card, hands)]
        so.append(exits == [pair.other])
    return pair.found(ReasonKind.KEEPS_EXIT, so, pair.other)


def of_a_void(
    pair: CardPair, kind: ReasonKind, seats: Sequence[int], held: CardSet, suit: Suit
) -> FoundFact | None:
    """A fact of the seat, of those that have none of a suit, that holds such a card in most worlds."""
    best: FoundFact | None = None
    for seat in seats:
        found = pair.found(kind, [bool(hands[seat] & held) for hands in pair.worlds])
        if found is not None and (best is None or found.fact.holds > best.fact.holds):
            best = replace(found, fact=replace(found.fact, seat=seat, suit=suit))
    return best


def void(pair: CardPair) -> FoundFact | None:
    """Led: a seat is known to have none of the other card's suit and holds what costs, which it could throw;
    of the better card's suit nobody is known to have none."""
    turn, suit = pair.turn, SUIT_OF[pair.other]
    if turn.aim is not Aim.AVOID or not turn.leads or pair.same_suit or turn.voids.get(SUIT_OF[pair.better]):
        return None
    return of_a_void(pair, ReasonKind.VOID, turn.voids.get(suit, ()), turn.context.costly, suit)


def ruff(pair: CardPair) -> FoundFact | None:
    """Led: a seat of another side is known to have none of the other card's suit, and holds trumps; of the
    better card's suit, no trumps, no such seat is known to have none."""
    turn, trumps = pair.turn, pair.turn.context.trumps
    if turn.aim is not Aim.TAKE or not turn.leads or pair.same_suit or not trumps:
        return None
    if (1 << pair.better | 1 << pair.other) & trumps:
        return None
    if _void(turn, SUIT_OF[pair.better], ours=False):
        return None
    suit = SUIT_OF[pair.other]
    return of_a_void(pair, ReasonKind.RUFF, _void(turn, suit, ours=False), trumps, suit)


def partner_ruffs(pair: CardPair) -> FoundFact | None:
    """Led, no trump: a seat of the same side is known to have none of its suit, and holds trumps; of the
    other card's suit no such seat is known to have none."""
    turn, trumps = pair.turn, pair.turn.context.trumps
    if turn.aim is not Aim.TAKE or not turn.leads or trumps >> pair.better & 1:
        return None
    suit = SUIT_OF[pair.better]
    if _void(turn, SUIT_OF[pair.other], ours=True):
        return None
    return of_a_void(pair, ReasonKind.PARTNER_RUFFS, _void(turn, suit, ours=True), trumps, suit)


def _void(turn: Turn, suit: Suit, *, ours: bool) -> list[int]:
    """The seats of the same side, or of others, that are known to have none of a suit."""
    sides = turn.context.sides
    return [seat for seat in turn.voids.get(suit, ()) if (sides[seat] == sides[turn.seat]) is ours]


def unbeatable(pair: CardPair) -> FoundFact | None:
    """Nobody who plays after it can beat it; the other does not take the trick for certain."""
    if pair.turn.aim is not Aim.TAKE:
        return None
    mine, theirs = ([fate is TrickOutcome.WINS for fate in fates] for fates in (pair.mine, pair.theirs))
    return pair.compared(ReasonKind.UNBEATABLE, mine, theirs)


def ours(pair: CardPair) -> FoundFact | None:
    """Somebody of the same side plays after it, and the side can win the trick whatever the others play; with
    the other card it cannot."""
    turn, sides = pair.turn, pair.turn.context.sides
    if turn.aim is not Aim.TAKE or not any(sides[seat] == sides[turn.seat] for seat in turn.later):
        return None
    return pair.compared(ReasonKind.OURS, *pair.asked(Turn.best_of_side))


def ruffs(pair: CardPair) -> FoundFact | None:
    """A trump that beats what lies on the table, where another suit was led, and that nobody has to beat; the
    other does not beat it."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.follows_suit(pair.better):
        return None
    if not turn.takes(pair.better) or turn.takes(pair.other):
        return None
    return pair.certain(ReasonKind.RUFFS, [fate is not TrickOutcome.LOSES for fate in pair.mine])


def beats_so_far(pair: CardPair) -> FoundFact | None:
    """It follows suit and beats what lies on the table, of another side, and nobody has to beat it; the other
    does not."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or not turn.follows_suit(pair.better) or _partner_has_it(pair):
        return None
    if not turn.takes(pair.better) or turn.takes(pair.other):
        return None
    return pair.certain(ReasonKind.BEATS, [fate is not TrickOutcome.LOSES for fate in pair.mine], turn.best)


def cheapest(pair: CardPair) -> FoundFact | None:
    """Nobody who plays after it can beat it, in a trick that was begun, and it is weaker than the other; a
    finesse, where both are of the suit led, others still play, and one may hold a card between the two."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or not pair.beats(pair.better) >> pair.other & 1:
        return None
    so = [fate is TrickOutcome.WINS for fate in pair.mine]
    between = turn.others & SUIT_MASK_OF[pair.better] & pair.beats(pair.better) & ~pair.beats(pair.other)
    if pair.same_suit and turn.follows_suit(pair.better) and between and not turn.is_last:
        return pair.found(ReasonKind.FINESSE, so, pair.other)
    return pair.found(ReasonKind.CHEAPEST, so)


def lost(pair: CardPair) -> FoundFact | None:
    """Neither card takes the trick, which somebody of another side has, and it is the weakest that there is
    of its suit; the other is stronger."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or not pair.is_weaker or _partner_has_it(pair):
        return None
    if turn.takes(pair.better) or turn.takes(pair.other):
        return None
    return None if _weaker(pair) else pair.everywhere(ReasonKind.LOST)


def _weaker(pair: CardPair) -> list[Card]:
    """The cards of its suit that may be played and that the better card beats."""
    legal = members(pair.turn.view.legal & SUIT_MASK_OF[pair.better])
    return [card for card in legal if pair.beats(card) >> pair.better & 1]


def keeps_master(pair: CardPair) -> FoundFact | None:
    """A trick goes to somebody else with either card: the other is kept, which nobody holds a higher card
    than of its suit, as of the better card's somebody does."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or turn.takes(pair.better) or turn.takes(pair.other):
        return None
    if turn.context.trumps >> pair.other & 1:
        return None
    so: list[bool] = []
    where: list[bool] = []
    for hands in pair.worlds:
        there = pair.others(hands)
        so.append(not there & SUIT_MASK_OF[pair.other] & pair.beats(pair.other))
        of_better = there & SUIT_MASK_OF[pair.better] & pair.beats(pair.better)
        where.append(so[-1] and bool(of_better) and bool(there & SUIT_MASK_OF[pair.other]))
    return pair.found(ReasonKind.KEEPS_MASTER, so, pair.other, where)


def keeps_guard(pair: CardPair) -> FoundFact | None:
    """A trick goes to somebody else with either card: the other is kept, as the strongest card of its suit in
    the hand, which unseen cards beat, has as many weaker ones beside it as there are such cards, and no more;
    the better card is no such guard."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or turn.takes(pair.better) or turn.takes(pair.other):
        return None
    guarded = _guarded(pair, pair.other)
    if guarded is None or _guarded(pair, pair.better) is not None:
        return None
    return pair.everywhere(ReasonKind.KEEPS_GUARD, guarded)


GUARDS: Final = 2
"""What more cards beat is not worth guarding."""


def _guarded(pair: CardPair, card: Card) -> Card | None:
    """The card that loses its guard with this one."""
    turn, suit = pair.turn, SUIT_MASK_OF[card]
    if turn.context.trumps & suit:
        return None
    held = turn.hand & suit
    strongest = next(one for one in members(held) if not held & pair.beats(one))
    higher = (turn.others & suit & pair.beats(strongest)).bit_count()
    is_guard = strongest != card and 0 < higher <= GUARDS and held.bit_count() == 1 + higher
    return strongest if is_guard else None


def spares(pair: CardPair) -> FoundFact | None:
    """The other takes the trick so far, is higher than most of its suit's cards that others hold, and than
    a smaller part of those of the better card's, and somebody of another side who plays after it could beat
    it."""
    turn, sides = pair.turn, pair.turn.context.sides
    if turn.aim is not Aim.TAKE or not turn.takes(pair.other):
        return None
    lower, out = _unseen(pair, pair.other, lower=True)
    lower_better, out_better = _unseen(pair, pair.better, lower=True)
    if not out or lower < RISK * out or lower_better * out >= lower * out_better:
        return None
    foes = [seat for seat in turn.later if sides[seat] != sides[turn.seat]]
    so = [any(turn.can_beat(pair.other, hands, seat) for seat in foes) for hands in pair.worlds]
    return pair.found(ReasonKind.SPARES, so, pair.other)


def trumps_drawn(pair: CardPair) -> FoundFact | None:
    """Led: a trump, where the other card is none, and others hold trumps; the last one, that it beats for
    certain, or more."""
    turn, trumps = pair.turn, pair.turn.context.trumps
    if turn.aim is not Aim.TAKE or not turn.leads:
        return None
    if not trumps >> pair.better & 1 or trumps >> pair.other & 1:
        return None
    so = [bool(pair.others(hands) & trumps) for hands in pair.worlds]
    if (turn.others & trumps).bit_count() > 1:
        return pair.found(ReasonKind.TRUMPS, so)
    where = [held and fate is TrickOutcome.WINS for held, fate in zip(so, pair.mine, strict=True)]
    return pair.found(ReasonKind.LAST_TRUMP, so, where=where)


def returns(pair: CardPair) -> FoundFact | None:
    """Led, no trump: another seat of the same side has led its suit before, and none the other card's."""
    turn, trumps = pair.turn, pair.turn.context.trumps
    if turn.aim is not Aim.TAKE or not turn.leads or trumps >> pair.better & 1:
        return None
    sides = turn.context.sides
    led = {
        SUIT_OF[trick.cards[0]]: trick.leader
        for trick in turn.view.tricks
        if trick.leader != turn.seat and sides[trick.leader] == sides[turn.seat]
    }
    suit = SUIT_OF[pair.better]
    if suit not in led or SUIT_OF[pair.other] in led:
        return None
    found = pair.everywhere(ReasonKind.RETURNS)
    return replace(found, fact=replace(found.fact, seat=led[suit], suit=suit))


def partner(pair: CardPair) -> FoundFact | None:
    """Somebody of the same side has the trick so far; it leaves it to them, and the other would take it, or
    is stronger of its suit."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or not _partner_has_it(pair) or turn.takes(pair.better):
        return None
    return _winner(pair, ReasonKind.PARTNER) if turn.takes(pair.other) or pair.is_weaker else None


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


def lures(pair: CardPair) -> FoundFact | None:
    """Both are of the suit led, or both led of one suit, and somebody who wants no trick still has to play:
    what they have to stay under is lower than with the other card."""
    turn = pair.turn
    later = [seat for seat in turn.later if seat in turn.context.quarry]
    if not turn.hunts or not later or not pair.same_suit or not turn.follows_suit(pair.better):
        return None
    best, best_other = (card if turn.takes(card) else turn.best for card in (pair.better, pair.other))
    if not pair.beats(best) >> best_other & 1:
        return None
    found = pair.everywhere(ReasonKind.LURES, best)
    return replace(found, fact=replace(found.fact, seat=later[0]))


def stuck(pair: CardPair) -> FoundFact | None:
    """If everybody who plays after it stays as low as they may, somebody who wants no trick takes this one;
    with the other card they do not."""
    turn = pair.turn
    if not turn.hunts:
        return None
    return _of_a_seat(pair, ReasonKind.STUCK, turn.context.quarry, *pair.asked(Turn.left_to))


THROW_IN: Final = 6
"""With more cards in the hand it is not looked who has to lead what."""


def into(pair: CardPair) -> FoundFact | None:
    """Somebody of another side takes the trick whatever anybody plays, and whatever card they then have to
    lead suits the hand, without the better card: who wants tricks has a card of that suit that nobody can
    beat in it, who wants none can stay under it. It is not so with the other card."""
    turn, sides = pair.turn, pair.turn.context.sides
    if turn.aim is Aim.EITHER or turn.hand.bit_count() > THROW_IN:
        return None
    foes = [seat for seat in range(len(sides)) if sides[seat] != sides[turn.seat]]
    kind = ReasonKind.INTO_HIGH if turn.aim is Aim.TAKE else ReasonKind.INTO_LOW
    return _of_a_seat(pair, kind, foes, *pair.asked(Turn.throws_in))


def _of_a_seat(
    pair: CardPair,
    kind: ReasonKind,
    seats: Sequence[int],
    mine: Sequence[int | None],
    theirs: Sequence[int | None],
) -> FoundFact | None:
    """A fact of the seat of which it is so in most worlds."""
    best: FoundFact | None = None
    for seat in seats:
        found = pair.compared(kind, [one == seat for one in mine], [one == seat for one in theirs])
        if found is not None and (best is None or found.fact.holds > best.fact.holds):
            best = replace(found, fact=replace(found.fact, seat=seat))
    return best


FINDERS: Final[tuple[Finder, ...]] = (
    thrown,
    quarry,
    partner,
    ducks,
    stays_under,
    free,
    bound,
    goes_over,
    would_take,
    left_with,
    stuck,
    lures,
    trumps_drawn,
    ruffs,
    cheapest,
    unbeatable,
    ours,
    beats_so_far,
    highest_under,
    cheap,
    safe,
    risky,
    lost,
    into,
    partner_ruffs,
    void,
    ruff,
    keeps_master,
    keeps_guard,
    keeps_exit,
)
"""In the order in which they are named where several explain as much."""
AT_LEAST: Final[tuple[Finder, ...]] = (spares, returns, weak, low, singleton)
"""Of what is often so, asked where none of these explains anything."""
