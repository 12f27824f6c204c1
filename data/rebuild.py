"""Makes all consequences again, from logs and sittings, and tells where what was stored is another.

All of it is one transaction, in the hands of the store's own writer: when the program ends before that has
ended, however it does, everything is as it was.

After a migration what follows from the tables of before is made again too, and counted: at the first start,
before anything moves, some tables a transaction; a process that ends meanwhile goes on at the next one.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import aiosqlite

from bot.engine.game import GameEnded
from bot.tables.model import TableFacts
from bot.tables.ports import EndedDeal, LogEntry, at_the_end
from data.backup import dated_backup
from data.consequences import CONSEQUENCES, MEASURED, POINTS, Consequence, Happened, sittings_of, write_again
from data.errors import NotRead, NotStored
from data.relation import Relation
from data.statistics.counting import BEHIND, COUNTED, OF_STATISTICS, count, is_behind
from data.statistics.rating_steps import OF_SERVERS, pools, rated_again
from data.store import Store

Retell = Callable[[TableFacts, Sequence[LogEntry]], tuple[tuple[EndedDeal, ...], GameEnded | None]]
"""All that a table's log brought about: the deals that ended, and the game if it did. Raises Unplayable."""

Progress = Callable[[int, int], None]
"""Called with how many tables are done, and how many there are."""

Key = tuple[Any, ...]
"""The name of an SQL table and the key of a row there."""

Rows = Mapping[Key, tuple[Any, ...]]

_HAVING_ROWS: Final = " ".join(
    f"OR id IN (SELECT table_id FROM {relation.table})" for one in CONSEQUENCES for relation in one.owns
)
# In the order in which games ended, for what follows from several of them; then those that have not. A table
# that has not begun is among them only if there are rows of it, which is wrong.
_TABLES: Final = f"""
SELECT id FROM tables WHERE started_at IS NOT NULL {_HAVING_ROWS} ORDER BY ended_at IS NULL, ended_at, id
"""


STATISTICS_AS: Final = "statistics"
"""What is said of what was counted of all tables together."""

RATINGS_AS: Final = "ratings"
"""What is said of how strong the people of servers are."""

REMADE: Final[tuple[Relation[Any], ...]] = (
    *(relation for one in CONSEQUENCES for relation in one.owns),
    *OF_SERVERS,
)
"""Where all is kept that is made again."""

_SINCE_COUNTED: Final = (POINTS.table, MEASURED.table)
"""Of which an older program has kept less, or nothing."""


class Unplayable(Exception):
    """A log that no longer gives a game. The message names entries, never cards."""


@dataclass(frozen=True, slots=True)
class RebuildComparison:
    """How what was stored of a consequence compares with what was made again: how many ``rows`` there are
    now, how many ``differed``, with those that were missing and those that should not have been, and whose
    these are: the ids of tables, or of what else is ``owner``."""

    name: str
    rows: int
    differed: int
    owners: tuple[int, ...]
    owner: str = "table"


