"""What follows from the logs is made again: a sound database is found equal, a wrong one is mended."""

from __future__ import annotations

import asyncio
import io
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from bot.__main__ import main
from bot.cli.json_lines import ProgressBar
from bot.engine.registry import make_rules, new_game
from bot.ops.backup import rebuild, retell
from bot.ports import StoreError
from data import rebuild as data_rebuild
from data.consequences import CONSEQUENCES
from data.errors import CannotOpen, NotRead
from data.schema import LOG, SEATS, SITTINGS, TABLES
from data.statistics.counting import OF_STATISTICS
from data.statistics.rating_steps import OF_SERVERS as OF_RATINGS
from data.store import Store
from tests.data.databases import change, rows
from tests.data.processes import HOLD, other

OWNED: Final = [relation.table for one in CONSEQUENCES for relation in one.owns]
OF_SERVERS: Final = ["server_pools", *(relation.table for relation in OF_RATINGS)]
COUNTED: Final = [relation.table for relation in OF_STATISTICS]
EVERYTHING: Final = [
    *OWNED,
    *COUNTED,
    *OF_SERVERS,
    "corrections",
    "gains",
    "tables",
    "seats",
    "sittings",
    "log",
    "postings",
    "players",
    "presets",
    "texts",
]

WRONG: Final = """
UPDATE points SET points = points + 1 WHERE table_id = 6 AND attempt = 3 AND seat = 2;
DELETE FROM points WHERE table_id = 4 AND attempt = 1 AND seat = 0;
UPDATE deals SET contract = 'jacks', ended_at = 0 WHERE table_id = 6 AND attempt = 0;
DELETE FROM measured WHERE table_id = 7 AND attempt < 2;
INSERT INTO measured VALUES (6, 0, 0, 'made', 'solo 7', 9);
UPDATE results SET user_id = 999, name = 'Mallory' WHERE table_id = 6 AND seat = 1;
INSERT INTO results VALUES (3, 0, 101, 'Ann', 5, 1);
INSERT INTO results VALUES (1, 0, 101, 'Ann', 5, 1);
DELETE FROM given_up;
"""
"""Of games that are finished, in play, and never begun. What differs: see below."""

WRONG_IN_SEASON: Final = """
UPDATE league_games SET seats = replace(seats, '15', '16') WHERE table_id = 11;
"""
"""Of the league's season: one row of its game at a table."""

REBUILD_SLOWLY: Final = """
import asyncio, sys
from pathlib import Path
from bot.ops.backup import retell
from data.rebuild import rebuild as make_again

def progress(done, tables):
    print(done, tables, flush=True)
    if done == int(sys.argv[2]):
        sys.stdin.readline()

asyncio.run(make_again(Path(sys.argv[1]), retell, progress))
"""


@pytest.fixture
def path(tmp_path: Path, example: bytes) -> Path:
    path = tmp_path / "hartenheer.sqlite3"
    path.write_bytes(example)
    return path


STATISTICS_EQUAL: Final = "statistics: equal ({} rows)"
RATINGS_EQUAL: Final = "ratings: equal ({} rows)"


async def rebuilt(path: Path) -> tuple[bool, list[str]]:
    """Whether all was as it has to be, and what was said but for the first line."""
    out = io.StringIO()
    equal = await rebuild(path, out, io.StringIO())
    return equal, out.getvalue().splitlines()[1:]


