"""What is waited for a moment goes by a clock that nobody sets: requests, and answers to presses."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route

from bot.discordkit.presses import ACKNOWLEDGED_AFTER, Presses
from bot.discordkit.sending import REQUEST_SECONDS, OneTry, within
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


@pytest.mark.parametrize("told", ["soon", "nan", "-1"])
async def test_what_is_done_is_done_whatever_is_said_of_limits(told: str) -> None:
    async def done(_: web.Request) -> web.Response:
        limits = {"X-Ratelimit-Remaining": "0", "X-Ratelimit-Reset-After": told}
        return web.Response(body=b'{"id": "7"}', headers={**limits, "Content-Type": "application/json"})

    app = web.Application()
    app.router.add_post("/{rest:.*}", done)
    async with TestServer(app) as server, aiohttp.ClientSession() as session:
        route = Route("POST", "/webhooks/{webhook_id}/{webhook_token}", webhook_id=1, webhook_token="a")
        route.url = str(server.make_url("/webhooks/1/a"))
        sender = OneTry()
        for _ in range(2):
            assert await sender.request(route, session, payload={}) == {"id": "7"}


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
