"""What a game comes to card by card, as values, and what is asked of whoever keeps them: pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from bot.engine.cards import Card
from bot.replays.replay import ReplayMoment

CENTS: Final = 100
"""Of a point: costs are kept as whole numbers of these, so that their sums are what their parts say."""


class Costly(NamedTuple):
    """A card that surely gave points away: when it had been played, by which seat, which card was better, and
    by how many hundredths of a point on average."""

    moment: ReplayMoment
    seat: int
    better: Card
    cents: int

    def __repr__(self) -> str:
        return f"Costly(moment={self.moment}, cents={self.cents})"

    @property
    def points(self) -> float:
        """How many points it gave away on average."""
        return self.cents / CENTS


@dataclass(frozen=True, slots=True)
class Review:
    """What the cards of one sitting cost: the ``number``-th (from 0) that ``seat`` had. ``user_id`` is who
    played them, None for a robot. ``cards`` are how many they played themselves in deals that were scored,
    ``judged`` how many of these were looked at, and ``costly`` those that surely gave points away, in the
    order in which they were played."""

    seat: int
    number: int
    user_id: int | None
    cards: int
    judged: int
    costly: tuple[Costly, ...] = field(default=(), repr=False)

    @property
    def cents(self) -> int:
        """What they gave away together, in hundredths of a point."""
        return sum(one.cents for one in self.costly)


def worst(costly: Iterable[Costly], most: int) -> tuple[Costly, ...]:
    """The most costly cards, at most so many, the worst first; of equal ones the earlier."""
    return tuple(sorted(costly, key=lambda one: (-one.cents, one.moment))[:most])


class ReviewStore(Protocol):
    """Where reviews live. Every method raises StoreError when the database fails."""

    async def of_table(self, table_id: int) -> Sequence[Review]:
        """The reviews of a game, by seat, each seat's in order; none where it was not reviewed."""
        ...

    async def keep(self, table_id: int, reviews: Sequence[Review]) -> None:
        """Keep those of a whole game, once; none of a sitting that is by now somebody else's, as it is where
        they had their data deleted meanwhile."""
        ...
