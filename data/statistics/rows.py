"""The rows of what was counted (data/migrations/0015_statistics.sql)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from bot.engine.cards import CardSet
from bot.stats.counting import Feat, Tally
from bot.tables.model import TableFacts
from data.relation import Relation

ALL_TIME: Final = ""
"""In the place of a month: of all of them."""
NO_GUILD: Final = 0
NO_SEASON: Final = 0
ANY_PRESET: Final = ""
"""Of a streak of all games of a server."""
NO_SEAT: Final = -1
NOBODY: Final = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """How much of a table is counted: so many of its ``deals``, those thrown in too, and its ``game``."""

    table_id: int
    deals: int = 0
    game: bool = False


@dataclass(frozen=True, slots=True)
class KeptTally:
    """A tally, and of whom, where, when and what it is."""

    user_id: int
    guild_id: int
    month: str
    kind: str
    key: str
    preset: str
    season_id: int
    count: int
    points: int
    tricks: int
    won: int
    lost: int
    table_points: int
    table_seats: int
    best: int | None
    best_table: int | None
    best_attempt: int | None
    worst: int | None
    worst_table: int | None
    worst_attempt: int | None


def tally_of(cells: Sequence[Any]) -> Tally:
    """The tally of its cells, from ``count`` on."""
    best, worst = cells[7:10], cells[10:13]
    return Tally(
        *cells[:7],
        best=None if best[0] is None else Feat(*best),
        worst=None if worst[0] is None else Feat(*worst),
    )


def cells_of(tally: Tally) -> tuple[int | None, ...]:
    """The cells of a tally, from ``count`` on."""
    return (
        tally.count,
        tally.points,
        tally.tricks,
        tally.won,
        tally.lost,
        tally.table_points,
        tally.table_seats,
        *(tally.best or (None,) * 3),
        *(tally.worst or (None,) * 3),
    )


@dataclass(frozen=True, slots=True)
class GameOf:
    """A game that somebody ended: whether nobody made fewer points, and what all seats made."""

    user_id: int
    guild_id: int
    ended_at: float
    table_id: int
    preset: str
    season_id: int
    players: int
    place: int
    is_last: bool
    points: int
    table_points: int


@dataclass(frozen=True, slots=True)
class KeptStreak:
    """Games in a row: the row that lasts ``now``, and the ``longest``."""

    user_id: int
    guild_id: int
    preset: str
    kind: str
    now: int
    longest: int


@dataclass(frozen=True, slots=True)
class Week:
    """What was played of a preset in the week of a Monday."""

    guild_id: int
    week: str
    preset: str
    games: int
    deals: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Hour:
    """How many games that ended had begun in an hour of the week."""

    guild_id: int
    hour: int
    games: int


@dataclass(frozen=True, slots=True)
class DealtCards:
    """How often each card of a pack came in so many ``deals``, to a seat or a person."""

    guild_id: int
    pack: CardSet
    players: int
    shuffled: bool
    seat: int
    user_id: int
    deals: int
    counts: tuple[int, ...]


def guild_of(facts: TableFacts) -> int:
    """As what the server of a table is kept here."""
    return NO_GUILD if facts.guild_id is None else facts.guild_id


COUNTED: Final = Relation("counted", Counted, key=("table_id",))
TALLIES: Final = Relation(
    "tallies",
    KeptTally,
    key=("user_id", "month", "guild_id", "kind", "key", "preset", "season_id"),
)
GAMES_OF: Final = Relation("games_of", GameOf, key=("user_id", "guild_id", "ended_at", "table_id"))
STREAKS: Final = Relation("streaks", KeptStreak, key=("user_id", "guild_id", "preset", "kind"))
WEEKS: Final = Relation("weeks", Week, key=("guild_id", "week", "preset"))
HOURS: Final = Relation("hours", Hour, key=("guild_id", "hour"))
DEALT: Final = Relation(
    "dealt", DealtCards, key=("guild_id", "user_id", "pack", "players", "shuffled", "seat")
)

TALLY: Final = tuple(one.name for one in fields(KeptTally))[7:]
"""The columns of a tally itself."""

_SUMMED: Final = ("count", "points", "tricks", "won", "lost", "table_points", "table_seats")
assert tuple(one.name for one in fields(KeptTally))[7:14] == _SUMMED


def _feat_kept(name: str, sign: str) -> str:
    """Of two feats the better one (``sign`` >) or the worse one; of equal ones that of the smaller table and
    attempt."""
    parts = (name, f"{name}_table", f"{name}_attempt")
    old = f"({', '.join(f'tallies.{part}' for part in parts[1:])})"
    new = f"({', '.join(f'excluded.{part}' for part in parts[1:])})"
    takes = (
        f"excluded.{name} IS NOT NULL AND (tallies.{name} IS NULL OR excluded.{name} {sign} tallies.{name}"
        f" OR (excluded.{name} = tallies.{name} AND {new} < {old}))"
    )
    return ", ".join(
        f"{part} = CASE WHEN {takes} THEN excluded.{part} ELSE tallies.{part} END" for part in parts
    )


ADD_TALLY: Final = (
    f"{TALLIES.insert} ON CONFLICT ({', '.join(TALLIES.key)}) DO UPDATE SET "
    + ", ".join(f"{name} = {name} + excluded.{name}" for name in _SUMMED)
    + f", {_feat_kept('best', '>')}, {_feat_kept('worst', '<')}"
)
"""Adds a tally to what is there: what ``Tally.__add__`` does."""
ADD_WEEK: Final = (
    f"{WEEKS.insert} ON CONFLICT ({', '.join(WEEKS.key)}) DO UPDATE SET games = games + excluded.games,"
    " deals = deals + excluded.deals, seconds = seconds + excluded.seconds"
)
ADD_HOUR: Final = (
    f"{HOURS.insert} ON CONFLICT ({', '.join(HOURS.key)}) DO UPDATE SET games = games + excluded.games"
)
