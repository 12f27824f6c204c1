"""The tests' own clock: one that is moved by hand, that hurries, or that follows a loop."""

from __future__ import annotations

import asyncio

import pytest

from bot.ports import Time
from playground.clock import Clock
from tests.clock import FakeClock


def test_it_is_the_bots_clock_and_the_playgrounds() -> None:
    time: Time = FakeClock(5)
    clock: Clock = FakeClock(5)
    assert time.now() == clock.now() == 5


def test_calls_are_made_in_order_at_their_times() -> None:
    clock = FakeClock(100.0)
    made: list[tuple[str, float]] = []
    clock.call_at(103, lambda: made.append(("second", clock.now())))
    clock.call_at(101, lambda: made.append(("first", clock.now())))
    clock.call_at(102, lambda: made.append(("cancelled", 0))).cancel()
    clock.call_at(200, lambda: made.append(("later", 0)))
    assert clock.next_due() == 101
    clock.advance(5)
    assert made == [("first", 101), ("second", 103)]
    assert (clock.now(), clock.next_due()) == (105, 200)


async def test_sleepers_wake_one_by_one_and_are_counted() -> None:
    clock = FakeClock(0.0)
    woken: list[tuple[str, float]] = []

    async def sleep(name: str, until: float) -> None:
        await clock.sleep_until(until)
        woken.append((name, clock.now()))

    sleepers = [asyncio.create_task(sleep(name, until)) for name, until in (("b", 2), ("a", 1), ("c", 3))]
    awake = asyncio.create_task(sleep("awake", 0))
    await awake
    assert clock.sleepers == 3
    sleepers[0].cancel()
    assert clock.sleepers == 2, "who was cancelled sleeps no more, also before it has heard of it"
    for _ in range(2):
        assert clock.to_next(10)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert woken == [("awake", 0), ("a", 1), ("c", 3)]
    assert not clock.to_next(10)
    assert (clock.now(), clock.sleepers) == (10, 0)
    await asyncio.gather(*sleepers, return_exceptions=True)


async def test_time_does_not_go_back() -> None:
    clock = FakeClock(10.0)
    assert not clock.to_next(5)
    assert clock.now() == 10


async def test_in_a_hurry_nobody_sleeps() -> None:
    told: list[float] = []
    clock = FakeClock(0.0, hurry=told.append)
    await clock.sleep_until(3)
    await clock.sleep_until(3)
    await clock.sleep_until(5)
    assert (told, clock.now()) == ([3, 2], 5)


async def test_it_follows_a_loop_and_is_not_moved_by_hand() -> None:
    loop = asyncio.get_running_loop()
    clock = FakeClock(100.0, loop=loop)
    before = clock.now()
    await clock.sleep_until(before + 0.001)
    assert clock.now() >= before + 0.001
    with pytest.raises(AssertionError):
        clock.advance(1)


async def test_set_while_it_follows_a_loop_it_wakes_whoever_is_due_by_then_and_nobody_else() -> None:
    clock = FakeClock(100.0, loop=asyncio.get_running_loop())
    soon, later = (asyncio.create_task(clock.sleep_until(when)) for when in (1000.0, 5000.0))
    await asyncio.sleep(0)
    clock.set(2000.0)
    await soon
    assert 2000.0 <= clock.now() < 2010.0
    assert not later.done()
    clock.set(0.0)
    await asyncio.sleep(0)
    assert not later.done()
    later.cancel()
