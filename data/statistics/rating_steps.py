"""The ratings of servers, brought up to date (L20), and rated again beside what is kept, so that a rebuild
proves them; and the games of their pools, in the order in which they are rated, as they now are.

A game of a league is as corrections have left it. Who had a seat is a person of the server by the account
they played with; whom a correction names and who has no account here is somebody of whom nothing is known,
in each game anew.

A pool has a mark: all games up to it are rated. What each did to each person is kept, so the rating of
anybody as it was at any moment is one look into the index. Where a game of the past becomes another one,
or comes in between (unveiled, or after the clock went back), the mark goes back before it; from there
games are rated again, each taking the place of what it did before. Whatever has not been reached yet stays
as it was reported.

Each step is kept whole or not at all, with its mark: a process that dies goes on from there.

A pool may not have got to its last game. What is compared is what it has got to; where games beyond that
had been rated before and are to be rated once more, everybody's rating now is some of both, and proves
nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import aiosqlite

from bot.engine.errors import RuleViolation
from bot.engine.registry import FAMILIES, preset_named
from bot.leagues.season.model import MEMBER, ROBOT, Holder, LeagueSeat, Rating, SeasonGame
from bot.leagues.season.scoring import UNKNOWN, Pool, is_rated
from bot.robots.kinds import ratings_of
from bot.stats.ratings import RatingVerdict, ServerPool
from bot.tables.model import State, TableFacts
from data.connections import value, values
from data.leagues.games import games_at
from data.relation import Relation
from data.schema import (
    RATING_CHANGES,
    SERVER_GAMES,
    SERVER_POOLS,
    SERVER_RATINGS,
    KeptChange,
    PoolMark,
    ServerGame,
    ServerRating,
)

IS_IN_POOL: Final = (
    "tables.state IN ('finished', 'parked') AND tables.veiled = 0 AND tables.guild_id IS NOT NULL"
    " AND tables.ended_at IS NOT NULL"
)
"""The index in the order of games is of these. A veiled game comes into its place once it is unveiled; a
table that was put aside is passed by, unless its game had ended before."""

_NEXT: Final = f"""
SELECT * FROM (
    SELECT id, ended_at FROM tables
    WHERE {IS_IN_POOL} AND guild_id = :guild_id AND preset = :preset_{{number}}
        AND (ended_at, id) > (:ended_at, :table_id)
    ORDER BY ended_at, id LIMIT :most
)
"""
_LEFT: Final = f"""
SELECT count(*) FROM tables
WHERE {IS_IN_POOL} AND guild_id = :guild_id AND preset IN (SELECT value FROM json_each(:presets))
    AND (ended_at, id) > (:ended_at, :table_id)
"""
_AT_TABLES: Final = "table_id IN (SELECT value FROM json_each(:tables))"
_ENDED: Final = f"""
SELECT results.table_id, results.seat, results.user_id, results.points, sittings.robot
FROM results LEFT JOIN sittings ON sittings.table_id = results.table_id AND sittings.seat = results.seat
    AND sittings.to_seq IS NULL
