"""Everything goes from files to files: each row to the home of its server, whole or not at all, and back."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.__main__ import main
from bot.cells.model import ALONE, MOST_CELLS, Cell
from bot.discordkit.ports import SubjectKind
from bot.ops.backup import retell
from bot.privacy.departures import DepartureTimer
from bot.privacy.privacy import PrivacyTimer
from bot.reviews.reviewing import ReviewTimer
from bot.tables.model import State
from cogs.tree import DIGEST
from data import examine
from data import move as moving
from data.errors import CannotOpen, StoreFailure
from data.migrate import known_migrations, prepare
from data.move import MOVED, MOVING, PLACES, SHARED, move
from data.personal import PERSONAL
from data.store import Store
from data.verify import verify
from tests.clock import FakeClock
from tests.data import servers, somebody
from tests.data.conftest import Said
from tests.data.databases import change, files, room_for, rows_of, spoil
from tests.data.processes import HOLD, ROOT, other
from tests.data.test_releases import EXAMPLES, LATER, go_on, unpacked
from tests.properties import tries
from tests.tables.house import House, play

GUILDS: Final = [1_100_000_000_000_000_000 + (number << 22) for number in range(3)]
"""Of as many cells or more each is the home of one at most."""
ORIGINAL: Final = "hartenheer.sqlite3"
FILE_S_OWN: Final = ("cell", "migrations", "texts")


@pytest.fixture(scope="session")
def anybody(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of one server, with something of everything."""
    path = tmp_path_factory.mktemp("anybody") / "a.sqlite3"
    with pytest.MonkeyPatch.context() as patched:
        asyncio.run(somebody.everything_done(patched, path))
    return path


@pytest.fixture
def path(tmp_path: Path, anybody: Path) -> Path:
    """The database of one process."""
    path = tmp_path / "var" / ORIGINAL
    path.parent.mkdir()
    servers.make(path, anybody, GUILDS)
    return path


EVERYWHERE: Final = ("players", "unshared_players", "former_players")


def moved(paths: Sequence[Path], folder: Path, count: int) -> list[Path]:
    """The new files, which nobody looked at."""
    move(paths, folder, count, lambda _: None, lambda _: None)
    return of(folder, count)


def of(folder: Path, count: int) -> list[Path]:
    if count == 1:
        return [folder / ORIGINAL]
    return [folder / f"cell{number}.sqlite3" for number in range(1, count + 1)]


def sealed(row: Mapping[str, Any]) -> str:
    return repr(sorted(row.items()))


def last_numbers(path: Path) -> dict[str, int]:
    return dict(rows_of(path, "SELECT name, seq FROM sqlite_sequence"))


# Where what goes


def test_every_table_has_a_place(tmp_path: Path) -> None:
    assert PLACES.keys() == PERSONAL.keys(), "say in data/move.py where the rows of the table go"
    assert set(SHARED) <= PLACES.keys()
    path = tmp_path / ORIGINAL
    prepare(path, tmp_path, known_migrations())
    with closing(sqlite3.connect(path)) as connection:
        connection.create_function("home", 1, ALONE.home)
        for table, condition in PLACES.items():
            assert ":number" in condition or table in SHARED, table
            assert ":guild" not in condition, table
            connection.execute(f"SELECT 1 FROM {table} AS this WHERE {condition}", {"number": 1})


def test_all_that_a_message_or_a_timer_can_be_about_has_one() -> None:
    for kind in SubjectKind:
        assert f"WHEN '{kind.value}'" in PLACES["postings"]
    declared = "".join(file.read_text("utf-8") for file in (ROOT / "bot").rglob("*.py"))
    kinds = re.findall(r"timers\.declare\((\w+)\.", declared)
    assert sorted(kinds) == ["DepartureTimer", "PrivacyTimer", "ReviewTimer"], "where do its timers go?"
    for kind in (ReviewTimer.REVIEW, DepartureTimer.GONE):
        assert f"WHEN '{kind.value}'" in PLACES["timers"]
    assert PrivacyTimer.DELETION.value not in PLACES["timers"]  # a person's: the first cell's
    assert f"'{DIGEST}'" in PLACES["texts"]


