"""Robots that fail or hang: the next one down plays, and no other table waits for them."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from itertools import pairwise

import pytest

from bot.engine.cards import Action
from bot.engine.game import View
from bot.robots import kinds as availability
from bot.tables.robot_threads import LEFT_BEHIND, LONGEST_THOUGHT, NICENESS, RobotThreads, TookTooLong
from bot.tables.table import Table
from data.store import Store
from tests.clock import FakeClock
from tests.robots.made_ready import being_made_ready
from tests.tables.house import ANN, CARDS, House, lowest, press


@pytest.fixture(autouse=True)
def _ready() -> Iterator[None]:
    with being_made_ready():
        availability.HERE.ready()
        yield


class Hanging:
    """Robots of which those of some kinds never answer, until they are let go. ``asked`` are the kinds that
    were, ``stuck`` is released by each that hangs."""

    def __init__(self, *kinds: str) -> None:
        self._kinds = kinds
        self.asked: list[str] = []
        self.stuck = threading.Semaphore(0)
        self.let_go = threading.Event()

    def __call__(self, kind: str, view: View) -> Action:
        self.asked.append(kind)
        if kind in self._kinds:
            self.stuck.release()
            assert self.let_go.wait(60)
        return lowest(view)


async def at_robots_turn(house: House, kind: str) -> Table:
    """A table at which the next to move is a robot of that kind, but that it has not chosen yet."""
    table = await house.lobby(people=1, robots=3)
    await table.set_robots(ANN, kind)
    await table.start(ANN)
    while table.facts.turn is not None and table.facts.seats[table.facts.turn].user_id == ANN:
        await press(table)
    return table


async def hung(robots: Hanging) -> None:
    """Return once one more of them hangs, and the loop knows that its time runs."""
    assert await asyncio.to_thread(robots.stuck.acquire, True, 30)
    for _ in range(3):
        await asyncio.sleep(0)


@pytest.mark.parametrize(("failing", "playing"), [(["strong"], "steady"), (["strong", "steady"], "easy")])
async def test_where_a_robot_fails_the_next_one_down_plays(
    stored: Store, time: FakeClock, caplog: pytest.LogCaptureFixture, failing: list[str], playing: str
) -> None:
    chosen: list[str] = []

    def choose(kind: str, view: View) -> Action:
        if kind in failing:
            raise RuntimeError(f"I hold {view.hand}")
        chosen.append(kind)
        return lowest(view)

    house = House(stored, time, choose=choose)
    table = await at_robots_turn(house, "strong")
    await house.tables.quiet()
    assert set(chosen) == {playing}
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == len(failing) * len(chosen)
    for line, (kind, instead) in zip(told, pairwise([*failing, playing]), strict=False):
        assert line.startswith(f"table {table.facts.id}: robot {kind} failed at seq ")
        assert line.endswith(f"; instead: {instead}")
        assert "RuntimeError" in line and "I hold" not in line and not CARDS.search(line)
    await house.check(table)
    await house.tables.close()


async def test_a_robot_that_hangs_is_played_for_once_its_time_is_over(
    stored: Store, time: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    robots = Hanging("strong")
    house = House(stored, time, choose=robots)
    table = await at_robots_turn(house, "strong")
    await hung(robots)
    seq = table.facts.seq
    time.advance(LONGEST_THOUGHT - 0.1)
    await asyncio.sleep(0)
    assert table.facts.seq == seq and robots.asked == ["strong"]
    time.advance(0.2)
    await hung(robots)  # the next one
    assert table.facts.seq > seq
    assert robots.asked[:2] == ["strong", "steady"]
    assert "TookTooLong" in caplog.records[0].getMessage()
    robots.let_go.set()
    await house.tables.quiet()
    await house.check(table)
    await house.tables.close()


async def test_robots_that_hang_take_no_thread_from_other_tables_for_ever(
    stored: Store, time: FakeClock
) -> None:
    """Nor do they become more and more: of a kind that hangs twice nobody is asked until one is through."""
    robots = Hanging("strong")
    house = House(stored, time, choose=robots)
    tables = [await at_robots_turn(house, "strong") for _ in range(LEFT_BEHIND)]
    for _ in tables:
        await hung(robots)
    time.advance(LONGEST_THOUGHT)
    await house.tables.quiet()
    tables += [await at_robots_turn(house, kind) for kind in ("strong", "easy")]
    await house.tables.quiet()
    assert robots.asked.count("strong") == LEFT_BEHIND and "easy" in robots.asked
    for table in tables:
        assert table.facts.seats[table.facts.turn or 0].user_id == ANN
        await house.check(table)
    robots.let_go.set()
    await house.tables.close()


async def test_a_house_closes_although_a_robot_hangs(stored: Store, time: FakeClock) -> None:
    robots = Hanging("easy")
    house = House(stored, time, choose=robots)
    table = await at_robots_turn(house, "easy")
    await hung(robots)
    seq = table.facts.seq
    await house.tables.close()
    assert table.facts.seq == seq and not table.is_busy
    robots.let_go.set()


async def test_of_a_kind_that_hangs_nobody_is_asked_until_one_is_through(time: FakeClock) -> None:
    threads, let_go, begun = RobotThreads(time, threads=1), threading.Event(), threading.Semaphore(0)

    def stuck() -> Action:
        begun.release()
        assert let_go.wait(30)
        return 1

    waiting: asyncio.Future[Action] | None = None
    for _ in range(LEFT_BEHIND):
        thought = asyncio.ensure_future(threads.think("strong", stuck))
        assert await asyncio.to_thread(begun.acquire, True, 30)
        waiting = asyncio.ensure_future(threads.think("strong", lambda: 2))
        for _ in range(3):
            await asyncio.sleep(0)
        time.advance(LONGEST_THOUGHT)
        with pytest.raises(TookTooLong):
            await thought
    assert waiting is not None
    with pytest.raises(TookTooLong):
        await waiting
    with pytest.raises(TookTooLong):
        await threads.think("strong", lambda: 2)
    assert await threads.think("easy", lambda: 3) == 3
    let_go.set()
    while True:  # until the threads that were left behind have ended
        try:
            assert await threads.think("strong", lambda: 2) == 2
            break
        except TookTooLong:
            await asyncio.sleep(0)
    threads.close()


async def test_what_waits_for_a_thread_loses_none_of_its_time(time: FakeClock) -> None:
    threads, let_go, begun = RobotThreads(time, threads=1), threading.Event(), threading.Event()

    def slow() -> Action:
        begun.set()
        assert let_go.wait(30)
        return 1

    first = asyncio.ensure_future(threads.think("easy", slow))
    assert await asyncio.to_thread(begun.wait, 30)
    second = asyncio.ensure_future(threads.think("easy", lambda: 2))
    third = asyncio.ensure_future(threads.think("easy", lambda: 3))
    await asyncio.sleep(0)
    third.cancel()  # of which nothing is left
    time.advance(LONGEST_THOUGHT - 1)
    let_go.set()
    assert await first == 1 and await second == 2
    with pytest.raises(asyncio.CancelledError):
        await third
    threads.close()


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities of their own on Linux")
async def test_robots_stand_back_behind_everything_else(time: FakeClock) -> None:
    threads = RobotThreads(time)
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    assert await threads.think("easy", lambda: os.getpriority(os.PRIO_PROCESS, 0)) == min(
        usual + NICENESS, 19
    )
    assert os.getpriority(os.PRIO_PROCESS, 0) == usual
    threads.close()
