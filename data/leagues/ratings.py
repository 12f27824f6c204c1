"""The ratings of a season's people, brought up to date some games at a time (L20).

Each step is kept whole or not at all, with how far it has got: a process that dies goes on from there.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import aiosqlite

from bot.leagues.season.model import Rating, SeasonGame
from bot.leagues.season.ratings import Pool
from data.leagues.ground import value, values
from data.schema import GAMES_NOW, GIVEN_RATINGS, RATED, RATINGS
from data.season_rows import GameNow, KeptRating, RatedUpTo

_NEXT = """
WHERE season_id = ? AND counts = 1 AND (ended, id) > (?, ?) ORDER BY ended, id LIMIT ?
"""
_COUNT = "SELECT count(*) FROM games_now WHERE season_id = ? AND counts = 1"


async def rate(connection: aiosqlite.Connection, season_id: int, most: int) -> tuple[int, int]:
    """Rate at most so many more games; how many are, and how many there are to be."""
    ((total,),) = await connection.execute_fetchall(_COUNT, (season_id,))
    upto = await value(connection, RATED, "WHERE season_id = ?", season_id) or RatedUpTo(season_id, -1, "", 0)
    games = await values(connection, GAMES_NOW, _NEXT, season_id, upto.ended, upto.game, most)
    if not games:
        return upto.games, total
    pool = await _pool(connection, season_id, games)
    found = await asyncio.to_thread(_rated, pool, games)
    await connection.executemany(RATINGS.upsert, [RATINGS.row(one, season_id) for one in found])
    upto = RatedUpTo(season_id, games[-1].ended, games[-1].id, upto.games + len(games))
    await connection.execute(RATED.upsert, RATED.row(upto))
    return upto.games, total


async def _pool(connection: aiosqlite.Connection, season_id: int, games: Sequence[GameNow]) -> Pool:
    """A pool in which the people of these games stand as they do."""
    people = json.dumps([*{seat.holder.id for one in games for seat in one.seats if seat.holder.is_person}])
    condition = "WHERE season_id = ? AND person IN (SELECT value FROM json_each(?))"
    known = await values(connection, RATINGS, condition, season_id, people)
    given = await values(connection, GIVEN_RATINGS, "WHERE season_id = ?", season_id)
    robots = {one.id: Rating(one.mu, one.sigma) for one in given if one.kind == "robot"}
    begin = {one.id: Rating(one.mu, one.sigma) for one in given if one.kind == "person"}
    now = {one.person: Rating(one.mu, one.sigma) for one in known}
    return Pool({**begin, **now}, robots)


def _rated(pool: Pool, games: Sequence[GameNow]) -> list[KeptRating]:
    """The ratings of who has had a rated game, after these."""
    for one in games:
        pool.rate(SeasonGame.of(one.id, None, one.started, one.ended, None, one.seats))
    return [KeptRating(person, *rating) for person, rating in pool.ratings.items()]
