"""A whole season read at one moment, as the values that everything is calculated from."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from bot.leagues.model import League, SeasonFacts
from bot.leagues.season.model import Guest, Member, Rating, Season
from data.reader import DatabaseReader
from data.relation import Relation
from data.schema import (
    BYES,
    CORRECTIONS,
    GAMES,
    GIVEN_RATINGS,
    LEAGUE_MEMBERS,
    LEAGUES,
    NIGHTS,
    SEASON_GUESTS,
    SEASON_MEMBERS,
    SEASONS,
)

T = TypeVar("T")

_PARTS: Final[tuple[tuple[Relation[Any], str], ...]] = (
    (SEASON_MEMBERS, "ORDER BY id"),
    (SEASON_GUESTS, "ORDER BY id"),
    (NIGHTS, "ORDER BY number"),
    (BYES, "ORDER BY number"),
    (GAMES, "ORDER BY started, id"),
    (CORRECTIONS, "ORDER BY number"),
    (GIVEN_RATINGS, "ORDER BY kind, id"),
)


# Who sat at a table without being a member is known to the league by nothing but that game.
_GUESTS: Final = """
SELECT CAST(results.user_id AS TEXT), max(results.name) FROM league_games
JOIN results ON results.table_id = league_games.table_id
WHERE league_games.season_id = ? AND results.user_id IS NOT NULL
    AND CAST(results.user_id AS TEXT) NOT IN (SELECT id FROM season_members WHERE season_id = ?)
GROUP BY results.user_id
"""


@dataclass(frozen=True, slots=True)
class _Read:
    """The rows of one season, by SQL table."""

    facts: SeasonFacts
    league: League
    names: Mapping[str, str]
    rows: Mapping[str, Sequence[Sequence[Any]]]
    guests: Mapping[str, str]

    def values(self, relation: Relation[T]) -> list[T]:
        """The values of a relation."""
        return [relation.value(row) for row in self.rows[relation.table]]


async def whole(reader: DatabaseReader, season_id: int) -> Season:
    """All that a season's standings follow from. Raises StoreError; LookupError where there is none."""

    def read(connection: sqlite3.Connection) -> _Read:
        def all_of(sql: str, *cells: int) -> list[Any]:
            return connection.execute(sql, cells).fetchall()

        for row in all_of(f"{SEASONS.select} WHERE id = ?", season_id):
            facts = SEASONS.value(row)
            (league,) = all_of(f"{LEAGUES.select} WHERE id = ?", facts.league_id)
            members = all_of(f"{LEAGUE_MEMBERS.select} WHERE league_id = ?", facts.league_id)
            return _Read(
                facts,
                LEAGUES.value(league),
                {one.id: one.name for one in map(LEAGUE_MEMBERS.value, members)},
                {
                    relation.table: all_of(f"{relation.select} WHERE season_id = ? {order}", season_id)
                    for relation, order in _PARTS
                },
                dict(all_of(_GUESTS, season_id, season_id)),
            )
        raise LookupError(season_id)

    return await asyncio.to_thread(_season, await reader.at_one_moment(read))


def _season(read: _Read) -> Season:
    ratings = read.values(GIVEN_RATINGS)
    guests = {**read.guests} | {one.id: one.name for one in read.values(SEASON_GUESTS)}
    return Season(
        settings=read.facts.settings,
        zone=read.league.zone,
        members=tuple(
            Member(one.id, read.names[one.id], one.joined, one.left) for one in read.values(SEASON_MEMBERS)
        ),
        nights=tuple(read.values(NIGHTS)),
        games=tuple([one.game for one in read.values(GAMES)]),
        byes=tuple(read.values(BYES)),
        corrections=tuple(one.correction for one in read.values(CORRECTIONS)),
        levels=read.facts.levels,
        robots={one.id: Rating(one.mu, one.sigma) for one in ratings if one.kind == "robot"},
        ratings={one.id: Rating(one.mu, one.sigma) for one in ratings if one.kind == "person"},
        name=read.facts.name,
        guests=tuple(Guest(name, guests[name]) for name in sorted(guests)),
    )
