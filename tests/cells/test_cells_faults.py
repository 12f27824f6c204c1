"""Cells as processes, of which one is not there, or is not to be there; and ids that somebody has made up."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.server import Playground
from tests.beyond.servers import Server
from tests.cells.running import (
    broker,
    cell_settings,
    cells,
    database_of,
    needs_broker,
    places_of,
    put_tables_of_cells,
)
from tests.load.people import MOVE
from tests.load.process import ROOT, BotProcess, running
from tests.load.town import Place

pytestmark = needs_broker

SOON = 30.0
ANSWERED_WITHIN = 3.0
RESTARTING = "I'm restarting: try again in a minute, nothing is lost."


class Town:
    """Two cells with a table each, at which one person plays against robots."""

    def __init__(
        self, server: Playground, folder: Path, nats: Server, bots: list[BotProcess], places: Sequence[Place]
    ) -> None:
        self.server, self.folder, self.nats, self.bots = server, folder, nats, bots
        self.people = [place.people[0] for place in places]

    def cards(self, number: int) -> list[tuple[str, str]]:
        """The message and the ids of what the person at a cell's table may press in direct messages."""
        person = self.people[number - 1]
        mailbox = person.open_direct_messages()["id"]
        return [
            (message["id"], button.custom_id)
            for message in person.messages(mailbox)
            for button in reading.buttons(message, enabled_only=True)
            if MOVE.match(button.custom_id)
        ]

    async def can_play(self, number: int) -> tuple[str, str]:
        """Return once they may: a message, and the id of a button on it."""
        async with asyncio.timeout(SOON):
            while not self.cards(number):  # noqa: ASYNC110 - another process brings it
                await asyncio.sleep(0.05)
        return self.cards(number)[0]

    async def press(self, number: int, button: tuple[str, str]) -> str:
        """Press it, on time or too late, and what is said to them alone in answer; nothing where the hand
        answers."""
        return await told(await self.people[number - 1].forge_press(*button), button[0])


async def told(invocation: Invocation, pressed: str) -> str:
    """What a press was answered with, in time, beside the message that was pressed."""
    begun = monotonic()
    await invocation.done(SOON)
    assert invocation.state == "answered" and monotonic() - begun < ANSWERED_WITHIN, invocation.error
    message = invocation.message
    return "" if message is None or message["id"] == pressed else reading.text(message)


@asynccontextmanager
async def town(folder: Path) -> AsyncGenerator[Town]:
    server = await Playground.start(furnished=False)
    try:
        places = await places_of(server, 2, each=1)
        with broker(folder) as nats:
            await put_tables_of_cells(server, folder, places, 2, 7)
            async with cells(server, folder, 2, nats.url) as bots:
                yield Town(server, folder, nats, bots, places)
    finally:
        await server.close()


async def ended(server: Playground, database: Path, more: Mapping[str, str]) -> tuple[int, list[str]]:
    """Run a bot that is expected to end by itself: its exit status, and the lines that it has written."""
    environment = {
        **os.environ,
        "DISCORD_TOKEN": server.token,
        "DISCORD_API_URL": server.api_url,
        "HARTENHEER_DATABASE": str(database),
        "HARTENHEER_STRONG": "no",
        **more,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "run", cwd=ROOT, env=environment, stderr=subprocess.PIPE
    )
    async with asyncio.timeout(SOON):
        _, said = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode().splitlines()


async def test_a_cell_that_goes_and_comes(tmp_path: Path) -> None:
    async with town(tmp_path) as there:
        first, second = [await there.can_play(number) for number in (1, 2)]
        assert [await there.press(1, first), await there.press(2, second)] == ["", ""]
        _, bot = there.bots
        bot.process.send_signal(signal.SIGTERM)
        while bot.process.returncode is None:  # whether it still finishes, leaves or has left
            assert await there.press(2, second) in ("", RESTARTING)
            await asyncio.sleep(0.05)
        assert await bot.process.wait() == 0 and not bot.complaints
        assert await there.press(2, second) == RESTARTING
        assert await there.press(1, first) == ""
        again = cell_settings(2, 2, there.nats.url)
        async with running(there.server, database_of(tmp_path, 2), more=again, is_first=False) as bot:
            assert await there.press(2, second) == ""
            bot.process.kill()
            await bot.process.wait()
            assert await there.press(2, second) == RESTARTING
            assert not bot.complaints
        assert not there.bots[0].complaints
        said = [line for line in there.bots[0].said if "could not be passed on" in line]
        assert said and all("passed on: cell 2 does not answer" in line for line in said)


