"""A database is one cell's: no other opens it, and no other gives its numbers, whatever becomes of it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cells.model import ALONE, Cell
from bot.people.settings import Player, ServerSettings
from data.errors import CannotOpen
from data.restore import UNKNOWN_NUMBERS
from data.store import Store
from tests.data.databases import change, rows_of
from tests.data.processes import ROOT
from tests.data.samples import LOBBY, SEALED
from tests.kept import keep_guild, keep_player

SECOND = Cell(2, 4)


async def tables_made(path: Path, cell: Cell | None, count: int = 1) -> list[int]:
    """The numbers of new tables."""
    store = await Store.open(path, cell=cell)
    try:
        return [(await store.tables.create(replace(LOBBY, id=0), SEALED)).id for _ in range(count)]
    finally:
        await store.close()


async def refused(path: Path, cell: Cell) -> str:
    with pytest.raises(CannotOpen) as caught:
        await Store.open(path, cell=cell)
    assert caught.value.code == "other-cell"
    return str(caught.value)


def cell_there(path: Path) -> Sequence[tuple[int, int]]:
    return rows_of(path, "SELECT number, count FROM cell")


async def test_numbers_are_no_other_cells(tmp_path: Path) -> None:
    every = [Cell(number, 3) for number in (1, 2, 3)]
    given = [await tables_made(tmp_path / f"{cell.number}.sqlite3", cell, 3) for cell in every]
    assert given == [[1, 4, 7], [2, 5, 8], [3, 6, 9]]
    assert await tables_made(tmp_path / "alone.sqlite3", ALONE, 3) == [1, 2, 3]


async def test_a_process_refuses_the_database_of_another_cell(path: Path) -> None:
    await tables_made(path, SECOND)
    for cell in (ALONE, Cell(1, 4), Cell(2, 2), Cell(3, 4)):
        assert await refused(path, cell) == (
            f"The database {path} is of cell 2/4, and this process is cell {cell}: name its own with"
            " HARTENHEER_DATABASE, or have servers moved by `python -m bot move`."
        )
    assert cell_there(path) == [(2, 4)]
    assert await tables_made(path, SECOND) == [6]
    assert await tables_made(path, None) == [10]  # whoever looks at it, whichever it is


async def test_what_one_process_has_kept_becomes_no_cells(path: Path) -> None:
    """Also where nothing of it has a number."""
    await tables_made(path, ALONE)
    assert "is of cell 1/1, and this process is cell 2/4" in await refused(path, SECOND)
    for name in ("a person", "a server"):
        other = path.with_name(f"{name}.sqlite3")
        store = await Store.open(other)
        try:
            if name == "a person":
                await keep_player(store.players, Player(7, "Ann", "nl"))
            else:
                await keep_guild(store.players, 7, ServerSettings(game="kingen-iwwa"))
        finally:
            await store.close()
        assert "is of cell 1/1" in await refused(other, SECOND)
        await (await Store.open(other)).close()


async def test_a_new_database_becomes_the_cells_also_where_a_process_was_killed_before_it_did(
    path: Path,
) -> None:
    await (await Store.open(path)).close()
    assert cell_there(path) == [(1, 1)]
    assert await tables_made(path, SECOND) == [2]
    assert cell_there(path) == [(2, 4)]


def test_the_bot_says_so_in_one_sentence(path: Path) -> None:
    asyncio.run(tables_made(path, SECOND))
    ran = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        check=False,
        cwd=ROOT,
        env={**os.environ, "DISCORD_TOKEN": "a.b.c", "HARTENHEER_DATABASE": str(path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith(f"The database {path} is of cell 2/4, and this process is")


# What is done with a database by hand


@pytest.fixture
def second(tmp_path: Path, example: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of the commands, the second cell's."""
    path = tmp_path / "var" / "cell2.sqlite3"
    path.parent.mkdir()
    path.write_bytes(example)
    change(path, "UPDATE cell SET number = 2, count = 4; UPDATE sqlite_sequence SET seq = 4 * seq + 2")
    monkeypatch.setenv("HARTENHEER_DATABASE", str(path))
    return path


def test_a_cells_database_is_backed_up_restored_and_made_again(second: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    assert main(["backup", str(copy)]) == 0
    assert main(["restore", str(copy)]) == 0
    assert main(["rebuild"]) == 0
    assert cell_there(second) == cell_there(copy) == [(2, 4)]


def test_where_nobody_knows_which_numbers_were_used_the_cell_keeps_to_its_own(
    second: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite3"
    second.rename(copy)
    change(copy, "DELETE FROM sqlite_sequence WHERE name = 'dailies'")
    assert main(["restore", str(copy)]) == 0
    for name, last in rows_of(second, "SELECT name, seq FROM sqlite_sequence"):
        assert last >= UNKNOWN_NUMBERS and last % 4 == 2, name
    (number,) = asyncio.run(tables_made(second, SECOND))
    assert number % 4 == 2
