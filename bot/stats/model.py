"""What statistics are made of: tallies, each of one person and one thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, NamedTuple, TypeVar

from bot.engine.game import Measured

T = TypeVar("T")
"""A person: a name in a record, an id where it is stored."""


class TallyKind(StrEnum):
    """What a tally is of, and what its key is then."""

    GAME = "game"  # games that ended (S2); no key
    PLACE = "place"  # how often a place was reached (S2): its number
    DEAL = "deal"  # deals that were scored (S1); no key
    CONTRACT = "contract"  # a contract (S3)
    DEALER = "dealer"  # deals dealt (S4); no key
    CHOSEN = "chosen"  # what they named (S5): ``hearts``, ``trump C``
    SEAT = "seat"  # games by the place from the first dealer (S6): 0 is the dealer
    AGAINST = "against"  # games together with somebody (S7): who
    WHIST = "whist"  # a contract that their side bid and played (S8)


class Feat(NamedTuple):
    """The points of one deal or game, and where it was: the table, and the number of the deal in its game,
    from 0, thrown-in ones counted too; ``WHOLE_GAME`` for a game."""

    points: int
    table: int = 0
    attempt: int = 0


WHOLE_GAME: Final = -1


@dataclass(frozen=True, slots=True)
class Tally:
    """What adds up of one thing: how often it occurred, the points it brought (S7: by how many more than the
    other), the tricks really taken (S9). ``won`` and ``lost`` are games at place 1; times placed before the
    other, and after (S7); contracts made and lost (S8). ``table_points`` is what all ``table_seats`` seats
    made, so that somebody's mean can be held against the table's. Of deals that are
    equally ``best`` or ``worst`` it is that of the smallest table and attempt, in whatever order they are
    added."""

    count: int = 1
    points: int = 0
    tricks: int = 0
    won: int = 0
    lost: int = 0
    table_points: int = 0
    table_seats: int = 0
    best: Feat | None = None
    worst: Feat | None = None

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.count + other.count,
            self.points + other.points,
            self.tricks + other.tricks,
            self.won + other.won,
            self.lost + other.lost,
            self.table_points + other.table_points,
            self.table_seats + other.table_seats,
            _better(self.best, other.best),
            _worse(self.worst, other.worst),
        )

    @property
    def mean(self) -> float:
        """Points each time."""
        return self.points / self.count

    @property
    def table_mean(self) -> float | None:
        """Points each time of whoever sat at these tables; None where that is not counted."""
        return self.table_points / self.table_seats if self.table_seats else None


NONE: Final = Tally(0)
"""What has never occurred."""


def _better(one: Feat | None, other: Feat | None) -> Feat | None:
    if one is None or other is None:
        return one or other
    return min(one, other, key=lambda feat: (-feat.points, feat.table, feat.attempt))


def _worse(one: Feat | None, other: Feat | None) -> Feat | None:
    if one is None or other is None:
        return one or other
    return min(one, other)


class Thing(NamedTuple):
    """What a tally is of."""

    kind: TallyKind
    key: str = ""


@dataclass(frozen=True, slots=True)
class ScoredDeal(Generic[T]):
    """A deal that was scored. ``sat`` is by seat whose it was when it ended, None for whom nothing is
    counted. ``measured`` is what its game says of it."""

    table: int
    attempt: int
    dealer: int
    sat: Sequence[T | None]
    points: Sequence[int]
    measured: Sequence[Measured]


@dataclass(frozen=True, slots=True)
class EndedGame(Generic[T]):
    """A game that ended. ``sat`` is by seat who had it at the end, None for whom nothing is counted."""

    table: int
    first_dealer: int
    sat: Sequence[T | None]
    points: Sequence[int]
    places: Sequence[int]


@dataclass(frozen=True, slots=True)
class PersonTallies:
    """All that was counted of one person, under some conditions."""

    tallies: Mapping[Thing, Tally]

    def of(self, kind: TallyKind, key: str = "") -> Tally:
        """What was counted of one thing; ``NONE`` where it never occurred."""
        return self.tallies.get(Thing(kind, key), NONE)

    def each(self, kind: TallyKind) -> Mapping[str, Tally]:
        """All of a kind, by key."""
        return {thing.key: tally for thing, tally in self.tallies.items() if thing.kind is kind}

    @property
    def games(self) -> Tally:
        """The games that ended."""
        return self.of(TallyKind.GAME)

    @property
    def deals(self) -> Tally:
        """The deals that were scored."""
        return self.of(TallyKind.DEAL)
