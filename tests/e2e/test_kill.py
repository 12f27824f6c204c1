"""The bot is killed in the middle of a game, again and again, and the game is played to its end."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot import dealing
from data.store import Store
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.e2e.house import PACE

ROOT = Path(__file__).parents[2]
TABLE = 1
MOVE = re.compile(rf"hh:(?:act|ready):{TABLE}:(\d+):")


QUICK = "import sys; from tests.soak.launch import be_quick, main; be_quick(); sys.exit(main(['run']))"
"""``python -m bot run`` for people who press faster than anyone."""


class Bot:
    """The program in a process of its own."""

    def __init__(self, server: Playground, database: Path) -> None:
        self._environment = {
            **os.environ,
            "DISCORD_TOKEN": server.token,
            "DISCORD_API_URL": server.api_url,
            "DISCORD_CDN_URL": server.cdn_url,
            "HARTENHEER_DATABASE": str(database),
            "HARTENHEER_ROBOT_PAUSE": "0",
        }
        self.said: list[str] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator[asyncio.subprocess.Process]:
        """Start it and wait until it is there; at the end it is killed as ``kill -9`` does."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", QUICK, cwd=ROOT, env=self._environment, stderr=subprocess.PIPE
        )
        assert process.stderr is not None
        ready = asyncio.get_running_loop().create_future()

        async def listen(stream: asyncio.StreamReader) -> None:
            async for line in stream:
                self.said.append(line.decode())
                if b"ready on" in line:
                    ready.set_result(None)

        listener = asyncio.create_task(listen(process.stderr))
        try:
            await asyncio.wait({ready, listener}, timeout=20, return_when=asyncio.FIRST_COMPLETED)
            assert ready.done(), self.said
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
            await listener


def moves(person: Person) -> list[tuple[int, str, str]]:
    """What the newest direct message offers: log position, message id, custom id."""
    messages = person.messages(person.open_direct_messages()["id"])
    return [
        (int(found[1]), message["id"], button.custom_id)
        for message in messages[-1:]
        for button in reading.buttons(message, enabled_only=True)
        if (found := MOVE.match(button.custom_id))
    ]


def shown(people: list[Person]) -> int:
    """The newest log position that any message shows."""
    found = [0]
    for person in people:
        for channel in person.channels():
            for message in person.messages(channel["id"]):
                found += [int(seq) for seq in MOVE.findall(str(message["components"]))]
    return max(found)


async def play(server: Playground, ann: Person, until: int) -> None:
    """Press whatever is offered until a message shows so many entries of the log, or the game is over."""
    last = -1
    while last < until:

        def offer() -> tuple[int, str, str] | str | None:
            if any("the game is over" in reading.text(one) for one in cards(server, ann)):
                return "over"
            return next((move for move in moves(ann) if move[0] > last), None)  # noqa: B023 (awaited here)

        offered = await server.world.until(offer, timeout=10)
        if isinstance(offered, str):
            return
        assert offered is not None
        last, message_id, custom_id = offered
        pressed = await (await ann.press(message_id, custom_id)).done()
        assert pressed.state == "answered", pressed.error


def cards(server: Playground, person: Person) -> list[dict[str, Any]]:
    return person.messages(server.world.channel_named("cards").id)


def attached(server: Playground, person: Person) -> bytes:
    """The record that the newest message brings; nothing until it does."""
    found = reading.pictures(server, cards(server, person)[-1])
    return b"".join(one.data for one in found if one.filename.endswith(".king"))


async def check_log(database: Path, at_least: int) -> list[str]:
    """The log as the dead process has left it: no gap, nothing twice, nothing missing of what was shown."""
    store = await Store.open(database)
    try:
        entries = await store.tables.log(TABLE)
    finally:
        await store.close()
    assert [entry.seq for entry in entries] == list(range(len(entries)))
    assert len(entries) >= at_least
    return [entry.line for entry in entries]


async def test_killed_again_and_again_nothing_is_lost_or_doubled(database: Path) -> None:
    server = await Playground.start()
    server.ratelimits.pace = PACE
    ann, *_ = people = list(server.people.values())
    bot = Bot(server, database)
    log: list[str] = []
    try:
        async with bot.running():
            await (
                await ann.command(server.world.channel_named("cards").id, "table open", {"robots": 3})
            ).done()
            await play(server, ann, 20)  # killed the moment a press was answered
        log = await check_log(database, shown(people))
        for number, robots_move in ((48, True), (90, False)):
            async with bot.running():
                await play(server, ann, number)
                if robots_move:  # killed between the moves of robots
                    (_, message_id, custom_id), *_ = await server.world.until(lambda: moves(ann), timeout=10)
                    events = ann.events()
                    await ann.press(message_id, custom_id)
                    async for event in events:
                        if event["type"] == "message_update":
                            break
            before, log = log, await check_log(database, shown(people))
            assert log[: len(before)] == before
        async with bot.running() as process:
            await play(server, ann, 10_000)
            over = next(one for one in cards(server, ann) if "the game is over" in reading.text(one))
            deals = next(one for one in reading.buttons(over) if one.label == "Deals")
            check = deals.custom_id.replace(":deals:", ":fair:")  # which is behind it
            await (await ann.forge_press(over["id"], check)).done()
            record = await server.world.until(lambda: attached(server, ann))
            process.terminate()  # asked to stop, it ends by itself
            assert await asyncio.wait_for(process.wait(), 10) == 0
        before, log = log, await check_log(database, 530)
        assert log[: len(before)] == before
        assert len(log) == 10 + 520
        assert [line for line in record.decode().splitlines() if re.match(r"deck |\d ", line)] == log
        assert not dealing.verify(record).discrepancies
        assert not [line for line in bot.said if "Traceback" in line or " ERROR " in line]
    finally:
        await server.close()
