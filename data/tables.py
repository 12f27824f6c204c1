"""Tables, their logs and what came of them (``bot.tables.ports.TableStore``)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import aiosqlite

from bot.tables.model import UNFINISHED, Seat, State, TableFacts, place_order
from bot.tables.ports import LONGEST_GAME, LogEntry, Step, StoredTable
from bot.tables.sealed import Sealed
from bot.tables.sittings import Sitting
from data.consequences import write_consequences
from data.consequences.consequence import Happened
from data.errors import NotStored
from data.leagues.bell import Bell
from data.leagues.ended import settle_table
from data.reader import Parameters, Reader
from data.schema import LOG, SEATS, SITTINGS, TABLES, WISHES
from data.sittings import IN_ORDER, begin, sittings_of
from data.writer import Writer

# A step is refused when the table has moved since it was made: its log must be as long as the step believes.
_MOVE = f"{TABLES.update} AND seq = ?"

_SELECT = f"""
SELECT {TABLES.names}, {SEATS.names}, {WISHES.names} FROM tables LEFT JOIN seats ON seats.table_id = tables.id
LEFT JOIN wishes ON wishes.table_id = tables.id AND wishes.user_id = seats.user_id
WHERE {{condition}} ORDER BY tables.id, seats.seat
"""
_SEAT = len(TABLES.columns)
_WISHES = _SEAT + len(SEATS.columns)
_ONE = _SELECT.format(condition="tables.id = :id")
_AFTER_DOT = chr(ord(".") + 1)
_IS_UNFINISHED = f"tables.state IN ({', '.join(repr(state.value) for state in UNFINISHED)})"
_UNFINISHED = _SELECT.format(condition=_IS_UNFINISHED)
_AT_PLACE = "SELECT id FROM tables WHERE place = :place"
_OF_EVENING = _SELECT.format(condition="tables.place >= :first AND tables.place < :end")
_KNOWS_CARDS = """
SELECT 1 FROM tables AS other JOIN sittings ON sittings.table_id = other.id AND sittings.user_id = :user
WHERE other.duplicate = 1 AND other.id <> :id AND other.secret = (SELECT secret FROM tables WHERE id = :id)
"""
_REMATCH = f"SELECT id FROM tables WHERE rematch_of = :id AND {_IS_UNFINISHED}"
_LENGTHS = f"""
SELECT ended_at - started_at AS seconds FROM tables
WHERE guild_id = :guild_id AND preset = :preset AND players = :players AND state = '{State.FINISHED.value}'
AND ended_at - started_at BETWEEN 0 AND :longest
AND EXISTS (SELECT 1 FROM results WHERE table_id = tables.id AND user_id IS NOT NULL)
ORDER BY id DESC LIMIT :limit
"""
_FORGET_WISHES = "DELETE FROM wishes WHERE table_id = ? AND user_id NOT IN (SELECT value FROM json_each(?))"


class StoredTables:
    """A TableStore in SQLite."""

    def __init__(self, writer: Writer, reader: Reader, games_changed: Bell) -> None:
        self._writer = writer
        self._reader = reader
        self._games_changed = games_changed

    async def create(self, facts: TableFacts, sealed: Sealed) -> TableFacts:
        """Store a new table; returns it with its id, which is never used again. Raises StoreError, also where
        an unfinished table goes on from the same one or a table has the same place, and with
        ``season-closed`` where its season is not open."""

        async def job(connection: aiosqlite.Connection) -> TableFacts:
            await _require_open_season(connection, facts)
            made = TABLES.unkeyed(TABLES.row(facts, sealed.secret))
            async with connection.execute(TABLES.insert_unkeyed, made) as cursor:
                assert cursor.lastrowid is not None
                created = replace(facts, id=cursor.lastrowid)
            await _keep_seats(connection, created.id, created.seats)
            await _keep_wishes(connection, created.id, sealed)
            return created

        return await self._writer.run(job)

    async def write(self, step: Step) -> None:
        """Store a step, all of it or nothing. Raises StoreError, also when the table is not where the step
        starts: ``step.facts.seq`` less the step's inputs must be the stored ``seq``, and the inputs be
        numbered from there."""
        facts = step.facts
        start = facts.seq - len(step.entries)
        if [entry.seq for entry in step.entries] != list(range(start, facts.seq)):
            raise NotStored("out-of-step", f"A step of table {facts.id} numbers its inputs wrongly.")
        if any(not start <= deal.seq < facts.seq for deal in step.deals):
            raise NotStored("out-of-step", f"A step of table {facts.id} ends a deal without an input.")
        is_game_of_league = step.result is not None and facts.season_id is not None

        async def job(connection: aiosqlite.Connection) -> None:
            await _move(connection, step)
            await _keep_seats(connection, facts.id, facts.seats)
            await begin(connection, facts.id, step.sittings)
            await _keep_wishes(connection, facts.id, step.sealed)
            if step.entries:
                await connection.executemany(LOG.insert, [LOG.row(entry, facts.id) for entry in step.entries])
            if step.deals or step.result is not None:
                sat = await sittings_of(connection, facts.id)
                await write_consequences(connection, Happened(facts, step.deals, step.result, sat))
            if is_game_of_league:
                await settle_table(connection, facts)

        await self._writer.run(job)
        if is_game_of_league:
            self._games_changed.ring()

    async def load(self, table_id: int) -> StoredTable | None:
        """A table, whatever its state."""
        return next(iter(await self._select(_ONE, {"id": table_id})), None)

    async def rematch(self, table_id: int) -> int | None:
        """The id of the unfinished table that goes on from this one, if there is one."""
        row = await self._reader.row(_REMATCH, {"id": table_id})
        return None if row is None else row["id"]

    async def at_place(self, place: str) -> int | None:
        """The id of the table of that place, whatever its state, if there is one."""
        row = await self._reader.row(_AT_PLACE, {"place": place})
        return None if row is None else row["id"]

    async def of_evening(self, evening: int) -> Sequence[TableFacts]:
        """The tables whose places are in that evening, in their order, whatever their state."""
        bounds = {"first": f"{evening}.", "end": f"{evening}{_AFTER_DOT}"}
        return sorted([one.facts for one in await self._select(_OF_EVENING, bounds)], key=place_order)

    async def knows_cards(self, table_id: int, user_id: int) -> bool:
        """Whether a person has had a seat in the play of another table of the same secret."""
        return await self._reader.row(_KNOWS_CARDS, {"id": table_id, "user": user_id}) is not None

    async def unfinished(self) -> Sequence[StoredTable]:
        """The tables in lobby, playing or adjourned, oldest first."""
        return await self._select(_UNFINISHED, {})

    async def log(self, table_id: int) -> Sequence[LogEntry]:
        """A table's inputs in order."""
        return await self._reader.values(LOG, "WHERE table_id = :id ORDER BY seq", {"id": table_id})

    async def lengths(self, guild_id: int, preset: str, players: int, limit: int) -> Sequence[float]:
        """How many seconds the last games took, the latest first, as the port says."""
        rows = await self._reader.rows(
            _LENGTHS,
            {
                "guild_id": guild_id,
                "preset": preset,
                "players": players,
                "longest": LONGEST_GAME,
                "limit": limit,
            },
        )
        return [row["seconds"] for row in rows]

    async def sittings(self, table_id: int) -> Sequence[Sitting]:
        """Who sat where at a table, by seat, each seat's in order."""
        return await self._reader.values(SITTINGS, IN_ORDER, {"id": table_id})

    async def _select(self, sql: str, values: Parameters) -> list[StoredTable]:
        rows = await self._reader.rows(sql, values)
        return [_table(list(group)) for _, group in groupby(rows, key=lambda row: row["id"])]


