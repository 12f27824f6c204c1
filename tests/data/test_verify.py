"""A backup is opened as the bot would and its games are played again, before it gets its name."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Final

import pytest

from bot.__main__ import main
from bot.cli.json_lines import AT_ONCE, Lines, ProgressBar, WhereLong
from bot.ops.backup import retell
from data.errors import Unverified
from data.migrate import known_migrations
from data.store import Store
from data.verify import verify
from tests.data.conftest import Said
from tests.data.databases import change, files, room_for, rows, rows_of, spoil, verified
from tests.data.processes import HOLD, UNPRIVILEGED, contents, open_folder, other
from tests.data.test_releases import EXAMPLES, unpacked

VERSION: Final = len(known_migrations())
TAMPERED: Final = "UPDATE log SET line = '0 play 2C' WHERE table_id = 6 AND seq = 40;"


@pytest.fixture
def path(tmp_path: Path, example: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of the commands."""
    path = tmp_path / "hartenheer.sqlite3"
    path.write_bytes(example)
    monkeypatch.setenv("HARTENHEER_DATABASE", str(path))
    return path


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "copies" / "copy.sqlite3"


def test_a_backup_says_what_was_verified_and_is_the_database(path: Path, target: Path, said: Said) -> None:
    everything = [name for (name,) in rows_of(path, "SELECT name FROM sqlite_schema WHERE type = 'table'")]
    before = contents(path.parent)
    assert main(["backup", str(target)]) == 0
    assert said() == ([verified(path, f"{target} was made")], [])
    assert files(target.parent) == ["copy.sqlite3"]
    assert target.stat().st_mode & 0o777 == 0o600
    assert rows(target, *everything) == rows(path, *everything)
    assert rows_of(target, "PRAGMA journal_mode") == [("delete",)]
    assert contents(path.parent) == before


def test_a_backup_of_a_bot_that_runs_has_what_is_in_the_wal_alone(
    path: Path, target: Path, said: Said
) -> None:
    without_wal: list[bytes] = []

    async def make() -> None:
        store = await Store.open(path)
        try:
            await store.texts.keep_text("news", "of today")
            without_wal.append(await asyncio.to_thread(path.read_bytes))
            assert await asyncio.to_thread(main, ["backup", str(target)]) == 0
        finally:
            await store.close()

    asyncio.run(make())
    assert said()[0] == [verified(path, f"{target} was made")]
    assert files(target.parent) == ["copy.sqlite3"]
    assert b"of today" not in without_wal[0]
    assert ("news", "of today") in rows(target, "texts")["texts"]


def test_another_process_that_runs_is_not_disturbed(path: Path, target: Path) -> None:
    with other(HOLD, path, "alone") as bot:
        assert bot.line() == "ready"
        assert main(["backup", str(target)]) == 0
        bot.press_enter()
        assert bot.wait() == 0


# What does not verify


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        (TAMPERED, "Table 6 cannot be played again (entry 40: not-your-turn). Restore an earlier backup."),
        (
            "DELETE FROM log WHERE table_id = 2 AND seq = 3;" + TAMPERED,
            "Table 2 cannot be played again (entry 3 is missing), nor table 6. Restore an earlier backup.",
        ),
        (
            "UPDATE log SET line = 'deck' WHERE seq = 0",
            "Table 2 cannot be played again (entry 0: bad-deck), nor tables 3, 4, 5 and 4 more. ",
        ),
        ("UPDATE tables SET preset = 'bridge' WHERE id = 7", "Table 7 cannot be played again (rules: "),
        ("UPDATE tables SET state = 'asleep' WHERE id = 7", "Table 7 cannot be played again (facts: "),
        (
            "UPDATE results SET points = points + 1 WHERE table_id = 6 AND seat = 2",
            "Not what the logs give: the results of table 6."
            " Stop the bot and make them again: python -m bot rebuild",
        ),
        ("DELETE FROM points WHERE table_id IN (2, 3, 6)", "the deals of tables 3, 6. Stop the bot"),
        (
            "UPDATE deals SET contract = 'jacks' WHERE table_id = 6; DELETE FROM measured WHERE table_id = 7",
            "Not what the logs give: the deals of table 6, the measures of table 7. ",
        ),
        ("INSERT INTO results VALUES (1, 0, 101, 'Ann', 5, 1)", "the results of table 1. "),
        ("DELETE FROM league_games WHERE table_id = 11", "the games of leagues of table 11"),
        ("DELETE FROM tables WHERE id = 5", " refers to one that is not there. Restore an earlier backup."),
        ("UPDATE tables SET state = 'lobby', pace = 'x' WHERE id = 9", "Its unfinished tables cannot "),
        ("UPDATE postings SET kind = 'song'", "Its messages cannot be read (ValueError)."),
        ("UPDATE series SET schedule = '{}'", "Its series of nights cannot be read (KeyError)."),
        ("UPDATE evenings SET stage = 'song'", "Its nights cannot be read (ValueError)."),
        ("UPDATE evening_steps SET kind = 'song'", "Its nights cannot be read (ValueError)."),
        (f"PRAGMA user_version = {VERSION + 1}", "It is of a later version than this program"),
        ("UPDATE migrations SET checksum = 'x'", "It was made by migrations other than this program's"),
        ("PRAGMA application_id = 7", "It is a database of another program."),
    ],
)  # fmt: skip
def test_a_copy_that_does_not_verify_gets_no_name(
    path: Path, target: Path, said: Said, script: str, fault: str
) -> None:
    change(path, script)
    before = contents(path.parent)
    assert main(["backup", str(target)]) == 1
    out, (sentence,) = said()
    assert out == []
    assert sentence.startswith(f"{target} was not made: it would not be sound. ")
    assert fault in sentence
    assert "2C" not in sentence
    assert files(target.parent) == []
    assert contents(path.parent) == before


