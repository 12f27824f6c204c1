"""Group commit: what waits together is committed together, and fails alone."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiosqlite
import pytest

from bot.ports import StoreError
from data.connections import Writer
from data.errors import NotStored
from data.relation import Relation


class Bench:
    """A writer on a small database, and the statements it ran."""

    def __init__(self, path: Path, connection: aiosqlite.Connection, room: int) -> None:
        self.path = path
        self.connection = connection
        self.writer = Writer(connection, room)
        self.statements: list[str] = []

    async def add(self, number: int) -> int:
        async def job(connection: aiosqlite.Connection) -> int:
            await connection.execute("INSERT INTO numbers VALUES (?)", (number,))
            return number * 10

        return await self.writer.run(job)

    def stored(self) -> list[int]:
        with closing(sqlite3.connect(self.path)) as connection:
            return [row[0] for row in connection.execute("SELECT number FROM numbers ORDER BY rowid")]

    @property
    def commits(self) -> int:
        return self.statements.count("COMMIT")


async def open_bench(path: Path, room: int = 100) -> Bench:
    connection = await aiosqlite.connect(path, isolation_level=None)
    await connection.execute("PRAGMA journal_mode = WAL")
    await connection.execute("CREATE TABLE numbers (number INTEGER UNIQUE CHECK (number >= 0))")
    bench = Bench(path, connection, room)
    await connection.set_trace_callback(bench.statements.append)
    return bench


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    opened = await open_bench(tmp_path / "numbers.sqlite3")
    try:
        yield opened
    finally:
        await opened.writer.close()
        await opened.connection.close()


async def gather(bench: Bench, *numbers: int) -> list[int | BaseException]:
    return await asyncio.gather(*(bench.add(number) for number in numbers), return_exceptions=True)


class Gate:
    """A job that holds the writer until it is opened, so that others must wait behind it."""

    def __init__(self, bench: Bench) -> None:
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()
        self.task = asyncio.create_task(bench.writer.run(self._job))

    async def _job(self, connection: aiosqlite.Connection) -> None:
        self.reached.set()
        await self.opened.wait()


async def test_what_waits_is_committed_together(bench: Bench):
    gate = Gate(bench)
    await gate.reached.wait()
    waiting = asyncio.gather(*(bench.add(number) for number in range(60)))
    await asyncio.sleep(0)  # they take their places
    gate.opened.set()
    assert await waiting == [number * 10 for number in range(60)]
    assert bench.commits == 2  # the gate's own, and one for all sixty
    assert bench.stored() == list(range(60))


async def test_jobs_one_after_the_other_are_committed_one_by_one(bench: Bench):
    for number in range(5):
        await bench.add(number)
        assert bench.commits == number + 1
        assert number in bench.stored()  # acknowledged means stored


async def test_a_bad_job_fails_alone(bench: Bench, caplog: pytest.LogCaptureFixture):
    await bench.add(7)
    outcomes = await gather(bench, 1, 7, 2, -1, 3)
    assert [outcome for outcome in outcomes if not isinstance(outcome, BaseException)] == [10, 20, 30]
    for refused, told in ((outcomes[1], "UNIQUE"), (outcomes[3], "CHECK")):
        assert isinstance(refused, StoreError)
        assert told in str(refused)
    assert bench.stored() == [7, 1, 2, 3]
    assert bench.commits == 2
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2


async def test_what_a_bad_job_did_first_is_undone(bench: Bench):
    async def job(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO numbers VALUES (1)")
        raise KeyError("a mistake in the program")

    with pytest.raises(NotStored) as caught:
        await bench.writer.run(job)
    assert "KeyError" in str(caught.value)
    assert "mistake" not in str(caught.value)  # its text may hold anything
    assert bench.stored() == []
    assert await bench.add(1) == 10


async def test_a_failed_commit_fails_everyone_of_its_group_and_nobody_else(bench: Bench, caplog):
    await bench.connection.execute("PRAGMA foreign_keys = ON")
    await bench.connection.execute(
        "CREATE TABLE owed (number REFERENCES numbers (number) DEFERRABLE INITIALLY DEFERRED)"
    )

    async def owe(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO owed VALUES (404)")  # noticed by the commit alone

    outcomes = await asyncio.gather(bench.add(1), bench.writer.run(owe), bench.add(2), return_exceptions=True)
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    assert len({id(outcome) for outcome in outcomes}) == 3
    assert bench.stored() == []
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert await gather(bench, 1, 2) == [10, 20]
    assert bench.stored() == [1, 2]


async def test_a_transaction_sqlite_gives_up_fails_everyone(bench: Bench):
    async def lose(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT OR ROLLBACK INTO numbers VALUES (-1)")

    outcomes = await asyncio.gather(
        bench.add(1), bench.writer.run(lose), bench.add(2), return_exceptions=True
    )
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    assert bench.stored() == []
    assert await bench.add(3) == 30


async def test_a_waiter_that_is_cancelled_does_not_cancel_its_job(bench: Bench):
    gate = Gate(bench)
    await gate.reached.wait()
    waiter = asyncio.create_task(bench.add(5))
    await asyncio.sleep(0)
    waiter.cancel()
    gate.opened.set()
    with pytest.raises(asyncio.CancelledError):
        await waiter
    assert await bench.add(6) == 60
    assert bench.stored() == [5, 6]


async def test_a_waiter_cancelled_during_the_commit(bench: Bench):
    gate = Gate(bench)
    await gate.reached.wait()
    gate.task.cancel()
    await asyncio.wait([gate.task])
    gate.opened.set()
    assert await bench.add(6) == 60


async def test_the_queue_is_bounded(tmp_path: Path):
    bench = await open_bench(tmp_path / "numbers.sqlite3", room=3)
    try:
        gate = Gate(bench)
        await gate.reached.wait()
        tasks = [asyncio.create_task(bench.add(number)) for number in range(8)]
        await asyncio.sleep(0)
        tasks[5].cancel()  # it has no place yet, so it never was a job
        gate.opened.set()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(done.pop(5), asyncio.CancelledError)
        assert done == [0, 10, 20, 30, 40, 60, 70]
        assert bench.stored() == [0, 1, 2, 3, 4, 6, 7]
        assert bench.commits > 2  # not all at once
    finally:
        await bench.writer.close()
        await bench.connection.close()


async def test_closing_stores_what_waits(bench: Bench):
    tasks = [asyncio.create_task(bench.add(number)) for number in range(5)]
    await asyncio.sleep(0)
    await bench.writer.close()
    assert [await task for task in tasks] == [0, 10, 20, 30, 40]
    assert bench.stored() == [0, 1, 2, 3, 4]
    with pytest.raises(StoreError) as caught:
        await bench.add(9)
    assert isinstance(caught.value, NotStored)
    assert caught.value.code == "closed"
    await bench.writer.close()


async def test_closing_while_there_is_no_room(tmp_path: Path):
    bench = await open_bench(tmp_path / "numbers.sqlite3", room=1)
    try:
        gate = Gate(bench)
        await gate.reached.wait()
        tasks = [asyncio.create_task(bench.add(number)) for number in range(6)]
        await asyncio.sleep(0)
        closing_down = asyncio.create_task(bench.writer.close())
        await asyncio.sleep(0)
        gate.opened.set()
        await closing_down
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        told = {number for number, outcome in enumerate(outcomes) if outcome == number * 10}
        assert told == set(bench.stored())
        assert all(isinstance(outcome, StoreError) for outcome in outcomes if isinstance(outcome, Exception))
    finally:
        await bench.writer.close()
        await bench.connection.close()


async def test_nobody_waits_for_ever_when_the_writer_is_cancelled(bench: Bench):
    gate = Gate(bench)
    await gate.reached.wait()
    waiting = asyncio.create_task(bench.add(1))
    await asyncio.sleep(0)
    (task,) = [task for task in asyncio.all_tasks() if task.get_name() == "store writer"]
    task.cancel()  # as the end of asyncio.run does
    outcomes = await asyncio.gather(gate.task, waiting, return_exceptions=True)
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    with pytest.raises(StoreError):
        await bench.add(2)


async def test_nobody_waits_for_ever_when_the_writer_is_cancelled_while_it_closes(bench: Bench):
    gate = Gate(bench)
    await gate.reached.wait()
    waiting = asyncio.create_task(bench.add(1))
    await asyncio.sleep(0)
    closing_down = asyncio.create_task(bench.writer.close())
    await asyncio.sleep(0)
    (task,) = [task for task in asyncio.all_tasks() if task.get_name() == "store writer"]
    task.cancel()
    outcomes = await asyncio.gather(gate.task, waiting, return_exceptions=True)
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    await closing_down


async def test_what_a_failed_undoing_has_left_is_undone_first(bench: Bench):
    await bench.connection.execute("BEGIN IMMEDIATE")
    await bench.connection.execute("INSERT INTO numbers VALUES (9)")
    assert await bench.add(1) == 10
    assert bench.stored() == [1]


async def test_a_lost_connection_is_an_error_and_not_a_hang(tmp_path: Path):
    bench = await open_bench(tmp_path / "numbers.sqlite3")
    await bench.connection.close()
    for number in range(3):  # the writer itself lives on
        with pytest.raises(NotStored) as caught:
            await bench.add(number)
        assert caught.value.code == "refused"
    await bench.writer.close()


async def test_quick_jobs_and_others_are_done_in_the_order_they_came(bench: Bench):
    def quick(number: int) -> Callable[[sqlite3.Connection], int]:
        def job(connection: sqlite3.Connection) -> int:
            connection.execute("INSERT INTO numbers VALUES (?)", (number,))
            return number * 100

        return job

    gate = Gate(bench)
    await gate.reached.wait()
    waiting = asyncio.gather(
        bench.writer.quick(quick(1)),
        bench.writer.quick(quick(2)),
        bench.add(3),
        bench.writer.quick(quick(1)),
        bench.writer.quick(quick(4)),
        return_exceptions=True,
    )
    await asyncio.sleep(0)
    gate.opened.set()
    first, second, third, bad, last = await waiting
    assert (first, second, third, last) == (100, 200, 30, 400)
    assert isinstance(bad, NotStored) and "UNIQUE" in str(bad)  # it fails alone
    assert bench.stored() == [1, 2, 3, 4]
    assert bench.commits == 2


async def test_what_a_bad_quick_job_did_first_is_undone(bench: Bench):
    def job(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO numbers VALUES (1)")
        raise KeyError("a mistake in the program")

    with pytest.raises(NotStored) as caught:
        await bench.writer.quick(job)
    assert "KeyError" in str(caught.value) and "mistake" not in str(caught.value)
    assert bench.stored() == []
    assert await bench.add(1) == 10


async def test_a_transaction_sqlite_gives_up_in_a_quick_job_fails_everyone(bench: Bench):
    def lose(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT OR ROLLBACK INTO numbers VALUES (-1)")

    outcomes = await asyncio.gather(
        bench.add(1), bench.writer.quick(lose), bench.add(2), return_exceptions=True
    )
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    assert bench.stored() == []
    assert await bench.add(1) == 10


# Changes of rows


@dataclass(frozen=True)
class Sum:
    """So much of something."""

    name: str
    total: int


SUMS: Final = Relation("sums", Sum, key=("name",))


def more(kept: Sum | None) -> Sum:
    return Sum("wins", 1 if kept is None else kept.total + 1)


async def test_changes_of_a_row_go_by_what_is_stored_when_their_turn_comes(bench: Bench) -> None:
    await bench.connection.execute("CREATE TABLE sums (name TEXT PRIMARY KEY, total INTEGER NOT NULL)")
    await asyncio.gather(*(bench.writer.change(SUMS, ("wins",), more) for _ in range(20)))
    assert await bench.writer.change(SUMS, ("wins",), lambda kept: None) == Sum("wins", 20)
    assert await bench.writer.change(SUMS, ("losses",), lambda kept: kept) is None


async def test_what_a_change_raises_is_raised_and_nothing_is_changed(bench: Bench) -> None:
    await bench.connection.execute("CREATE TABLE sums (name TEXT PRIMARY KEY, total INTEGER NOT NULL)")

    def refuses(kept: Sum | None) -> Sum:
        raise LookupError(kept)

    first, refused, last = await asyncio.gather(
        bench.writer.change(SUMS, ("wins",), more),
        bench.writer.change(SUMS, ("wins",), refuses),
        bench.writer.change(SUMS, ("wins",), more),
        return_exceptions=True,
    )
    assert (first, last) == (Sum("wins", 1), Sum("wins", 2))
    assert isinstance(refused, LookupError) and refused.args == (Sum("wins", 1),)
