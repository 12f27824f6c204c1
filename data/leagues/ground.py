"""A season as it stands within a transaction: what its games and corrections are judged by."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import aiosqlite

from bot.leagues.model import SeasonFacts
from bot.leagues.season.corrections import game_thing
from bot.leagues.season.model import (
    Adjust,
    Correction,
    Excuse,
    Insert,
    Member,
    Night,
    Season,
    SeasonGame,
    SeatChange,
    SeatKind,
)
from data.relation import Cell, Relation
from data.schema import CORRECTIONS, GAMES, NIGHTS, SEASON_MEMBERS, SEASONS
from data.season_rows import KeptCorrection, KeptGame

T = TypeVar("T")

MANY = 1000
"""From so many rows on they become values in a thread, not to hold up everybody else."""

NOT_OF_GAMES = "thing < 'game ' OR thing >= 'game!'"
"""Corrections about anything but a game."""


async def values(
    connection: aiosqlite.Connection, relation: Relation[T], condition: str, *cells: Cell
) -> list[T]:
    """The values of the rows that meet a condition."""
    rows: list[Any] = [*await connection.execute_fetchall(f"{relation.select} {condition}", cells)]
    if len(rows) < MANY:
        return [*map(relation.value, rows)]
    return await asyncio.to_thread(lambda: [*map(relation.value, rows)])


async def value(
    connection: aiosqlite.Connection, relation: Relation[T], condition: str, *cells: Cell
) -> T | None:
    """The value of the first row that meets a condition."""
    return next(iter(await values(connection, relation, condition, *cells)), None)


@dataclass(frozen=True, slots=True)
class SeasonSnapshot:
    """See the module."""

    connection: aiosqlite.Connection
    facts: SeasonFacts
    zone: str
    nights: tuple[Night, ...]

    @classmethod
    async def of(cls, connection: aiosqlite.Connection, season_id: int) -> Self:
        """The ground of a season, which is there."""
        facts = await value(connection, SEASONS, "WHERE id = ?", season_id)
        assert facts is not None
        sql = "SELECT zone FROM leagues WHERE id = ?"
        ((zone,),) = await connection.execute_fetchall(sql, (facts.league_id,))
        nights = await values(connection, NIGHTS, "WHERE season_id = ? ORDER BY number", season_id)
        return cls(connection, facts, zone, tuple(nights))

    @property
    def id(self) -> int:
        """The season's."""
        return self.facts.id

    def season(
        self,
        members: Sequence[Member],
        games: Sequence[SeasonGame] = (),
        corrections: Sequence[Correction] = (),
    ) -> Season:
        """A part of the season: these members, games and corrections."""
        return Season(
            settings=self.facts.settings,
            zone=self.zone,
            members=tuple(members),
            nights=self.nights,
            games=tuple(games),
            corrections=tuple(corrections),
            levels=self.facts.levels,
        )

    async def members(self, ids: Collection[str] | None) -> list[Member]:
        """Those of these ids who are members of the season, or (None) all. They have no names here."""
        chosen = "" if ids is None else "AND id IN (SELECT value FROM json_each(?))"
        cells = () if ids is None else (json.dumps([*ids]),)
        found = await values(
            self.connection, SEASON_MEMBERS, f"WHERE season_id = ? {chosen} ORDER BY id", self.id, *cells
        )
        return [Member(one.id, "", one.joined, one.left) for one in found]

    async def game(self, name: str) -> KeptGame | None:
        """A game as it was first written."""
        return await value(self.connection, GAMES, "WHERE season_id = ? AND id = ?", self.id, name)

    async def about(self, thing: str) -> list[KeptCorrection]:
        """The corrections about something, in order."""
        condition = "WHERE season_id = ? AND thing = ? ORDER BY number"
        return await values(self.connection, CORRECTIONS, condition, self.id, thing)

    async def about_people(self) -> list[Correction]:
        """The corrections about anything but games: excuses and adjustments."""
        condition = f"WHERE season_id = ? AND ({NOT_OF_GAMES}) ORDER BY number"
        found = await values(self.connection, CORRECTIONS, condition, self.id)
        return [one.correction for one in found]

    async def part(self, thing: str | None, *more: Correction) -> Season:
        """The part of the season that bears on something, and on whom ``more`` corrections name."""
        events = [one.correction for one in await self.about(thing)] if thing is not None else []
        name = thing.removeprefix(game_thing("")) if thing and thing.startswith(game_thing("")) else None
        first = await self.game(name) if name is not None else None
        games = [first.game] if first is not None else []
        ids = {one for event in (*events, *more) for one in named_in(event)}
        ids |= {one for game in games for one in people_of(game)}
        return self.season(await self.members(ids), games, events)


def people_of(game: SeasonGame) -> set[str]:
    """The people who had a seat of a game at any time."""
    return {*game.people, *(one for left in game.left for one in left)}


def named_in(correction: Correction) -> set[str]:
    """The people whom a correction names."""
    match correction.change:
        case SeatChange(_, _, holder) if holder.kind is not SeatKind.ROBOT:
            return {holder.id}
        case Insert(game):
            return people_of(game)
        case Adjust(player) | Excuse(_, player):
            return {player}
        case _:
            return set()