@dataclass(frozen=True, slots=True)
class MadeAgain:
    """What was found. ``tables`` were replayed, of so many ``entries`` and ``deals``; ``broken`` are those
    that cannot be, with the reason: what is stored of them was left alone."""

    tables: int
    entries: int
    deals: int
    broken: Mapping[int, str]
    compared: tuple[RebuildComparison, ...]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild ``found``. What was there before is in ``backup``."""

    found: MadeAgain
    backup: Path

    @property
    def is_equal(self) -> bool:
        """Whether everything was found as it has to be."""
        return not self.found.broken and not any(one.differed for one in self.found.compared)


async def rebuild(path: Path, retell: Retell, progress: Progress) -> Rebuilt:
    """Make all consequences of a database again, after a copy of it went into the folder ``backups`` beside
    it. Raises StoreError where there is no database, a bot is running on it, no copy could be made, or the
    disk fails; then, and where the caller is cancelled, nothing was changed."""
    _require_database(path)
    store = await Store.open(path, cell=None)
    try:
        version = (await store.health()).version
        copy = await asyncio.to_thread(dated_backup, path, path.parent / "backups", version)
        return Rebuilt(await make_again(store, retell, progress), copy)
    finally:
        await store.close()


def _require_database(path: Path) -> None:
    """What is opened is made where it is missing; a rebuild makes nothing. Raises NotRead."""
    if not path.is_file():
        raise NotRead("no-database", f"There is no database {path}.")


async def make_again(
    store: Store, retell: Retell, progress: Progress, *, unknown: Collection[str] = ()
) -> MadeAgain:
    """Make all consequences in an open database again. ``unknown`` are the SQL tables of which nothing was
    kept before, so that nothing can differ there. Raises StoreError; then, and where the caller is cancelled,
    nothing was changed."""
    work = _Work(store, retell, progress, unknown)
    try:
        return await work.done()
    finally:
        work.is_stopped = True


class _Work:
    """One rebuild. The writer goes on with a job whose waiter was cancelled, so it has to be told to stop."""

    def __init__(self, store: Store, retell: Retell, progress: Progress, unknown: Collection[str]) -> None:
        self._store = store
        self._retell = retell
        self._progress = progress
        self._unknown = unknown
        self._entries = 0
        self._deals = 0
        self._rows: Counter[str] = Counter()
        self._differed = {one.name: Counter[int]() for one in CONSEQUENCES}
        self._servers_differed: Counter[int] = Counter()
        self._statistics_differed = 0
        self._late: set[int] = set()
        """The tables that are still to be caught up with (data/rebuild.py)."""
        self._broken: dict[int, str] = {}
        self.is_stopped = False

    async def done(self) -> MadeAgain:
        """Do it."""
        tables = await self._store.writer.run(self._job)
        of_tables = [self._compared(name, found) for name, found in self._differed.items()]
        of_statistics = RebuildComparison(
            STATISTICS_AS, self._rows[STATISTICS_AS], self._statistics_differed, ()
        )
        of_servers = self._compared(RATINGS_AS, self._servers_differed, "server")
        compared = (*of_tables, of_statistics, of_servers)
        return MadeAgain(tables - len(self._broken), self._entries, self._deals, self._broken, compared)

    def _compared(self, name: str, differed: Counter[int], owner: str = "table") -> RebuildComparison:
        return RebuildComparison(name, self._rows[name], differed.total(), tuple(sorted(differed)), owner)

    async def _job(self, connection: aiosqlite.Connection) -> int:
        tables = [row[0] for row in await connection.execute_fetchall(_TABLES)]
        for done, table_id in enumerate(tables):
            self._progress(done, len(tables))
            if self.is_stopped:
                raise NotStored("stopped", "Making again was stopped: nothing was changed.")
            await self._table(connection, table_id)
        await self._statistics(connection, tables)
        for pool in await pools(connection):
            before, now = await rated_again(connection, pool)
            self._compare(RATINGS_AS, self._servers_differed, pool.guild_id, before, now)
        self._progress(len(tables), len(tables))
        return len(tables)

    async def _statistics(self, connection: aiosqlite.Connection, tables: Sequence[int]) -> None:
        """All sums, of the rows that the tables have by now. A late table that cannot be replayed has none
        of them, and is in no sum."""
        for table_id in sorted(self._late):
            await count(connection, await self._facts(table_id))
        before = await _stored_statistics(connection)
        for relation in OF_STATISTICS:
            await connection.execute(f"DELETE FROM {relation.table}")
        for table_id in tables:
            if (COUNTED.table, table_id) in before:
                with suppress(Unplayable):  # its facts cannot be read: it is among the broken ones
                    await count(connection, await self._facts(table_id))
        now = await _stored_statistics(connection)
        self._rows[STATISTICS_AS] = len(now)
        self._statistics_differed = sum(self._differs(key, before, now) for key in {*before, *now})

    async def _table(self, connection: aiosqlite.Connection, table_id: int) -> None:
        try:
            happened = await self._replayed(connection, table_id)
        except Unplayable as broken:
            self._broken[table_id] = str(broken)
            return
        before = [await _stored(connection, one, table_id) for one in CONSEQUENCES]
        is_late = await is_behind(connection, table_id)
        if is_late:
            self._late.add(table_id)
        await write_again(connection, happened)
        for one, earlier in zip(CONSEQUENCES, before, strict=True):
            now = await _stored(connection, one, table_id)
            apart = _SINCE_COUNTED if is_late else ()
            self._compare(one.name, self._differed[one.name], table_id, earlier, now, apart)

    def _compare(
        self,
        name: str,
        differed: Counter[int],
        owner: int,
        earlier: Rows,
        now: Rows,
        apart: Collection[str] = (),
    ) -> None:
        """How rows differ from what they were, but for the SQL tables ``apart``."""
        self._rows[name] += len(now)
        keys = [key for key in {*earlier, *now} if key[0] not in apart]
        if differ := sum(self._differs(key, earlier, now) for key in keys):
            differed[owner] += differ

    def _differs(self, key: Key, earlier: Rows, now: Rows) -> bool:
        return key[0] not in self._unknown and earlier.get(key) != now.get(key)

    async def _replayed(self, connection: aiosqlite.Connection, table_id: int) -> Happened:
        facts = await self._facts(table_id)
        sat = await sittings_of(connection, table_id)
        if facts.started_at is None:
            return Happened(facts, (), None, sat)
        if [one.seat for one in at_the_end(sat)] != list(range(len(facts.seats))):
            raise Unplayable("sittings: a seat is nobody's")
        entries = await self._store.tables.log(table_id)
        deals, result = self._retell(facts, entries)
        self._entries += len(entries)
        self._deals += len(deals)
        return Happened(facts, deals, result, sat)

    async def _facts(self, table_id: int) -> TableFacts:
        try:
            stored = await self._store.tables.load(table_id)
        except (ValueError, LookupError) as error:  # a word that this program does not know
            raise Unplayable(f"facts: {type(error).__name__}") from None
        assert stored is not None
        return stored.facts


async def _stored_statistics(connection: aiosqlite.Connection) -> Rows:
    """The rows of all sums, by SQL table and key."""
    found: dict[Key, tuple[Any, ...]] = {}
    for relation in OF_STATISTICS:
        for row in await connection.execute_fetchall(relation.select):
            found[relation.table, *relation.key_of(tuple(row))] = tuple(row)
    return found


async def _stored(connection: aiosqlite.Connection, consequence: Consequence, table_id: int) -> Rows:
    """The rows that a consequence has of a table, by SQL table and key."""
    found: dict[Key, tuple[Any, ...]] = {}
    for relation in consequence.owns:
        sql = f"{relation.select} WHERE table_id = ?"
        for row in await connection.execute_fetchall(sql, (table_id,)):
            found[relation.table, *relation.key_of(tuple(row))] = tuple(row)
    return found


log = logging.getLogger(__name__)

_STEP: Final = 50  # tables
_IN_ORDER: Final = f"{BEHIND} ORDER BY ended_at IS NULL, ended_at, id"


async def catch_up(store: Store, retell: Retell, progress: Progress) -> int:
    """Catch up with every table of which nothing is counted; returns how many there were. A table whose log
    gives no game any more is left as it is. Raises StoreError; then some are done."""

    async def behind(connection: aiosqlite.Connection) -> Sequence[int]:
        return [row[0] for row in await connection.execute_fetchall(_IN_ORDER)]

    tables = await store.writer.run(behind)
    for first in range(0, len(tables), _STEP):
        progress(first, len(tables))
        some = tables[first : first + _STEP]

        async def job(connection: aiosqlite.Connection, some: Sequence[int] = some) -> None:
            for table_id in some:
                await _replay(connection, store, retell, table_id)

        await store.writer.run(job)
    return len(tables)


async def _replay(connection: aiosqlite.Connection, store: Store, retell: Retell, table_id: int) -> None:
    stored = await store.tables.load(table_id)
    assert stored is not None
    facts = stored.facts
    try:
        deals, result = retell(facts, await store.tables.log(table_id))
    except Unplayable as broken:
        log.warning("table %d is in no statistics: %s", table_id, broken)
        return
    await write_again(connection, Happened(facts, deals, result, await sittings_of(connection, table_id)))
    await count(connection, facts)
