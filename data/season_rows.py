"""The rows of a season that are no values of ``bot.leagues`` as they stand, and how such values are kept."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, Final, Self

from bot.leagues.season.fields import number_as_kept
from bot.leagues.season.model import Change, Correction, Guest, Holder, LeagueSeat, SeasonGame
from bot.leagues.season.model import SeatKind as HolderKind
from bot.leagues.season.reader import change_kept, game_kept
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


class _Holders(dict[tuple[str, str], Holder]):
    """Those of many games, each of them once."""

    def __missing__(self, key: tuple[str, str]) -> Holder:
        self[key] = Holder(HolderKind(key[0]), key[1])
        return self[key]


def games_kept(rows: Iterable[tuple[Any, ...]]) -> tuple[SeasonGame, ...]:
    """The games of rows of id, night, moments, sum and seats: of many rows twice as soon as one by one."""
    holders, read = _Holders(), json.JSONDecoder().decode
    games: list[SeasonGame] = []
    for *cells, text in rows:
        kinds, ids, points, left = zip(*read(text), strict=True)
        gone = tuple([(*one,) for one in left]) if any(left) else ((),) * len(left)
        seats = tuple(map(holders.__getitem__, zip(kinds, ids, strict=True)))
        games.append(SeasonGame._make((*cells, seats, points, gone)))
    return tuple(games)


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
class SeasonVersion:
    """How often what a season follows from has become other than it was."""

    season_id: int
    version: int


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
