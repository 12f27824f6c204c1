"""What a season is made of (L2, L3, L4, L8, L17), whoever keeps it: a file, or the store.

Times are whole seconds since 1970, UTC; numbers that are scores are exact. Persons, robots, nights, games and
corrections are known by ids: texts without white space, ordered by code point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple, Self

from bot.leagues.season.settings import SeasonSettings


class SeatKind(StrEnum):
    """What has a seat (L4)."""

    MEMBER = "player"
    GUEST = "guest"  # a person who is no member
    ROBOT = "robot"  # its id is that of a kind of robot, of which there may be several at a table


MEMBER: Final = SeatKind.MEMBER
ROBOT: Final = SeatKind.ROBOT
"""By names of their own, which are found sooner than those of a class: there are many seats in a season."""


class Holder(NamedTuple):
    """Who has a seat. A guest with a member's id is that person at the table, yet scores nothing (L7)."""

    kind: SeatKind
    id: str

    @property
    def is_person(self) -> bool:
        """Whether this is a member or a guest."""
        return self.kind is not ROBOT


class LeagueSeat(NamedTuple):
    """How one seat of a game ended: who had it then, its points, and who had given it up (members and
    guests)."""

    holder: Holder
    points: int
    left: tuple[str, ...] = ()


class SeasonGame(NamedTuple):
    """The result of a finished game (L4), of 3, 4 or 5 seats. ``night`` is None for a free game (L3), ``sum``
    what the points have to add up to, None where that is not known. What is known of the seats is kept by
    seat: who had each at the end, its points, and who had given it up; ``of`` takes it seat after seat."""

    id: str
    night: str | None
    started: int
    ended: int
    sum: int | None
    holders: tuple[Holder, ...]
    points: tuple[int, ...]
    left: tuple[tuple[str, ...], ...]

    @classmethod
    def of(
        cls,
        id: str,
        night: str | None,
        started: int,
        ended: int,
        sum: int | None,
        seats: Sequence[LeagueSeat],
    ) -> Self:
        """A game of these seats."""
        holders = tuple([seat.holder for seat in seats])
        points = tuple([seat.points for seat in seats])
        return cls(id, night, started, ended, sum, holders, points, tuple([seat.left for seat in seats]))

    @property
    def seats(self) -> tuple[LeagueSeat, ...]:
        """The seats, one after the other."""
        return tuple(map(LeagueSeat, self.holders, self.points, self.left))

    @property
    def people(self) -> list[str]:
        """The people who had a seat at the end, by seat."""
        return [holder.id for holder in self.holders if holder.kind is not ROBOT]


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the league, from the date of joining until the date of leaving (L10)."""

    id: str
    name: str
    joined: date
    left: date | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """What a guest is called."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Night:
    """A planned night (L3): its date in the league's zone, and who was excused when it was first written."""

    id: str
    date: date
    excused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bye:
    """That a member sat out a round of a night (L8)."""

    night: str
    round: int
    player: str


@dataclass(frozen=True, slots=True)
class Void:
    """A game does not count."""

    game: str


@dataclass(frozen=True, slots=True)
class Points:
    """A game had other points, one number a seat."""

    game: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Somebody else had a seat, and nobody gave it up."""

    game: str
    seat: int
    holder: Holder


@dataclass(frozen=True, slots=True)
class Insert:
    """A game of the past."""

    game: SeasonGame


@dataclass(frozen=True, slots=True)
class Adjust:
    """A member's value is another by a number."""

    player: str
    value: Fraction


@dataclass(frozen=True, slots=True)
class Excuse:
    """A member was excused from a night."""

    night: str
    player: str


@dataclass(frozen=True, slots=True)
class Undo:
    """An earlier event is as if it had never been (L18)."""

    event: str


Change = Void | Points | SeatChange | Insert | Adjust | Excuse | Undo
"""What a correction does (L17)."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction as it was asked for; an event, unless it is refused (L17)."""

    id: str
    at: int
    by: str
    reason: str
    change: Change


class Rating(NamedTuple):
    """What is known of somebody's play (L20): the mean and the standard deviation of openskill's scale."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What somebody plays like almost surely: openskill's measure for ladders."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True, slots=True)
class Season:
    """All that a season's standings follow from (L2). ``zone`` is the name of an IANA time zone, a known one.
    ``nights`` are in their order within a date, ``corrections`` in the order in which they were made,
    ``games`` as they were first written. ``levels`` are the factors of L6 by players, 1 where there is none;
    ``robots`` the ratings that robots keep, ``ratings`` those with which the pool begins (L20)."""

    settings: SeasonSettings
    zone: str
    members: tuple[Member, ...]
    nights: tuple[Night, ...]
    games: tuple[SeasonGame, ...]
    byes: tuple[Bye, ...] = ()
    corrections: tuple[Correction, ...] = ()
    levels: Mapping[int, Fraction] = field(default_factory=dict[int, Fraction])
    robots: Mapping[str, Rating] = field(default_factory=dict[str, Rating])
    ratings: Mapping[str, Rating] = field(default_factory=dict[str, Rating])
    name: str | None = None
    guests: tuple[Guest, ...] = ()
