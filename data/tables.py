"""Tables, their logs and what came of them (``bot.tables.ports.TableStore``)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import groupby

import aiosqlite

from bot.engine.options import Rules
from bot.tables.model import UNFINISHED, Notice, Seat, State, TableFacts, place_order
from bot.tables.ports import LONGEST_GAME, LogEntry, Sitting, StoredTable, TableStep
from bot.tables.sealed import Sealed
from data.connections import ChangeNotifier, DatabaseReader, Parameters, Writer, in_thread
from data.consequences import IN_ORDER, Happened, sittings_of, write_consequences
from data.errors import NotStored
from data.leagues.games import keep_gains
from data.leagues.standings import CalculatedSeasons, SeasonAtVersion
from data.schema import LOG, SEATS, SITTINGS, TABLES, WISHES
from data.statistics.counting import count
from data.statistics.rating_steps import rate_table

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
_KEPT_FROM = """
SELECT other.value AS other
FROM evenings, json_each(evenings.settings, '$.apart') AS pair,
    json_each(pair.value) AS mine, json_each(pair.value) AS other
WHERE evenings.id = :evening AND evenings.together = 0 AND mine.value = :user AND other.value <> :user
"""
_REMATCH = f"SELECT id FROM tables WHERE rematch_of = :id AND {_IS_UNFINISHED}"
_LENGTHS = f"""
SELECT ended_at - started_at AS seconds FROM tables
WHERE guild_id = :guild_id AND preset = :preset AND players = :players AND options = :options
AND state = '{State.FINISHED.value}' AND notice <> '{Notice.CUT_SHORT.value}' AND time_up = 0
AND ended_at - started_at BETWEEN 0 AND :longest
AND (SELECT count(*) = tables.players AND count(sittings.user_id) = tables.players
    FROM sittings WHERE sittings.table_id = tables.id)
