"""Seasons calculated when somebody asks, and kept as long as what they follow from is as it was (adr 9).

Each transaction that changes what a season follows from raises the season's version. What was calculated of a
version answers for as long as that is the version; so nobody is shown less than what has been committed.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any, Final, TypeVar

import aiosqlite

from bot.leagues.calculated import CalculatedSeason, calculated
from bot.leagues.model import League, SeasonFacts
from bot.leagues.season.model import Guest, Member, Rating, Season
from bot.timers import zone_or_utc
from data.connections import DatabaseReader, in_thread
from data.relation import Relation
from data.schema import (
    BYES,
    CORRECTIONS,
    GIVEN_RATINGS,
    LEAGUE_MEMBERS,
    LEAGUES,
    NIGHTS,
    SEASON_GUESTS,
    SEASON_MEMBERS,
    SEASON_VERSIONS,
    SEASONS,
    games_kept,
)

T = TypeVar("T")

SEASONS_KEPT: Final = 64
GAMES_KEPT: Final = 60_000
"""Of at most so many seasons, with at most so many games together, is kept what was calculated; some 30 MB.
The one asked for last is kept however long it is."""

_VERSION: Final = f"""
SELECT coalesce({SEASON_VERSIONS.table}.version, 0) FROM seasons
LEFT JOIN season_versions ON season_versions.season_id = seasons.id WHERE seasons.id = :id
"""
_RAISE: Final = f"""
INSERT INTO {SEASON_VERSIONS.table} (season_id, version) SELECT id, 1 FROM seasons WHERE {{condition}}
ON CONFLICT (season_id) DO UPDATE SET version = version + 1
"""

_PARTS: Final[tuple[tuple[Relation[Any], str], ...]] = (
    (SEASON_MEMBERS, "ORDER BY id"),
    (SEASON_GUESTS, "ORDER BY id"),
    (NIGHTS, "ORDER BY number"),
    (BYES, "ORDER BY number"),
    (CORRECTIONS, "ORDER BY number"),
    (GIVEN_RATINGS, "ORDER BY kind, id"),
)
_GAMES: Final = """
SELECT id, night, started, ended, sum, seats FROM league_games WHERE season_id = ? ORDER BY id
"""
_BEGAN: Final = itemgetter(2)
"""Puts such rows, which are in the order of their ids, in that in which games are written."""

# Who sat at a table without being a member is known to the league by nothing but that game.
_GUESTS: Final = """
SELECT CAST(results.user_id AS TEXT), max(results.name) FROM league_games
JOIN results ON results.table_id = league_games.table_id
WHERE league_games.season_id = ? AND results.user_id IS NOT NULL
    AND CAST(results.user_id AS TEXT) NOT IN (SELECT id FROM season_members WHERE season_id = ?)
