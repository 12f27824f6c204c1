"""A message of the playground, shown by a slot through the client library; time is moved by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.discordkit.interactions import PressId
from bot.discordkit.load import Budget
from bot.discordkit.panel import Drawing, Panel, button
from bot.discordkit.ports import MessageKind, Posting, on_table
from bot.discordkit.postings import MessageSpec, Outlet, Postings
from bot.discordkit.presses import Press, Presses
from bot.discordkit.sending import counted_by, one_try_each
from bot.discordkit.slots import Slot
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock

ROUTE = "PATCH /channels/{channel_id}/messages/{message_id}"
TOKEN = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"


class Client(discord.Client):
    """Hands over every interaction. Its requests go by ``budget``."""

    def __init__(self, budget: Budget) -> None:
        trace = aiohttp.TraceConfig()
        counted_by(budget, trace)
        super().__init__(intents=discord.Intents(guilds=True), http_trace=trace)
        one_try_each(self.http)
        self.budget = budget
        self.pressed: asyncio.Queue[discord.Interaction[Any]] = asyncio.Queue()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.pressed.put_nowait(interaction)


class Kept:
    """What would be stored of messages, in memory."""

    def __init__(self) -> None:
        self.all: dict[int, Posting] = {}

    async def keep(self, posting: Posting) -> None:
        self.all[posting.nonce] = posting

    async def forget(self, nonce: int) -> None:
        self.all.pop(nonce, None)

    async def postings(self) -> list[Posting]:
        return list(self.all.values())

    async def without_result(self, since: float) -> list[int]:
        return []

    async def deals_over(self) -> dict[int, int]:
        return {}


class Stage:
    """One slot, and what it is to show: ``text``. Drawing waits while ``ready`` is not set."""

    def __init__(self, server: Playground, client: Client, clock: FakeClock, pause: float = 0.0) -> None:
        self.server = server
        self.client = client
        self.clock = clock
        self.ann: Person = server.people.named("Ann")
        self.channel = int(self.ann.channels()[0]["id"])
        self.text = "one"
        self.reader: int | None = None
        self.drawn = 0
        self.error: Exception | None = None
        self.ready = asyncio.Event()
        self.ready.set()
        self.presses = Presses(self.clock)
        self.kept = Kept()
        budget = client.budget
        self.outlet = Outlet(client, budget, self.clock, Postings(client, self.kept, budget, self.clock))
        self.slot = self.make_slot(pause)

    def make_slot(self, pause: float) -> Slot:
        async def address() -> int:
            return self.channel

        make = partial(self.outlet.postings.make, on_table(1), MessageKind.TABLE, 0)
        self.slot = Slot(self.draw, self.outlet, MessageSpec(make, address), pause=pause)
        return self.slot

    async def draw(self) -> Drawing | None:
        self.drawn += 1
        drawing = self.drawing()
        await self.ready.wait()
        if self.error is not None:
            raise self.error
        return drawing

    def drawing(self) -> Drawing:
        press = button("Press", PressId("act", on_table(1), 2, ("play QH",)))
        return Drawing(
            Panel(ui.Container(ui.TextDisplay(self.text), ui.ActionRow(press))), reader=self.reader
        )

    async def post(self) -> None:
        self.slot.renew()
        await self.slot.settled()
        self.server.requests.reset()
        self.drawn = 0

    async def received(self) -> tuple[Invocation, discord.Interaction[Any]]:
        """Press the message's button; the bot has it, and has done nothing yet."""
        assert self.slot.place is not None
        message = self.ann.message(self.slot.place.message_id)
        custom_id = reading.find_button(message, "Press").custom_id
        invocation = await self.ann.press(message["id"], custom_id)
        interaction = await self.client.pressed.get()
        return invocation, interaction

    async def press(self) -> tuple[Invocation, Press]:
        """The same, and the bot has begun to answer it in time."""
        invocation, interaction = await self.received()
        return invocation, self.presses.begin(interaction)

    async def press_and_answer(self) -> Invocation:
        invocation, press = await self.press()
        await self.slot.answer(press)
        return await invocation.done()

    def show(self, text: str) -> None:
        self.text = text
        self.slot.refresh()

    async def pass_time(self, seconds: float) -> None:
        """What falls due is done, up to the next wait."""
        self.clock.advance(seconds)
        for _ in range(20):
            await asyncio.sleep(0)

    @property
    def shown(self) -> str:
        """What the newest message in the channel says."""
        return reading.text(self.ann.messages(self.channel)[-1])

    @property
    def requests(self) -> dict[str, int]:
        """The requests since the message was posted."""
        return {**self.server.requests.counted, **self.server.requests.uncounted}


@pytest.fixture
async def stage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    clock = FakeClock()
    server = await Playground.start(clock=clock)
    server.ratelimits.pace = 100.0
    monkeypatch.setattr(Route, "BASE", server.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    client = Client(Budget(clock))
    client._connection.guild_ready_timeout = 0.01  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    await client.login(server.token)
    _, url, _ = await client.http.get_bot_gateway()
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(url))
    running = asyncio.create_task(client.connect())
    await client.wait_until_ready()
    stage = Stage(server, client, clock)
    try:
        await stage.post()
        yield stage
    finally:
        await stage.slot.close()
        await stage.presses.close()
        await stage.outlet.postings.close()
        await client.close()
        await asyncio.gather(running, return_exceptions=True)
        await server.close()