def test_a_parked_table_is_told_and_kept_as_it_is(path: Path, target: Path, said: Said) -> None:
    change(path, TAMPERED + "UPDATE tables SET state = 'parked' WHERE id = 6")
    assert main(["backup", str(target)]) == 0
    out, _ = said()
    assert "7 games played again" in out[0]
    assert out[1:] == ["Table 6 is parked, and was not played again: entry 40: not-your-turn."]
    assert rows(target, "log") == rows(path, "log")


def test_a_copy_that_cannot_be_read_is_told_so(path: Path) -> None:
    spoil(path)
    with pytest.raises(Unverified) as caught:
        asyncio.run(verify(path, retell, lambda done, tables: None))
    assert caught.value.code == "damaged"
    assert str(caught.value) == "The copy cannot be used: it is damaged (restore a backup)."


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_database_of_an_earlier_version_is_verified_and_stays_one(
    name: str, tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, target = unpacked(name, tmp_path), tmp_path / "copies" / "copy.sqlite3"
    monkeypatch.setenv("HARTENHEER_DATABASE", str(path))
    version = rows_of(path, "PRAGMA user_version")
    assert main(["backup", str(target)]) == 0
    assert said()[0] == [verified(path, f"{target} was made")]
    assert rows_of(target, "PRAGMA user_version") == rows_of(path, "PRAGMA user_version") == version
    change(path, "UPDATE results SET points = points + 1 WHERE table_id = 6")
    assert main(["backup", str(target.with_name("other"))]) == 1
    assert "the results of table 6" in said()[1][0]
    assert files(target.parent) == ["copy.sqlite3"]


def test_an_empty_database_is_verified(tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sqlite3"
    monkeypatch.setenv("HARTENHEER_DATABASE", str(path))
    path.touch()
    assert main(["backup", str(tmp_path / "b")]) == 1
    assert said()[1][0].endswith("There is nothing in it.")

    async def make() -> None:
        await (await Store.open(path)).close()

    asyncio.run(make())
    assert main(["backup", str(tmp_path / "b")]) == 0
    assert said()[0][0].endswith("0 tables; 0 games played again from 0 log entries, with 0 deals.")


# The disk, and being stopped


def test_a_disk_without_room_for_the_copy_is_left_without(path: Path, target: Path, said: Said) -> None:
    with room_for(path.stat().st_size // 2):
        assert main(["backup", str(target)]) == 1
    assert " could not be " in said()[1][-1]
    assert files(target.parent) == []


def test_a_disk_without_room_to_verify_is_left_without(path: Path, target: Path, said: Said) -> None:
    path.write_bytes(unpacked("before-0.2.0.sqlite3.xz", path.parent).read_bytes())
    with room_for(path.stat().st_size):  # enough for copies, and not for what a migration adds
        assert main(["backup", str(target)]) == 1
    assert said()[1][-1].startswith(f"{target} was not made: it would not be sound. ")
    assert files(target.parent) == []
    assert main(["backup", str(target)]) == 0


BACK_UP_UNPRIVILEGED: Final = (
    UNPRIVILEGED
    + """
import sys
from bot.ops.backup import backup
from bot.ports import StoreError
from data import verify

give_up_rights()
verify.known_migrations = store.known_migrations
try:
    backup(Path(sys.argv[1]), Path(sys.argv[2]), sys.stdout, sys.stderr)
except StoreError as error:
    print(error.code, error)
"""
)


def test_a_folder_that_may_not_be_written(path: Path) -> None:
    with open_folder() as folder:
        database = folder / "a.sqlite3"
        database.write_bytes(path.read_bytes())
        database.chmod(0o666)
        folder.chmod(0o777)
        (folder / "shut").mkdir(mode=0o555)
        with other(BACK_UP_UNPRIVILEGED, database, folder / "shut" / "copy.sqlite3") as process:
            said = process.line()
        assert said.startswith("cannot-write ")
        assert said.endswith("copy.sqlite3 could not be written: Permission denied.")
        assert files(folder / "shut") == []
        with other(BACK_UP_UNPRIVILEGED, database, folder / "copy.sqlite3") as process:
            assert " was made and verified: " in process.line()
        assert files(folder) == ["a.sqlite3", "copy.sqlite3", "shut"]


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
def test_a_backup_that_is_stopped_leaves_none_and_hinders_none(
    path: Path, target: Path, signal: int, said: Said
) -> None:
    with other(STOPPED, signal, "backup", target) as process:
        assert process.line() == ("1" if signal == 2 else "")
        process.wait()
    assert files(target.parent) == (
        [] if signal == 2 else [".copy.sqlite3.partial", ".copy.sqlite3.partial.verifying"]
    )
    assert main(["backup", str(target)]) == 0
    assert files(target.parent) == ["copy.sqlite3"]


# How it is shown


def test_progress_is_told_where_it_takes_long() -> None:
    now, log, terminal = [100.0], io.StringIO(), io.StringIO()
    shows = [WhereLong(show, lambda: now[0]) for show in (Lines(log), ProgressBar(terminal))]
    for done, seconds in enumerate((0.0, AT_ONCE - 0.1, AT_ONCE, 60.0)):
        now[0] = 100.0 + seconds
        for show in shows:
            show(done, 3)
    assert log.getvalue() == "3 of 3 tables\n"
    assert [line.count("#") for line in terminal.getvalue().split("\r")[1:]] == [26, 40]