WHERE results.{_AT_TABLES} ORDER BY results.table_id, results.seat
"""
_GIVEN_UP: Final = f"SELECT table_id, seat, user_id FROM given_up WHERE {_AT_TABLES}"
_ACCOUNTS: Final = """
SELECT id, user_id FROM league_members
WHERE league_id = ? AND user_id IS NOT NULL AND id IN (SELECT value FROM json_each(?))
"""


class RatedGame(NamedTuple):
    """A game of a pool: where it comes in the order, and what it is to the pool. The ids of its people are
    numbers of accounts, but for who has none."""

    ended_at: float
    table_id: int
    verdict: RatingVerdict
    game: SeasonGame


def pool_of_table(facts: TableFacts) -> ServerPool | None:
    """The pool that a table's game belongs to now, as ``IS_IN_POOL`` has it; None before it has ended, while
    it is veiled, and as ``pool_of`` says."""
    is_over = facts.state in (State.FINISHED, State.PARKED) and facts.ended_at is not None
    return pool_of(facts.guild_id, facts.preset) if is_over and not facts.veiled else None


def pool_of(guild_id: int | None, preset: str) -> ServerPool | None:
    """The pool of a table's game; None for a private one, and for a preset that this program does not
    know."""
    try:
        return None if guild_id is None else ServerPool(guild_id, preset_named(preset).family)
    except RuleViolation:
        return None


def presets_of(pool: ServerPool) -> list[str]:
    """The presets of a pool, by name."""
    return [preset.name for preset in FAMILIES.of(pool.family).presets]


async def next_games(connection: aiosqlite.Connection, mark: PoolMark, most: int) -> list[RatedGame]:
    """At most so many games after those that a pool has got to, in order."""
    presets = presets_of(mark.pool)
    each = " UNION ALL ".join(_NEXT.format(number=number) for number in range(len(presets)))
    asked = {
        "guild_id": mark.guild_id,
        "ended_at": mark.ended_at,
        "table_id": mark.table_id,
        "most": most,
        **{f"preset_{number}": preset for number, preset in enumerate(presets)},
    }
    found = await connection.execute_fetchall(f"{each} ORDER BY ended_at, id LIMIT :most", asked)
    ends: dict[int, float] = {row[0]: row[1] for row in found}
    games = await _as_they_are(connection, [*ends])
    return [RatedGame(ended_at, one, *games[one]) for one, ended_at in ends.items()]


def games_left(mark: PoolMark) -> tuple[str, dict[str, object]]:
    """The statement that counts the games after those that a pool has got to, and its parameters."""
    return _LEFT, {
        "guild_id": mark.guild_id,
        "presets": json.dumps(presets_of(mark.pool)),
        "ended_at": mark.ended_at,
        "table_id": mark.table_id,
    }


async def _as_they_are(
    connection: aiosqlite.Connection, tables: Sequence[int]
) -> Mapping[int, tuple[RatingVerdict, SeasonGame]]:
    """The games of these tables, by table."""
    asked = {"tables": json.dumps(tables)}
    left: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for table_id, seat, user_id in await connection.execute_fetchall(_GIVEN_UP, asked):
        left[table_id, seat].append(str(user_id))
    seats: dict[int, list[LeagueSeat]] = {one: [] for one in tables}
    for table_id, seat, user_id, points, robot in await connection.execute_fetchall(_ENDED, asked):
        holder = Holder(ROBOT, robot or "") if user_id is None else Holder(MEMBER, str(user_id))
        seats[table_id].append(LeagueSeat(holder, points, tuple(left[table_id, seat])))
    void: set[int] = set()
    for played in await games_at(connection, tables):
        table_id = played.table_id
        if played.now is None:
            void.add(table_id)
        accounts = _at_table(played.first, seats[table_id])
        held = (played.now or played.first).seats
        accounts |= await _others_accounts(connection, played.league_id, held, accounts)
        seats[table_id] = [
            one._replace(holder=_person(one.holder, accounts, f"{table_id}-{number}"))
            for number, one in enumerate(held)
        ]
    games = {one: SeasonGame.of(str(one), None, 0, 0, None, held) for one, held in seats.items()}
    return {one: (_verdict(game, is_void=one in void), game) for one, game in games.items()}


def _at_table(first: SeasonGame, seats: Sequence[LeagueSeat]) -> dict[str, str]:
    """The accounts of those who sat there at the end, by what the league knew them by."""
    return {
        holder.id: seat.holder.id
        for holder, seat in zip(first.holders, seats, strict=False)
        if holder.is_person and seat.holder.is_person
    }


async def _others_accounts(
    connection: aiosqlite.Connection, league_id: int, seats: Sequence[LeagueSeat], known: Mapping[str, str]
) -> dict[str, str]:
    """The accounts of people who did not sit there, by what the league knows them by."""
    others = [one.holder for one in seats if one.holder.is_person and one.holder.id not in known]
    if not others:
        return {}
    names = json.dumps([one.id for one in others if one.kind is MEMBER])
    found = {row[0]: str(row[1]) for row in await connection.execute_fetchall(_ACCOUNTS, (league_id, names))}
    guests = {one.id: one.id for one in others if one.kind is not MEMBER and is_account(one.id)}
    return guests | found


def _person(holder: Holder, accounts: Mapping[str, str], nobody: str) -> Holder:
    if not holder.is_person:
        return holder
    return Holder(MEMBER, accounts.get(holder.id, f"nobody-{nobody}"))


def is_account(id: str) -> bool:
    """Whether an id is the number of an account; below 0 is who was deleted."""
    return id.removeprefix("-").isdecimal()


def _verdict(game: SeasonGame, *, is_void: bool) -> RatingVerdict:
    if is_void:
        return RatingVerdict.VOID
    if is_rated(game):
        return RatingVerdict.RATED
    return RatingVerdict.GIVEN_UP if any(game.left) else RatingVerdict.FEW_PEOPLE


AT_ONCE: Final = 40
"""How many games are rated in the transaction in which another ends or is unveiled; with more to be rated all
are left to whoever works beside."""

IN_A_THREAD: Final = 100
"""From so many games on they are rated in a thread, not to hold up everybody else."""

UNBEGUN: Final = (-1.0, 0, 0)
"""Where the mark of a pool begins: before all games."""

_OF_POOL: Final = "WHERE guild_id = ? AND family = ?"
# CROSS JOIN keeps SQLite to the order of the tables: the first one has few rows.
_CHANGED: Final = """
SELECT server_games.ended_at, server_games.table_id FROM rate_again CROSS JOIN server_games USING (table_id)
WHERE guild_id = ? AND family = ? ORDER BY server_games.ended_at, server_games.table_id LIMIT 1
"""
_FORGET_CHANGED: Final = """
DELETE FROM rate_again WHERE table_id IN (
    SELECT table_id FROM rate_again CROSS JOIN tables ON tables.id = rate_again.table_id
    WHERE guild_id = ? AND preset IN (SELECT value FROM json_each(?))
)
"""
_BETWEEN: Final = f"""
SELECT count(*) FROM server_games {_OF_POOL}
    AND (ended_at, table_id) > (?, ?) AND (ended_at, table_id) <= (?, ?)
