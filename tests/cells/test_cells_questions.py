"""Questions over two cells with real databases and a real broker: what comes is put together, whoever is away
is named, and nothing is deleted by halves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.cells import link as module
from bot.cells.link import Question
from bot.people.ports import (
    MISSING,
    DataKind,
    Forgotten,
    UnfinishedDeletion,
    Waits,
)
from bot.people.settings import Player
from bot.stats.counting import PersonTallies, Tally, Thing
from bot.stats.ports import Months, Scope
from bot.tables.model import State
from bot.tables.ports import begun
from data.store import Store
from tests.beyond.servers import Server
from tests.cells.pair import CellParts, both_of, pair
from tests.cells.running import broker, needs_broker
from tests.data.samples import LOBBY, SEALED, deal, step_to
from tests.kept import keep_player
from tests.stats.server_games import Ledger, seat_of

pytestmark = needs_broker

ANN, BEN = 101, 102
EVERYWHERE = Scope(None)
CALLED: dict[int | None, str] = {None: "former player"}
DAY = 86400.0
THEN = 1_700_000_000.0


NOISE = Random(30).randbytes(5_000_000)


class Answering:
    async def much(self, of: int) -> bytes:
        return NOISE[:of]


@pytest.fixture(scope="module")
def nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with broker(tmp_path_factory.mktemp("nats")) as server:
        yield server


@pytest.fixture
async def cells(tmp_path: Path, nats: Server) -> AsyncIterator[tuple[CellParts, CellParts]]:
    async with pair(tmp_path, nats.url) as both:
        yield both


async def play(store: Store, number: int, guild: int = 1) -> None:
    """Ann's game of that number, with Ben and two robots."""
    preset = ("kingen", "russian-king")[number % 3 == 0]
    points = (number, -number, 2 * number, -2 * number)
    ended = THEN + number * 20 * DAY
    ledger = Ledger(store)
    table = await ledger.begin((ANN, BEN, "easy", "easy"), preset=preset, guild=guild)
    step = ledger.ending(table, points, ended)
    await store.tables.write(replace(step, deals=(replace(deal(0), at=ended),)))


def without_tables(person: PersonTallies) -> dict[Thing, Tally]:
    """Tallies but for where the best and the worst was: tables are numbered otherwise in one process."""
    return {thing: replace(tally, best=None, worst=None) for thing, tally in person.tallies.items()}


async def test_statistics_are_those_of_one_database_with_all_games(
    cells: tuple[CellParts, CellParts], tmp_path: Path
) -> None:
    first, second = cells
    alone = await Store.open(tmp_path / "alone.sqlite3")
    try:
        for number in range(1, 8):
            await play((first if number % 2 else second).store, number, guild=number % 2 + 1)
            await play(alone, number, guild=number % 2 + 1)
        months = Months("2023-12", "2024-02")
        for scope in (EVERYWHERE, Scope(None, preset="kingen"), Scope(None, months=months)):
            found, told = await first.statistics.person(scope, ANN), await alone.statistics.person(scope, ANN)
            assert without_tables(found) == without_tables(told) and found.absent == ()
            assert found.games.best is not None and told.games.best is not None
            assert found.games.best.points == told.games.best.points
            for limit in (3, 100):
                course = await second.statistics.course(scope, ANN, limit)
                expected = await alone.statistics.course(scope, ANN, limit)
                assert [replace(one, table=0) for one in course] == [
                    replace(one, table=0) for one in expected
                ]
        assert await first.statistics.months(None, ANN) == await alone.statistics.months(None, ANN)
        assert await first.statistics.presets(None, ANN) == ["kingen", "russian-king"]
        assert await first.statistics.presets(None) == []
    finally:
        await alone.close()


