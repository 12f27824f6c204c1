"""What comes of each card that a seat may play: what a robot's choice, a reason and a review go by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bot.engine.cards import Card, CardSet
from bot.engine.game import View


class Unsupported(Exception):
    """A contract has a rule that is not known to who is asked: somebody else is asked."""


@dataclass(frozen=True, slots=True)
class Study:
    """``worlds`` are ways in which the cards may lie, each seat's hand in each; ``outcomes`` says for each
    legal card what its seat scores from here to the end of the deal, in points, in each of these worlds. All
    of it follows from one seat's view, so it is that seat's alone. ``exact`` where every world was played out
    in the best way for everybody (own points), not by rules of thumb."""

    worlds: tuple[tuple[CardSet, ...], ...] = field(repr=False)
    outcomes: Mapping[Card, tuple[float, ...]] = field(repr=False)
    exact: bool = False

    def mean(self, card: Card) -> float:
        """What a card brings on average, in points from here to the end of the deal."""
        found = self.outcomes[card]
        return sum(found) / len(found)

    @property
    def best(self) -> Card:
        """The card with the highest mean; of equal ones the one named first in the pack's order."""
        return max(self.outcomes, key=lambda card: (round(self.mean(card), 9), -card))

    def cost(self, card: Card) -> float:
        """How many points on average a card gives away against the best, at least 0."""
        return self.mean(self.best) - self.mean(card)


class Studying(Protocol):
    """Studies the cards of the seat whose turn it is in its own view, where a card is to be played: pure, the
    same view giving the same study."""

    def __call__(self, view: View) -> Study: ...
