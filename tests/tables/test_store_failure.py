"""A disk that fails at any moment: nothing is lost, nothing doubled, and the game goes on when it is back."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.game import AWAITS_DECK
from bot.tables.errors import TableError
from bot.tables.model import Pace, State
from tests.tables.house import ANN, BEN, EVA, House, lowest, mover, people, play, press, refused


async def test_a_failed_act_changes_nothing(house: House) -> None:
    table = await house.started()
    facts, shown = table.facts, len(house.changes)
    view = await table.view(facts.turn)
    house.store.failing = {house.store.writes + 1}
    with refused("store-failed"):
        await press(table)
    assert (table.facts, len(house.changes)) == (facts, shown)
    assert await table.view(facts.turn) == view
    await house.check(table)
    await press(table)
    assert table.facts.seq == facts.seq + 1
    await house.check(table)


async def test_an_error_of_the_store_that_nobody_foresaw(house: House, caplog) -> None:
    table = await house.started()
    house.store.failing = {house.store.writes + 1}
    house.store.error = ZeroDivisionError
    with refused("internal"):
        await press(table)
    assert "ZeroDivisionError" in caplog.text and "the disk" not in caplog.text
    await house.check(table)
    await press(table)
    await house.check(table)


async def test_a_write_that_was_kept_after_all(house: House) -> None:
    """The answer was lost, not the step: the next request finds it, and nothing is done twice."""
    table = await house.started()
    house.store.failing, house.store.late = {house.store.writes + 1}, True
    pressed = (mover(table), table.facts.seq, lowest(await table.view(table.facts.turn)))
    with refused("store-failed"):
        await table.act(*pressed)
    assert table.facts.seq == 1
    await table.act(*pressed)
    assert table.facts.seq == 2
    assert house.changes[-1].after.seq == 2
    await house.check(table)
    await play(house, table, deals=1)
    await house.check(table)


async def test_a_move_kept_after_all_leaves_its_successor_the_full_time(house: House) -> None:
    table = await house.started(pace=Pace.MINUTE)
    house.store.failing, house.store.late = {house.store.writes + 1}, True
    with refused("store-failed"):
        await press(table)
    house.store.late, house.store.broken = False, True
    await house.wait(600)
    house.store.broken = False
    with refused("not-host"):
        await table.adjourn(BEN)
    assert (table.facts.seq, table.facts.deadline) == (2, house.time.now() + 60)
    await press(table)
    await house.check(table)


async def test_a_result_that_was_kept_after_all(house: House) -> None:
    table = await house.started()
    await play(house, table, deals=9)
    for person in people(table):
        await table.ready(person)
    await play(house, table, moves=51)
    house.store.failing, house.store.late = {house.store.writes + 1}, True
    with refused("store-failed"):
        await press(table)
    assert table.facts.state is State.PLAYING
    with refused("table-over"):
        await table.leave(ANN)
    assert table.facts.state is State.FINISHED
    assert house.tables.running() == []
    await house.check(table)


@pytest.mark.parametrize("late", [False, True])
async def test_every_step_of_a_table_s_life_may_fail(stored, time, late: bool) -> None:
    """Each write of a table's life fails once; whoever asked asks again, and it ends as it would have."""
    failing = House(stored, time)
    failing.store.late = late
    for number in range(1, 2000, 2):
        failing.store.failing.add(number)
    table = await failing.open()

    async def again(request) -> None:
        for _ in range(3):
            try:
                await request()
            except TableError as refusal:
                if refusal.code == "store-failed":
                    continue
                assert late, refusal.code  # it was kept the first time
                assert refusal.code in ("already-seated", "already-started", "table-full", "table-closed")
            await failing.calm()
            if not table._live.is_in_doubt:  # a robot's move may have been kept and not be known yet
                await failing.check(table)
            return
        pytest.fail("still failing")

    await again(lambda: table.join(BEN, "Ben", 9001))
    await again(lambda: table.set_pace(ANN, Pace.MINUTE))
    await again(lambda: table.set_players(ANN, 3))
    await again(lambda: table.add_robot(ANN))
    await again(lambda: table.start(ANN))
    while table.facts.turn != AWAITS_DECK:
        await failing.wait(2.0)
        turn = table.facts.turn
        if turn is None or turn < 0 or table.facts.seats[turn].user_id is None:
            continue
        pressed = (mover(table), table.facts.seq, lowest(await table.view(turn)))
        await again(lambda pressed=pressed: table.act(*pressed))
        await failing.calm()
    for person in people(table):
        await again(lambda person=person: table.ready(person))
    await again(lambda: table.close(ANN))
    await failing.check(table)
    entries = await stored.tables.log(table.facts.id)
    plays = [entry.line.split()[2] for entry in entries[:52] if " play " in entry.line]
    assert len(plays) == len(set(plays)) == 51
    await failing.tables.close()


