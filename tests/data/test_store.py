"""Opening, sharing and closing a database, and what is said when that cannot be."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bot.ports import StoreError
from data import lock
from data.errors import CannotOpen, NotRead, NotStored
from data.migrate import known_migrations
from data.store import Store, health
from tests.data.conftest import Look
from tests.data.databases import spoil, spoil_table
from tests.data.processes import HOLD, attempt, contents, open_folder, other
from tests.data.samples import LOBBY, PLAYING, SEALED, loaded, moved

VERSION = len(known_migrations())


async def fails(path: Path) -> CannotOpen:
    """The failure of an opening, which leaves no thread behind."""
    before = set(threading.enumerate())
    with pytest.raises(CannotOpen) as caught:
        await Store.open(path)
    no_new_threads(before)
    return caught.value


def no_new_threads(before: set[threading.Thread]) -> None:
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive(), thread


async def test_opening_makes_folders_and_closing_leaves_nothing_behind(tmp_path: Path):
    before = set(threading.enumerate())
    path = tmp_path / "a" / "b # 50%?" / "c.sqlite3"  # characters that mean something in a URI
    store = await Store.open(path)
    await store.tables.create(LOBBY, SEALED)
    await store.close()
    await store.close()
    no_new_threads(before)
    assert sorted(file.name for file in path.parent.iterdir()) == ["c.sqlite3", "c.sqlite3.lock"]
    assert path.stat().st_mode & 0o077 == 0


async def test_what_was_stored_is_there_after_opening_again(path: Path):
    store = await Store.open(path)
    facts = await store.tables.create(PLAYING, SEALED)
    await store.tables.write(moved(facts))
    await store.close()
    store = await Store.open(path)
    try:
        assert await loaded(store.tables, facts.id) == moved(facts).facts
        assert not (path.parent / "backups").exists()
    finally:
        await store.close()


async def test_a_closed_store_says_so(path: Path):
    store = await Store.open(path)
    await store.close()
    with pytest.raises(StoreError):
        await store.tables.create(LOBBY, SEALED)
    with pytest.raises(StoreError):
        await store.tables.load(1)
    with pytest.raises(StoreError):
        await store.health()


async def test_the_connection_that_writes_is_set_up_for_safety(store: Store, look: Look):
    async def ask(pragma: str) -> object:
        async def job(connection):
            async with connection.execute(f"PRAGMA {pragma}") as cursor:
                return (await cursor.fetchone())[0]

        return await store.writer.run(job)

    assert await ask("synchronous") == 2  # FULL
    assert await ask("foreign_keys") == 1
    assert await ask("busy_timeout") == 5000
    assert look("PRAGMA journal_mode") == [("wal",)]


async def test_the_connection_that_reads_cannot_write(store: Store):
    with pytest.raises(NotRead) as caught:
        await store.tables._reader.rows("DELETE FROM tables")  # type: ignore[attr-defined]
    assert caught.value.code == "read-only"


async def test_reading_does_not_wait_for_writing(store: Store):
    facts = await store.tables.create(PLAYING, SEALED)
    reached, released = asyncio.Event(), asyncio.Event()

    async def job(connection):
        await connection.execute("UPDATE tables SET notice = 'later'")
        reached.set()
        await released.wait()

    writing = asyncio.create_task(store.writer.run(job))
    await reached.wait()
    assert await loaded(store.tables, facts.id) == facts
    released.set()
    await writing
    after = await loaded(store.tables, facts.id)
    assert after is not None
    assert after.notice == "later"


async def test_aiosqlites_log_cannot_tell_hands(path: Path, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    store = await Store.open(path)
    try:
        facts = await store.tables.create(PLAYING, SEALED)
        await store.tables.write(moved(facts))
    finally:
        await store.close()
    assert "0 play" not in caplog.text
    assert not [record for record in caplog.records if record.name == "aiosqlite"]


# Two bots


async def test_a_second_bot_is_kept_out(path: Path):
    with other(HOLD, path, "alone") as bot:
        assert bot.line() == "ready"
        found = await fails(path)
        assert found.code == "in-use"
        assert "stop it first" in str(found)
        bot.press_enter()
        assert bot.wait() == 0
    await (await Store.open(path)).close()


async def test_a_second_store_in_the_same_process_is_kept_out(store: Store, path: Path):
    assert (await fails(path)).code == "in-use"
    await store.tables.create(LOBBY, SEALED)  # the first is not disturbed


async def test_a_killed_bot_keeps_nobody_out(path: Path):
    with other(HOLD, path, "alone") as bot:
        assert bot.line() == "ready"
        bot.kill()
        await (await Store.open(path)).close()


async def test_a_killed_bots_child_keeps_nobody_out(path: Path):
    with other(HOLD, path, "with-child") as bot:
        child = int(bot.line())
        try:
            assert bot.line() == "ready"
            os.kill(bot.pid, signal.SIGKILL)
            bot.wait()
            os.kill(child, 0)  # it lives on
            await (await Store.open(path)).close()
        finally:
            os.kill(child, signal.SIGKILL)


# Health


async def test_health_from_inside_and_outside(store: Store, path: Path):
    await store.tables.create(PLAYING, SEALED)
    await store.tables.create(LOBBY, SEALED)
    found = await store.health()
    assert (found.version, found.tables, found.unfinished, found.running) == (VERSION, 2, 2, True)
    assert health(path) == found


async def test_health_without_a_bot(path: Path):
    await (await Store.open(path)).close()
    before = contents(path.parent)
    found = health(path)
    assert (found.tables, found.running) == (0, False)
    assert contents(path.parent) == before
    await (await Store.open(path)).close()


def test_health_without_a_database(path: Path):
    with pytest.raises(NotRead) as caught:
        health(path)
    assert caught.value.code == "no-database"
    assert not path.parent.exists()


def test_health_of_something_else(tmp_path: Path):
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary, " * 200)
    with pytest.raises(NotRead) as caught:
        health(file)
    assert caught.value.code == "not-a-database"


async def test_looking_for_a_bot_does_not_keep_one_out(path: Path):
    await (await Store.open(path)).close()
    look = sqlite3.connect(f"{lock.lock_file(path).as_uri()}?mode=ro", uri=True, check_same_thread=False)
    try:
        look.execute("BEGIN")
        look.execute("SELECT * FROM sqlite_schema").fetchall()  # as a health check does, caught in the act
        threading.Timer(0.1, look.rollback).start()
        await (await Store.open(path)).close()
    finally:
        look.close()


# What cannot be opened


async def test_a_newer_database_is_refused_in_a_sentence(path: Path):
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = contents(path.parent)
    found = await fails(path)
    assert found.code == "database-newer"
    assert f"version {VERSION + 1}" in str(found)
    assert "update the program" in str(found)
    assert contents(path.parent) == before


async def test_a_file_that_is_no_database_is_refused_and_unharmed(tmp_path: Path):
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary, " * 200)
    assert (await fails(file)).code == "not-a-database"
    assert file.read_text() == "Dear diary, " * 200


async def test_a_damaged_database_is_refused(path: Path):
    await (await Store.open(path)).close()
    spoil(path)
    before = contents(path.parent)
    assert (await fails(path)).code == "damaged"
    assert contents(path.parent) == before


async def test_a_damaged_page_is_told_once(path: Path, caplog: pytest.LogCaptureFixture):
    await (await Store.open(path)).close()
    spoil_table(path, "presets")
    store = await Store.open(path)
    try:
        await store.look_for_damage()
        for _ in range(2):
            with pytest.raises(NotRead) as unread:
                await store.presets.presets(1)
            assert unread.value.code == "damaged"
            with pytest.raises(NotStored) as unkept:
                await store.writer.execute("DELETE FROM presets WHERE guild_id = ?", (1,))
            assert unkept.value.code == "damaged"
    finally:
        await store.close()
    told = [record for record in caplog.records if record.levelno == logging.CRITICAL]
    (line,) = [record.getMessage() for record in told]
    assert line.startswith(f"The database {path} is damaged. Stop the bot and restore a backup: ")


async def test_a_sound_database_is_told_of_to_nobody(path: Path, caplog: pytest.LogCaptureFixture):
    store = await Store.open(path)
    try:
        await store.look_for_damage()
    finally:
        await store.close()
    assert not caplog.records


async def test_an_sqlite_that_is_too_old_is_refused_before_anything_is_made(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("data.store.OLDEST_SQLITE", (99, 0, 0))
    found = await fails(path)
    assert found.code == "sqlite-too-old"
    assert sqlite3.sqlite_version in str(found) and "99.0.0" in str(found)
    assert not path.parent.exists()


async def test_a_folder_where_the_lock_should_be(path: Path):
    place = lock.lock_file(path)
    await asyncio.to_thread(place.mkdir, parents=True)
    found = await fails(path)
    assert found.code == "cannot-open" and str(place) in str(found)
    assert contents(place.parent) == {}


async def test_a_folder_that_cannot_be_made(tmp_path: Path):
    (tmp_path / "file").touch()
    found = await fails(tmp_path / "file" / "bot.sqlite3")
    assert found.code == "no-folder"
    assert str(tmp_path / "file") in str(found)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
async def test_a_folder_in_which_nothing_can_be_made():
    assert (await fails(Path("/proc/hartenheer/bot.sqlite3"))).code == "no-folder"
    assert (await fails(Path("/proc/self/bot.sqlite3"))).code == "cannot-open"


async def test_a_folder_that_may_not_be_written():
    with open_folder() as folder:
        folder.chmod(0o555)
        said = attempt(folder / "bot.sqlite3", "unprivileged")
        assert said.startswith("cannot-open ")
        assert "check the folder" in said
        assert contents(folder) == {}
        folder.chmod(0o755)


async def test_a_file_that_may_not_be_written():
    with open_folder() as folder:
        path = folder / "bot.sqlite3"
        await (await Store.open(path)).close()
        before = contents(folder)
        folder.chmod(0o777)
        lock.lock_file(path).chmod(0o666)
        path.chmod(0o444)
        said = attempt(path, "unprivileged")
        assert said.startswith("read-only ")
        assert "check its permissions" in said
        assert contents(folder) == before
        path.chmod(0o666)
        assert attempt(path, "unprivileged") == "opened"  # nothing else was in the way


async def test_a_process_ends_after_a_failed_opening(path: Path):
    """An aiosqlite connection left open would keep it alive; this one fails with both of them open."""
    await (await Store.open(path)).close()
    assert attempt(path, "mistaken").startswith("refused ")
    await (await Store.open(path)).close()
