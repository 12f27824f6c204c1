"""Deadlines, missed moves, the pause between deals, and time after the bot was away."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.cards import ACTION_TEXTS
from bot.engine.game import AWAITS_DECK
from bot.tables.errors import TableError
from bot.tables.model import Pace, State
from bot.tables.table import Table
from data.store import Store
from tests.clock import FakeClock
from tests.tables.house import ANN, House, host_of, lowest, mover, people, play, press


@pytest.mark.parametrize("pace", [pace for pace in Pace if pace is not Pace.NONE])
async def test_a_move_has_its_time(house: House, pace: Pace) -> None:
    table = await house.started(pace=pace)
    assert pace.seconds is not None
    deadline = house.time.now() + pace.seconds
    assert table.facts.deadline == deadline
    await house.wait(pace.seconds - 1)
    assert table.facts.seq == 1
    await press(table)
    assert table.facts.deadline == deadline - 1 + pace.seconds
    await house.check(table)


async def test_without_a_pace_nobody_is_hurried(house: House) -> None:
    table = await house.started(pace=Pace.NONE)
    await house.wait(10 * 86400)
    assert (table.facts.seq, table.facts.deadline, house.time.sleepers) == (1, None, 0)


async def test_a_move_that_timed_out_is_made_by_the_robot(house: House) -> None:
    table = await house.started(pace=Pace.HALF_MINUTE)
    person, turn = mover(table), table.facts.turn
    assert turn is not None
    await house.wait(30)
    entry = (await house.stored.tables.log(table.facts.id))[-1]
    assert (entry.seq, entry.user_id) == (1, None)
    assert entry.line.startswith(f"{turn} play ")
    seat = table.facts.seats[turn]
    assert (seat.user_id, seat.missed, seat.absent) == (person, 1, False)
    assert not house.changes[-1].seats_changed
    assert table.facts.turn == (turn + 1) % 4
    assert table.facts.deadline == house.time.now() + 30
    await house.check(table)


async def test_after_two_missed_moves_in_a_row_the_robot_keeps_the_seat(house: House) -> None:
    table = await house.started(pace=Pace.HALF_MINUTE)
    person, turn = mover(table), table.facts.turn
    assert turn is not None
    await house.wait(30)
    while mover(table) != person:
        await press(table)
    await house.wait(30)
    seat = table.facts.seats[turn]
    assert (seat.missed, seat.absent) == (2, True)
    assert house.changes[-1].seats_changed
    for _ in range(40):
        if table.facts.turn == AWAITS_DECK:
            break
        assert table.facts.turn != turn
        await press(table)
        await house.tables.quiet()
    else:
        pytest.fail("the deal did not end")
    for other in people(table):
        await table.ready(other)
    assert table.facts.turn != AWAITS_DECK, "nobody waits for the absent"
    await house.check(table)


async def test_a_move_of_one_s_own_forgives_the_missed_one(house: House) -> None:
    table = await house.started(pace=Pace.HALF_MINUTE)
    person, turn = mover(table), table.facts.turn
    assert turn is not None
    await house.wait(30)
    for _ in range(2):
        while mover(table) != person:
            await press(table)
        await press(table)
        assert table.facts.seats[turn].missed == 0
        while mover(table) != person:
            await press(table)
        await house.wait(30)
        assert (table.facts.seats[turn].missed, table.facts.seats[turn].absent) == (1, False)
    await house.check(table)


async def test_an_act_at_the_last_moment_counts(house: House) -> None:
    """The robot has begun to choose when the person acts: who is first in the mailbox makes the move."""
    table = await house.started(pace=Pace.HALF_MINUTE)
    pressed = (mover(table), table.facts.seq, lowest(await table.view(table.facts.turn)))
    turn = table.facts.turn
    assert turn is not None
    act = asyncio.create_task(table.act(*pressed))
    house.time.to_next(house.time.now() + 30)
    await asyncio.gather(act, house.calm(), return_exceptions=True)
    await house.calm()
    assert table.facts.seq == 2
    entry = (await house.stored.tables.log(table.facts.id))[1]
    assert (entry.user_id, entry.line) == (pressed[0], f"{turn} {ACTION_TEXTS[pressed[2]]}")
    assert table.facts.seats[turn].missed == 0
    await house.check(table)


async def test_being_ready_forgives_a_missed_move_too(house: House) -> None:
    table = await house.started(pace=Pace.HALF_MINUTE)
    for _ in range(51):
        await press(table)
    person, turn = mover(table), table.facts.turn
    assert turn is not None
    await house.wait(30)
    assert (table.facts.turn, table.facts.seats[turn].missed) == (AWAITS_DECK, 1)
    await table.ready(person)
    assert table.facts.seats[turn].missed == 0


@pytest.mark.parametrize(("pace", "pause"), [(Pace.HALF_MINUTE, 33), (Pace.TWO_MINUTES, 123)])
async def test_the_next_deal_comes_when_its_time_is_over(house: House, pace: Pace, pause: float) -> None:
    """Which begins when the last trick has been looked at."""
    table = await house.started(pace=pace)
    await play(house, table, deals=1)
    seq = table.facts.seq
    assert table.facts.deadline == house.time.now() + pause
    await table.ready(ANN)
    await house.wait(pause - 1)
    assert table.facts.turn == AWAITS_DECK
    await house.wait(1)
    assert (table.facts.seq, table.facts.turn == AWAITS_DECK) == (seq + 1, False)
    assert [seat.missed for seat in table.facts.seats] == [0, 0, 0, 0]
    assert table.facts.deadline == house.time.now() + (pace.seconds or 0)
    await house.check(table)


async def test_the_clock_of_a_move_is_not_set_back_by_others(house: House) -> None:
    table = await house.started(pace=Pace.MINUTE)
    deadline = table.facts.deadline
    await house.wait(20)
    other = next(person for person in people(table) if person not in (mover(table), ANN))
    await table.leave(other)
    assert table.facts.deadline == deadline
    seat = table.facts.seats[table.facts.turn or 0]
    assert seat.user_id is not None
    await house.check(table)


async def test_who_takes_over_a_move_gets_its_full_time(house: House) -> None:
    table = await house.started(pace=Pace.MINUTE)
    await house.wait(20)
    turn = table.facts.turn
    assert turn is not None
    await table.replace(host_of(table), turn, 999, "Zoe")
    assert table.facts.deadline == house.time.now() + 60


async def test_time_goes_by_while_everyone_sleeps(house: House) -> None:
    """All four miss two moves each; then nobody is left, and the table waits."""
    table = await house.started(pace=Pace.HALF_MINUTE)
    await house.wait(30 * 8)
    assert (table.facts.state, table.facts.notice, table.facts.deadline) == (
        State.ADJOURNED,
        "nobody-here",
        None,
    )
    assert table.facts.seq == 1 + 8
    await house.check(table)


async def test_many_clocks_are_one_task_by_days_and_one_by_minutes(house: House) -> None:
    tables: list[Table] = [await house.started(people=2, robots=1, pace=Pace.DAY) for _ in range(5)]
    tables.append(await house.started(people=2, robots=1, pace=Pace.MINUTE))
    before = len(asyncio.all_tasks())
    tables += [await house.started(people=2, robots=1, pace=Pace.MINUTE) for _ in range(3)]
    await house.calm()
    assert len(asyncio.all_tasks()) == before
    assert house.time.sleepers == 2
    await house.wait(60)
    moved = [
        table.facts.seats[0].missed + table.facts.seats[1].missed + table.facts.seats[2].missed
        for table in tables
    ]
    assert moved == [0] * 5 + [1] * 4


# The clock on the wall is set


AN_HOUR_BACK, TWENTY_HOURS_AHEAD = -3600.0, 20 * 3600.0


@pytest.mark.parametrize("by", [AN_HOUR_BACK, TWENTY_HOURS_AHEAD])
async def test_robots_play_on_when_the_clock_is_set(stored: Store, time: FakeClock, by: float) -> None:
    house = House(stored, time, robot_pause=0.65)
    table = await house.started(people=1, robots=3, pace=Pace.NONE)
    while table.facts.seats[table.facts.turn or 0].user_id is not None:
        await press(table)
    seq = table.facts.seq
    house.time.set(house.time.now() + by)
    await house.wait(0.01)
    assert table.facts.seq == seq, "its pause is no shorter"
    await house.wait(10)
    assert table.facts.seq > seq
    await house.check(table)
    await house.tables.close()


@pytest.mark.parametrize("by", [AN_HOUR_BACK, TWENTY_HOURS_AHEAD])
async def test_nobody_loses_or_gains_time_for_a_move_when_the_clock_is_set(house: House, by: float) -> None:
    table = await house.started(pace=Pace.MINUTE)
    await house.wait(20)
    house.time.set(house.time.now() + by)
    await house.wait(39)
    assert table.facts.seq == 1
    await house.wait(1)
    assert table.facts.seq == 2
    await house.wait(60)
    assert table.facts.seq == 3, "and the next move has its minute by the new date"
    await house.check(table)


async def test_a_day_is_one_of_the_wall(house: House) -> None:
    table = await house.started(pace=Pace.DAY)
    house.time.set(house.time.now() + TWENTY_HOURS_AHEAD)
    await house.wait(4 * 3600)
    assert table.facts.seq == 2


@pytest.mark.parametrize("by", [AN_HOUR_BACK, TWENTY_HOURS_AHEAD])
async def test_who_waits_long_may_nudge_when_the_clock_is_set_and_nobody_sooner(
    house: House, by: float
) -> None:
    table = await house.started(pace=Pace.NONE)
    waits = next(one for one in people(table) if one != mover(table))
    await house.wait(29)
    house.time.set(house.time.now() + by)
    with pytest.raises(TableError, match="nudge-too-early"):
        await table.nudge(waits)
    await house.wait(1)
    await table.nudge(waits)
