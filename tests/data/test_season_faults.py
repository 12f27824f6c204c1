"""Leagues and seasons when the process dies, the disk fails, or something is asked twice: a change is made
whole or not at all, and what is kept of standings is what all results give.

What a process leaves behind that dies are the files as they are at that moment: they are copied then, and
another store opens them. One is killed for real besides.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from bot.leagues.model import ClubError
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import counted_games
from bot.leagues.season.model import Points
from bot.leagues.season.scoring import rated
from data import connections
from data.errors import NotStored
from data.store import Store
from tests.data.club import CHANGES, Club, change_settings, correction, ending, founded
from tests.data.databases import room_for, rows, rows_of
from tests.data.processes import other
from tests.data.samples import SEALED
from tests.data.seasons import check

TABLES: Final = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"

ONCE: Final = [name for name in CHANGES if name != "adjust"]
"""What can be done once only: each adjustment is one of its own."""

State = Mapping[str, Sequence[tuple[Any, ...]]]


@pytest.fixture
async def club(store: Store) -> Club:
    return await founded(store)


def kept(path: Path) -> State:
    """Everything that is stored."""
    tables = [name for (name,) in rows_of(path, TABLES)]
    return {table: sorted(found, key=repr) for table, found in rows(path, *tables).items()}


async def check_all(store: Store, path: Path) -> None:
    """What is kept of all standings is right."""
    for (season_id,) in rows_of(path, "SELECT id FROM seasons"):
        await check(store, season_id)


async def left_behind(path: Path) -> State:
    """What a store finds that opens the files which a process has left; it has to be right."""
    store = await Store.open(path)
    try:
        await check_all(store, path)
    finally:
        await store.close()
    return kept(path)


def leave_copies(monkeypatch: pytest.MonkeyPatch, path: Path, folder: Path) -> tuple[Path, Path]:
    """Have the files copied just before and just after each commit; the paths of the two databases."""
    commit = connections.commit

    def copied(name: str) -> Path:
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
        for file in (path, path.with_name(path.name + "-wal")):
            shutil.copy(file, folder / name)
        return folder / name / path.name

    def watched(connection: sqlite3.Connection) -> None:
        copied("before")
        commit(connection)
        copied("after")

    monkeypatch.setattr(connections, "commit", watched)
    return folder / "before" / path.name, folder / "after" / path.name


@pytest.mark.parametrize("name", CHANGES)
async def test_a_change_is_there_as_a_whole_or_not_at_all_when_the_process_dies(
    store: Store, club: Club, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    was = kept(path)
    with monkeypatch.context() as watching:
        before, after = leave_copies(watching, path, tmp_path)
        await CHANGES[name].ask(store, club)
    now = kept(path)
    assert now != was
    assert await left_behind(before) == was
    assert await left_behind(after) == now


@pytest.mark.parametrize("name", CHANGES)
async def test_a_commit_that_fails_leaves_everything_as_it_was(
    store: Store, club: Club, path: Path, name: str
) -> None:
    was = kept(path)
    with room_for(0), pytest.raises(NotStored) as caught:
        await CHANGES[name].ask(store, club)
    assert caught.value.code in ("disk-failed", "disk-full")
    assert kept(path) == was
    await check_all(store, path)
    await CHANGES[name].ask(store, club)
    assert kept(path) != was
    await check_all(store, path)


@pytest.mark.parametrize("name", ONCE)
async def test_what_is_asked_twice_is_done_once(store: Store, club: Club, path: Path, name: str) -> None:
    await CHANGES[name].ask(store, club)
    once = kept(path)
    if CHANGES[name].second is None:
        await CHANGES[name].ask(store, club)
    else:
        with pytest.raises((ClubError, NotStored)) as caught:
            await CHANGES[name].ask(store, club)
        assert caught.value.code == CHANGES[name].second
    assert kept(path) == once
    await check_all(store, path)


@pytest.mark.parametrize("name", ONCE)
async def test_what_is_asked_twice_at_one_moment_is_done_once(
    store: Store, club: Club, path: Path, name: str
) -> None:
    """Both are in one transaction."""
    change = CHANGES[name]
    answers = await asyncio.gather(*(change.ask(store, club) for _ in range(2)), return_exceptions=True)
    failed = [one for one in answers if isinstance(one, BaseException)]
    assert [getattr(one, "code", None) for one in failed] == ([change.second] if change.second else [])
    await check_all(store, path)


# Two at one moment


async def test_of_two_corrections_of_a_game_at_one_moment_one_is_made(store: Store, club: Club) -> None:
    def points(first: int) -> Points:
        second, *rest = club.game.points[1:]
        return Points(club.game.id, (club.game.points[0] + first, second - first, *rest))

    answers = await asyncio.gather(
        *(store.seasons.correct(club.season.id, correction(points(one)), 0) for one in (1, 2)),
        return_exceptions=True,
    )
    assert answers[0] is None
    assert isinstance(answers[1], ClubError)
    assert answers[1].code == "corrected-meanwhile"
    result = await store.seasons.result(club.season.id, club.game.id)
    assert result is not None
    assert (result.game.points, result.events) == (points(1).points, 1)
    await check(store, club.season.id)
    await store.seasons.correct(club.season.id, correction(points(2)), result.events)
    await check(store, club.season.id)


@pytest.mark.parametrize(("name", "value"), [("score", "both"), ("best", 2), ("free", "ignore"), ("left", 3)])
@pytest.mark.parametrize("is_first", [True, False])
async def test_settings_changed_while_a_game_ends_are_kept_and_so_is_the_game(
    store: Store, club: Club, name: str, value: object, *, is_first: bool
) -> None:
    both = [change_settings(store, club, name, value), store.tables.write(ending(club.table))]
    await asyncio.gather(*(both if is_first else reversed(both)))
    facts = await store.seasons.facts(club.season.id)
    assert facts is not None
    assert facts.settings == club.season.settings.changed(name, value)
    assert await store.seasons.result(club.season.id, f"t{club.table.id}") is not None
    await check(store, club.season.id)


async def test_a_season_with_a_running_table_is_not_closed_nor_a_table_opened_in_a_closed_one(
    store: Store, club: Club
) -> None:
    answers = await asyncio.gather(
        store.tables.write(ending(club.table)),
        store.seasons.close(club.season.id, club.season.begun),
        return_exceptions=True,
    )
    assert answers == [None, None]
    with pytest.raises(NotStored, match="not open"):
        await store.tables.create(club.table, SEALED)


# A process that is really killed

CORRECT = """
import asyncio, sys
from pathlib import Path
from bot.leagues.season.model import Points
from data.store import Store
from tests.data.club import correction, founded

async def main():
    store = await Store.open(Path(sys.argv[1]))
    try:
        club = await founded(store)
        print(club.season.id, flush=True)
        first, second, *rest = club.game.points
        for number in range(1, 10_000):
            points = Points(club.game.id, (first + number, second - number, *rest))
            await store.seasons.correct(club.season.id, correction(points), number - 1)
            print(number, flush=True)
    finally:
        await store.close()

asyncio.run(main())
"""


@pytest.mark.parametrize("acknowledged", [1, 25])
async def test_corrections_that_were_acknowledged_survive_a_kill(path: Path, acknowledged: int) -> None:
    with other(CORRECT, path) as bot:
        season_id = int(bot.line())
        told = [int(bot.line()) for _ in range(acknowledged)]
        told += [int(line) for line in bot.kill() if line.strip().isdigit()]
    store = await Store.open(path)
    try:
        await check_all(store, path)
        events = await store.seasons.events(season_id)
        assert len([one for one in events if one.correction.by == "11"]) >= max(told)
        season = await store.seasons.whole(season_id)
        games = counted_games(season, corrected(season).games)
        assert await store.seasons.ratings(season_id) == rated(games, season.ratings, season.robots)
    finally:
        await store.close()
