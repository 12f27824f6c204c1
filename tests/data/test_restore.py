"""A backup takes the place of the database: verified, whole or not at all; what was there is kept."""

from __future__ import annotations

import asyncio
import errno
import lzma
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from bot.__main__ import main
from bot.ops.backup import retell
from data import restore as restoring
from data.migrate import known_migrations
from data.restore import UNKNOWN_NUMBERS, restore
from data.store import Store
from data.verify import verify
from tests.data.conftest import Said
from tests.data.databases import change, files, room_for, rows, rows_of, spoil, verified
from tests.data.processes import HOLD, UNPRIVILEGED, contents, open_folder, other
from tests.data.samples import LOBBY, SEALED
from tests.data.test_releases import EXAMPLES, FOLDER, unpacked

VERSION: Final = len(known_migrations())
NAME: Final = "hartenheer.sqlite3"
TODAY: Final = "INSERT INTO texts VALUES ('news', 'of today')"
"""What was stored after the backup was made."""
GAMES: Final = ("tables", "seats", "sittings", "log", "deals", "points", "measured", "results", "given_up")


@pytest.fixture
def backup(tmp_path: Path, example: bytes) -> Path:
    """A backup of the day before."""
    path = tmp_path / "copies" / "yesterday.sqlite3"
    path.parent.mkdir()
    path.write_bytes(example)
    change(path, "PRAGMA journal_mode = DELETE")  # as what the command makes
    return path


