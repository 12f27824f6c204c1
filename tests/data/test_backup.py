"""Backups: one file, checked, whole or not at all, of a database in use."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.backup import backup, dated_backup
from data.errors import BackupFailed
from data.store import Store
from tests.data.samples import PLAYING, SEALED, moved


def leftovers(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def test_a_backup_of_a_running_bot_is_a_database_like_it(store: Store, path: Path, tmp_path: Path):
    facts = await store.tables.create(PLAYING, SEALED)
    await store.tables.write(moved(facts, 5))
    target = tmp_path / "new" / "copy.sqlite3"
    backup(path, target)
    assert leftovers(target.parent) == ["copy.sqlite3"]
    assert target.stat().st_mode & 0o077 == 0
    await store.tables.write(moved(moved(facts, 5).facts))  # the bot goes on, the copy does not
    copy = await Store.open(target)
    try:
        copied = await copy.tables.load(facts.id)
        assert copied is not None and copied.facts == moved(facts, 5).facts
        assert await copy.tables.log(facts.id) == list(moved(facts, 5).entries)
    finally:
        await copy.close()


async def test_a_backup_overwrites_nothing(store: Store, path: Path, tmp_path: Path):
    target = tmp_path / "precious"
    target.write_text("precious")
    with pytest.raises(BackupFailed) as caught:
        backup(path, target)
    assert caught.value.code == "exists"
    assert target.read_text() == "precious"
    with pytest.raises(BackupFailed) as caught:
        backup(path, path)
    assert caught.value.code == "exists"
    with pytest.raises(BackupFailed) as caught:
        backup(path, tmp_path)
    assert caught.value.code == "exists"


def test_there_must_be_something_to_copy(tmp_path: Path):
    with pytest.raises(BackupFailed) as caught:
        backup(tmp_path / "nothing.sqlite3", tmp_path / "copy.sqlite3")
    assert caught.value.code == "no-database"
    assert leftovers(tmp_path) == []


def test_a_file_that_is_no_database_is_not_copied(tmp_path: Path):
    (tmp_path / "diary").write_text("Dear diary, " * 500)
    with pytest.raises(BackupFailed) as caught:
        backup(tmp_path / "diary", tmp_path / "copy")
    assert caught.value.code == "not-a-database"
    assert leftovers(tmp_path) == ["diary"]


def test_a_damaged_database_makes_no_backup(tmp_path: Path):
    source = tmp_path / "a.sqlite3"
    with closing(sqlite3.connect(source, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE a (x INTEGER PRIMARY KEY, y TEXT UNIQUE)")
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO a (y) VALUES (?)", [(f"line {number}",) for number in range(500)])
        connection.execute("COMMIT")
    data = bytearray(source.read_bytes())
    place = data.rindex(b"line 499")
    data[place : place + 8] = b"line 000"  # table and index differ from now on
    source.write_bytes(data)
    with pytest.raises(BackupFailed) as caught:
        backup(source, tmp_path / "copy.sqlite3")
    assert caught.value.code == "damaged"
    assert leftovers(tmp_path) == ["a.sqlite3"]


async def test_a_folder_that_cannot_be_made(store: Store, path: Path, tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(BackupFailed) as caught:
        backup(path, tmp_path / "file" / "copy")
    assert caught.value.code == "cannot-write"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux's /dev/full")
async def test_a_device_is_no_target(store: Store, path: Path):
    with pytest.raises(BackupFailed) as caught:
        backup(path, Path("/dev/full"))
    assert caught.value.code == "exists"


async def test_what_an_interrupted_backup_left_is_no_hindrance(store: Store, path: Path, tmp_path: Path):
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / ".copy.partial").write_bytes(os.urandom(5000))
    (folder / ".copy.partial-journal").write_bytes(os.urandom(5000))
    backup(path, folder / "copy")
    assert leftovers(folder) == ["copy"]


async def test_dated_backups_of_one_second_have_names_of_their_own(store: Store, path: Path, tmp_path: Path):
    made = {dated_backup(path, tmp_path / "copies", 7) for _ in range(4)}
    assert len(made) == 4
    for file in made:
        assert re.fullmatch(r"hartenheer-v7-\d{8}T\d{6}Z(-\d+)?\.sqlite3", file.name)
