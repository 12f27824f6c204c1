"""Discord that cannot be reached, at the start and later: tried again and said so, until it can or the bot is
told to stop; and what ends the bot by itself."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from unittest.mock import AsyncMock

import discord
import pytest
from discord.backoff import ExponentialBackoff

from bot import starting
from bot.app import Hartenheer, assembled
from bot.retry import Backoff
from bot.settings import Settings
from data.errors import NotRead
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House

ROOT = Path(__file__).parents[2]
SOON = 20.0  # seconds that nothing here takes


@pytest.fixture(autouse=True)
def whole_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without their random part."""
    monkeypatch.setattr(starting, "Backoff", partial(Backoff, draw=lambda: 0.0))


class Pauses:
    """How long each pause was to be, on a clock on which all are over at once."""

    def __init__(self, passed: Callable[[float], None] = lambda seconds: None) -> None:
        self.taken: list[float] = []
        self.clock = FakeClock(1_000_000.0, hurry=self._take)
        self._passed = passed

    def _take(self, seconds: float) -> None:
        self.taken.append(round(seconds, 3))
        self._passed(seconds)


@pytest.fixture
async def server() -> AsyncIterator[Playground]:
    server = await Playground.start()
    yield server
    await server.close()


@asynccontextmanager
async def started(
    server: Playground, database: Path, pauses: Pauses
) -> AsyncIterator[tuple[Hartenheer, asyncio.Task[None]]]:
    """The bot, and the task in which it starts and runs."""
    settings = Settings(
        token=server.token, database=database, api_url=server.api_url, cdn_url=server.cdn_url, emojis=False
    )
    async with assembled(settings, pauses.clock) as bot:
        bot._connection.guild_ready_timeout = 0.01  # pyright: ignore[reportPrivateUsage]
        running = asyncio.create_task(bot.start(server.token))
        try:
            yield bot, running
        finally:
            await bot.close()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def ready(bot: Hartenheer, running: asyncio.Task[None]) -> None:
    """Return once the bot is known to Discord; what ends it before is raised."""
    waiting = asyncio.create_task(bot.wait_until_ready())
    async with asyncio.timeout(SOON):
        await asyncio.wait({waiting, running}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        waiting.cancel()
        running.result()


async def test_the_pauses_grow_to_a_minute_and_each_is_said(
    server: Playground, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server.faults.fail("GET /users/@me", 503, times=8)
    pauses = Pauses()
    async with started(server, database, pauses) as (bot, running):
        await ready(bot, running)
    assert pauses.taken[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
    said = [record.getMessage() for record in caplog.records if record.name == "bot.starting"]
    assert said == [
        f"{server.api_url} cannot be reached (status 503): next try in {seconds} s"
        for seconds in (1, 2, 4, 8, 16, 32, 60, 60)
    ]


@pytest.mark.parametrize(
    "route",
    [
        "GET /users/@me",
        "GET /oauth2/applications/@me",
        "GET /gateway/bot",
        "PUT /applications/{application_id}/commands",
    ],
)
async def test_every_request_of_the_start_is_tried_again(
    route: str, server: Playground, database: Path
) -> None:
    server.faults.fail(route, 500)
    server.faults.fail(route, 502)
    pauses = Pauses()
    async with started(server, database, pauses) as (bot, running):
        await ready(bot, running)
        assert {command.name for command in bot.tree.get_commands()} == {
            command["name"]
            for command in server.people.named("Ann").commands(server.world.channel_named("cards").id)
        }
    assert pauses.taken[:2] == [1, 2]


async def test_the_ids_of_unchanged_commands_are_asked_for(server: Playground, database: Path) -> None:
    """Sentences mention commands after the start that wrote them and after each later one."""
    ids = None
    for written in (1, 0):
        server.requests.reset()
        async with started(server, database, Pauses()) as (bot, running):
            await ready(bot, running)
            ids = ids or {one["name"]: one["id"] for one in server.commands.scope(None).values()}
            words = await bot.people.guild_words(None)
            assert words("list.none") == f"No tables are open. Open one with </table open:{ids['table']}>."
        assert server.requests.counted.get("PUT /applications/{application_id}/commands", 0) == written


async def test_commands_are_named_as_they_are_typed_where_discord_does_not_tell_their_ids(
    server: Playground, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with started(server, database, Pauses()) as (bot, running):
        await ready(bot, running)
    server.faults.fail("GET /applications/{application_id}/commands", 403)
    async with started(server, database, Pauses()) as (bot, running):
        await ready(bot, running)
        words = await bot.people.guild_words(None)
        assert words("list.none") == "No tables are open. Open one with `/table open`."
    (said,) = [record.getMessage() for record in caplog.records if "mentioned" in record.getMessage()]
    assert said.startswith("commands are not mentioned: status 403")


async def test_a_connection_that_is_cut(server: Playground, database: Path) -> None:
    server.faults.disconnect("GET /users/@me", times=2)  # aiohttp tries a second time itself
    pauses = Pauses()
    async with started(server, database, pauses) as (bot, running):
        await ready(bot, running)
    assert pauses.taken[:1] == [1]


async def test_no_answer_is_not_waited_for(
    server: Playground, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "ANSWERS_WITHIN", 0.2)
    held = server.faults.hold("GET /users/@me")
    pauses = Pauses()
    async with started(server, database, pauses) as (bot, running):
        await ready(bot, running)
    held.release()
    assert pauses.taken[:1] == [1]


async def test_as_long_a_pause_as_discord_asks_for(database: Path) -> None:
    clock = FakeClock()
    server = await Playground.start(rate_clock=clock)
    for _ in range(5):
        server.ratelimits.check("PUT", "/applications/{application_id}/commands", {})
    pauses = Pauses(clock.advance)
    async with started(server, database, pauses) as (bot, running):
        await ready(bot, running)
    await server.close()
    assert pauses.taken[:1] == [20]


async def test_a_refused_token_ends_it_at_once(server: Playground, database: Path) -> None:
    pauses = Pauses()
    async with started(server, database, pauses) as (_, running):
        server.address.token = "another"
        with pytest.raises(discord.LoginFailure):
            await running
    assert pauses.taken == []


async def test_the_gateway_lets_nobody_in_at_the_start(
    server: Playground, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server.gateway.refuse()
    pauses = Pauses(lambda seconds: server.gateway.accept() if seconds == 4 else None)
    async with started(server, database, pauses) as (bot, running):
        await ready(bot, running)
    assert pauses.taken[:3] == [1, 2, 4]
    assert sum(server.gateway_url in record.getMessage() for record in caplog.records) == 3


async def test_the_gateway_is_gone_for_a_while(
    server: Playground, database: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the library says of it are lines of their own, warnings without a traceback."""
    monkeypatch.setattr(ExponentialBackoff, "delay", lambda _: 0.01)
    async with started(server, database, Pauses()) as (bot, running):
        await ready(bot, running)
        server.gateway.refuse()
        await server.gateway.drop()
        await said(caplog, "Attempting a reconnect for shard ID 0 in 0.01s (WSServerHandshakeError)", times=3)
        server.gateway.accept()
        await server.world.until(lambda: server.gateway.connected, timeout=SOON)
    assert all(record.levelno <= logging.WARNING for record in caplog.records)
    assert not any(record.exc_info or "\n" in record.getMessage() for record in caplog.records)


@pytest.mark.usefixtures("troubled_disk")
async def test_what_the_store_refuses_at_the_start_is_done_later(
    server: Playground, database: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = NotRead("locked", "The database could not be read.")
    async with started(server, database, Pauses()) as (bot, running):
        look = AsyncMock(side_effect=[refused, None])
        monkeypatch.setattr(bot.departures, "look", look)
        await ready(bot, running)
        await bot.timers.quiet()
        assert look.await_count == 2
    assert len([record for record in caplog.records if "timer ready of 0 failed" in record.getMessage()]) == 1


async def test_an_event_that_comes_when_the_bot_has_left_is_no_error(
    server: Playground, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with started(server, database, Pauses()) as (bot, running):
        await ready(bot, running)
        await bot.timers.quiet()
        (guild,) = bot.guilds
    bot.dispatch("guild_remove", guild)
    await said(caplog, "event on_guild_remove came too late: the bot has left", times=1)


async def said(caplog: pytest.LogCaptureFixture, text: str, *, times: int) -> None:
    """Return once the log has said so as many times."""
    heard = asyncio.Event()

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.set()

    listener = Listener()
    logging.getLogger().addHandler(listener)
    try:
        async with asyncio.timeout(SOON):
            while sum(record.getMessage() == text for record in caplog.records) < times:
                heard.clear()
                await heard.wait()
    finally:
        logging.getLogger().removeHandler(listener)


class Program:
    """The bot as a process of its own, and what it has said."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.said: list[str] = []

    async def says(self, text: str) -> None:
        """Return once a new line holds the text."""
        assert self.process.stderr is not None
        async with asyncio.timeout(SOON):
            async for line in self.process.stderr:
                self.said.append(line.decode())
                if text in self.said[-1]:
                    return
        raise AssertionError(self.said)

    async def ended(self) -> int:
        """The exit status, once it has ended; it has said nothing with a traceback."""
        assert self.process.stderr is not None
        async with asyncio.timeout(SOON):
            self.said += [line.decode() async for line in self.process.stderr]
            status = await self.process.wait()
        assert "Traceback" not in "".join(self.said), self.said
        return status


@asynccontextmanager
async def program(token: str, api_url: str, database: Path) -> AsyncIterator[Program]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "run",
        cwd=ROOT,
        env={
            **os.environ,
            "DISCORD_TOKEN": token,
            "DISCORD_API_URL": api_url,
            "HARTENHEER_DATABASE": str(database),
        },
        stderr=subprocess.PIPE,
    )
    try:
        yield Program(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_where_nobody_answers(number: signal.Signals, unused_tcp_port: int, database: Path) -> None:
    """It goes on trying, and stops when it is asked to."""
    url = f"http://127.0.0.1:{unused_tcp_port}/api/v10"
    async with program("any", url, database) as bot:
        await bot.says(f"{url} cannot be reached (Connect call failed")
        await bot.says("next try in 2 s")
        bot.process.send_signal(number)
        assert await bot.ended() == 0


async def test_the_token_is_reset_while_it_runs(server: Playground, database: Path) -> None:
    async with program(server.token, server.api_url, database) as bot:
        await bot.says("ready on")
        await server.reset_token("another")
        assert await bot.ended() == 1
    assert bot.said[-1] == starting.WRONG_TOKEN + "\n"


@pytest.mark.parametrize("code", [4010, 4011, 4012, 4013, 4014])
async def test_the_gateway_closes_for_good(code: int, server: Playground, database: Path) -> None:
    pauses = Pauses()
    async with started(server, database, pauses) as (bot, running):
        await ready(bot, running)
        await server.gateway.drop(code)
        with pytest.raises(discord.DiscordException) as raised:
            await running
    assert starting.complaint(raised.value) == starting.CLOSED[code]


async def test_after_a_long_outage_the_gateway_is_tried_once_a_minute_at_least(house: House) -> None:
    (shard,) = house.bot.shards.values()
    pauses = [shard._parent._backoff.delay() for _ in range(40)]
    assert starting.LONGEST_PAUSE / 2 < max(pauses) <= starting.LONGEST_PAUSE
