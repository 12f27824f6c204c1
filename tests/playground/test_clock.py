"""The real clock, and the ids that are made by a clock."""

from __future__ import annotations

import asyncio
import time

from playground.clock import RealClock
from playground.world.snowflakes import Snowflakes, isoformat, time_of
from tests.clock import FakeClock


async def test_the_real_clock_is_the_machine_s() -> None:
    clock = RealClock()
    assert abs(clock.now() - time.time()) < 1
    called = asyncio.Event()
    clock.call_at(clock.now() - 1, called.set)
    clock.call_at(clock.now() + 3600, called.clear).cancel()
    await asyncio.wait_for(called.wait(), 5)


def test_snowflakes_sort_by_time_and_tell_it() -> None:
    clock = FakeClock()
    made = Snowflakes(clock)
    ids = [made.next(), made.next()]
    clock.advance(10)
    ids.append(made.next())
    assert ids == sorted(set(ids))
    assert time_of(ids[0]) == clock.now() - 10
    assert isoformat(time_of(ids[2])) == "2026-01-01T00:00:10.000000+00:00"
