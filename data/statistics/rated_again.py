"""A pool's games rated again from the first one, beside what is kept of them: so a rebuild proves ratings.

A pool may not have got to its last game. What is compared is what it has got to; where games beyond that had
been rated before and are to be rated once more, everybody's rating now is some of both, and proves nothing.
"""

from __future__ import annotations

from typing import Any, Final

import aiosqlite

from bot.engine.registry import FAMILIES
from bot.stats.rating_ports import ServerPool
from data.rating_rows import PoolMark
from data.relation import Relation
from data.schema import RATING_CHANGES, SERVER_GAMES, SERVER_POOLS, SERVER_RATINGS
from data.statistics.rated_games import IS_IN_POOL, presets_of
from data.statistics.rating_steps import UNBEGUN, basis_of, current_mark, rate
from data.writer import values

OF_SERVERS: Final[tuple[Relation[Any], ...]] = (SERVER_GAMES, RATING_CHANGES, SERVER_RATINGS)
"""Where what follows from games for ratings of servers is kept, beside how far that has got."""

STEP: Final = 500  # games

Rows = dict[tuple[Any, ...], tuple[Any, ...]]
"""Rows by SQL table and key."""

_OF_POOL: Final = "guild_id = ? AND family = ?"
_GOT_TO: Final = f"{_OF_POOL} AND (ended_at, table_id) <= (?, ?)"
_BEYOND: Final = f"SELECT 1 FROM server_games WHERE {_OF_POOL} AND (ended_at, table_id) > (?, ?) LIMIT 1"
_THERE: Final = f"""
SELECT count(*) FROM tables WHERE {IS_IN_POOL} AND guild_id = ? AND (ended_at, id) <= (?, ?)
    AND preset IN ({{presets}})
"""


async def pools(connection: aiosqlite.Connection) -> list[ServerPool]:
    """The pools that are kept, of families that this program knows."""
    marks = await values(connection, SERVER_POOLS, "ORDER BY guild_id, family")
    return [one.pool for one in marks if one.family in FAMILIES.each]


async def rated_again(connection: aiosqlite.Connection, pool: ServerPool) -> tuple[Rows, Rows]:
    """Rate all games of a pool again; what was kept of those it had got to, and what is now."""
    mark = await current_mark(connection, pool)
    beyond = (*pool, mark.ended_at, mark.table_id)
    is_whole = not [*await connection.execute_fetchall(_BEYOND, beyond)]
    before = await _kept(connection, mark, is_whole=is_whole)
    for relation in OF_SERVERS:
        await connection.execute(f"DELETE FROM {relation.table} WHERE {_OF_POOL}", pool)
    begin = PoolMark(*pool, basis_of(pool), *UNBEGUN)
    await connection.execute(SERVER_POOLS.upsert, SERVER_POOLS.row(begin))
    presets = presets_of(pool)
    sql = _THERE.format(presets=", ".join("?" * len(presets)))
    cells = (pool.guild_id, mark.ended_at, mark.table_id, *presets)
    ((there,),) = await connection.execute_fetchall(sql, cells)
    for done in range(0, there, STEP):
        await rate(connection, pool, min(STEP, there - done))
    now = await _kept(connection, await current_mark(connection, pool), is_whole=is_whole)
    done, total = 0, 1
    while done < total:
        done, total = await rate(connection, pool, STEP)
    return before, now


async def _kept(connection: aiosqlite.Connection, mark: PoolMark, *, is_whole: bool) -> Rows:
    """The rows of what a pool has got to, and how many games these are."""
    found: Rows = {(SERVER_POOLS.table, *mark.pool): (mark.games,)}
    got_to = (*mark.pool, mark.ended_at, mark.table_id)
    asked: list[tuple[Relation[Any], str, tuple[Any, ...]]] = [
        (SERVER_GAMES, _GOT_TO, got_to),
        (RATING_CHANGES, _GOT_TO, got_to),
    ]
    if is_whole:
        asked.append((SERVER_RATINGS, _OF_POOL, mark.pool))
    for relation, condition, cells in asked:
        for row in await connection.execute_fetchall(f"{relation.select} WHERE {condition}", cells):
            found[relation.table, *relation.key_of(tuple(row))] = tuple(row)
    return found
