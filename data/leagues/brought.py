"""Seasons that were played elsewhere, and are brought along in a file; and taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Final, TypeVar

import aiosqlite

from bot.leagues.model import ClubError, ClubMember, SeasonFacts
from bot.leagues.season.corrections import History, thing_of
from bot.leagues.season.model import Season, Undo
from data.connections import value, values
from data.leagues.leagues import add
from data.relation import Cell, Relation
from data.schema import (
    BYES,
    CORRECTIONS,
    GAMES,
    GIVEN_RATINGS,
    LEAGUE_MEMBERS,
    NIGHTS,
    SEASON_GUESTS,
    SEASON_MEMBERS,
    SEASONS,
    GivenRating,
    KeptCorrection,
    KeptGame,
    SeasonMember,
)

T = TypeVar("T")

_OPEN: Final = "WHERE league_id = ? AND closed IS NULL"
_USES: Final = {
    "games": "SELECT 1 FROM league_games WHERE season_id = ?",
    "corrections": "SELECT 1 FROM corrections WHERE season_id = ?",
    "nights": "SELECT 1 FROM nights WHERE season_id = ?",
    "tables": "SELECT 1 FROM tables WHERE season_id = ?",
    "reports": "SELECT 1 FROM reports WHERE season_id = ?",
    "evenings": "SELECT 1 FROM evenings WHERE season_id = ?",
}
"""What there can be of a season."""

_NOBODY_ELSE: Final = """
DELETE FROM league_members WHERE league_id = ? AND user_id IS NULL AND id NOT IN (
    SELECT season_members.id FROM season_members JOIN seasons ON seasons.id = season_members.season_id
    WHERE seasons.league_id = league_members.league_id
)
"""
_WHO_ELSE: Final = """
INSERT INTO season_members (season_id, id, since, joined) SELECT ?, id, 0, joined FROM league_members
WHERE league_id = ? AND left IS NULL ON CONFLICT DO NOTHING
"""


async def bring(
    connection: aiosqlite.Connection,
    facts: SeasonFacts,
    season: Season,
    known: Mapping[str, ClubMember],
    *,
    open_now: bool,
) -> SeasonFacts | ClubError:
    """Keep a season, its corrections as far as they can be made, and all that follows."""
    others = await _others(connection, facts.league_id)
    open_one = next((one for one in others if one.is_open), None)
    if open_now and open_one is not None:
        if await _is_used(connection, open_one.id, *_USES):
            return ClubError("season-not-empty")
        others.remove(open_one)
    until = facts.closed or date.max  # a season may begin on the day on which another ended
    overlapping = [one for one in others if facts.begun < (one.closed or date.max) and one.begun < until]
    if overlapping:
        return ClubError("season-overlaps", season=overlapping[0].name)
    if open_now and open_one is not None:
        await connection.execute("DELETE FROM seasons WHERE id = ?", (open_one.id,))
    made = replace(facts, number=1 + max((one.number for one in others), default=0) + len(others))
    made = replace(made, id=await add(connection, SEASONS, made))
    await _keep_parts(connection, made, season, known)
    await _renumber(connection, facts.league_id)
    kept = await value(connection, SEASONS, "WHERE id = ?", made.id)
    assert kept is not None
    return kept


async def take_back(connection: aiosqlite.Connection, season_id: int) -> ClubError | None:
    """The season is gone, and with it who was known by it alone."""
    facts = await value(connection, SEASONS, "WHERE id = ? AND imported = 1", season_id)
    if facts is None or await _is_used(connection, season_id, "tables", "reports", "evenings"):
        return ClubError("season-in-use")
    await connection.execute("DELETE FROM seasons WHERE id = ?", (season_id,))
    await connection.execute(_NOBODY_ELSE, (facts.league_id,))
    await _renumber(connection, facts.league_id)
    return None


async def _others(connection: aiosqlite.Connection, league_id: int) -> list[SeasonFacts]:
    return await values(connection, SEASONS, "WHERE league_id = ? ORDER BY number", league_id)


async def _is_used(connection: aiosqlite.Connection, season_id: int, *by: str) -> bool:
    return any([[*await connection.execute_fetchall(_USES[one], (season_id,))] for one in by])


async def _renumber(connection: aiosqlite.Connection, league_id: int) -> None:
    """Seasons are numbered by when they were played."""
    order = sorted(await _others(connection, league_id), key=lambda one: (one.is_open, one.begun, one.id))
    numbers = [(number, one.id) for number, one in enumerate(order, 1)]
    away = [(-number, season_id) for number, season_id in numbers]  # no two of a number on the way
    await connection.executemany("UPDATE seasons SET number = ? WHERE id = ?", [*away, *numbers])


async def _keep_parts(
    connection: aiosqlite.Connection, made: SeasonFacts, season: Season, known: Mapping[str, ClubMember]
) -> None:
    # Whom the league knows already stays as they are now.
    insert = f"{LEAGUE_MEMBERS.insert} ON CONFLICT DO NOTHING"
    await connection.executemany(insert, [LEAGUE_MEMBERS.row(member) for member in known.values()])

    async def keep(relation: Relation[T], each: Iterable[T], *, numbered: bool = False) -> None:
        rows = await asyncio.to_thread(_rows, relation, each, made.id, numbered=numbered)
        await connection.executemany(relation.insert, rows)

    await keep(SEASON_MEMBERS, [SeasonMember(one.id, 0.0, one.joined, one.left) for one in season.members])
    if made.is_open:
        await connection.execute(_WHO_ELSE, (made.id, made.league_id))
    await keep(SEASON_GUESTS, season.guests)
    await keep(NIGHTS, season.nights, numbered=True)
    await keep(BYES, season.byes, numbered=True)
    await keep(GAMES, map(KeptGame.of, season.games))
    await keep(CORRECTIONS, _corrections(season))
    robots = [GivenRating("robot", name, *rating) for name, rating in season.robots.items()]
    people = [GivenRating("person", name, *rating) for name, rating in season.ratings.items()]
    await keep(GIVEN_RATINGS, [*robots, *people])


def _rows(relation: Relation[T], each: Iterable[T], season_id: int, *, numbered: bool) -> list[list[Cell]]:
    """The rows of these, some of which are kept in their order."""
    return [
        relation.row(one, season_id, number) if numbered else relation.row(one, season_id)
        for number, one in enumerate(each)
    ]


def _corrections(season: Season) -> Iterator[KeptCorrection]:
    """Those that can be made."""
    history = History(replace(season, corrections=()))
    things: dict[str, str] = {}
    for number, one in enumerate(season.corrections, 1):
        if history.make(one) is not None:
            continue
        thing = things[one.change.event] if isinstance(one.change, Undo) else thing_of(one)
        assert thing is not None
        things[one.id] = thing
        yield KeptCorrection(number, thing, one.id, one.at, one.by, one.reason, one.change)