GROUP BY results.user_id
"""


async def season_changed(connection: aiosqlite.Connection, season_id: int) -> None:
    """Raise the version of a season, in the transaction that changes what it follows from."""
    await connection.execute(_RAISE.format(condition="id = ?"), (season_id,))


async def league_changed(connection: aiosqlite.Connection, league_id: int) -> None:
    """Raise the version of each season of a league, as its members may have other names in all of them."""
    await connection.execute(_RAISE.format(condition="league_id = ?"), (league_id,))


async def leagues_changed(connection: aiosqlite.Connection) -> None:
    """Raise the version of every season there is."""
    await connection.execute(_RAISE.format(condition="TRUE"))


async def version_of(connection: aiosqlite.Connection, season_id: int) -> int:
    """The version of a season in a transaction that is under way. Raises LookupError where there is none."""
    for (version,) in await connection.execute_fetchall(_VERSION, {"id": season_id}):
        return version
    raise LookupError(season_id)


@dataclass(frozen=True, slots=True)
class _Read:
    """The rows of one season at one moment, by SQL table."""

    version: int
    facts: SeasonFacts
    league: League
    names: Mapping[str, str]
    rows: Mapping[str, Sequence[Sequence[Any]]]
    games: Sequence[tuple[Any, ...]]
    guests: Mapping[str, str]

    def values(self, relation: Relation[T]) -> Iterable[T]:
        """The values of a relation."""
        return map(relation.value, self.rows[relation.table])


def _read(season_id: int, connection: sqlite3.Connection) -> _Read:
    """Raises LookupError where there is no such season."""

    def all_of(sql: str, *cells: int) -> list[Any]:
        return connection.execute(sql, cells).fetchall()

    for row in all_of(f"{SEASONS.select} WHERE id = ?", season_id):
        facts = SEASONS.value(row)
        ((version,),) = connection.execute(_VERSION, {"id": season_id})
        (league,) = all_of(f"{LEAGUES.select} WHERE id = ?", facts.league_id)
        members = all_of(f"{LEAGUE_MEMBERS.select} WHERE league_id = ?", facts.league_id)
        return _Read(
            version,
            facts,
            LEAGUES.value(league),
            {one.id: one.name for one in map(LEAGUE_MEMBERS.value, members)},
            {
                relation.table: all_of(f"{relation.select} WHERE season_id = ? {order}", season_id)
                for relation, order in _PARTS
            },
            all_of(_GAMES, season_id),
            dict(all_of(_GUESTS, season_id, season_id)),
        )
    raise LookupError(season_id)


def _season(read: _Read) -> Season:
    ratings = [*read.values(GIVEN_RATINGS)]
    guests = {**read.guests} | {one.id: one.name for one in read.values(SEASON_GUESTS)}
    return Season(
        settings=read.facts.settings,
        zone=zone_or_utc(read.league.zone).key,
        members=tuple(
            Member(one.id, read.names[one.id], one.joined, one.left) for one in read.values(SEASON_MEMBERS)
        ),
        nights=tuple(read.values(NIGHTS)),
        games=games_kept(sorted(read.games, key=_BEGAN)),
        byes=tuple(read.values(BYES)),
        corrections=tuple(one.correction for one in read.values(CORRECTIONS)),
        levels=read.facts.levels,
        robots={one.id: Rating(one.mu, one.sigma) for one in ratings if one.kind == "robot"},
        ratings={one.id: Rating(one.mu, one.sigma) for one in ratings if one.kind == "person"},
        name=read.facts.name,
        guests=tuple(Guest(name, guests[name]) for name in sorted(guests)),
    )


def _calculated(read: _Read) -> CalculatedSeason:
    return calculated(_season(read))


@dataclass(frozen=True, slots=True)
class SeasonAtVersion:
    """What was calculated of a season when it had a version."""

    season_id: int
    version: int
    season: CalculatedSeason


class CalculatedSeasons:
    """Calculates seasons, one at a time and in a thread, and keeps what it has calculated."""

    def __init__(self, reader: DatabaseReader) -> None:
        self._reader = reader
        self._kept: dict[int, SeasonAtVersion] = {}  # the one asked for last at the end
        self._calculating = asyncio.Lock()

    async def of(self, season_id: int) -> CalculatedSeason:
        """A season as it is committed by now. Raises StoreError; LookupError where there is none."""
        found = await self._as_it_is(season_id)
        if found is not None:
            return found
        async with self._calculating:
            found = await self._as_it_is(season_id)  # somebody else may have asked before
            if found is not None:
                return found
            kept = self._kept
            read = await self._reader.at_one_moment(partial(_read, season_id))
            found = await asyncio.to_thread(_calculated, read)
            if kept is self._kept:  # else somebody in it may have been forgotten meanwhile
                self.keep(SeasonAtVersion(season_id, read.version, found))
            return found

    async def within(self, connection: aiosqlite.Connection, season_id: int) -> CalculatedSeason:
        """A season as it is in a transaction that is under way; only where something has just changed it is
        it calculated there. Raises LookupError where there is none."""
        found = self._found(season_id, await version_of(connection, season_id))
        if found is not None:
            return found
        return await asyncio.to_thread(_calculated, await in_thread(connection, partial(_read, season_id)))

    def keep(self, kept: SeasonAtVersion) -> None:
        """Keep what was calculated of a season, once that is committed."""
        self._kept.pop(kept.season_id, None)
        self._kept[kept.season_id] = kept
        while len(self._kept) > 1 and self._is_too_much():
            del self._kept[next(iter(self._kept))]

    def forget(self) -> None:
        """Keep nothing of any season: somebody in one of them has had their data deleted."""
        self._kept = {}

    async def _as_it_is(self, season_id: int) -> CalculatedSeason | None:
        """What is kept of the version that a season has."""
        row = await self._reader.row(_VERSION, {"id": season_id})
        if row is None:
            self._kept.pop(season_id, None)
            raise LookupError(season_id)
        return self._found(season_id, row[0])

    def _found(self, season_id: int, version: int) -> CalculatedSeason | None:
        kept = self._kept.pop(season_id, None)
        if kept is None:
            return None
        self._kept[season_id] = kept
        return kept.season if kept.version == version else None

    def _is_too_much(self) -> bool:
        games = sum(len(one.season.games) for one in self._kept.values())
        return len(self._kept) > SEASONS_KEPT or games > GAMES_KEPT
