"""Facts that tell a better card from a worse one: each is true of the better card and not of the other, by a
definition of its own, in all the ways the cards may lie or in some of them.

``CardPair`` is what they are about; a finder answers with the ways (``where``) in which its fact holds, and
None where it says nothing of such a pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.engine.cards import SUIT_OF, Card, CardSet
from bot.robots.reasons.model import Fact, ReasonKind
from bot.robots.reasons.turn import TrickOutcome, Turn

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
        return self.turn.ground.beats[card]

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
