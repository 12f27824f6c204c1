"""Both clocks: one that is moved by hand, and the real one."""

from __future__ import annotations

import asyncio
import time

from bot.playground.clock import ManualClock, RealClock
from bot.playground.snowflakes import Snowflakes, isoformat, time_of


def test_a_manual_clock_makes_its_calls_in_order_at_their_times() -> None:
    clock = ManualClock(100.0)
    made: list[tuple[str, float]] = []
    clock.call_at(103, lambda: made.append(("second", clock.now())))
    clock.call_at(101, lambda: made.append(("first", clock.now())))
    clock.call_at(102, lambda: made.append(("cancelled", 0))).cancel()
    clock.call_at(200, lambda: made.append(("later", 0)))
    clock.advance(5)
    assert made == [("first", 101), ("second", 103)]
    assert clock.now() == 105


async def test_the_real_clock_is_the_machine_s() -> None:
    clock = RealClock()
    assert abs(clock.now() - time.time()) < 1
    called = asyncio.Event()
    clock.call_at(clock.now() - 1, lambda: called.set())
    clock.call_at(clock.now() + 3600, called.clear).cancel()
    await asyncio.wait_for(called.wait(), 5)


def test_snowflakes_sort_by_time_and_tell_it() -> None:
    clock = ManualClock()
    made = Snowflakes(clock)
    ids = [made.next(), made.next()]
    clock.advance(10)
    ids.append(made.next())
    assert ids == sorted(set(ids))
    assert time_of(ids[0]) == clock.now() - 10
    assert isoformat(time_of(ids[2])) == "2026-01-01T00:00:10.000000+00:00"