"""
_OF_TABLES: Final = "WHERE table_id IN (SELECT value FROM json_each(?))"
_LATEST: Final = f"""
SELECT {RATING_CHANGES.names} FROM json_each(:people) AS person CROSS JOIN rating_changes
    ON rating_changes.guild_id = :guild_id AND rating_changes.family = :family
    AND rating_changes.user_id = person.value AND (rating_changes.ended_at, rating_changes.table_id) = (
        SELECT ended_at, table_id FROM rating_changes AS earlier
        WHERE earlier.guild_id = :guild_id AND earlier.family = :family AND earlier.user_id = person.value
            AND (earlier.ended_at, earlier.table_id) <= (:ended_at, :table_id)
        ORDER BY earlier.ended_at DESC, earlier.table_id DESC LIMIT 1
    )
"""
_FORGET_RATINGS: Final = (
    f"DELETE FROM server_ratings {_OF_POOL} AND user_id IN (SELECT value FROM json_each(?))"
)


async def rate(connection: aiosqlite.Connection, pool: ServerPool, most: int) -> tuple[int, int]:
    """Rate at most so many more games of a pool; how many are, and how many there are to be."""
    mark = await current_mark(connection, pool)
    games = await next_games(connection, mark, most)
    mark = await _rate(connection, mark, games)
    ((left,),) = await connection.execute_fetchall(*games_left(mark))
    return mark.games, mark.games + left


async def rate_table(connection: aiosqlite.Connection, facts: TableFacts) -> bool:
    """A table has changed: where its game has ended and is not veiled, rate it, if its pool has got so far;
    returns whether nothing of the pool is left to be rated."""
    pool = pool_of_table(facts)
    if pool is None or facts.ended_at is None:
        return True
    mark = await current_mark(connection, pool)
    is_new = await value(connection, SERVER_GAMES, "WHERE table_id = ?", facts.id) is None
    if is_new and mark.is_past(facts.ended_at, facts.id):
        mark = await _back(connection, mark, facts.ended_at, facts.id)
    games = await next_games(connection, mark, AT_ONCE + 1)
    is_all = len(games) <= AT_ONCE
    await _rate(connection, mark, games if is_all else ())
    return is_all


def basis_of(pool: ServerPool) -> str:
    """By which ratings of robots a pool's games are rated."""
    return json.dumps({kind: [*rating] for kind, rating in ratings_of(pool.family).items()}, sort_keys=True)


async def current_mark(connection: aiosqlite.Connection, pool: ServerPool) -> PoolMark:
    """How far a pool has got, with what has changed since it got there; it is kept whenever games are
    rated."""
    basis = basis_of(pool)
    mark = await value(connection, SERVER_POOLS, _OF_POOL, *pool)
    if mark is None or mark.basis != basis:
        mark = PoolMark(*pool, basis, *UNBEGUN)
    for ended_at, table_id in [*await connection.execute_fetchall(_CHANGED, pool)]:
        if mark.is_past(ended_at, table_id):
            mark = await _back(connection, mark, ended_at, table_id)
    cells = (pool.guild_id, json.dumps(presets_of(pool)))
    await connection.execute(_FORGET_CHANGED, cells)
    await connection.execute(SERVER_POOLS.upsert, SERVER_POOLS.row(mark))
    return mark


async def _back(connection: aiosqlite.Connection, mark: PoolMark, ended_at: float, table_id: int) -> PoolMark:
    """The mark just before a game."""
    cells = (*mark.pool, ended_at, table_id - 1, mark.ended_at, mark.table_id)
    ((games,),) = await connection.execute_fetchall(_BETWEEN, cells)
    return replace(mark, ended_at=ended_at, table_id=table_id - 1, games=mark.games - games)


