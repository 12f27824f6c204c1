"""A crash, a full disk, a disk that fails: nothing acknowledged is lost, and afterwards work goes on.

The full disk is SQLite's own limit of pages, which gives the same error at the same places. The failing disk
is real as far as the program can tell: the system refuses to let files grow. The crash is a real ``kill -9``;
a power cut is not tried here, and is what ``synchronous = FULL`` is for.
"""

from __future__ import annotations

import asyncio
import resource
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.ports import LogEntry, TableStep
from data.errors import NotStored
from data.store import Store
from tests.data.conftest import Look
from tests.data.processes import LOCK, PLAY, other
from tests.data.samples import PLAYING, SEALED, loaded, moved, step_to


@pytest.mark.parametrize("acknowledged", [1, 60, 400])
async def test_what_was_acknowledged_survives_a_kill(path: Path, acknowledged: int):
    told: dict[int, int] = {}
    with other(PLAY, path) as bot:
        lines = [bot.line() for _ in range(acknowledged)]
        lines += bot.kill()
    for line in lines:
        if len(words := line.split()) == 2:  # the last may be cut off
            told[int(words[0])] = int(words[1])
    store = await Store.open(path)
    try:
        for facts in [table.facts for table in await store.tables.unfinished()]:
            log = await store.tables.log(facts.id)
            assert [entry.seq for entry in log] == list(range(facts.seq))  # whole steps, nothing doubled
            assert facts.seq % 2 == 0
            assert facts.seq >= told.get(facts.id, 0)
        assert set(told) <= {table.facts.id for table in await store.tables.unfinished()}
    finally:
        await store.close()


async def limit_pages(store: Store, pages: int) -> None:
    await store.writer.run(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}"))


def long_step(facts, length: int = 3000) -> TableStep:
    return step_to(replace(facts, seq=facts.seq + 1), (LogEntry(facts.seq, "x" * length, 1.0),))


async def test_a_full_disk_loses_nothing_and_work_goes_on(store: Store, look: Look):
    facts = await store.tables.create(PLAYING, SEALED)
    await limit_pages(store, look("PRAGMA page_count")[0][0] + 12)
    stored = 0
    with pytest.raises(NotStored) as caught:
        while stored < 1000:
            step = long_step(facts)
            await store.tables.write(step)
            facts = step.facts
            stored += 1
    assert 3 < stored < 100
    assert caught.value.code == "disk-full"
    assert str(caught.value) == "The database did not keep a change: the disk is full."
    assert await loaded(store.tables, facts.id) == facts
    assert len(await store.tables.log(facts.id)) == stored
    with pytest.raises(NotStored):
        await store.tables.write(long_step(facts))
    await limit_pages(store, 100_000)
    await store.tables.write(long_step(facts))
    assert len(await store.tables.log(facts.id)) == stored + 1
    assert look("PRAGMA integrity_check") == [("ok",)]


async def test_on_a_full_disk_everyone_in_a_group_gets_a_true_answer(store: Store, look: Look):
    tables = [await store.tables.create(PLAYING, SEALED) for _ in range(20)]
    await limit_pages(store, look("PRAGMA page_count")[0][0] + 8)
    outcomes = await asyncio.gather(
        *(store.tables.write(long_step(facts)) for facts in tables), return_exceptions=True
    )
    assert any(isinstance(outcome, NotStored) for outcome in outcomes)
    for facts, outcome in zip(tables, outcomes, strict=True):
        assert len(await store.tables.log(facts.id)) == (1 if outcome is None else 0)
        assert await loaded(store.tables, facts.id) == (long_step(facts).facts if outcome is None else facts)


async def test_a_database_that_can_no_longer_be_written_goes_on_when_it_can(store: Store):
    facts = await store.tables.create(PLAYING, SEALED)
    connection = store.writer._connection  # past the writer: its own transaction could not begin afterwards
    await connection.execute("PRAGMA query_only = ON")
    with pytest.raises(NotStored) as caught:
        await store.tables.write(moved(facts))
    assert caught.value.code == "read-only"
    assert await loaded(store.tables, facts.id) == facts
    await connection.execute("PRAGMA query_only = OFF")
    await store.tables.write(moved(facts))
    assert await loaded(store.tables, facts.id) == moved(facts).facts


async def test_a_disk_that_refuses_writes_loses_nothing_and_work_goes_on(
    store: Store, path: Path, look: Look
):
    facts = await store.tables.create(PLAYING, SEALED)
    wal = path.with_name(path.name + "-wal")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    stored = 0
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size + 100_000, hard))
        with pytest.raises(NotStored) as caught:
            while stored < 1000:
                step = long_step(facts)
                await store.tables.write(step)
                facts = step.facts
                stored += 1
        read = await loaded(store.tables, facts.id)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert 1 < stored < 100
    assert caught.value.code in ("disk-failed", "disk-full")
    assert read == facts
    await store.tables.write(long_step(facts))
    assert len(await store.tables.log(facts.id)) == stored + 1
    assert look("PRAGMA integrity_check") == [("ok",)]


async def test_a_database_locked_by_another_program_is_waited_for(store: Store, path: Path):
    facts = await store.tables.create(PLAYING, SEALED)
    with other(LOCK, path) as program:
        assert program.line() == "ready"
        writing = asyncio.create_task(store.tables.write(moved(facts)))
        assert await loaded(store.tables, facts.id) == facts  # reading goes on
        program.press_enter()
        await writing
    assert await loaded(store.tables, facts.id) == moved(facts).facts


async def test_a_lock_that_is_never_let_go_is_an_error(store: Store, path: Path):
    facts = await store.tables.create(PLAYING, SEALED)
    await store.writer.run(lambda connection: connection.execute("PRAGMA busy_timeout = 0"))
    with other(LOCK, path) as program:
        assert program.line() == "ready"
        with pytest.raises(NotStored) as caught:
            await store.tables.write(moved(facts))
        assert caught.value.code == "locked"
    await store.tables.write(moved(facts))
