"""The whole bot, through the real client library, against the playground: what the end-to-end tests play in."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.app import Hartenheer, assembled
from bot.playground import reading
from bot.playground.clock import Clock, ManualClock
from bot.playground.people import Invocation, Person
from bot.playground.server import Playground
from bot.settings import Settings
from bot.tables.ports import Time
from tests.playground.openapi import OpenApiChecker

PACE = 100.0
"""People press faster here than anywhere; the limits' own tests are the playground's."""

OPENAPI = os.environ.get("DISCORD_OPENAPI")


class SharedTime:
    """The bot's clock where the playground's is moved by hand: both tell the same."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def now(self) -> float:
        return self._clock.now()

    async def sleep_until(self, when: float) -> None:
        if when <= self._clock.now():
            return
        awake = asyncio.get_running_loop().create_future()
        timer = self._clock.call_at(when, lambda: awake.done() or awake.set_result(None))
        try:
            await awake
        finally:
            timer.cancel()


@dataclass
class House:
    """A playground with the bot in it."""

    server: Playground
    bot: Hartenheer
    clock: ManualClock | None

    @property
    def cards(self) -> int:
        """The channel people play in."""
        return next(channel.id for channel in self.server.world.channels.values() if channel.name == "cards")

    def person(self, name: str) -> Person:
        return self.server.world.person(name)

    def people(self) -> list[Person]:
        return list(self.server.world.people.values())

    async def settled(self) -> None:
        """Everything the bot had to do is done and shown."""
        for _ in range(3):
            await self.bot.boundary.quiet()
            await self.bot.tables.quiet()
            await self.bot.display.settled()

    async def press(self, person: Person, message: dict[str, Any], label: str) -> Invocation:
        """Press the button of that label."""
        button = next(one for one in reading.buttons(message) if one.label == label)
        assert button.custom_id is not None
        return await (await person.press(message["id"], button.custom_id)).done()

    def channel_message(self, person: Person, containing: str) -> dict[str, Any]:
        """The newest message in the cards channel that says so."""
        found = [one for one in person.messages(self.cards) if containing in reading.text(one)]
        assert found, [reading.text(one) for one in person.messages(self.cards)]
        return found[-1]

    async def offered(self, person: Person, start: str) -> tuple[dict[str, Any], str]:
        """A message of one's direct messages with an enabled button whose custom id starts so, once there is one."""
        channel = person.open_direct_messages()["id"]

        def look() -> tuple[dict[str, Any], str] | None:
            for message in reversed(person.messages(channel)):
                for button in reading.buttons(message, enabled_only=True):
                    if button.custom_id.startswith(start):
                        return message, button.custom_id
            return None

        found = await self.server.world.until(look)
        assert found is not None
        return found

    def hand(self, person: Person) -> dict[str, Any]:
        """The newest direct message."""
        channel = person.open_direct_messages()
        return person.messages(channel["id"])[-1]


@asynccontextmanager
async def open_house(
    database: Path, *, clock: ManualClock | None = None, server: Playground | None = None, robot_pause: float = 0.0
) -> AsyncIterator[House]:
    """Start both; with ``clock`` time moves by hand. Every request is checked against Discord's own API document
    where there is one."""
    own = server is None
    server = server or await Playground.start(clock=clock)
    server.ratelimits.pace = PACE
    checker = OpenApiChecker(OPENAPI).attach(server) if OPENAPI else None
    settings = Settings(
        token=server.token,
        database=database,
        api_url=server.api_url,
        cdn_url=server.cdn_url,
        robot_pause=robot_pause,
    )
    time: Time | None = SharedTime(clock) if clock else None
    try:
        async with assembled(settings, time) as bot:
            running = asyncio.create_task(bot.start(server.token))
            ready = asyncio.create_task(bot.wait_until_ready())
            try:
                await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
                if running.done():
                    running.result()
                yield House(server, bot, clock)
            finally:
                ready.cancel()
                await bot.close()
                await asyncio.gather(running, ready, return_exceptions=True)
    finally:
        if own:
            await server.close()
    if checker is not None:
        assert not checker.failures, checker.failures[:3]