async def _rate(connection: aiosqlite.Connection, mark: PoolMark, games: Sequence[RatedGame]) -> PoolMark:
    """Rate the games that come after the mark, and keep it; the mark after them."""
    if not games:
        await connection.execute(SERVER_POOLS.upsert, SERVER_POOLS.row(mark))
        return mark
    tables = json.dumps([one.table_id for one in games])
    sql = f"DELETE FROM rating_changes {_OF_TABLES} RETURNING user_id"
    before = {row[0] for row in await connection.execute_fetchall(sql, (tables,))}
    begin = await _latest(connection, mark, _accounts(games))
    if len(games) < IN_A_THREAD:
        changes = _changes(mark.pool, games, begin)
    else:
        changes = await asyncio.to_thread(_changes, mark.pool, games, begin)
    await connection.executemany(RATING_CHANGES.insert, [RATING_CHANGES.row(one) for one in changes])
    rows = [ServerGame(one.table_id, *mark.pool, one.ended_at, one.verdict) for one in games]
    await connection.executemany(SERVER_GAMES.upsert, [SERVER_GAMES.row(one) for one in rows])
    last = games[-1]
    after = replace(mark, ended_at=last.ended_at, table_id=last.table_id, games=mark.games + len(games))
    await _stand(connection, after, before | {one.user_id for one in changes})
    await connection.execute(SERVER_POOLS.upsert, SERVER_POOLS.row(after))
    return after


async def _stand(connection: aiosqlite.Connection, mark: PoolMark, people: Collection[int]) -> None:
    """Have the ratings of people be those after their last games up to the mark."""
    await connection.execute(_FORGET_RATINGS, (*mark.pool, json.dumps([*people])))
    latest = await _latest(connection, mark, people)
    rows = [
        ServerRating(*mark.pool, user_id, one.mu, one.sigma, one.games) for user_id, one in latest.items()
    ]
    await connection.executemany(SERVER_RATINGS.insert, [SERVER_RATINGS.row(one) for one in rows])


async def _latest(
    connection: aiosqlite.Connection, mark: PoolMark, people: Collection[int]
) -> dict[int, KeptChange]:
    """What the last rated game of people up to the mark did to them."""
    asked = {
        "guild_id": mark.guild_id,
        "family": mark.family,
        "ended_at": mark.ended_at,
        "table_id": mark.table_id,
        "people": json.dumps([*people]),
    }
    rows = await connection.execute_fetchall(_LATEST, asked)
    return {one.user_id: one for one in [RATING_CHANGES.value(tuple(row)) for row in rows]}


def _accounts(games: Sequence[RatedGame]) -> set[int]:
    return {int(one) for ended in games for one in ended.game.people if is_account(one)}


class _Known(NamedTuple):
    """What is known of somebody in the course of a step."""

    rating: Rating
    games: int


_NOBODY: Final = _Known(UNKNOWN, 0)


def _changes(
    pool: ServerPool, games: Sequence[RatedGame], begin: Mapping[int, KeptChange]
) -> list[KeptChange]:
    """What these games do to people, game by game."""
    robots = {kind: Rating(*rating) for kind, rating in ratings_of(pool.family).items()}
    known = {str(user_id): _Known(one.after, one.games) for user_id, one in begin.items()}
    ratings = Pool({person: one.rating for person, one in known.items()}, robots)
    found: list[KeptChange] = []
    for ended_at, table_id, verdict, game in games:
        if verdict is not RatingVerdict.RATED:
            continue
        ratings.rate(game)
        for person in filter(is_account, game.people):
            was = known.get(person, _NOBODY)
            now = known[person] = _Known(ratings.rating(person), was.games + 1)
            found.append(
                KeptChange(*pool, int(person), ended_at, table_id, *was.rating, *now.rating, now.games)
            )
    return found


OF_SERVERS: Final[tuple[Relation[Any], ...]] = (SERVER_GAMES, RATING_CHANGES, SERVER_RATINGS)
"""Where what follows from games for ratings of servers is kept, beside how far that has got."""

STEP: Final = 500  # games

Rows = dict[tuple[Any, ...], tuple[Any, ...]]
"""Rows by SQL table and key."""

_RATED_AGAIN_OF_POOL: Final = "guild_id = ? AND family = ?"
_GOT_TO: Final = f"{_RATED_AGAIN_OF_POOL} AND (ended_at, table_id) <= (?, ?)"
_BEYOND: Final = (
    f"SELECT 1 FROM server_games WHERE {_RATED_AGAIN_OF_POOL} AND (ended_at, table_id) > (?, ?) LIMIT 1"
)
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
        await connection.execute(f"DELETE FROM {relation.table} WHERE {_RATED_AGAIN_OF_POOL}", pool)
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
        asked.append((SERVER_RATINGS, _RATED_AGAIN_OF_POOL, mark.pool))
    for relation, condition, cells in asked:
        for row in await connection.execute_fetchall(f"{relation.select} WHERE {condition}", cells):
            found[relation.table, *relation.key_of(tuple(row))] = tuple(row)
    return found
