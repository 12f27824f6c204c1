"""What earlier programs have left: their databases are migrated and played on, their migrations stand."""

from __future__ import annotations

import lzma
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from bot import dealing
from bot.engine import record
from bot.tables.model import UNFINISHED, State
from bot.tables.table import Table
from data.migrate import known_migrations
from data.store import Store
from tests.clock import FakeClock
from tests.data import make_example
from tests.tables.house import BEN, House, host_of, people, play

FOLDER: Final = Path(__file__).with_name("releases")
EXAMPLES: Final = sorted(file.name for file in FOLDER.glob("*.xz"))
KEPT: Final = ("log", "deals", "points", "results")
"""What is known of a game, and never changes once it is over."""
LATER: Final = 1_800_000_000.0


def unpacked(name: str, folder: Path) -> Path:
    """A copy of an example database, to be used up."""
    path = folder / "hartenheer.sqlite3"
    path.write_bytes(lzma.decompress((FOLDER / name).read_bytes()))
    return path


def rows(path: Path, sql: str) -> Sequence[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def columns(path: Path, table: str) -> str:
    return ", ".join(row[0] for row in rows(path, f"SELECT name FROM pragma_table_info('{table}')"))


@pytest.fixture(params=EXAMPLES)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return unpacked(request.param, tmp_path)


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(path)
    yield opened
    await opened.close()


@pytest.fixture
async def house(store: Store) -> AsyncIterator[House]:
    house = House(store, FakeClock(LATER))
    yield house
    await house.tables.close()


async def go_on(house: House, table: Table) -> None:
    """Whatever keeps the table from being played is seen to by its host."""
    host = host_of(table)
    if table.facts.state is State.LOBBY:
        while len(table.facts.seats) < table.facts.players:
            await table.add_robot(host)
        await table.start(host)
    if table.facts.state is State.ADJOURNED:
        await table.resume(host)
    for seat in table.facts.seats:
        if seat.absent and seat.user_id is not None:
            await table.im_back(seat.user_id)
    await house.tables.quiet()


async def test_every_game_is_played_to_its_end_and_what_was_over_stays(path: Path) -> None:
    over = f"table_id IN (SELECT id FROM tables WHERE state NOT IN {tuple(one.value for one in UNFINISHED)})"
    asked = {
        table: f"SELECT {columns(path, table)} FROM {table} WHERE {over} ORDER BY table_id" for table in KEPT
    }
    before = {table: rows(path, sql) for table, sql in asked.items()}
    assert all(before.values())
    store = await Store.open(path)
    house = House(store, FakeClock(LATER))
    try:
        assert await house.tables.recover() >= 6
        await house.calm()
        for table in house.tables.running():
            await go_on(house, table)
            await play(house, table)
            assert table.facts.state is State.FINISHED, table
            await house.check(table)
        for (number,) in rows(path, "SELECT id FROM tables WHERE started_at IS NOT NULL"):
            table = await house.tables.get(number)
            text = (await table.record()).encode()
            assert dealing.verify(text).discrepancies == ()
            played = record.replay(record.read(text))
            deals = rows(path, f"SELECT count(*) FROM deals WHERE table_id = {number}")
            assert deals == [(len(played.results),)]
            if table.facts.state is State.FINISHED:
                ended = rows(path, f"SELECT points FROM results WHERE table_id = {number} ORDER BY seat")
                assert [points for (points,) in ended] == played.points
    finally:
        await house.tables.close()
        await store.close()
    # those that were in play then are over by now, and are no part of this
    ended = tuple({row[0] for found in before.values() for row in found})
    for table, sql in asked.items():
        assert rows(path, f"SELECT * FROM ({sql}) WHERE table_id IN {ended}") == before[table], table


async def test_a_card_queued_then_is_played_when_its_turn_comes(house: House) -> None:
    await house.tables.recover()
    ((table, person),) = [
        (table, person)
        for table in house.tables.running()
        for person in people(table)
        if table.wishes(person).queued
    ]
    await play(house, table, moves=len(people(table)))
    await house.wait(1)
    assert not table.wishes(person).queued


async def test_a_rematch_begun_then_can_be_joined(path: Path, house: House) -> None:
    await house.tables.recover()
    ((lobby, finished),) = rows(path, "SELECT id, rematch_of FROM tables WHERE rematch_of IS NOT NULL")
    table, opened = await house.tables.rematch(finished, BEN, "Ben")
    assert (table.facts.id, opened) == (lobby, False)


async def test_people_servers_presets_texts_and_messages_are_there(store: Store) -> None:
    person = await store.players.player(BEN)
    assert person is not None and person.dm_closed and person.preferences.large
    assert person.preferences.quiet is not None and person.preferences.quiet.zone == "Europe/Brussels"
    assert (await store.players.guild(make_example.GUILD)).channels == (2, 3)
    assert [one.name for one in await store.presets.presets(make_example.GUILD)] == ["Friday", "À l’ancienne"]
    assert await store.texts.text(make_example.TEXT_KEY) == "a digest"
    assert len(await store.postings.postings()) == 3  # a result that has arrived is told no more


async def test_todays_example_has_the_schema_of_today(tmp_path: Path) -> None:
    path = tmp_path / "example.sqlite3"
    await make_example.make(path)
    assert rows(path, "PRAGMA user_version") == [(len(known_migrations()),)]
    states = {state for (state,) in rows(path, "SELECT DISTINCT state FROM tables")}
    assert states == set(State) - {State.PARKED}


def test_released_migrations_stand() -> None:
    pinned = dict(
        line.split()[::-1] for line in (FOLDER / "migrations.sha256").read_text("utf-8").splitlines()
    )
    here = {f"{one.version:04}_{one.name}.sql": one.checksum for one in known_migrations()}
    assert {name: here.get(name) for name in pinned} == pinned
    assert list(pinned) == sorted(here)[: len(pinned)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_was_made_by_released_migrations(name: str, tmp_path: Path) -> None:
    made = rows(unpacked(name, tmp_path), "SELECT checksum FROM migrations")
    pinned = (FOLDER / "migrations.sha256").read_text("utf-8")
    assert made and all(checksum in pinned for (checksum,) in made)
