"""What comes of each card that a seat may play: what a robot's choice, a hint, a reason and a review go by.

Tricks and points are in whole parts of one. A sum of floats is not the same everywhere: from Python 3.12 on
``sum`` makes up for what is rounded off, and compiled code does not. What robots decide by is therefore added
up in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.engine.cards import Action, Card, CardSet
from bot.engine.game import View

ONE: Final = 1_000_000
"""So many parts there are to a trick, or to a point."""


def fixed(number: float) -> int:
    """A number in parts, to the nearest."""
    return round(number * ONE)


def all_fixed(*numbers: float) -> tuple[int, ...]:
    """The same for several."""
    return tuple(map(fixed, numbers))


def mean_and_squares(values: Sequence[int]) -> tuple[float, float]:
    """The mean of some whole numbers, and the sum of the squares of their deviations from it: each is rounded
    once, so they are the same everywhere."""
    count, total = len(values), sum(values)
    return total / count, (count * sum([value * value for value in values]) - total * total) / count


ALIKE: Final = 5
"""Means that are equal to so many decimals are equal: where an ending was solved, what comes of it in a world
is a mean too, and rounded."""


class Unsupported(Exception):
    """A contract has a rule that is not known to who is asked: somebody else is asked."""


@dataclass(frozen=True, slots=True)
class Study:
    """``worlds`` are ways in which the cards may lie, each seat's hand in each; ``outcomes`` says for each
    legal card what its seat scores from here to the end of the deal in each of these worlds, in parts of a
    point (``study.ONE``). All of it follows from one seat's view, so it is that seat's alone. ``exact``
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


Studying = Callable[[View], Study]
"""Studies the cards of the seat whose turn it is in its own view, where a card is to be played: pure, the
same view giving the same study."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a robot chooses. ``worlds`` is in how many ways it dealt the unseen cards out to compare what it
    may do, 0 where it did not; ``means`` what each act that it compared brought its seat in them on average,
    in points. What is in there follows from one seat's view, so it is that seat's alone."""

    action: Action = field(repr=False)
    worlds: int = 0
    means: tuple[tuple[Action, float], ...] = field(default=(), repr=False)

    @property
    def next_best(self) -> tuple[Action, float] | None:
        """The best of the others that were compared, and by how many points on average it is worse (below 0:
        better, where the choice had another reason too). None where nothing was compared."""
        means = dict(self.means)
        others = [(mean, -action) for action, mean in self.means if action != self.action]
        if not others or self.action not in means:
            return None
        mean, action = max(others)
        return -action, means[self.action] - mean