ORDER BY id DESC LIMIT :limit
"""
_IS_PUBLIC = (
    f"tables.state IN ('{State.FINISHED.value}', '{State.CLOSED.value}')"
    " AND tables.started_at IS NOT NULL AND tables.veiled = 0"
)
_PLAYED_BY = _SELECT.format(
    condition=f"""tables.id IN (
    SELECT DISTINCT tables.id FROM sittings JOIN tables ON tables.id = sittings.table_id
    WHERE sittings.user_id = :user_id AND (:guild_id IS NULL OR tables.guild_id = :guild_id) AND {_IS_PUBLIC}
    ORDER BY tables.id DESC LIMIT :limit)"""
)
_PLAYED_IN = _SELECT.format(
    condition=f"""tables.id IN (
    SELECT id FROM tables WHERE guild_id = :guild_id AND {_IS_PUBLIC} ORDER BY id DESC LIMIT :limit)"""
)
_FORGET_WISHES = "DELETE FROM wishes WHERE table_id = ? AND user_id NOT IN (SELECT value FROM json_each(?))"


class StoredTables:
    """A TableStore in SQLite."""

    def __init__(
        self,
        writer: Writer,
        reader: DatabaseReader,
        calculated: CalculatedSeasons,
        games_changed: ChangeNotifier,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._calculated = calculated
        self._games_changed = games_changed

    async def create(self, facts: TableFacts, sealed: Sealed) -> TableFacts:
        """Store a new table; returns it with its id, which is never used again. Raises StoreError, also where
        an unfinished table goes on from the same one or a table has the same place, and with
        ``season-closed`` where its season is not open, ``already-opened`` where its interaction has opened
        one."""

        async def job(connection: aiosqlite.Connection) -> TableFacts:
            await _require_not_opened(connection, facts)
            await _require_open_season(connection, facts)
            made = TABLES.unkeyed(TABLES.row(facts, sealed.secret))
            async with connection.execute(TABLES.insert_unkeyed, made) as cursor:
                assert cursor.lastrowid is not None
                created = replace(facts, id=cursor.lastrowid)

            def kept(connection: sqlite3.Connection) -> None:
                _keep_seats(connection, created.id, created.seats, ())
                _keep_wishes(connection, created.id, sealed)

            await in_thread(connection, kept)
            return created

        return await self._writer.run(job)

    async def write(self, step: TableStep) -> None:
        """Store a step, all of it or nothing. Raises StoreError, also when the table is not where the step
        starts: ``step.facts.seq`` less the step's inputs must be the stored ``seq``, and the inputs be
        numbered from there."""
        _require_in_step(step)
        facts = step.facts
        ends = bool(step.deals) or step.result is not None
        if not ends and facts.ended_at is None and not _is_unveiled(facts):
            await self._writer.quick(partial(_move, step=step))  # a card, as most are
            return

        async def job(connection: aiosqlite.Connection) -> tuple[bool, SeasonAtVersion | None]:
            season = None if season_id is None else await self._calculated.within(connection, season_id)
            await in_thread(connection, partial(_move, step=step))
            if ends:
                sat = await sittings_of(connection, facts.id)
                await write_consequences(connection, Happened(facts, step.deals, step.result, sat))
            if ends or _is_unveiled(facts):
                await count(connection, facts)
            after = None if season is None else await keep_gains(connection, facts, season)
            return await rate_table(connection, facts), after

        season_id = facts.season_id if step.result is not None else None
        is_rated, after = await self._writer.run(job)
        if after is not None:
            self._calculated.keep(after)
        if season_id is not None or not is_rated:
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

    async def kept_from(self, place: str, user_id: int) -> Collection[int]:
        """With whom a person is not to sit at the table of that place."""
        asked = {"evening": int(place.partition(".")[0]), "user": user_id}
        return [row["other"] for row in await self._reader.rows(_KEPT_FROM, asked)]

    async def unfinished(self) -> Sequence[StoredTable]:
        """The tables in lobby, playing or adjourned, oldest first."""
        return await self._select(_UNFINISHED, {})

    async def log(self, table_id: int) -> Sequence[LogEntry]:
        """A table's inputs in order."""
        return await self._reader.values(LOG, "WHERE table_id = :id ORDER BY seq", {"id": table_id})

    async def lengths(self, guild_id: int, rules: Rules, limit: int) -> Sequence[float]:
        """How many seconds the last games took, the latest first, as the port says."""
        rows = await self._reader.rows(
            _LENGTHS,
            {
                "guild_id": guild_id,
                "preset": rules.preset.name,
                "players": rules.players,
                "options": json.dumps(rules.changed, ensure_ascii=False),
                "longest": LONGEST_GAME,
                "limit": limit,
            },
        )
        return [row["seconds"] for row in rows]

    async def played_by(self, user_id: int, guild_id: int | None, limit: int) -> Sequence[TableFacts]:
        """The last games that are over in which a person had a seat, the latest first, as the port says."""
        values = {"user_id": user_id, "guild_id": guild_id, "limit": limit}
        return [one.facts for one in reversed(await self._select(_PLAYED_BY, values))]

    async def played_in(self, guild_id: int, limit: int) -> Sequence[TableFacts]:
        """The same of a server, whoever played."""
        values = {"guild_id": guild_id, "limit": limit}
        return [one.facts for one in reversed(await self._select(_PLAYED_IN, values))]

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


def _require_in_step(step: TableStep) -> None:
    """Raises NotStored where the inputs are not numbered up to the table's."""
    facts = step.facts
    start = facts.seq - len(step.entries)
    if [entry.seq for entry in step.entries] != list(range(start, facts.seq)):
        raise NotStored("out-of-step", f"A step of table {facts.id} numbers its inputs wrongly.")
    if any(not start <= deal.seq < facts.seq for deal in step.deals):
        raise NotStored("out-of-step", f"A step of table {facts.id} ends a deal without an input.")


def _is_unveiled(facts: TableFacts) -> bool:
    return facts.duplicate and not facts.veiled


