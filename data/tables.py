"""Tables, their logs and what came of them (``bot.tables.ports.TableStore``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import aiosqlite

from bot.engine.game import DealResult, GameEnded
from bot.tables.model import UNFINISHED, Seat, TableFacts
from bot.tables.ports import LogEntry, Step
from data.errors import NotStored
from data.reader import Reader
from data.rows import of_deal, of_entry, of_facts, of_seat, to_entry, to_facts, to_seat
from data.writer import Writer

_CREATE = """
INSERT INTO tables (guild_id, channel_id, host_id, preset, options, players, pace, title, robots, secret,
    press_ids, gone, state, first_dealer, seq, turn, deadline, created_at, started_at, ended_at, notice,
    turn_at, nudged, rematch_of)
VALUES (:guild_id, :channel_id, :host_id, :preset, :options, :players, :pace, :title, :robots, :secret,
    :press_ids, :gone, :state, :first_dealer, :seq, :turn, :deadline, :created_at, :started_at, :ended_at,
    :notice, :turn_at, :nudged, :rematch_of)
"""

# A step is refused when the table has moved since it was made: its log must be as long as the step believes.
_UPDATE = """
UPDATE tables SET guild_id = :guild_id, channel_id = :channel_id, host_id = :host_id, preset = :preset,
    options = :options, players = :players, pace = :pace, title = :title, robots = :robots, secret = :secret,
    press_ids = :press_ids, gone = :gone, state = :state, first_dealer = :first_dealer, seq = :seq,
    turn = :turn, deadline = :deadline, created_at = :created_at, started_at = :started_at,
    ended_at = :ended_at, notice = :notice, turn_at = :turn_at, nudged = :nudged, rematch_of = :rematch_of
WHERE id = :id AND seq = :seq - :inputs
"""

# Most steps change no seat; rows that stay as they are must not cost a page to write.
_SEAT = """
INSERT INTO seats (table_id, seat, name, user_id, robot, absent, missed, ready, press_id, queued,
    plays_forced)
VALUES (:table_id, :seat, :name, :user_id, :robot, :absent, :missed, :ready, :press_id, :queued,
    :plays_forced)
ON CONFLICT (table_id, seat) DO UPDATE SET name = excluded.name, user_id = excluded.user_id,
    robot = excluded.robot, absent = excluded.absent, missed = excluded.missed, ready = excluded.ready,
    press_id = excluded.press_id, queued = excluded.queued, plays_forced = excluded.plays_forced
WHERE (name, user_id, robot, absent, missed, ready, press_id, queued, plays_forced)
    IS NOT (excluded.name, excluded.user_id, excluded.robot, excluded.absent, excluded.missed, excluded.ready,
        excluded.press_id, excluded.queued, excluded.plays_forced)
"""

_ENTRY = "INSERT INTO log (table_id, seq, line, at, user_id) VALUES (:table_id, :seq, :line, :at, :user_id)"

_DEAL = """
INSERT INTO deals (table_id, attempt, deal, dealer, contract, trump, thrown_in, seq, ended_at)
VALUES (:table_id, :attempt, :deal, :dealer, :contract, :trump, :thrown_in, :seq, :ended_at)
"""

_POINTS = "INSERT INTO points (table_id, attempt, seat, points, tricks) VALUES (?, ?, ?, ?, ?)"

_RESULT = "INSERT INTO results (table_id, seat, user_id, name, points, place) VALUES (?, ?, ?, ?, ?, ?)"

_SELECT = """
SELECT tables.*, seats.seat, seats.name, seats.user_id, seats.robot, seats.absent, seats.missed, seats.ready,
    seats.press_id, seats.queued, seats.plays_forced