async def test_of_a_server_nobody_else_is_asked(cells: tuple[CellParts, CellParts]) -> None:
    first, second = cells
    await play(first.store, 1, guild=2)
    await play(second.store, 2, guild=1)
    await second.link.close()
    here = await first.statistics.person(Scope(2), ANN)
    assert here == await first.store.statistics.person(Scope(2), ANN) and here.games.count == 1
    assert len(await first.statistics.course(Scope(2), ANN, 9)) == 1
    assert await first.statistics.presets(2, ANN) == ["kingen"]
    assert len(await first.statistics.months(2, ANN)) == 1


async def test_a_cell_that_does_not_answer_is_named(cells: tuple[CellParts, CellParts]) -> None:
    first, second = cells
    await play(first.store, 1)
    await play(second.store, 2)
    await second.link.close()
    assert (found := await first.statistics.person(EVERYWHERE, ANN)).absent == (2,)
    assert found.games.count == 1
    assert len(await first.statistics.course(EVERYWHERE, ANN, 9)) == 1
    assert (await first.privacy.counts(ANN)).absent == (2,)
    assert (await first.privacy.export(ANN))[MISSING] == [2]
    assert (await first.privacy.asked(ANN)).absent == (2,)


async def test_a_cell_whose_database_fails_is_one_that_does_not_answer(
    cells: tuple[CellParts, CellParts],
) -> None:
    first, second = cells
    await play(first.store, 1)
    await second.store.close()
    assert (await first.statistics.person(EVERYWHERE, ANN)).absent == (2,)


async def test_what_is_kept_of_a_person_is_what_is_kept_in_both(cells: tuple[CellParts, CellParts]) -> None:
    first, second = cells
    for number in (1, 2, 3):
        await play((first if number < 3 else second).store, number)
    for one in cells:
        await keep_player(one.store.players, Player(ANN, "Ann"))
    each = [(await one.store.privacy.counts(ANN)).by_kind for one in cells]
    found = await second.privacy.counts(ANN)
    assert found.absent == () and found.by_kind[DataKind.SELF] == 1
    for kind in set(DataKind) - {DataKind.SELF}:
        assert found.by_kind[kind] == each[0][kind] + each[1][kind]
    told: dict[str, Any] = dict(await first.privacy.export(ANN))
    parts = [await one.store.privacy.export(ANN) for one in cells]
    assert MISSING not in told and set(told) == {*parts[0], *parts[1]}
    for table, rows in told.items():
        assert rows == [*parts[0].get(table, ()), *parts[1].get(table, ())]
    assert await first.privacy.export(BEN + 900) == {}


async def test_what_is_more_than_a_broker_takes_comes_in_parts(tmp_path: Path, nats: Server) -> None:
    async with both_of(tmp_path, nats.url) as cells:
        asks, _ = [Question(one.link, Answering().much) for one in cells]
        await asyncio.gather(*(one.open() for one in cells))
        for size in (0, 1, module.PART, 5_000_000):
            assert (await asks.others(size)).answers == {2: NOISE[:size]}