def test_a_sound_database_is_equal(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows(path, *EVERYTHING)
    monkeypatch.setenv("HARTENHEER_DATABASE", str(path))
    assert main(["rebuild"]) == 0
    said = capsys.readouterr()
    (copy,) = (path.parent / "backups").iterdir()
    counts = {table: len(found) for table, found in before.items()}
    assert said.out.splitlines() == [
        f"Made again from the logs of 8 tables. What was there before: {copy}",
        f"deals: equal ({counts['deals'] + counts['points']} rows)",
        f"measures: equal ({counts['measured']} rows)",
        f"results: equal ({counts['results'] + counts['given_up']} rows)",
        "games of leagues: equal (1 rows)",  # the other was on paper
        STATISTICS_EQUAL.format(sum(counts[table] for table in COUNTED)),
        RATINGS_EQUAL.format(sum(counts[table] for table in OF_SERVERS)),
    ]
    assert said.err == "8 of 8 tables\n"
    assert rows(path, *EVERYTHING) == before == rows(copy, *EVERYTHING)
    assert all(counts[table] for table in (*OWNED, *OF_SERVERS))


def test_wrong_rows_are_told_and_mended(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows(path, *EVERYTHING)
    change(path, WRONG)
    wrong = rows(path, *EVERYTHING)
    lost = len(before["measured"]) + 1 - len(wrong["measured"])
    assert lost > 0 and before["given_up"]
    monkeypatch.setenv("HARTENHEER_DATABASE", str(path))
    assert main(["rebuild"]) == 1
    said = capsys.readouterr().out.splitlines()[1:]
    assert [line.partition(" differed")[0] for line in said] == [
        "deals: 3",
        f"measures: {lost + 1}",
        f"results: {1 + 1 + 1 + len(before['given_up'])}",
        "games of leagues: equal (1 rows)",
        STATISTICS_EQUAL.format(sum(len(before[table]) for table in COUNTED)),
        RATINGS_EQUAL.format(sum(len(before[table]) for table in OF_SERVERS)),
    ]
    assert rows(path, *EVERYTHING) == before
    (copy,) = (path.parent / "backups").iterdir()
    assert rows(copy, *EVERYTHING) == wrong
    assert main(["rebuild"]) == 0


def test_a_game_of_a_league_is_mended(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows(path, *EVERYTHING)
    change(path, WRONG_IN_SEASON)
    wrong = rows(path, *EVERYTHING)
    assert [table for table in EVERYTHING if wrong[table] != before[table]] == ["league_games"]
    monkeypatch.setenv("HARTENHEER_DATABASE", str(path))
    assert main(["rebuild"]) == 1
    told = [line.partition(" differed")[0] for line in capsys.readouterr().out.splitlines()]
    assert told[-3] == "games of leagues: 1"
    assert rows(path, *EVERYTHING) == before
    assert main(["rebuild"]) == 0


async def test_a_log_that_no_longer_replays_is_named_and_left_alone(path: Path) -> None:
    change(path, "UPDATE log SET line = '0 play 2C' WHERE table_id = 6 AND seq = 40;" + WRONG)
    wrong = {table: [row for row in found if row[0] == 6] for table, found in rows(path, *OWNED).items()}
    equal, said = await rebuilt(path)
    assert not equal
    assert said[-1].startswith("Table 6 was left alone, as what is stored of it cannot be played: entry 40: ")
    assert "2C" not in said[-1]
    after = rows(path, *OWNED)
    assert {table: [row for row in found if row[0] == 6] for table, found in after.items()} == wrong
    assert not [row for row in after["results"] if row[0] == 1]  # the others were mended
    assert (await rebuilt(path))[1][:-1] == [
        *(
            f"{one.name}: equal ({count} rows)"
            for one, count in zip(CONSEQUENCES, counted(after), strict=True)
        ),
        STATISTICS_EQUAL.format(sum(len(found) for found in rows(path, *COUNTED).values())),
        RATINGS_EQUAL.format(sum(len(found) for found in rows(path, *OF_SERVERS).values())),
    ]


def counted(found: dict[str, Sequence[tuple[Any, ...]]]) -> list[int]:
    """How many rows each consequence has, but for table 6."""
    return [
        sum(_is_made_again(relation.table, row) for relation in one.owns for row in found[relation.table])
        for one in CONSEQUENCES
    ]


def _is_made_again(table: str, row: tuple[Any, ...]) -> bool:
    """Whether a row is made again from the log of a table other than 6; games on paper are not."""
    return row[-1] is not None if table == "league_games" else row[0] != 6


async def test_a_seat_that_is_nobodys_is_told(path: Path) -> None:
    change(path, "DELETE FROM sittings WHERE table_id = 6 AND seat = 1")
    equal, said = await rebuilt(path)
    assert not equal
    assert said[-1].endswith("played: sittings: a seat is nobody's.")


async def test_an_empty_database_is_equal(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    await (await Store.open(path)).close()
    equal = [f"{one.name}: equal (0 rows)" for one in CONSEQUENCES]
    rest = [one.format(0) for one in (STATISTICS_EQUAL, RATINGS_EQUAL)]
    assert await rebuilt(path) == (True, [*equal, *rest])


async def test_an_older_database_gets_what_it_could_not_have(path: Path) -> None:
    before = rows(path, "measured")
    change(path, "DELETE FROM measured")
    assert (await rebuilt(path))[0] is False
    assert rows(path, "measured") == before


# What cannot be


async def test_where_a_bot_is_running_nothing_is_rebuilt(path: Path) -> None:
    change(path, WRONG)
    wrong = rows(path, *EVERYTHING)
    with other(HOLD, path, "alone") as bot:
        assert bot.line() == "ready"
        with pytest.raises(CannotOpen) as caught:
            await rebuild(path, io.StringIO(), io.StringIO())
        assert caught.value.code == "in-use"
    assert rows(path, *EVERYTHING) == wrong
    assert not (path.parent / "backups").exists()


def test_without_a_database_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(NotRead):
        asyncio.run(rebuilt(tmp_path / "a.sqlite3"))
    assert list(tmp_path.iterdir()) == []


async def test_without_a_copy_nothing_is_rebuilt(path: Path) -> None:
    change(path, WRONG)
    wrong = rows(path, *EVERYTHING)
    (path.parent / "backups").write_text("not a folder")
    with pytest.raises(StoreError, match="backup"):
        await rebuild(path, io.StringIO(), io.StringIO())
    assert rows(path, *EVERYTHING) == wrong


@pytest.mark.parametrize("done", [0, 4, 8])
def test_a_rebuild_that_is_killed_leaves_the_old_state(path: Path, done: int) -> None:
    change(path, WRONG)
    wrong = rows(path, *EVERYTHING)
    with other(REBUILD_SLOWLY, path, done) as process:
        said = [process.line() for _ in range(done + 1)]
        assert said[-1] == f"{done} 9"
        process.kill()
    assert rows(path, *EVERYTHING) == wrong
    assert asyncio.run(rebuilt(path))[0] is False  # and the lock is free


async def test_a_rebuild_that_is_cancelled_leaves_the_old_state(path: Path) -> None:
    change(path, WRONG)
    wrong = rows(path, *EVERYTHING)
    reached = asyncio.Event()
    task = asyncio.create_task(
        data_rebuild.rebuild(path, retell, lambda done, _: reached.set() if done == 3 else None)
    )
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert rows(path, *EVERYTHING) == wrong
    assert (await rebuilt(path))[0] is False


async def test_a_disk_that_fails_in_the_middle_leaves_the_old_state(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(path, WRONG)
    wrong = rows(path, *EVERYTHING)

    async def fail(_: object, happened: data_rebuild.Happened) -> None:
        if happened.facts.id == 7:
            raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(data_rebuild, "write_again", fail)
    with pytest.raises(StoreError):
        await rebuild(path, io.StringIO(), io.StringIO())
    assert rows(path, *EVERYTHING) == wrong


# How it is shown, and what holds for all consequences


def test_a_bar_grows_on_a_terminal() -> None:
    terminal = io.StringIO()
    bar = ProgressBar(terminal)
    for done in range(5):
        bar(done, 4)
        bar(done, 4)
    drawn = terminal.getvalue().split("\r")[1:]
    assert [line.count("#") for line in drawn] == [0, 10, 20, 30, 40]
    assert {len(line.rstrip()) for line in drawn} == {len(drawn[0])}
    assert drawn[-1].endswith("100 % of 4 tables\n")
    assert [line for line in drawn if line.endswith("\n")] == drawn[-1:]


def test_each_sql_table_has_one_owner_and_inputs_have_none() -> None:
    assert len(set(OWNED)) == len(OWNED)
    assert not {one.table for one in (TABLES, SEATS, SITTINGS, LOG)} & set(OWNED)
    for one in CONSEQUENCES:
        for relation in one.owns:
            assert "table_id" in [column.name for column in relation.columns]


@pytest.mark.parametrize("preset", ["kingen", "whist-flemish"])
def test_what_is_stored_as_measured_is_what_the_game_declares(path: Path, preset: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(
            "SELECT DISTINCT measure FROM measured JOIN tables ON id = table_id WHERE preset = ?", (preset,)
        ).fetchall()
    declared = new_game(make_rules(preset, 4, {}), 0).MEASURES
    assert {measure for (measure,) in found} <= set(declared)
    assert len(found) > 1
