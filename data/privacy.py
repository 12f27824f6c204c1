"""What people ask of their own data, and what becomes of a server's (``bot.people.privacy.PrivacyStore``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import aiosqlite

from bot.people.privacy import DataKind, DeletionNotice, DeletionObstacle, Forgotten, Waits
from bot.tables.model import UNFINISHED
from data import disclosure
from data.forgetting import (
    MY_KEY,
    Draw,
    Forgetting,
    both,
    columns_of,
    draw_pseudonym,
    guilds_of,
    is_within,
    known_by,
    may_hold,
    means,
    new_pseudonym,
    only,
    own,
)
from data.leagues.standings import CalculatedSeasons
from data.personal import PERSONAL, Id, Key, Personal, Within
from data.reader import DatabaseReader
from data.writer import ChangeNotifier, Writer

_NOT_OVER: Final = ", ".join(repr(one.value) for one in UNFINISHED)
_LIVE: Final = "('sign-up', 'check-in', 'playing')"

_TABLES: Final = """
SELECT tables.id, iif(tables.guild_id IS NULL, NULL, tables.channel_id), tables.title FROM tables
WHERE {condition} ORDER BY tables.id
"""
_SITS: Final = """
(tables.host_id = :me OR EXISTS
    (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.user_id = :me))
"""
_HAS_SAT: Final = f"""
(EXISTS (SELECT 1 FROM json_each(tables.gone) AS gone WHERE gone.key = {MY_KEY}) OR EXISTS
    (SELECT 1 FROM sittings WHERE sittings.table_id = tables.id AND sittings.user_id = :me))
