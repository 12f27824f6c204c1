"""The one writer: everything that waits to be stored goes into one transaction.

A commit costs a wait for the disk, however much is in it, so all jobs that wait are committed together.
Each has a savepoint, so a bad one fails alone.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import aiosqlite

from data.errors import NotStored, not_stored
from data.relation import Cell, Relation

log = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[aiosqlite.Connection], Awaitable[T]]
"""Changes the database through the connection it is given, without BEGIN, COMMIT, ROLLBACK or savepoints, and
returns what its waiter gets. It may raise: then nothing it changed is kept."""

ROOM = 1024
"""How many jobs may wait."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    job: Job[Any]
    answer: asyncio.Future[Any]


class Writer:
    """Runs jobs in groups on a connection of its own, in the order they came. Must be closed."""

    def __init__(self, connection: aiosqlite.Connection, room: int = ROOM) -> None:
        self._connection = connection
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue(room)
        self._closed = False
        self._task = asyncio.create_task(self._work(), name="store writer")

    async def run(self, job: Job[T]) -> T:
        """Store what a job changes; returns once it is on the disk. Waits for room while too many jobs wait.

        Raises StoreError when nothing of it was kept. Being cancelled does not take back a job that has a
        place in the queue: it is stored all the same.
        """
        if self._closed:
            raise _closed()
        waiting = _Waiting(job, asyncio.get_running_loop().create_future())
        await self._queue.put(waiting)
        if self._task.done():
            raise _closed()
        return cast(T, await waiting.answer)

    async def keep(self, relation: Relation[T], value: T, *beside: Cell) -> None:
        """Store the row of a value, in place of the one with its key. Raises as ``run`` does."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(relation.upsert, relation.row(value, *beside))

        await self.run(job)

    async def execute(self, sql: str, cells: Sequence[Cell]) -> None:
        """Store what one statement changes. Raises as ``run`` does."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(sql, cells)

        await self.run(job)

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
        finally:  # also when the program's end cancels this task
            while not self._queue.empty():
                if (left := self._queue.get_nowait()) is not None:
                    group.append(left)
            for waiting in group:
                if not waiting.answer.done():
                    waiting.answer.set_exception(_closed())

    async def _store(self, group: list[_Waiting]) -> None:
        outcomes: Sequence[Any]
        try:
            outcomes = await self._transaction(group)
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody may be left waiting
            log.error("%d changes were not stored. %s", len(group), not_stored(error))
            await self._undo()
            outcomes = [not_stored(error) for _ in group]
        for waiting, outcome in zip(group, outcomes, strict=True):
            if waiting.answer.done():  # its waiter was cancelled
                continue
            if isinstance(outcome, NotStored):
                waiting.answer.set_exception(outcome)
            else:
                waiting.answer.set_result(outcome)

    async def _transaction(self, group: list[_Waiting]) -> list[Any]:
        """Store a group: for each job its result, or NotStored. Raises when the whole group is lost."""
        if self._connection.in_transaction:  # an undoing that failed, on a disk that failed
            await self._connection.execute("ROLLBACK")
        await self._connection.execute("BEGIN IMMEDIATE")
        outcomes = [await self._attempt(waiting.job) for waiting in group]
        await self._connection.execute("COMMIT")
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
            outcome = not_stored(error)
            log.warning("A change was refused. %s", outcome)
        await self._connection.execute("RELEASE job")
        return outcome

    async def _undo(self) -> None:
        try:
            if self._connection.in_transaction:
                await self._connection.execute("ROLLBACK")
        except (sqlite3.Error, ValueError) as error:  # ValueError: aiosqlite's word for a closed connection
            # Tried again before the next group, whose jobs are told if it fails again.
            log.error("Undoing failed. %s", not_stored(error))


def _closed() -> NotStored:
    return NotStored("closed", "The database is closed: the program is stopping.")