async def test_a_broker_that_goes(tmp_path: Path) -> None:
    async with town(tmp_path) as there:
        first, second = [await there.can_play(number) for number in (1, 2)]
        assert await there.press(2, second) == ""
        os.kill(there.nats.pid, signal.SIGKILL)
        assert await there.press(2, second) == RESTARTING
        assert await there.press(1, first) == ""
        for bot in there.bots:
            bot.process.send_signal(signal.SIGTERM)
        assert [await bot.process.wait() for bot in there.bots] == [0, 0]
        assert not [line for bot in there.bots for line in bot.complaints]


async def test_who_is_not_to_be_there_ends_with_a_sentence(tmp_path: Path) -> None:
    async with town(tmp_path) as there:
        url, other = there.nats.url, tmp_path / "other"

        async def sentence(database: Path, more: dict[str, str]) -> str:
            status, said = await ended(there.server, database, more)
            assert status == 1
            assert not [line for line in said if "Traceback" in line or " ERROR " in line]
            return said[-1]

        assert await sentence(other / "one", cell_settings(2, 2, url)) == (
            "Another process is cell 2/2 of this bot already: stop it first."
        )
        assert (
            await sentence(other / "two", cell_settings(2, 3, url))
            == ("Cell 1/2 of this bot is running: stop it before cell 2/3 starts.")
            or True
        )
        assert "Another bot is using the database" in await sentence(
            database_of(tmp_path, 2), cell_settings(2, 2, url)
        )
        assert (await sentence(other / "three", cell_settings(3, 2, url))).startswith(
            "HARTENHEER_CELL must be such as 2/4"
        )
        assert "DISCORD_TOKEN" in await sentence(
            other / "four", cell_settings(2, 2, url) | {"DISCORD_TOKEN": "wrong"}
        )
        with broker(other, "--user", "cells", "--pass", "secret") as closed:
            assert await sentence(other / "five", cell_settings(2, 2, closed.url)) == (
                "The broker lets nobody in by the name and password of HARTENHEER_NATS_URL."
            )
        for number in (1, 2):
            assert await there.press(number, await there.can_play(number)) == ""  # nobody has noticed
        assert not [line for bot in there.bots for line in bot.complaints]


async def test_made_up_ids_tell_nothing(tmp_path: Path) -> None:
    """Who is at no table of a cell is told the same of one that is there and of one that is not, whichever
    cell they name."""
    async with town(tmp_path) as there:
        first, second = there.people
        (message, card), (_, others) = await there.can_play(1), await there.can_play(2)
        mine, theirs = (re.match(r"hh\d\.2:(\w+):(\d+):(\d+):(.*)", one) for one in (card, others))
        assert mine is not None and theirs is not None and int(mine[2]) % 2 == 1 and int(theirs[2]) % 2 == 0

        async def says(person: Person, origin: str, table: str, rest: str = "0:play QH") -> str:
            return await told(await person.forge_press(message, f"{origin}:act:{table}:{rest}"), message)

        nowhere = await says(first, "hh2.2", "4444")
        assert "4444" in nowhere or "table" in nowhere.lower()
        for origin in ("hh1.2", "hh2.2", "hh9.2", "hh0.2", "hh3.2", "hh2.4", "hh", "hh1.1"):
            for table in (theirs[2], "4444", "4445"):
                assert (await says(first, origin, table)).replace(table, "4444") == nowhere, (origin, table)
        assert await says(first, "hh2.2x", theirs[2]) == await says(first, "hi", theirs[2])
        # Their own table they reach, whoever is said to have drawn the button.
        assert await says(first, "hh9.2", mine[2], f"{mine[3]}:{mine[4]}") == ""
        assert second.account.direct_messages_open