"""
_IS_ON: Final = f"tables.state IN ({_NOT_OVER})"
_SEATED: Final = _TABLES.format(condition=f"{_IS_ON} AND {_SITS}")
# Where they had a seat before: the table knows it, and would keep it anew. A daily deal that is over is
# veiled as long as others play it, and is forgotten with all tables of its person.
_LEFT: Final = _TABLES.format(
    condition=f"({_IS_ON} AND NOT {_SITS} AND {_HAS_SAT}) OR (NOT {_IS_ON} AND tables.veiled"
    f" AND tables.guild_id IS NOT NULL AND ({_SITS} OR {_HAS_SAT}))"
)
_EVENINGS: Final = f"""
SELECT evenings.id, evenings.channel_id, leagues.name FROM evenings
JOIN leagues ON leagues.id = evenings.league_id
WHERE evenings.stage IN {_LIVE} AND (
    EXISTS (SELECT 1 FROM json_tree(evenings.plan) AS one WHERE one.atom = :me)
    OR evenings.id IN (
        SELECT people.evening_id FROM evening_people AS people WHERE people.user_id = :me AND
            (people.answer IN ('in', 'late', 'maybe') OR people.here_at IS NOT NULL OR people.substitute)
    )
) ORDER BY evenings.starts_at
"""
_REPORTS: Final = """
SELECT reports.id, NULL, leagues.name FROM reports JOIN seasons ON seasons.id = reports.season_id
JOIN leagues ON leagues.id = seasons.league_id
WHERE reports.by = :me OR EXISTS (SELECT 1 FROM json_each(reports.awaited) AS one WHERE one.value = :me)
ORDER BY reports.id
"""
_WAITING: Final = {Waits.TABLE: _SEATED, Waits.LEFT: _LEFT, Waits.NIGHT: _EVENINGS, Waits.REPORT: _REPORTS}
_FOUNDED: Final = "SELECT name FROM leagues WHERE creator = :me ORDER BY name"
_OF_PEOPLE_ALONE: Final = ("players", "timers")
"""Tables by which nobody is known who is in no other: they go with the last of those."""
_GUILDS: Final = " UNION ".join(
    f"SELECT {table}.guild_id FROM {table} WHERE {table}.guild_id > 0"
    for table in ("tables", "guilds", "presets", "leagues", "series", "evenings", "tallies")
)
_ABOUT: Final = (
    ("league", "SELECT leagues.id FROM leagues WHERE leagues.guild_id = :guild"),
    ("night", "SELECT evenings.id FROM evenings WHERE evenings.guild_id = :guild"),
    ("server", "SELECT :guild AS id"),
)
"""What messages of a server can be about beside its tables."""


class StoredPrivacy:
    """A PrivacyStore in SQLite."""

    def __init__(
        self,
        writer: Writer,
        reader: DatabaseReader,
        calculated: CalculatedSeasons,
        games_changed: ChangeNotifier,
        draw: Draw = draw_pseudonym,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._calculated = calculated
        self._games_changed = games_changed
        self._draw = draw

    async def counts(self, user_id: int) -> Mapping[DataKind, int]:
        """How much is kept of a person, by sort."""
        return await self._reader.at_one_moment(lambda connection: disclosure.counts(connection, user_id))

    async def export(self, user_id: int) -> Mapping[str, Any]:
        """All that is kept of a person, fit for JSON."""
        return await self._reader.at_one_moment(lambda connection: disclosure.export(connection, user_id))

    async def asked(self, user_id: int) -> DeletionNotice:
        """What a person is to be told before."""

        async def job(connection: aiosqlite.Connection) -> DeletionNotice:
            founded = await connection.execute_fetchall(_FOUNDED, {"me": user_id})
            return DeletionNotice(
                await _is_known(connection, user_id),
                await _waiting(connection, user_id),
                tuple(row[0] for row in founded),
                await guilds_of(connection, user_id),
            )

        return await self._writer.run(job)

    async def forget(
        self, user_id: int, called: Mapping[int | None, str], now: float
    ) -> Forgotten | tuple[DeletionObstacle, ...] | None:
        """Delete everything about a person."""

        async def job(connection: aiosqlite.Connection) -> Forgotten | tuple[DeletionObstacle, ...] | None:
            if waiting := await _waiting(connection, user_id):
                return waiting
            if not await _is_known(connection, user_id):
                return None
            me = await known_by(connection, user_id)
            pseudonym = await new_pseudonym(connection, self._draw)
            return await Forgetting(connection, me, pseudonym, called, now).done()

        done = await self._writer.run(job)
        if isinstance(done, Forgotten):
            await self._let_go()
        return done

    async def guilds(self) -> frozenset[int]:
        """All servers that something is kept of."""
        return frozenset(row["guild_id"] for row in await self._reader.rows(_GUILDS))

    async def forget_guild(self, guild_id: int) -> frozenset[int]:
        """Delete everything of a server."""

        async def job(connection: aiosqlite.Connection) -> frozenset[int]:
            here = {"guild": guild_id}
            people = await _people(connection, guild_id)
            await connection.execute("PRAGMA defer_foreign_keys = ON")
            for kind, ids in _ABOUT:
                subjects = f"SELECT '{kind} ' || ours.id FROM ({ids}) AS ours"
                await connection.execute(
                    f"DELETE FROM postings AS this WHERE this.subject IN ({subjects})", here
                )
            deepest = sorted(PERSONAL.items(), key=lambda found: -found[1].server.count("SELECT"))
            for table, personal in deepest:
                if personal.server:
                    await connection.execute(f"DELETE FROM {table} AS this WHERE {personal.server}", here)
            known = await _people(connection, None)
            forgotten = frozenset(one for one in people - known if one > 0)
            for table, _, name, one in columns_of(Id):
                if table in _OF_PEOPLE_ALONE:
                    sql = f"DELETE FROM {table} AS this WHERE {both(f'this.{name} = ?', only(one.where))}"
                    await connection.executemany(sql, [(user_id,) for user_id in sorted(forgotten)])
            return forgotten

        forgotten = await self._writer.run(job)
        await self._let_go()
        return forgotten

    async def _let_go(self) -> None:
        """What was deleted is nowhere else either: not in memory, and not in the WAL."""
        self._calculated.forget()
        self._games_changed.ring()
        await self._writer.let_go()


async def _waiting(connection: aiosqlite.Connection, user_id: int) -> tuple[DeletionObstacle, ...]:
    found: list[DeletionObstacle] = []
    for what, sql in _WAITING.items():
        rows = await connection.execute_fetchall(sql, {"me": user_id})
        found += [DeletionObstacle(what, *row) for row in rows]
    return tuple(found)


async def _is_known(connection: aiosqlite.Connection, user_id: int) -> bool:
    """Whether anything is kept of a person."""
    asked = [
        f"SELECT 1 FROM {table} AS this WHERE {own(here, name, one)}"
        for table, here, name, one in columns_of(Id)
    ]
    asked += [
        f"SELECT 1 FROM {table} AS this WHERE {means(name, one, MY_KEY)}"
        for table, _, name, one in columns_of(Key)
    ]
    for sql in asked:
        if list(await connection.execute_fetchall(f"{sql} LIMIT 1", {"me": user_id})):
            return True
    for table, _, name, one in columns_of(Within):
        sql = f"SELECT this.{name} FROM {table} AS this WHERE {may_hold(name, MY_KEY)}"
        rows = await connection.execute_fetchall(sql, {"me": user_id})
        if any(is_within(one.walk, str(user_id), row[0]) for row in rows):
            return True
    return False


async def _people(connection: aiosqlite.Connection, guild_id: int | None) -> frozenset[int]:
    """Everybody of whom there is a row, but for what is kept of people alone: of a server, or of any."""
    found: set[int] = set()
    for table, personal, name, one in columns_of(Id):
        if table not in _OF_PEOPLE_ALONE and not personal.within:
            found |= await _whose(connection, table, personal, name, only(one.where), guild_id)
    for table, personal, name, one in columns_of(Key):
        if not one.last:
            meant = both(only(one.where), f"this.{name} GLOB '[1-9]*'", f"this.{name} NOT GLOB '*[^0-9]*'")
            found |= await _whose(connection, table, personal, name, meant, guild_id)
    return frozenset(found)


async def _whose(
    connection: aiosqlite.Connection,
    table: str,
    personal: Personal,
    name: str,
    condition: str,
    guild_id: int | None,
) -> set[int]:
    if guild_id is not None and not personal.server:
        return set()
    wanted = both(condition, "" if guild_id is None else personal.server, f"this.{name} IS NOT NULL")
    rows = await connection.execute_fetchall(
        f"SELECT DISTINCT CAST(this.{name} AS INTEGER) FROM {table} AS this WHERE {wanted}",
        {"guild": guild_id},
    )
    return {row[0] for row in rows}