@given(
    st.lists(st.integers(1 << 22, (1 << 63) - 1), min_size=1, max_size=5, unique=True),
    st.lists(st.integers(1, 7), min_size=1, max_size=3),
)
@tries(10)
def test_everything_of_a_server_is_in_its_home_and_comes_back(
    anybody: Path, tmp_path_factory: pytest.TempPathFactory, guilds: list[int], counts: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("moved")
    original = folder / ORIGINAL
    servers.make(original, anybody, guilds)
    before = servers.rows(original)
    assert all(before[table] for table in PERSONAL)
    paths = [original]
    for step, count in enumerate([*counts, 1]):
        used = [last_numbers(one) for one in paths]
        paths = moved(paths, folder / str(step), count)
        _is_at_home(paths, before, guilds)
        _goes_on_from(paths, used)
    (back,) = paths
    after = servers.rows(back)
    for table in PERSONAL.keys() - set(FILE_S_OWN):
        assert after[table] == before[table], table
    shutil.rmtree(folder)


def _is_at_home(
    paths: Sequence[Path], before: Mapping[str, Sequence[Mapping[str, Any]]], guilds: Sequence[int]
) -> None:
    """Each row is in the one file where it belongs, and people are known in all of them."""
    cells = [Cell(number, len(paths)) for number in range(1, len(paths) + 1)]
    found = [servers.rows(path) for path in paths]
    for cell, there in zip(cells, found, strict=True):
        assert there["cell"] == [{"number": cell.number, "count": cell.count}]
        for table in EVERYWHERE:
            assert there[table] == before[table]
        for table in PERSONAL.keys() - {*FILE_S_OWN, *EVERYWHERE}:
            for row in there[table]:
                assert cell.home(servers.server_of(table, row, guilds)) == cell.number, (table, row)
        digest = [{"key": DIGEST, "text": "a digest"}] if cell.is_first else []
        assert there["texts"] == digest
    for table in PERSONAL.keys() - {*FILE_S_OWN, *EVERYWHERE}:
        after = Counter(sealed(row) for there in found for row in there[table])
        assert after == Counter(map(sealed, before[table])), table


def _goes_on_from(paths: Sequence[Path], used: Sequence[Mapping[str, int]]) -> None:
    """No number is given again, and none in two files."""
    highest = {name: max(one.get(name, 0) for one in used) for name in used[0]}
    assert {"tables", "leagues", "seasons", "reports", "series", "evenings", "dailies"} == highest.keys()
    for number, path in enumerate(paths, 1):
        for name, last in last_numbers(path).items():
            assert last >= highest[name] and (last - number) % len(paths) == 0, (name, last)
            assert last < highest[name] + len(paths)


async def test_numbers_given_afterwards_are_no_two_things(path: Path, tmp_path: Path) -> None:
    there = last_numbers(path)["tables"]
    given: list[int] = []
    for number, file in enumerate(await asyncio.to_thread(moved, [path], tmp_path / "new", 3), 1):
        store = await Store.open(file, cell=Cell(number, 3))
        try:
            house = House(store, FakeClock(LATER))
            given += [(await house.lobby(people=1, robots=2)).facts.id for _ in range(4)]
            await house.tables.close()
        finally:
            await store.close()
    assert len(set(given)) == len(given) == 12 and min(given) > there


# The command


def test_games_go_on_in_four_cells_and_in_one_process_again(path: Path, tmp_path: Path, said: Said) -> None:
    new, back = tmp_path / "var" / "cells", tmp_path / "var" / "back"
    assert main(["move", str(new), "4", str(path)]) == 0
    printed, complained = said()
    assert complained == []
    assert printed[0].startswith(f"{path}, cell 1/1: ")
    assert printed[1:-1] == [verified_as(one) for one in of(new, 4)]
    assert printed[-1].startswith(f"Everything is in {new} now")
    assert files(new) == [one.name for one in of(new, 4)]
    assert {one.stat().st_mode & 0o777 for one in of(new, 4)} == {0o600}
    assert files(path.parent) == ["cells", ORIGINAL, f"{ORIGINAL}.lock"]
    played = [asyncio.run(played_on(one, Cell(number, 4))) for number, one in enumerate(of(new, 4), 1)]
    assert sorted(played) == [0, 6, 6, 7]  # the private one too
    assert main(["move", str(back), "1", *map(str, reversed(of(new, 4)))]) == 0
    assert asyncio.run(played_on(back / ORIGINAL, ALONE)) == 0  # all are over
    ((over,),) = rows_of(back / ORIGINAL, f"SELECT count(*) FROM tables WHERE state = '{State.FINISHED}'")
    assert over >= 7 * len(GUILDS)


def verified_as(path: Path) -> str:
    counts = "count(*), count(started_at), (SELECT count(*) FROM log), (SELECT count(*) FROM deals)"
    ((tables, games, entries, deals),) = rows_of(path, f"SELECT {counts} FROM tables")
    return (
        f"{path.name} was made and verified: {tables} tables; {games} games played again from {entries} log"
        f" entries, with {deals} deals."
    )


async def played_on(path: Path, cell: Cell) -> int:
    """How many tables a cell takes up and plays to their end."""
    store = await Store.open(path, cell=cell)
    house = House(store, FakeClock(LATER))
    try:
        recovered = await house.tables.recover()
        await house.calm()
        for table in house.tables.running():
            await go_on(house, table)
            await play(house, table)
            assert table.facts.state is State.FINISHED, table
            await house.check(table)
    finally:
        await house.tables.close()
        await store.close()
    return recovered


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_old_database_is_migrated_first(name: str, tmp_path: Path, said: Said) -> None:
    path = unpacked(name, tmp_path)
    assert main(["move", str(tmp_path / "new"), "2", str(path)]) == 0
    assert said()[1] == []
    assert [one for one in files(tmp_path / "backups") if one.startswith("hartenheer-v")]
    assert files(tmp_path / "new") == ["cell1.sqlite3", "cell2.sqlite3"]


# What is refused


def refused(said: Said, *arguments: object) -> str:
    """The sentence with which a move is refused."""
    assert main(["move", *map(str, arguments)]) == 1
    (sentence,) = said()[1]
    return sentence


def test_all_files_of_the_old_cells_are_wanted_once(path: Path, tmp_path: Path, said: Said) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    first, second, third = moved([path], old, 3)
    assert refused(said, new, 2, first, third) == "The file of cell 2/3 is missing: name those of all cells."
    assert refused(said, new, 2, first, second, third, first) == f"{first} is named twice."
    again = old / "again.sqlite3"
    shutil.copyfile(second, again)
    assert refused(said, new, 2, first, second, third, again) == (
        f"{second} and {again} are of the same cell, 2/3: name one file of each cell."
    )
    (fresh,) = moved([first, second, third], tmp_path / "one", 1)
    one, _ = moved([fresh], tmp_path / "two", 2)
    change(first, f"DELETE FROM texts WHERE key IN ('{MOVING}', '{MOVED}')")
    assert refused(said, new, 2, one, first) == (
        f"{one} is of cell 1/2 and {first} of cell 1/3: these do not belong together."
    )
    assert refused(said, new, 2, old / "none.sqlite3") == f"There is no database {old / 'none.sqlite3'}."
    assert not new.exists()


def test_a_database_that_is_used_is_not_moved(path: Path, tmp_path: Path, said: Said) -> None:
    with other(HOLD, path, "alone") as bot:
        assert bot.line() == "ready"
        assert refused(said, tmp_path / "new", 2, path) == (
            f"Another bot is using the database {path}; stop it first."
        )
        bot.press_enter()
        assert bot.wait() == 0
    with closing(sqlite3.connect(path, isolation_level=None)) as shell:
        shell.execute("BEGIN IMMEDIATE")
        assert refused(said, tmp_path / "new", 2, path) == (
            "Nothing was moved, and the files are as they were: another program keeps it locked."
        )
    assert len(moved([path], tmp_path / "new", 2)) == 2


def test_nobody_changes_what_is_being_moved(path: Path, tmp_path: Path) -> None:
    def check(_: Path) -> None:
        with closing(sqlite3.connect(path, timeout=0)) as shell, pytest.raises(sqlite3.OperationalError):
            shell.execute("DELETE FROM texts")

    move([path], tmp_path / "new", 2, check, lambda _: None)


def test_what_is_no_database_of_this_program_is_refused(path: Path, tmp_path: Path, said: Said) -> None:
    foreign, newer = tmp_path / "foreign.sqlite3", tmp_path / "newer.sqlite3"
    change(foreign, "CREATE TABLE diary (day TEXT)")
    shutil.copyfile(path, newer)
    change(newer, "PRAGMA user_version = 999")
    assert "is a database of another program" in refused(said, tmp_path / "new", 2, foreign)
    assert "update the program" in refused(said, tmp_path / "new", 2, newer)
    spoil(path)
    assert str(path) in refused(said, tmp_path / "new", 2, path)
    assert not (tmp_path / "new").exists()


def test_files_of_two_bots_are_not_mixed(path: Path, tmp_path: Path, said: Said, anybody: Path) -> None:
    theirs = tmp_path / "theirs.sqlite3"
    servers.make(theirs, anybody, GUILDS)
    first, _ = moved([path], tmp_path / "ours", 2)
    their_first, _ = moved([theirs], tmp_path / "not-ours", 2)
    change(their_first, "UPDATE cell SET number = 2")
    sentence = refused(said, tmp_path / "new", 1, first, their_first)
    assert sentence.startswith(f"{their_first} has something that another of the files has too (UNIQUE")
    assert sentence.endswith("these are not the cells of one bot.")
    assert not (tmp_path / "new").exists()


def test_the_folder_must_be_new(path: Path, tmp_path: Path, said: Said) -> None:
    there = path.parent
    assert refused(said, there, 2, path) == f"{there} is there already: name a folder that is not."


@pytest.mark.parametrize("count", ["0", str(MOST_CELLS + 1), "-1", "two", "2.0", "²"])
def test_a_number_of_cells_that_there_cannot_be(
    path: Path, count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["move", "--", str(path.parent / "new"), count, str(path)])
    assert f"{count!r} is no number of cells from 1 to 64" in capsys.readouterr().err


def test_there_has_to_be_room(
    path: Path, tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = [2 * path.stat().st_size - 1]
    monkeypatch.setattr(moving.shutil, "disk_usage", lambda _: SimpleNamespace(free=free[0]))
    new = tmp_path / "new" / "deeper"
    sentence = refused(said, new, 2, path)
    assert re.fullmatch(
        rf"Nothing was moved: {new} takes \d+ MB for a while, and \d+ MB are free\.", sentence
    )
    free[0] += 1
    assert len(moved([path], new, 2)) == 2


def test_where_the_disk_fills_up_nothing_is_left(path: Path, tmp_path: Path, said: Said) -> None:
    before = rows_of(path, "SELECT count(*) FROM log")
    with room_for(600_000):
        sentence = refused(said, tmp_path / "new", 1, path)
    assert sentence.startswith("Nothing was moved, and the files are as they were: ")
    assert files(tmp_path) == ["var"] and rows_of(path, "SELECT count(*) FROM log") == before
    assert len(moved([path], tmp_path / "new", 1)) == 1


def test_what_does_not_verify_is_not_moved(path: Path, tmp_path: Path, said: Said) -> None:
    change(path, f"UPDATE log SET line = '0 play 2C' WHERE table_id = {2 * servers.STEP + 6} AND seq = 40")
    sentence = refused(said, tmp_path / "new", 3, path)
    assert sentence.startswith(
        f"Nothing was moved: the new files would not be sound. Table {2 * servers.STEP + 6} cannot be played"
    )
    assert sentence.endswith("Restore an earlier backup.")
    assert files(tmp_path) == ["var"]


def test_where_a_row_is_lost_nothing_is_moved(path: Path, tmp_path: Path, said: Said) -> None:
    change(path, "INSERT INTO rate_again VALUES (987654)")  # of a table that there is not
    assert refused(said, tmp_path / "new", 2, path) == (
        "Nothing was moved: not every row would be in one new file (rate_again)."
    )
    assert files(tmp_path) == ["var"]


# Stopped and killed


def test_stopped_by_hand_it_has_moved_nothing(
    path: Path, tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.ops.backup._verified", stopped)
    assert refused(said, tmp_path / "new", 2, path) == "The move was stopped: nothing was moved."
    assert files(tmp_path) == ["var"]
    asyncio.run(opened(path, ALONE))


KILLED: Final = """
import os, shutil, signal, sys
from pathlib import Path
from data import move

folder, part, parts = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])

def moved(place, trace):
    child = os.fork()
    if not child:
        sys.settrace(trace)
        old = sorted((place / "old").glob("*.sqlite3"))
        move.move(old, place / "new", 3, lambda _: None, lambda _: None)
        os._exit(0)
    return os.waitpid(child, 0)[1]

def each_line(seen):
    def trace(frame, event, argument):
        if frame.f_code.co_filename != move.__file__:
            return None
        if event == "line":
            seen(frame.f_lineno)
        return trace
    return trace

def killed_at(moment):
    left = moment + 1
    def seen(line):
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    return seen

def note(line):
    with (folder / "lines").open("a") as file:
        file.write(f"{line}\\n")

assert moved(folder / "whole", each_line(note)) == 0
lines = (folder / "lines").read_text().split()
last = {line: moment for moment, line in enumerate(lines)}
first = {line: moment for moment, line in reversed([*enumerate(lines)])}
moments = sorted({*first.values(), *last.values()})[part::parts]
for at, moment in enumerate(moments):
    place = folder / f"killed {at}"
    shutil.copytree(folder / "old", place / "old")
    assert moved(place, each_line(killed_at(moment))) == signal.SIGKILL
    print(place, flush=True)
"""
PARTS: Final = 12
"""How many tests share the moments at which a move is killed."""


@pytest.mark.parametrize("part", range(PARTS))
def test_killed_at_any_line_it_is_whole_or_not_at_all(part: int, anybody: Path, tmp_path: Path) -> None:
    """As it comes to each line of the module for the first time, and for the last, in one of the tests."""
    path, old = tmp_path / ORIGINAL, tmp_path / "old"
    servers.make(path, anybody, GUILDS[:2])
    moved([path], old, 2)
    wanted = [everything_of(one) for one in moved(of(old, 2), tmp_path / "wanted", 3)]
    for one in of(old, 2):
        change(one, f"DELETE FROM texts WHERE key IN ('{MOVING}', '{MOVED}')")
    before = [everything_of(one) for one in of(old, 2)]
    places = tmp_path / "places"
    shutil.copytree(old, places / "old")
    shutil.copytree(old, places / "whole" / "old")
    with other(KILLED, places, part, PARTS) as process:
        killed = list(map(Path, iter(process.line, "")))
        assert process.wait() == 0
    assert len(killed) > 10
    for place in killed:
        sources, new = of(place / "old", 2), place / "new"
        if new.exists():
            assert [everything_of(one) for one in of(new, 3)] == wanted
            for number, one in enumerate(sources, 1):
                with pytest.raises(CannotOpen, match="was moved to"):
                    asyncio.run(opened(one, Cell(number, 2)))
        else:
            assert [everything_of(one) for one in sources] == before
            asyncio.run(opened(sources[part % 2], Cell(part % 2 + 1, 2)))
        moved(sources, new, 3)
        assert [everything_of(one) for one in of(new, 3)] == wanted
        assert files(place) == ["new", "old"] and files(new) == [one.name for one in of(new, 3)]


def everything_of(path: Path) -> dict[str, Any]:
    """All that is kept, but for when it was made and what a move notes."""
    found: dict[str, Any] = servers.rows(path)
    del found["migrations"]
    found["texts"] = [one for one in found["texts"] if one["key"] not in (MOVING, MOVED)]
    return {**found, "last": last_numbers(path)}


async def opened(path: Path, cell: Cell | None) -> None:
    await (await Store.open(path, cell=cell)).close()


async def test_a_move_that_was_stopped_is_forgotten_by_the_next_start(path: Path, tmp_path: Path) -> None:
    """A copy that is made afterwards knows nothing of the folder, which may come to be there."""
    change(path, f"INSERT INTO texts VALUES ('{MOVING}', '{tmp_path / 'new'}')")
    await opened(path, ALONE)
    assert rows_of(path, f"SELECT 1 FROM texts WHERE key = '{MOVING}'") == []


@pytest.mark.parametrize("key", [MOVING, MOVED])
def test_what_was_moved_is_used_no_more(key: str, path: Path, tmp_path: Path, said: Said) -> None:
    """Also where a process was killed before it could note that it had come to its end."""
    new = tmp_path / "new"
    moved([path], new, 2)
    change(path, f"DELETE FROM texts WHERE key IN ('{MOVING}', '{MOVED}')")
    change(path, f"INSERT INTO texts VALUES ('{key}', '{new}')")
    sentence = f"The database {path} was moved to {new}: name the files there."
    for cell in (ALONE, Cell(1, 2), None):
        with pytest.raises(CannotOpen) as caught:
            asyncio.run(opened(path, cell))
        assert (caught.value.code, str(caught.value)) == ("moved", sentence)
    assert refused(said, tmp_path / "another", 2, path) == sentence
    assert examine.database(path).problem == sentence
    with pytest.raises(StoreFailure) as unverified:
        asyncio.run(verify(path, retell, lambda done, tables: None))
    assert str(unverified.value) == "What was in it was moved to other files."
    assert main(["move", str(new), "2", str(path)]) == 0  # brought to its end, or there already
    assert said()[0][0].startswith(f"Everything is in {new} now")
    assert (MOVED,) in rows_of(path, "SELECT key FROM texts")


def test_a_folder_that_was_renamed_since_is_no_way_back(path: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    moved([path], new, 2)
    new.rename(tmp_path / "renamed")
    with pytest.raises(CannotOpen, match="was moved to"):
        asyncio.run(opened(path, ALONE))


def test_where_its_end_cannot_be_noted_that_is_said(
    path: Path, tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new"
    flush = moving.flush

    def fail(place: Path) -> None:
        if place == new.parent:
            raise OSError(5, "Input/output error")
        flush(place)

    monkeypatch.setattr(moving, "flush", fail)
    sentence = f"Everything is in {new} now, but that could not be noted: run the same command again."
    assert refused(said, new, 2, path) == sentence
    with pytest.raises(CannotOpen, match="was moved to"):
        asyncio.run(opened(path, ALONE))
    monkeypatch.undo()
    moved([path], new, 2)
