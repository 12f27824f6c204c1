"""What comes of each card that a seat may play: what a robot's choice, a reason and a review go by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.engine.cards import Card, CardSet
from bot.engine.game import View
from bot.robots.fixed_point import ONE

ALIKE: Final = 5
"""Means that are equal to so many decimals are equal: where an ending was solved, what comes of it in a world
is a mean too, and rounded."""


class Unsupported(Exception):
    """A contract has a rule that is not known to who is asked: somebody else is asked."""


@dataclass(frozen=True, slots=True)
class Study:
    """``worlds`` are ways in which the cards may lie, each seat's hand in each; ``outcomes`` says for each
    legal card what its seat scores from here to the end of the deal in each of these worlds, in parts of a
    point (``fixed_point.ONE``). All of it follows from one seat's view, so it is that seat's alone. ``exact``
    where every world was played out in the best way for everybody (own points), not by rules of thumb."""

    worlds: tuple[tuple[CardSet, ...], ...] = field(repr=False)
    outcomes: Mapping[Card, tuple[int, ...]] = field(repr=False)
    exact: bool = False

    def mean(self, card: Card) -> float:
        """What a card brings on average, in points from here to the end of the deal."""
        found = self.outcomes[card]
        return sum(found) / (len(found) * ONE)

    @property
    def best(self) -> Card:
        """The card with the highest mean; of equal ones the one named first in the pack's order."""
        return max(self.outcomes, key=lambda card: (round(self.mean(card), ALIKE), -card))

    def cost(self, card: Card) -> float:
        """How many points on average a card gives away against the best, at least 0."""
        return self.mean(self.best) - self.mean(card)


class Studying(Protocol):
    """Studies the cards of the seat whose turn it is in its own view, where a card is to be played: pure, the
    same view giving the same study."""

    def __call__(self, view: View) -> Study: ...