FROM tables LEFT JOIN seats ON seats.table_id = tables.id
WHERE {condition} ORDER BY tables.id, seats.seat
"""
_ONE = _SELECT.format(condition="tables.id = :id")
_IS_UNFINISHED = f"tables.state IN ({', '.join(repr(state.value) for state in UNFINISHED)})"
_UNFINISHED = _SELECT.format(condition=_IS_UNFINISHED)
_REMATCH = _SELECT.format(condition=f"tables.rematch_of = :id AND {_IS_UNFINISHED}")


class StoredTables:
    """A TableStore in SQLite."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def create(self, facts: TableFacts) -> TableFacts:
        """Store a new table; returns it with its id, which is never used again. Raises StoreError, also where
        an unfinished table goes on from the same one."""

        async def job(connection: aiosqlite.Connection) -> TableFacts:
            async with connection.execute(_CREATE, of_facts(facts)) as cursor:
                assert cursor.lastrowid is not None
                created = replace(facts, id=cursor.lastrowid)
            await _keep_seats(connection, created.id, created.seats)
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
        if step.deals and not step.entries:
            raise NotStored("out-of-step", f"A step of table {facts.id} ends a deal without an input.")

        async def job(connection: aiosqlite.Connection) -> None:
            await _move(connection, facts, len(step.entries))
            await _keep_seats(connection, facts.id, facts.seats)
            if step.entries:
                await connection.executemany(_ENTRY, [of_entry(facts.id, entry) for entry in step.entries])
            if step.deals:
                await _keep_deals(connection, facts.id, step.deals, step.entries[-1])
            if step.result is not None:
                await _keep_result(connection, facts, step.result)

        await self._writer.run(job)

    async def load(self, table_id: int) -> TableFacts | None:
        """The facts of a table, whatever its state."""
        return next(iter(await self._select(_ONE, table_id)), None)

    async def rematch(self, table_id: int) -> TableFacts | None:
        """The unfinished table that goes on from this one, if there is one."""
        return next(iter(await self._select(_REMATCH, table_id)), None)

    async def unfinished(self) -> Sequence[TableFacts]:
        """The tables in lobby, playing or adjourned, oldest first."""
        return await self._select(_UNFINISHED)

    async def log(self, table_id: int) -> Sequence[LogEntry]:
        """A table's inputs in order."""
        rows = await self._reader.rows(
            "SELECT seq, line, at, user_id FROM log WHERE table_id = :id ORDER BY seq", {"id": table_id}
        )
        return [to_entry(row) for row in rows]

    async def _select(self, sql: str, table_id: int | None = None) -> list[TableFacts]:
        rows = await self._reader.rows(sql, {"id": table_id})
        tables: list[TableFacts] = []
        for _, group in groupby(rows, key=lambda row: row["id"]):
            seats = list(group)
            tables.append(to_facts(seats[0], [to_seat(row) for row in seats if row["seat"] is not None]))
        return tables


async def _move(connection: aiosqlite.Connection, facts: TableFacts, inputs: int) -> None:
    async with connection.execute(_UPDATE, {**of_facts(facts), "inputs": inputs}) as cursor:
        if cursor.rowcount != 1:
            raise NotStored(
                "out-of-step", f"Table {facts.id} is not there, or has moved since: nothing was stored."
            )


async def _keep_seats(connection: aiosqlite.Connection, table_id: int, seats: Sequence[Seat]) -> None:
    rows = [of_seat(table_id, number, seat) for number, seat in enumerate(seats)]
    await connection.executemany(_SEAT, rows)
    await connection.execute("DELETE FROM seats WHERE table_id = ? AND seat >= ?", (table_id, len(seats)))


async def _keep_deals(
    connection: aiosqlite.Connection, table_id: int, deals: Sequence[DealResult], last: LogEntry
) -> None:
    async with connection.execute("SELECT count(*) FROM deals WHERE table_id = ?", (table_id,)) as cursor:
        row = await cursor.fetchone()
    assert row is not None
    for attempt, deal in enumerate(deals, start=row[0]):
        await connection.execute(_DEAL, of_deal(table_id, attempt, deal, last))
        if deal.points is not None:
            made = zip(deal.points, deal.tricks, strict=True)
            rows = [(table_id, attempt, seat, points, tricks) for seat, (points, tricks) in enumerate(made)]
            await connection.executemany(_POINTS, rows)


async def _keep_result(connection: aiosqlite.Connection, facts: TableFacts, result: GameEnded) -> None:
    ended = zip(facts.seats, result.points, result.places, strict=True)
    rows = [
        (facts.id, number, seat.user_id, seat.name, points, place)
        for number, (seat, points, place) in enumerate(ended)
    ]
    await connection.executemany(_RESULT, rows)