async def test_a_rest_that_is_not_kept_any_more_is_no_answer(
    tmp_path: Path, nats: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PART", 16)
    monkeypatch.setattr(module, "KEPT", 0)

    async with both_of(tmp_path, nats.url) as cells:
        asks, _ = [Question(one.link, Answering().much) for one in cells]
        await asyncio.gather(*(one.open() for one in cells))
        assert (await asks.others(1000)).absent == (2,)


async def test_of_which_nothing_is_kept_nothing_is_deleted(cells: tuple[CellParts, CellParts]) -> None:
    assert await cells[0].privacy.forget(ANN, CALLED, THEN) is None


async def sit_down(store: Store) -> None:
    """Ann has a seat at a table that is not over."""
    seats = tuple(map(seat_of, (ANN, BEN, "easy", "easy")))
    lobby = await store.tables.create(replace(LOBBY, host_id=ANN, seats=seats), SEALED)
    playing = replace(lobby, state=State.PLAYING, first_dealer=1, turn=-1, started_at=1.0)
    await store.tables.write(step_to(playing, sittings=begun(lobby, playing)))


async def test_what_has_to_be_over_in_another_cell_is_told_and_nothing_is_deleted(
    cells: tuple[CellParts, CellParts],
) -> None:
    first, second = cells
    await play(first.store, 1)
    await sit_down(second.store)
    found = await first.privacy.forget(ANN, CALLED, THEN)
    assert isinstance(found, tuple) and [one.what for one in found] == [Waits.TABLE]
    assert (await first.store.privacy.asked(ANN)).is_known


async def test_all_delete_under_one_number(cells: tuple[CellParts, CellParts]) -> None:
    first, second = cells
    for one in cells:
        await play(one.store, 1)
    begun_by = await first.privacy.forget(ANN, CALLED, THEN)
    assert isinstance(begun_by, UnfinishedDeletion) and begun_by.pseudonym < 0 and begun_by.absent == ()
    assert all([(await one.store.privacy.asked(ANN)).is_known for one in cells])
    done = await first.privacy.forget(ANN, CALLED, THEN, begun_by.pseudonym)
    assert isinstance(done, Forgotten) and done.pseudonym == begun_by.pseudonym
    for one in cells:
        assert not (await one.store.privacy.asked(ANN)).is_known
        assert (await one.store.statistics.person(EVERYWHERE, done.pseudonym)).games.count == 1
    assert (second.dropped, first.dropped, first.purged) == ([ANN], [], [ANN])
    (game,) = await second.store.tables.played_by(done.pseudonym, None, 9)
    assert game.seats[0].name == "former player of 2"


async def test_nothing_is_begun_while_a_cell_is_away(cells: tuple[CellParts, CellParts]) -> None:
    first, second = cells
    await play(first.store, 1)
    await second.link.close()
    assert await first.privacy.forget(ANN, CALLED, THEN) == UnfinishedDeletion(0, (2,))
    assert await first.privacy.forget(BEN + 900, CALLED, THEN) == UnfinishedDeletion(0, (2,))
    assert (await first.store.privacy.asked(ANN)).is_known


async def test_what_was_begun_is_finished_once_and_takes_nothing_that_came_later(
    tmp_path: Path, nats: Server
) -> None:
    async with pair(tmp_path, nats.url) as (first, second):
        for one in (first, second):
            await play(one.store, 1)
        begun_by = await first.privacy.forget(ANN, CALLED, THEN)
        assert isinstance(begun_by, UnfinishedDeletion)
        number = begun_by.pseudonym
        first.purges = False
        assert await first.privacy.forget(ANN, CALLED, THEN, number) == UnfinishedDeletion(number, (1,))
        assert second.dropped == [ANN] and (await first.store.privacy.asked(ANN)).is_known
        await play(second.store, 2)  # she has come back there
        await second.link.close()
        assert await first.privacy.forget(ANN, CALLED, THEN, number) == UnfinishedDeletion(number, (2,))
        first.purges = True
    async with pair(tmp_path, nats.url) as (first, second):
        done = await first.privacy.forget(ANN, CALLED, THEN, number)
        assert isinstance(done, Forgotten) and done.pseudonym == number
        assert second.dropped == []
        for one in (first, second):
            assert (await one.store.statistics.person(EVERYWHERE, number)).games.count == 1
        assert (await second.store.statistics.person(EVERYWHERE, ANN)).games.count == 1
        assert not (await first.store.privacy.asked(ANN)).is_known


async def test_who_sits_down_between_the_question_and_the_deed_is_waited_for(
    cells: tuple[CellParts, CellParts],
) -> None:
    first, second = cells
    await play(first.store, 1)
    begun_by = await first.privacy.forget(ANN, CALLED, THEN)
    assert isinstance(begun_by, UnfinishedDeletion)
    number = begun_by.pseudonym
    await sit_down(second.store)
    assert await first.privacy.forget(ANN, CALLED, THEN, number) == UnfinishedDeletion(number, (2,))
    assert (await first.store.privacy.asked(ANN)).is_known