def _move(connection: sqlite3.Connection, step: TableStep) -> None:
    """Store the table, who sits there, what they wish and the inputs; of what is stored by now that alone
    which has changed."""
    _move_table(connection, step)
    facts, wishes, before = step.facts, step.sealed.wishes, step.before
    if before is None or before.facts.seats != facts.seats:
        _keep_seats(connection, facts.id, facts.seats, None if before is None else before.facts.seats)
    _begin(connection, facts.id, step.sittings)
    if before is None or before.sealed.wishes != wishes:
        _keep_wishes(connection, facts.id, step.sealed)
    for entry in step.entries:
        connection.execute(LOG.insert, LOG.row(entry, facts.id))


_END = "UPDATE sittings SET to_seq = ? WHERE table_id = ? AND seat = ? AND to_seq IS NULL"
_COUNT = "SELECT count(*) FROM sittings WHERE table_id = ? AND seat = ?"


def _begin(connection: sqlite3.Connection, table_id: int, sittings: Sequence[Sitting]) -> None:
    """Store sittings that begin; each ends the one its seat had before."""
    for one in sittings:
        connection.execute(_END, (one.from_seq, table_id, one.seat))
        (number,) = connection.execute(_COUNT, (table_id, one.seat)).fetchone()
        connection.execute(SITTINGS.insert, SITTINGS.row(one, table_id, number))


def _move_table(connection: sqlite3.Connection, step: TableStep) -> None:
    facts, before = step.facts, step.before
    start = facts.seq - len(step.entries)
    if before is None:
        row = TABLES.row(facts, step.sealed.secret)
        found = connection.execute(_MOVE, [*TABLES.keyed_last(row), start])
    else:
        names, cells = TABLES.change(before.facts, facts, "deadline")
        found = connection.execute(_moving(names), [*cells, facts.id, start])
    if found.rowcount != 1:
        raise NotStored(
            "out-of-step", f"Table {facts.id} is not there, or has moved since: nothing was stored."
        )


@cache
def _moving(names: tuple[str, ...]) -> str:
    """As ``_MOVE``, for these columns."""
    return f"UPDATE tables SET {', '.join(f'{name} = ?' for name in names)} WHERE id = ? AND seq = ?"


async def _require_not_opened(connection: aiosqlite.Connection, facts: TableFacts) -> None:
    if facts.interaction_id is None:
        return
    condition = "SELECT id FROM tables WHERE interaction_id = ?"
    if found := [*await connection.execute_fetchall(condition, (facts.interaction_id,))]:
        raise NotStored("already-opened", f"Table {found[0][0]} was opened by this interaction already.")


async def _require_open_season(connection: aiosqlite.Connection, facts: TableFacts) -> None:
    if facts.season_id is None:
        return
    condition = "SELECT 1 FROM seasons WHERE id = ? AND closed IS NULL"
    if not [*await connection.execute_fetchall(condition, (facts.season_id,))]:
        raise NotStored("season-closed", f"Season {facts.season_id} is not open: no table was opened in it.")


def _keep_seats(
    connection: sqlite3.Connection, table_id: int, seats: Sequence[Seat], before: Sequence[Seat] | None
) -> None:
    """Store the seats that are others than ``before``; None where that is not known."""
    # An upsert leaves a row alone that stays as it is.
    rows = [
        SEATS.row(seat, table_id, number)
        for number, seat in enumerate(seats)
        if before is None or number >= len(before) or before[number] != seat
    ]
    connection.executemany(SEATS.upsert, rows)
    if before is None or len(before) > len(seats):
        connection.execute("DELETE FROM seats WHERE table_id = ? AND seat >= ?", (table_id, len(seats)))


def _keep_wishes(connection: sqlite3.Connection, table_id: int, sealed: Sealed) -> None:
    rows = [WISHES.row(wishes, table_id, user_id) for user_id, wishes in sealed.wishes.items()]
    connection.executemany(WISHES.upsert, rows)
    connection.execute(_FORGET_WISHES, (table_id, json.dumps(list(sealed.wishes))))