def _table(rows: Sequence[sqlite3.Row]) -> StoredTable:
    """A table of its rows, each of which has a seat and the wishes of who sits there; one without if it has
    no seats."""
    seats = tuple(SEATS.value(row[_SEAT:_WISHES]) for row in rows if row[_SEAT] is not None)
    wishes = {row[_WISHES + 1]: WISHES.value(row[_WISHES:]) for row in rows if row[_WISHES] is not None}
    sealed = Sealed(rows[0]["secret"], wishes)
    return StoredTable(TABLES.value(rows[0][:_SEAT], seats=seats, commitment=sealed.commitment), sealed)


async def _move(connection: aiosqlite.Connection, step: Step) -> None:
    facts = step.facts
    row = TABLES.row(facts, step.sealed.secret)
    cells = [*TABLES.keyed_last(row), facts.seq - len(step.entries)]
    async with connection.execute(_MOVE, cells) as cursor:
        if cursor.rowcount != 1:
            raise NotStored(
                "out-of-step", f"Table {facts.id} is not there, or has moved since: nothing was stored."
            )


async def _require_open_season(connection: aiosqlite.Connection, facts: TableFacts) -> None:
    if facts.season_id is None:
        return
    condition = "SELECT 1 FROM seasons WHERE id = ? AND closed IS NULL"
    if not [*await connection.execute_fetchall(condition, (facts.season_id,))]:
        raise NotStored("season-closed", f"Season {facts.season_id} is not open: no table was opened in it.")


async def _keep_seats(connection: aiosqlite.Connection, table_id: int, seats: Sequence[Seat]) -> None:
    # Most steps change no seat; an upsert leaves those alone.
    rows = [SEATS.row(seat, table_id, number) for number, seat in enumerate(seats)]
    await connection.executemany(SEATS.upsert, rows)
    await connection.execute("DELETE FROM seats WHERE table_id = ? AND seat >= ?", (table_id, len(seats)))


async def _keep_wishes(connection: aiosqlite.Connection, table_id: int, sealed: Sealed) -> None:
    rows = [WISHES.row(wishes, table_id, user_id) for user_id, wishes in sealed.wishes.items()]
    await connection.executemany(WISHES.upsert, rows)
    await connection.execute(_FORGET_WISHES, (table_id, json.dumps(list(sealed.wishes))))
