"""The rows of a season that are no values of ``bot.leagues`` as they stand, and how such values are kept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final, Self

from bot.leagues.season.fields import number_as_kept
from bot.leagues.season.model import Change, Correction, Guest, Holder, LeagueSeat, SeasonGame
from bot.leagues.season.model import SeatKind as HolderKind
from bot.leagues.season.reader import change_kept, game_kept
from bot.leagues.season.standings import Rank
from bot.leagues.season.writer import change_as_kept, game_as_kept
from data.relation import ColumnType

Seats = tuple[LeagueSeat, ...]


def _seats_as_kept(seats: Seats) -> str:
    return json.dumps(
        [[one.holder.kind.value, one.holder.id, one.points, one.left] for one in seats], ensure_ascii=False
    )


def _seats_kept(text: str) -> Seats:
    return tuple(
        [
            LeagueSeat(Holder(HolderKind(kind), name), points, tuple(left))
            for kind, name, points, left in json.loads(text)
        ]
    )


def exact(text: str) -> Fraction:
    """A number as it is kept: much sooner than ``Fraction`` reads it."""
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator), int(denominator or 1))


DATE: Final = ColumnType("TEXT", date.isoformat, date.fromisoformat)
EXACT: Final = ColumnType("TEXT", str, exact)
SEATS: Final = ColumnType("TEXT", _seats_as_kept, _seats_kept)
TEXTS: Final = ColumnType(
    "TEXT", lambda texts: json.dumps(texts, ensure_ascii=False), lambda text: tuple(json.loads(text))
)
LEVELS: Final = ColumnType(
    "TEXT",
    lambda levels: json.dumps({players: number_as_kept(level) for players, level in levels.items()}),
    lambda text: {int(players): Fraction(level) for players, level in json.loads(text).items()},
)
CHANGE: Final = ColumnType(
    "TEXT",
    lambda change: json.dumps(change_as_kept(change), ensure_ascii=False),
    lambda text: change_kept(json.loads(text)),
)
GUESTS: Final = ColumnType(
    "TEXT",
    lambda guests: json.dumps([[one.id, one.name] for one in guests], ensure_ascii=False),
    lambda text: tuple(Guest(name, called) for name, called in json.loads(text)),
)
GAME: Final = ColumnType(
    "TEXT",
    lambda game: json.dumps(game_as_kept(game), ensure_ascii=False),
    lambda text: game_kept(json.loads(text)),
)


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A result as it was first written; ``table_id`` is where it was played, None on paper."""

    id: str
    night: str | None
    started: int
    ended: int
    sum: int | None
    seats: Seats
    table_id: int | None = None

    @classmethod
    def of(cls, game: SeasonGame, table_id: int | None = None) -> Self:
        """The row of a game."""
        return cls(game.id, game.night, game.started, game.ended, game.sum, game.seats, table_id)

    @property
    def game(self) -> SeasonGame:
        """The game of a row."""
        return SeasonGame.of(self.id, self.night, self.started, self.ended, self.sum, self.seats)


@dataclass(frozen=True, slots=True)
class KeptDispute:
    """The thread in which a result is disputed."""

    game: str
    thread_id: int


@dataclass(frozen=True, slots=True)
class KeptCorrection:
    """A correction that was made: the how manieth of its season, and what it is about."""

    number: int
    thing: str
    id: str
    at: int
    by: str
    reason: str
    change: Change

    @property
    def correction(self) -> Correction:
        """The correction of a row."""
        return Correction(self.id, self.at, self.by, self.reason, self.change)


@dataclass(frozen=True, slots=True)
class GameNow:
    """A game as corrections have left it. ``night`` is that which it belongs to, a free one too; ``counts``
    tells whether it counts for anything."""

    id: str
    night: str
    started: int
    ended: int
    seats: Seats
    void: bool
    counts: bool
    events: int


@dataclass(frozen=True, slots=True)
class Share:
    """A member's part of a game that counts: the score in units, parts of a win; at the end of it points and
    place, None where the seat had been given up."""

    member: str
    game: str
    night: str
    ended: int
    score: int
    wins: int
    players: int
    points: int | None
    place: int | None


@dataclass(slots=True)
class KeptRank(Rank):
    """A line of standings, and what it is shown with."""

    position: int = 0
    nights: int = 0
    games: int = 0
    form: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class NightsHeld:
    """The nights that the standings of a season know of, in order."""

    season_id: int
    nights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RatedUpTo:
    """The last game of a season that was rated, and how many were."""

    season_id: int
    ended: int
    game: str
    games: int


@dataclass(frozen=True, slots=True)
class KeptRating:
    """Somebody's rating."""

    person: str
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class GivenRating:
    """A rating that a file brought along: a robot's, or that with which a person begins."""

    kind: str
    id: str
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class SeasonMember:
    """A member of a season, with the dates that absences go by. ``since`` is when they came into it, in unix
    seconds: at games that ended before they were guests."""

    id: str
    since: float
    joined: date
    left: date | None


NUMBERS: Final = ColumnType("TEXT", json.dumps, lambda text: tuple(json.loads(text)))
