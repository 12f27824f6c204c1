"""The one connection that writes, and the one that reads: what waits to be stored goes into one transaction;
questions are asked on a connection that cannot write and never waits for the writer.

A commit costs a wait for the disk, however much is in it, so all jobs that wait are committed together.
Each has a savepoint, so a bad one fails alone. Most jobs are a few statements: such a one is a plain
function, and those that come one after the other are done in one go in the connection's thread, as going
there and back costs more than the statements do.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from time import monotonic
from typing import Any, TypeVar, cast

import aiosqlite

from bot.errors import tell
from data.errors import CLOSED, NotRead, NotStored, cause_of, not_stored
from data.relation import Cell, Relation

log = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[aiosqlite.Connection], Awaitable[T]]
"""Changes the database through the connection it is given, without BEGIN, COMMIT, ROLLBACK or savepoints, and
returns what its waiter gets. It may raise: then nothing it changed is kept."""

Quick = Callable[[sqlite3.Connection], T]
"""The same as a plain function, for what takes a few statements and waits for nothing. It is called in the
thread of the connection."""

Heard = Callable[[int, float, str | None], None]
"""Called after each group of jobs: how many they were, the seconds that storing them took, and the code of
what went wrong where nothing of it was kept. It only looks on."""

ROOM = 1024
"""How many jobs may wait."""

MANY = 1000
"""From so many rows on they become values in a thread, not to hold up everybody else."""


class ChangeNotifier:
    """Tells that games of leagues or servers may be others than they were, to whoever brings something up to
    date with them. It is rung once such a change is kept."""

    def __init__(self) -> None:
        self._heard: list[Callable[[], None]] = []

    def listen(self, heard: Callable[[], None]) -> None:
        """Have a function called at every ring."""
        self._heard.append(heard)

    def ring(self) -> None:
        """Games may be others than they were. That is stored, whatever becomes of who hears it."""
        for heard in self._heard:
            tell(heard)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """``job`` is a ``Quick`` one or a ``Job``."""

    job: Callable[[Any], Any]
    is_quick: bool
    answer: asyncio.Future[Any]


@dataclass(frozen=True, slots=True)
class Raised:
    """What a function raised that a job was given: no fault of the database."""

    error: Exception


def attempt(change: Callable[[], T]) -> T | Raised:
    """What a function returns that a job was given, or what it raises, for the job to answer with."""
    try:
        return change()
    except Exception as error:  # noqa: BLE001 - raised again to whoever waits
        return Raised(error)


def _nobody(jobs: int, seconds: float, failure: str | None) -> None:
    """Does not hear."""


def _unheard(code: str) -> None:
    """Does not hear."""


def _nothing(connection: sqlite3.Connection) -> None:
    """Changes nothing."""


def commit(connection: sqlite3.Connection) -> None:
    """Have on the disk what was changed. There is no other way to it: before this moment a change was not
    made, and after it, it was."""
    connection.execute("COMMIT")


async def values(
    connection: aiosqlite.Connection, relation: Relation[T], condition: str, *cells: Cell
) -> list[T]:
    """The values of the rows that meet a condition, within a job."""
    rows: list[Any] = [*await connection.execute_fetchall(f"{relation.select} {condition}", cells)]
    if len(rows) < MANY:
        return [*map(relation.value, rows)]
    return await asyncio.to_thread(lambda: [*map(relation.value, rows)])


async def value(
    connection: aiosqlite.Connection, relation: Relation[T], condition: str, *cells: Cell
) -> T | None:
    """The value of the first row that meets a condition, within a job."""
    return next(iter(await values(connection, relation, condition, *cells)), None)


async def in_thread(connection: aiosqlite.Connection, work: Quick[T]) -> T:
    """Have several statements carried out in one go in the thread of a connection. Raises what they do."""
    # aiosqlite does so for each of its own methods, and offers no other way into its thread.
    there: Any = connection
    return cast(T, await there._execute(work, there._conn))


class Writer:
    """Runs jobs in groups on a connection of its own, in the order they came. Must be closed."""

    def __init__(
        self,
        connection: aiosqlite.Connection,
        room: int = ROOM,
        failed: Callable[[str], None] = _unheard,
    ) -> None:
        """``failed`` is called with the code of each change that was not kept."""
        self._connection = connection
        self._failed = failed
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue(room)
        self._closed = False
        self._lets_go = False
        self._since: float | None = None  # when the group was begun that is being stored
        self.heard: Heard = _nobody
        self._task = asyncio.create_task(self._work(), name="store writer")

    @property
    def oldest(self) -> float:
        """For how many seconds the oldest job has waited that is not stored; what waits is stored with the
        next group, so none is older than the group at work."""
        return 0.0 if self._since is None else monotonic() - self._since

    async def run(self, job: Job[T]) -> T:
        """Store what a job changes; returns once it is on the disk. Waits for room while too many jobs wait.

        Raises StoreError when nothing of it was kept. Being cancelled does not take back a job that has a
        place in the queue: it is stored all the same.
        """
        return await self._run(job, is_quick=False)

    async def quick(self, job: Quick[T]) -> T:
        """Store what a few statements change. Otherwise as ``run``."""
        return await self._run(job, is_quick=True)

    async def _run(self, job: Callable[[Any], Any], *, is_quick: bool) -> Any:  # noqa: ANN401 - the job's
        if self._closed:
            raise _closed()
        waiting = _Waiting(job, is_quick, asyncio.get_running_loop().create_future())
        await self._queue.put(waiting)
        if self._task.done():
            raise _closed()
        return await waiting.answer

    async def change(
        self,
        relation: Relation[T],
        key: Sequence[Cell],
        change: Callable[[T | None], T | None],
        *beside: Cell,
    ) -> T | None:
        """Store what a function makes of the row with that key as it is kept by then, or of None where there
        is none. Where it returns None, nothing is changed. Returns what is kept then. Raises as ``run`` does,
        and what the function raises: then nothing is changed either. It is called in the connection's
        thread."""

        def job(connection: sqlite3.Connection) -> T | Raised | None:
            row = connection.execute(relation.by_key, key).fetchone()
            before = None if row is None else relation.value(row)
            after = attempt(lambda: change(before))
            if isinstance(after, Raised):
                return after
            if after is None or after == before:
                return before
            connection.execute(relation.upsert, relation.row(after, *beside))
            return after

        kept = await self.quick(job)
        if isinstance(kept, Raised):
            raise kept.error
        return kept

    async def keep(self, relation: Relation[T], value: T, *beside: Cell) -> None:
        """Store the row of a value that nothing stored bears on, in place of the one with its key: what
        follows from that is for ``change``. Raises as ``run`` does."""
        await self.execute(relation.upsert, relation.row(value, *beside))

    async def execute(self, sql: str, cells: Sequence[Cell]) -> None:
        """Store what one statement changes. Raises as ``run`` does."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(sql, cells)

        await self.quick(job)

    async def let_go(self) -> None:
        """Have what was deleted by now be in none of the database's files. Where somebody is reading
        meanwhile it stays for a moment longer, and the next group tries again. Raises as ``run`` does."""
        self._lets_go = True
        await self.quick(_nothing)

    async def close(self) -> None:
        """Store what still waits and stop. The connection stays open."""
        if not self._closed:
            self._closed = True
            if not self._task.done():
                await self._queue.put(None)
        await asyncio.wait([self._task])

    async def _work(self) -> None:
        group: list[_Waiting] = []
        try:
            closing = False
            while not closing:
                first = await self._queue.get()
                group = [] if first is None else [first]
                closing = first is None
                while not self._queue.empty():
                    more = self._queue.get_nowait()
                    if more is None:
                        closing = True
                    else:
                        group.append(more)
                if group:
                    await self._store(group)
                    group = []  # until something comes nothing of it is kept
        finally:  # also when the program's end cancels this task
            while not self._queue.empty():
                if (left := self._queue.get_nowait()) is not None:
                    group.append(left)
            for waiting in group:
                if not waiting.answer.done():
                    waiting.answer.set_exception(_closed())

    async def _store(self, group: list[_Waiting]) -> None:
        outcomes: Sequence[Any]
        failure: str | None = None
        self._since = monotonic()
        try:
            outcomes = await self._transaction(group)
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody may be left waiting
            cause = not_stored(error)
            failure = cause.code
            log.error("%d changes were not stored. %s", len(group), cause)
            await self._undo()
            outcomes = [not_stored(error) for _ in group]
        seconds = monotonic() - self._since
        await self._truncate()
        self._since = None
        tell(self.heard, len(group), seconds, failure)
        for waiting, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, NotStored):
                tell(self._failed, outcome.code)
            if waiting.answer.done():  # its waiter was cancelled
                continue
            if isinstance(outcome, NotStored):
                waiting.answer.set_exception(outcome)
            else:
                waiting.answer.set_result(outcome)

    async def _transaction(self, group: list[_Waiting]) -> list[Any]:
        """Store a group: for each job its result, or NotStored. Raises when the whole group is lost."""
        if all(waiting.is_quick for waiting in group):
            return await in_thread(self._connection, partial(_store_all, [waiting.job for waiting in group]))
        if self._connection.in_transaction:  # an undoing that failed, on a disk that failed
            await self._connection.execute("ROLLBACK")
        await self._connection.execute("BEGIN IMMEDIATE")
        outcomes = list[Any]()
        for are_quick, some in groupby(group, key=lambda waiting: waiting.is_quick):
            jobs = [waiting.job for waiting in some]
            if are_quick:
                outcomes += await in_thread(self._connection, partial(_attempt_all, jobs))
            else:
                outcomes += [await self._attempt(job) for job in jobs]
        await in_thread(self._connection, commit)
        return outcomes

    async def _attempt(self, job: Job[Any]) -> Any:  # noqa: ANN401 - whatever the job returns
        """Run a job in a savepoint: its result, or NotStored when it was undone alone. Raises what the job
        did when SQLite has undone the whole transaction over it, as it does on some failures of the
        disk."""
        await self._connection.execute("SAVEPOINT job")
        try:
            outcome = await job(self._connection)
        except Exception as error:
            if not self._connection.in_transaction:
                raise
            await self._connection.execute("ROLLBACK TO job")
            outcome = _refused(error)
        await self._connection.execute("RELEASE job")
        return outcome

    async def _truncate(self) -> None:
        """Bring the WAL into the database and empty it where that was asked for: what it held
        before stays in its file otherwise (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint)."""
        if not self._lets_go:
            return
        try:
            rows = list(await self._connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)"))
            self._lets_go = bool(rows[0][0])
        except (sqlite3.Error, ValueError) as error:
            log.warning("The WAL could not be emptied. %s", not_stored(error))

    async def _undo(self) -> None:
        try:
            if self._connection.in_transaction:
                await self._connection.execute("ROLLBACK")
        except (sqlite3.Error, ValueError) as error:  # ValueError: aiosqlite's word for a closed connection
            # Tried again before the next group, whose jobs hear of it if it fails again.
            log.error("Undoing failed. %s", not_stored(error))