async def test_a_robot_tries_again_later(house: House, caplog) -> None:
    table = await house.lobby(people=1, robots=3)
    await table.start(ANN)
    house.store.broken = True
    if table.facts.seats[table.facts.turn or 0].user_id == ANN:
        with refused("store-failed"):
            await press(table)
        house.store.broken = False
        await press(table)
        house.store.broken = True
    await house.calm()
    seq = table.facts.seq
    await house.wait(300)
    assert table.facts.seq == seq
    attempts = caplog.text.count("could not move by itself")
    assert 5 <= attempts <= 15, "less and less often"
    assert "full" not in caplog.text
    house.store.broken = False
    await house.wait(60)
    assert table.facts.turn == AWAITS_DECK or mover(table) == ANN
    assert table.facts.seq > seq
    await house.check(table)


async def test_after_a_success_the_next_failure_is_soon_tried_again(house: House) -> None:
    table = await house.started(pace=Pace.HALF_MINUTE)
    house.store.broken = True
    await house.wait(600)
    house.store.broken = False
    await house.wait(60)
    house.store.broken = True
    deadline = table.facts.deadline
    assert deadline is not None
    await house.wait(deadline - house.time.now() + 1)
    house.store.broken = False
    seq = table.facts.seq
    await house.wait(2)
    assert table.facts.seq == seq + 1
    await house.check(table)


async def test_the_clock_goes_on_when_the_disk_is_back(house: House) -> None:
    table = await house.started(pace=Pace.HALF_MINUTE)
    house.store.broken = True
    await house.wait(45)
    assert table.facts.seq == 1
    house.store.broken = False
    await house.wait(40)
    assert table.facts.seq >= 2
    await house.check(table)


async def test_the_next_deal_comes_when_the_disk_is_back(house: House) -> None:
    table = await house.started(pace=Pace.HALF_MINUTE)
    await play(house, table, deals=1)
    house.store.broken = True
    await house.wait(31)
    with refused("store-failed"):
        await table.ready(ANN)
    assert table.facts.turn == AWAITS_DECK
    house.store.broken = False
    await house.wait(10)
    assert table.facts.turn != AWAITS_DECK
    await house.check(table)


async def test_a_table_that_cannot_be_stored_is_not_opened(house: House) -> None:
    house.store.broken = True
    with refused("store-failed"):
        await house.open()
    assert house.tables.running() == []
    with refused("store-failed"):
        await house.tables.get(1)
    house.store.broken = False
    await house.open()


async def test_many_failed_openings_do_not_use_up_the_limit(house: House) -> None:
    house.store.broken = True
    for _ in range(20):
        with refused("store-failed"):
            await house.open()
    house.store.broken = False
    await asyncio.gather(*(house.open() for _ in range(10)))
    assert len(house.tables.running()) == 10


async def test_a_log_that_cannot_be_read_just_now(house: House) -> None:
    table = await house.started()
    await press(table)
    house = await house.restarted()
    await house.tables.recover()
    (table,) = house.tables.running()
    house.store.broken = True
    with refused("store-failed"):
        await table.view(0)
    with refused("store-failed"):
        await table.leave(ANN)
    assert table.facts.state is State.PLAYING
    house.store.broken = False
    await press(table)
    await table.close(ANN)
    house.store.broken = True
    with refused("store-failed"):
        await table.record()
    house.store.broken = False
    await house.check(table)


async def test_taking_a_seat_fails_and_works(house: House) -> None:
    table = await house.started(people=2, robots=1)
    seat = next(number for number, seat in enumerate(table.facts.seats) if seat.user_id is None)
    house.store.failing = {house.store.writes + 1}
    with refused("store-failed"):
        await table.take_seat(EVA, "Eva", seat)
    assert table.facts.seat_of(EVA) is None
    await table.take_seat(EVA, "Eva", seat)
    await house.calm()
    await house.check(table)
