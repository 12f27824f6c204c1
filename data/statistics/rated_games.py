"""The games of servers' pools, in the order in which they are rated, as they now are (L20).

A game of a league is as corrections have left it. Who had a seat is a person of the server by the account
they played with; whom a correction names and who has no account here is somebody of whom nothing is known,
in each game anew.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import aiosqlite

from bot.engine.errors import RuleViolation
from bot.engine.registry import FAMILIES, preset_named
from bot.leagues.season.model import MEMBER, ROBOT, Holder, LeagueSeat, SeasonGame
from bot.leagues.season.scoring import is_rated
from bot.stats.ratings import RatingVerdict, ServerPool
from bot.tables.model import State, TableFacts
from data.leagues.games import games_at
from data.rows import PoolMark

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
_OF_TABLES: Final = "table_id IN (SELECT value FROM json_each(:tables))"
_ENDED: Final = f"""
SELECT results.table_id, results.seat, results.user_id, results.points, sittings.robot
FROM results LEFT JOIN sittings ON sittings.table_id = results.table_id AND sittings.seat = results.seat
    AND sittings.to_seq IS NULL
WHERE results.{_OF_TABLES} ORDER BY results.table_id, results.seat
"""
_GIVEN_UP: Final = f"SELECT table_id, seat, user_id FROM given_up WHERE {_OF_TABLES}"
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
        accounts |= await _accounts(connection, played.league_id, held, accounts)
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


async def _accounts(
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