def _store_all(jobs: Sequence[Quick[Any]], connection: sqlite3.Connection) -> list[Any]:
    """As ``Writer._transaction``, where going there and back once is enough."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    connection.execute("BEGIN IMMEDIATE")
    outcomes = _attempt_all(jobs, connection)
    commit(connection)
    return outcomes


def _attempt_all(jobs: Sequence[Quick[Any]], connection: sqlite3.Connection) -> list[Any]:
    """As ``Writer._attempt``, for several one after the other."""
    outcomes = list[Any]()
    for job in jobs:
        connection.execute("SAVEPOINT job")
        try:
            outcomes.append(job(connection))
        except Exception as error:
            if not connection.in_transaction:
                raise
            connection.execute("ROLLBACK TO job")
            outcomes.append(_refused(error))
        connection.execute("RELEASE job")
    return outcomes


def _refused(error: Exception) -> NotStored:
    outcome = not_stored(error)
    log.warning("A change was refused. %s", outcome)
    return outcome


def _closed() -> NotStored:
    return NotStored(CLOSED, "The database is closed: the program is stopping.")


Parameters = Mapping[str, Any]
"""Values for the named parameters of a statement."""


class DatabaseReader:
    """Asks one statement at a time, so that every answer is the database at one moment."""

    def __init__(
        self,
        connection: aiosqlite.Connection,
        connect: Callable[[], sqlite3.Connection],
        failed: Callable[[str], None],
    ) -> None:
        """``connect`` opens one more connection, for who asks several statements; ``failed`` is called with
        the code of what cannot be read."""
        self._connection = connection
        self._connect = connect
        self._failed = failed

    async def rows(self, sql: str, parameters: Parameters | None = None) -> Sequence[sqlite3.Row]:
        """All rows of an answer. Raises StoreError."""
        with self._failing_as_not_read():
            return list(await self._connection.execute_fetchall(sql, parameters or {}))

    async def at_one_moment(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        """What several statements answer, of one moment; they are asked in a thread, on a connection of their
        own. Raises StoreError, and what ``ask`` raises but for ValueError."""

        def asked() -> T:
            with closing(self._connect()) as connection:
                connection.execute("BEGIN")
                return ask(connection)

        with self._failing_as_not_read():
            return await asyncio.to_thread(asked)

    async def row(self, sql: str, parameters: Parameters | None = None) -> sqlite3.Row | None:
        """The first row of an answer, None when there is none. Raises StoreError."""
        return next(iter(await self.rows(sql, parameters)), None)

    async def values(
        self, relation: Relation[T], condition: str, parameters: Parameters | None = None
    ) -> list[T]:
        """The values of the rows that meet a condition, which begins with WHERE or ORDER BY. Raises
        StoreError."""
        rows = await self.rows(f"{relation.select} {condition}", parameters)
        return [relation.value(row) for row in rows]

    async def value(
        self, relation: Relation[T], condition: str, parameters: Parameters | None = None
    ) -> T | None:
        """The value of the first row that meets a condition, None when there is none. Raises StoreError."""
        return next(iter(await self.values(relation, condition, parameters)), None)

    @contextmanager
    def _failing_as_not_read(self) -> Generator[None]:
        try:
            yield
        except sqlite3.Error as error:
            code, words = cause_of(error)
            self._failed(code)
            raise NotRead(code, f"The database could not be read: {words}.") from error
        except ValueError as error:  # aiosqlite's word for a closed connection
            raise NotRead(CLOSED, "The database is closed: the program is stopping.") from error