@pytest.fixture
def path(tmp_path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of the commands, which has gone on since."""
    path = tmp_path / "var" / NAME
    path.parent.mkdir()
    shutil.copyfile(backup, path)
    change(path, f"PRAGMA journal_mode = WAL; {TODAY}")
    monkeypatch.setenv("HARTENHEER_DATABASE", str(path))
    return path


def text_of(path: Path, key: str = "news") -> list[tuple[str]]:
    return rows_of(path, f"SELECT text FROM texts WHERE key = '{key}'")


def kept_of(path: Path) -> Path:
    """What was kept of the database that was there."""
    (kept,) = [file for file in (path.parent / "backups").iterdir() if file.suffix == path.suffix]
    return kept


def last_number(path: Path, name: str = "tables") -> list[tuple[int]]:
    return rows_of(path, f"SELECT seq FROM sqlite_sequence WHERE name = '{name}'")


def leave_a_wal(path: Path) -> None:
    """As a bot that is killed leaves it: what was stored last is in the WAL alone."""
    aside = path.with_name("aside")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript("INSERT INTO texts VALUES ('last', 'words')")
        for ending in ("", "-wal"):
            shutil.copyfile(f"{path}{ending}", f"{aside}{ending}")
    for ending in ("", "-wal"):
        Path(f"{aside}{ending}").replace(f"{path}{ending}")
    assert b"words" in Path(f"{path}-wal").read_bytes() and b"words" not in path.read_bytes()


def test_a_backup_takes_the_databases_place(path: Path, backup: Path, said: Said) -> None:
    before = backup.read_bytes()
    assert main(["restore", str(backup)]) == 0
    kept = kept_of(path)
    assert said() == ([verified(backup, f"{backup} was restored"), f"What was there before: {kept}"], [])
    assert kept.name.startswith(f"hartenheer-v{VERSION}-")
    assert text_of(kept) == [("of today",)]
    assert text_of(path) == []
    assert rows(path, *GAMES) == rows(backup, *GAMES)
    assert path.stat().st_mode & 0o777 == kept.stat().st_mode & 0o777 == 0o600
    assert files(path.parent) == ["backups", NAME, f"{NAME}.lock"]
    assert files(backup.parent) == [backup.name] and backup.read_bytes() == before


async def test_the_bot_goes_on_with_it(path: Path, backup: Path) -> None:
    await asyncio.to_thread(restore, backup, path, lambda _: None)
    store = await Store.open(path)
    try:
        assert len(await store.tables.unfinished()) == 6
        assert (await store.tables.create(LOBBY, SEALED)).id == 12
    finally:
        await store.close()


def test_what_is_in_a_wal_alone_is_kept_and_does_not_spoil_the_new(path: Path, backup: Path) -> None:
    leave_a_wal(path)
    assert main(["restore", str(backup)]) == 0
    assert files(path.parent) == ["backups", NAME, f"{NAME}.lock"]
    assert text_of(kept_of(path), "last") == [("words",)]
    assert text_of(path, "last") == []
    assert rows_of(path, "PRAGMA integrity_check") == [("ok",)]


def test_a_backup_with_a_wal_is_restored_with_it(path: Path, backup: Path) -> None:
    leave_a_wal(backup)
    before = contents(backup.parent)
    assert main(["restore", str(backup)]) == 0
    assert text_of(path, "last") == [("words",)]
    assert {name: contents(backup.parent)[name] for name in before} == before


def test_where_there_is_no_database_yet(path: Path, backup: Path, said: Said) -> None:
    shutil.rmtree(path.parent)
    assert main(["restore", str(backup)]) == 0
    assert said()[0][-1] == "What was there before: nothing"
    assert files(path.parent) == [NAME, f"{NAME}.lock"]
    assert rows(path, *GAMES) == rows(backup, *GAMES)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_wal_without_its_database_is_put_aside(path: Path, backup: Path) -> None:
    leave_a_wal(path)
    path.unlink()
    assert main(["restore", str(backup)]) == 0
    assert text_of(path, "last") == []
    assert [name.partition("damaged")[1] for name in files(path.parent / "backups")] == ["damaged"]


def test_a_symbolic_link_stays_one(path: Path, backup: Path, tmp_path: Path) -> None:
    real = tmp_path / "disk" / "real.sqlite3"
    real.parent.mkdir()
    path.rename(real)
    path.symlink_to(real)
    link = tmp_path / "latest"
    link.symlink_to(backup)
    assert main(["restore", str(link)]) == 0
    assert path.is_symlink() and path.resolve() == real
    assert text_of(real) == [] and text_of(kept_of(path)) == [("of today",)]
    assert files(real.parent) == ["real.sqlite3"]


# Numbers


def test_numbers_used_since_are_not_used_again(path: Path, backup: Path) -> None:
    change(path, "UPDATE sqlite_sequence SET seq = 57 WHERE name = 'tables'")
    assert main(["restore", str(backup)]) == 0
    assert last_number(path) == [(57,)]
    assert last_number(backup) == [(11,)]


@pytest.mark.parametrize("name", ["leagues", "series", "evenings"])
def test_nor_are_those_of_what_else_has_buttons(path: Path, backup: Path, name: str) -> None:
    change(path, f"UPDATE sqlite_sequence SET seq = 57 WHERE name = '{name}'")
    assert main(["restore", str(backup)]) == 0
    assert last_number(path, name) == [(57,)]
    assert last_number(backup, name) == [(1,)]


def test_nor_are_those_of_what_an_older_backup_does_not_know_yet(path: Path) -> None:
    """A series of nights was planned since, and its buttons are still there."""
    change(path, "UPDATE sqlite_sequence SET seq = 57 WHERE name = 'series'")
    old = path.with_name("old.sqlite3")
    old.write_bytes(lzma.decompress((FOLDER / "0.2.0.sqlite3.xz").read_bytes()))
    assert main(["restore", str(old)]) == 0
    asyncio.run(opened_and_closed(path))
    change(path, "INSERT INTO series VALUES (NULL, 1, 1, 1, 1, '{}', '{}', 1.0, 'draft', '[]')")
    assert rows_of(path, "SELECT id FROM series") == [(58,)]


async def opened_and_closed(path: Path) -> None:
    await (await Store.open(path)).close()


@pytest.mark.parametrize("how", ["gone", "begun anew", "damaged"])
def test_where_nobody_knows_which_were_used_many_are_left_out(path: Path, backup: Path, how: str) -> None:
    if how == "begun anew":
        change(path, "DELETE FROM sqlite_sequence")
    elif how == "damaged":
        spoil(path)
    else:
        path.unlink()
    assert main(["restore", str(backup)]) == 0
    assert last_number(path) == [(11 + UNKNOWN_NUMBERS,)]


# A database that is no longer one


@pytest.mark.parametrize("how", ["spoilt", "a diary", "empty", "an index"])
def test_a_damaged_database_is_kept_and_replaced(path: Path, backup: Path, how: str, said: Said) -> None:
    leave_a_wal(path)
    wal = Path(f"{path}-wal").read_bytes()
    if how == "spoilt":
        spoil(path)
        Path(f"{path}-wal").write_bytes(wal := b"")
    elif how == "a diary":
        path.write_text("Dear diary, " * 500)
    elif how == "empty":
        path.write_bytes(b"")
        Path(f"{path}-wal").unlink()
    else:
        data = bytearray(path.read_bytes())
        place = data.rindex(b"Friday")
        data[place : place + 6] = b"Monday"
        path.write_bytes(data)
    before = path.read_bytes()
    assert main(["restore", str(backup)]) == 0
    kept = kept_of(path)
    assert said()[0][-1] == f"What was there before: {kept}"
    if how in ("spoilt", "a diary"):
        assert kept.read_bytes() == before and "damaged" in kept.name
        assert kept.with_name(f"{kept.name}-wal").read_bytes() == wal
        assert {file.stat().st_mode & 0o777 for file in kept.parent.iterdir()} == {0o600}
    assert rows(path, *GAMES) == rows(backup, *GAMES)
    assert files(path.parent) == ["backups", NAME, f"{NAME}.lock"]


# What is refused


def refused(path: Path, backup: Path, said: Said) -> str:
    """The sentence by which a restore is refused, which changes nothing and leaves nothing behind."""
    before = contents(path.parent), contents(backup.parent)
    assert main(["restore", str(backup)]) == 1
    out, (sentence,) = said()
    assert out == []
    there = contents(path.parent)
    there.pop(f"{NAME}.lock", None)
    assert (there, contents(backup.parent)) == before
    assert not (path.parent / "backups").exists()
    return sentence


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("UPDATE log SET line = '0 play 2C' WHERE table_id = 6 AND seq = 40", "Table 6 cannot be played"),
        ("UPDATE results SET points = 7 WHERE table_id = 6", "the results of table 6. Restore an earlier "),
        ("DELETE FROM tables WHERE id = 5", " refers to one that is not there."),
        (f"PRAGMA user_version = {VERSION + 1}", f"version {VERSION + 1}, this program knows "),
        ("UPDATE migrations SET checksum = 'x'", "was made by migrations other than this program's"),
        ("PRAGMA application_id = 7", "is a database of another program"),
    ],
)  # fmt: skip
def test_a_backup_that_does_not_verify(path: Path, backup: Path, said: Said, script: str, fault: str) -> None:
    change(backup, script)
    sentence = refused(path, backup, said)
    assert str(backup) in sentence and fault in sentence
    assert ".partial" not in sentence


def test_a_backup_that_differs_can_be_mended_as_is_said(path: Path, backup: Path, said: Said) -> None:
    change(backup, "UPDATE results SET points = 7 WHERE table_id = 6")
    sentence = refused(path, backup, said)
    assert sentence.endswith(f"HARTENHEER_DATABASE={backup} python -m bot rebuild")
    with pytest.MonkeyPatch.context() as other_database:
        other_database.setenv("HARTENHEER_DATABASE", str(backup))
        assert main(["rebuild"]) == 1  # it differed
    assert main(["restore", str(backup)]) == 0


def test_files_that_are_no_backup(path: Path, backup: Path, said: Said, tmp_path: Path) -> None:
    assert refused(path, backup.with_name("gone"), said) == f"There is no backup {backup.with_name('gone')}."
    assert refused(path, backup.parent, said) == f"There is no backup {backup.parent}."
    empty = backup.with_name("empty")
    empty.touch()
    assert refused(path, empty, said) == f"There is nothing in {empty}: name another backup."
    spoil(backup)
    assert (
        refused(path, backup, said) == f"{backup} is no backup to restore: it is damaged (restore a backup)."
    )
    backup.write_text("Dear diary, " * 500)
    assert refused(path, backup, said) == f"{backup} is no backup to restore: it is not an SQLite database."


def test_the_database_is_no_backup_of_itself(path: Path, backup: Path, said: Said) -> None:
    link = backup.with_name("link")
    link.symlink_to(path)
    hard = backup.with_name("hard")
    hard.hardlink_to(path)
    for file in (path, link, hard):
        assert refused(path, file, said) == f"{file} is the database itself: name a backup of it."


def test_the_place_is_another_programs(path: Path, backup: Path, said: Said) -> None:
    path.unlink()
    change(path, "CREATE TABLE bookmarks (url TEXT)")
    assert "of another program" in refused(path, backup, said)
    path.unlink()
    path.mkdir()
    assert refused(path, backup, said) == f"{path} is not a file, so it cannot be the database."


def test_a_bot_that_runs_on_it(path: Path, backup: Path, said: Said) -> None:
    with other(HOLD, path, "alone") as bot:
        assert bot.line() == "ready"
        before = contents(path.parent)
        assert main(["restore", str(backup)]) == 1
        assert said()[1] == [f"Another bot is using the database {path}; stop it first."]
        assert contents(path.parent) == before
        bot.press_enter()
        assert bot.wait() == 0
    assert main(["restore", str(backup)]) == 0


def test_another_program_that_has_it_open(path: Path, backup: Path, said: Said) -> None:
    with closing(sqlite3.connect(path)) as shell:
        assert shell.execute("SELECT text FROM texts WHERE key = 'news'").fetchall() == [("of today",)]
        assert main(["restore", str(backup)]) == 1
        assert said()[1] == [f"Nothing was restored: another program has {path} open; close it first."]
        shell.execute("INSERT INTO texts VALUES ('more', 'news')")
        shell.commit()
    assert text_of(path, "more") == [("news",)]
    assert main(["restore", str(backup)]) == 0


# Earlier versions


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_backup_of_an_earlier_version_is_migrated_when_the_bot_starts(
    name: str, path: Path, tmp_path: Path, said: Said
) -> None:
    old = unpacked(name, tmp_path)
    version = rows_of(old, "PRAGMA user_version")
    assert main(["restore", str(old)]) == 0
    assert said()[0][1] == "It is of an earlier version: the bot migrates it when it starts."
    assert rows_of(path, "PRAGMA user_version") == version

    async def start() -> list[str]:
        await (await Store.open(path)).close()
        found = await verify(path, retell, lambda done, tables: None)
        return [] if found.is_older else ["migrated"]

    if name != "before-0.2.0.sqlite3.xz":  # which has not counted what is counted since: `rebuild` does
        assert asyncio.run(start()) == ["migrated"]


# The disk, and being stopped


def test_a_disk_that_is_full(path: Path, backup: Path, said: Said) -> None:
    leave_a_wal(path)
    before = contents(path.parent)
    with room_for(backup.stat().st_size // 2):
        assert main(["restore", str(backup)]) == 1
    assert said()[1][-1].startswith(f"Nothing was restored, and {path} is as it was: ")
    there = contents(path.parent)
    assert {name: there[name] for name in before} == before
    assert not [name for name in files(path.parent) if "partial" in name]
    assert main(["restore", str(backup)]) == 0


def test_a_disk_without_room_to_keep_what_was_there(path: Path, backup: Path, said: Said) -> None:
    change(path, "CREATE TABLE large (x TEXT); INSERT INTO large VALUES (hex(zeroblob(200000)))")
    before = contents(path.parent)
    with room_for(backup.stat().st_size + 50_000):
        assert main(["restore", str(backup)]) == 1
    assert said()[1][-1].startswith("Nothing was restored, as what is there could not be kept. ")
    assert contents(path.parent) == {**before, f"{NAME}.lock": b""}
    assert files(path.parent / "backups") == []


def test_a_disk_that_fails_after_the_change_is_told_so(
    path: Path, backup: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[Path] = []

    def fail(folder: Path) -> None:
        flushed.append(folder)
        if flushed.count(path.parent) == 2:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(restoring, "flush", fail)
    assert main(["restore", str(backup)]) == 1
    assert said()[1] == [f"{path} was restored, but may not be on the disk yet: Input/output error."]
    assert text_of(path) == []


RESTORE_UNPRIVILEGED: Final = (
    UNPRIVILEGED
    + """
import sys
from bot.ops.backup import restore as command
from bot.ports import StoreError
from data import restore, verify

give_up_rights()
restore.known_migrations = verify.known_migrations = store.known_migrations
try:
    command(Path(sys.argv[1]), Path(sys.argv[2]), sys.stdout, sys.stderr)
except StoreError as error:
    print(error.code, error)
"""
)


def test_what_may_not_be_written_or_read(backup: Path) -> None:
    with open_folder() as folder:
        copy, place = folder / "copy.sqlite3", folder / "var" / "a.sqlite3"
        shutil.copyfile(backup, copy)
        copy.chmod(0o600)
        place.parent.mkdir(mode=0o555)

        def attempt() -> str:
            with other(RESTORE_UNPRIVILEGED, copy, place) as process:
                return process.line()

        assert attempt() == f"no-backup {copy} may not be read; check its permissions."
        copy.chmod(0o644)
        assert attempt().startswith("cannot-open The lock beside the database")
        assert files(place.parent) == []
        place.parent.chmod(0o777)
        shutil.copyfile(backup, place)  # root's
        assert attempt() == f"not-owner {place} belongs to another user: restore as that one."
        place.unlink()
        assert " was restored and verified: " in attempt()


STOPPED: Final = """
import os, sys
from bot.ops import backup
from bot.__main__ import main

def interrupt(self, done, tables):
    if done == 3:
        os.kill(os.getpid(), int(sys.argv[1]))

backup.WhereLong.__call__ = interrupt
print(main(sys.argv[2:]), flush=True)
"""


@pytest.mark.parametrize("signal", [2, 9])
def test_a_restore_that_is_stopped_changes_nothing(path: Path, backup: Path, signal: int) -> None:
    before = path.read_bytes()
    with other(STOPPED, signal, "restore", backup) as process:
        assert process.line() == ("1" if signal == 2 else "")
        process.wait()
    assert path.read_bytes() == before
    assert not (path.parent / "backups").exists()
    assert main(["restore", str(backup)]) == 0
    assert files(path.parent) == ["backups", NAME, f"{NAME}.lock"]


KILLED_AT_EACH_LINE: Final = """
import os, shutil, signal, sys
from pathlib import Path
from data import lock, restore

place, file, prepared = map(Path, sys.argv[1:])
watched = {module.__file__ for module in (lock, restore)}

def restore_until(moment):
    left = moment

    def look(frame, event, argument):
        nonlocal left
        if frame.f_code.co_filename not in watched:
            return None
        if event == "line":
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return look

    sys.settrace(look)
    restore.restore(file, place, lambda _: None)

for moment in range(1, 1000):
    shutil.rmtree(place.parent, ignore_errors=True)
    shutil.copytree(prepared, place.parent)
    child = os.fork()
    if child == 0:
        restore_until(moment)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    print(os.WIFSIGNALED(status), flush=True)
    sys.stdin.readline()
    if status == 0:
        break
"""


def test_killed_at_each_line_it_is_the_old_or_the_new_whole(path: Path, backup: Path, tmp_path: Path) -> None:
    for file in (path, backup):  # smaller is quicker
        change(file, "DELETE FROM tables; VACUUM")
    leave_a_wal(path)
    prepared = tmp_path / "prepared"
    shutil.copytree(path.parent, prepared)
    old, new = rows(path, "texts"), rows(backup, "texts")
    assert old != new
    found: list[bool] = []
    with other(KILLED_AT_EACH_LINE, path, backup, prepared) as process:
        while (line := process.line()) == "True":
            there = rows(path, "texts")
            assert there in (old, new)
            found.append(there == new)
            if there == new:
                assert rows(kept_of(path), "texts") == old
                assert not Path(f"{path}-wal").exists()
            assert rows_of(path, "PRAGMA integrity_check") == [("ok",)]
            process.press_enter()
        assert line == "False"
    assert found == sorted(found) and {False, True} == set(found)
    assert len(found) > 60
