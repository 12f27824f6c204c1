"""What is waited for a moment goes by a clock that nobody sets: requests, and answers to presses."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.ui.discord.presses import ACKNOWLEDGED_AFTER, Presses
from bot.ui.discord.sending import REQUEST_SECONDS, within
from tests.clock import FakeClock

SET_BY = pytest.mark.parametrize("by", [-3600.0, 20 * 3600.0], ids=["an hour back", "twenty hours ahead"])


async def calm() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@SET_BY
async def test_a_request_has_its_time_when_the_clock_is_set(by: float) -> None:
    clock, never = FakeClock(), asyncio.Event()
    asked = asyncio.create_task(within(clock, never.wait))
    await calm()
    clock.set(clock.now() + by)
    clock.advance(REQUEST_SECONDS - 0.1)
    await calm()
    assert not asked.done()
    clock.advance(0.1)
    with pytest.raises(TimeoutError):
        await asked


@SET_BY
async def test_a_press_is_acknowledged_after_a_second_when_the_clock_is_set(by: float) -> None:
    clock, answered, heard = FakeClock(), list[float](), list[tuple[float, float]]()

    async def defer(**how: object) -> None:
        answered.append(clock.monotonic())

    interaction = SimpleNamespace(
        type=discord.InteractionType.component, response=SimpleNamespace(defer=defer), extras={}
    )
    presses = Presses(clock, lambda sent, there: heard.append((sent, there)))
    presses.begin(cast(Any, interaction))
    clock.set(clock.now() + by)
    clock.advance(ACKNOWLEDGED_AFTER - 0.1)
    await calm()
    assert answered == []
    clock.advance(0.1)
    await calm()
    assert answered == [ACKNOWLEDGED_AFTER] and heard == [(ACKNOWLEDGED_AFTER, ACKNOWLEDGED_AFTER)]
    await presses.close()
