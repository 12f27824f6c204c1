"""A playground for each test, its clock moved by hand, and the real discord.py connected to it."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image

from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock
from tests.playground.openapi import OpenApiChecker, document_path

Answer = Callable[[discord.Interaction], Awaitable[Any]]


def picture(colour: str = "red", size: tuple[int, int] = (40, 30)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


def file(name: str, data: bytes | None = None) -> discord.File:
    return discord.File(io.BytesIO(picture() if data is None else data), name)


class Bot(discord.Client):
    """discord.py's client; each test says by `answer` what it does with an interaction."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("intents", discord.Intents.default())
        super().__init__(guild_ready_timeout=0.01, **options)
        self.answer: Answer = _no_answer
        self.problems: asyncio.Queue[Exception] = asyncio.Queue()
        self.resumed = asyncio.Event()
        self.messages: asyncio.Queue[discord.Message] = asyncio.Queue()
        self.channel_updates: asyncio.Queue[discord.abc.GuildChannel] = asyncio.Queue()

    async def setup_hook(self) -> None:
        _, url, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once, where a real bot waits five seconds."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        try:
            await self.answer(interaction)
        except Exception as problem:  # noqa: BLE001 - handed to the test
            self.problems.put_nowait(problem)

    async def on_message(self, message: discord.Message) -> None:
        self.messages.put_nowait(message)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        self.channel_updates.put_nowait(after)

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def next_message(self) -> discord.Message:
        async with asyncio.timeout(5):
            return await self.messages.get()

    async def problem(self) -> Exception:
        """The next exception that came out of `answer`."""
        async with asyncio.timeout(5):
            return await self.problems.get()


async def _no_answer(interaction: discord.Interaction) -> None:
    """Let the three seconds pass."""


@dataclass
class Rest:
    """Plain requests, for what the library would not send."""

    server: Playground
    session: aiohttp.ClientSession
    token: str | None = "playground.token"

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        files: dict[str, bytes] | None = None,
        query: dict[str, str] | None = None,
    ) -> tuple[int, Any]:
        status, answer, _ = await self.full(method, path, body, files, query)
        return status, answer

    async def full(
        self,
        method: str,
        path: str,
        body: Any = None,
        files: dict[str, bytes] | None = None,
        query: dict[str, str] | None = None,
    ) -> tuple[int, Any, dict[str, str]]:
        headers = {"Authorization": f"Bot {self.token}"} if self.token else {}
        sent: dict[str, Any] = {} if body is None else {"json": body}
        if files:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", aiohttp.payload.JsonPayload(body))
            for index, (name, data) in enumerate(files.items()):
                form.add_field(f"files[{index}]", io.BytesIO(data), filename=name)
            sent = {"data": form}
        url = self.server.api_url + path
        async with self.session.request(method, url, headers=headers, params=query, **sent) as response:
            is_json = response.content_type == "application/json"
            return response.status, await response.json() if is_json else None, dict(response.headers)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def server(clock: FakeClock) -> AsyncIterator[Playground]:
    running = await Playground.start(clock=clock)
    yield running
    await running.close()


@pytest.fixture(scope="session")
def openapi_checker() -> OpenApiChecker | None:
    path = document_path()
    return OpenApiChecker(path) if path else None


@pytest.fixture
def openapi(server: Playground, openapi_checker: OpenApiChecker | None) -> Iterator[OpenApiChecker | None]:
    """Where Discord's document is at hand, every request of the test must fit it."""
    if openapi_checker is None:
        yield None
        return
    openapi_checker.failures.clear()
    openapi_checker.attach(server)
    yield openapi_checker
    assert openapi_checker.failures == []


@pytest.fixture
async def rest(server: Playground) -> AsyncIterator[Rest]:
    async with aiohttp.ClientSession() as session:
        yield Rest(server, session)


@pytest.fixture
def point_library(server: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", server.api_url)
    monkeypatch.setattr(discord.Asset, "BASE", server.cdn_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@pytest.fixture
async def bot(server: Playground, point_library: None, openapi: OpenApiChecker | None) -> AsyncIterator[Bot]:
    """A client that is connected and has registered /table open, /table bid and /plain."""
    client = Bot()
    task = asyncio.create_task(client.start(server.token))
    await server.world.until(lambda: server.gateway.connected or task.done())
    assert not task.done(), task.exception()
    await client.http.bulk_upsert_global_commands(server.application_id, COMMANDS)  # pyright: ignore
    yield client
    await client.close()
    with suppress(asyncio.CancelledError):
        await task


@pytest.fixture
async def registered(server: Playground, rest: Rest) -> None:
    """The same commands, and no bot to answer: for answers that no library would send."""
    status, _ = await rest("PUT", f"/applications/{server.application_id}/commands", COMMANDS)
    assert status == 200


COMMANDS: list[dict[str, Any]] = [
    {"name": "plain", "description": "Nothing to fill in", "type": 1},
    {
        "name": "table",
        "description": "Tables",
        "type": 1,
        "options": [
            {"type": 1, "name": "open", "description": "Open a table"},
            {
                "type": 1,
                "name": "bid",
                "description": "Everything that can be filled in",
                "options": [
                    {
                        "type": 4,
                        "name": "tricks",
                        "description": "How many",
                        "required": True,
                        "min_value": 1,
                        "max_value": 13,
                    },
                    {
                        "type": 3,
                        "name": "suit",
                        "description": "Which",
                        "choices": [{"name": "Hearts", "value": "h"}, {"name": "Spades", "value": "s"}],
                    },
                    {
                        "type": 3,
                        "name": "note",
                        "description": "Words",
                        "autocomplete": True,
                        "min_length": 2,
                        "max_length": 5,
                    },
                    {"type": 6, "name": "partner", "description": "Who"},
                    {"type": 7, "name": "where", "description": "Where"},
                    {"type": 5, "name": "aloud", "description": "Aloud"},
                    {"type": 10, "name": "stake", "description": "How much"},
                    {"type": 11, "name": "record", "description": "A file"},
                ],
            },
        ],
    },
]


@pytest.fixture
def ann(server: Playground) -> Person:
    return server.people.named("Ann")


@pytest.fixture
def bram(server: Playground) -> Person:
    return server.people.named("Bram")


@pytest.fixture
def general(ann: Person) -> int:
    """The id of #general."""
    return int(ann.channels()[0]["id"])
