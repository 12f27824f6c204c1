"""What four people at a table notice of a stranger who presses a button 400 times within a second.

The stranger begins to press at every other thirteenth card, so that the machine is the same with and without.
The bot is a process of its own, as on Discord.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import TypeVar

from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.server import Playground
from tests.bench.rows import Row
from tests.e2e.house import PACE
from tests.e2e.test_kill import TABLE, Bot

PRESSES_A_SECOND = 400
TICK = 0.025  # seconds between two handfuls of the stranger's presses
CARDS = 13  # without the stranger, then as many with
DEALS = 6
GLANCE = 0.003  # seconds between two looks for something to press
BETWEEN = 0.02  # seconds from an answer to the next press
LAST_TRICK = "Last trick"
ACT, READY = f"hh:act:{TABLE}:", f"hh:ready:{TABLE}:"

T = TypeVar("T")

Place = tuple[str, str]
"""A message and a custom id on it."""


@dataclass
class Measured:
    """Seconds from press to answer of those who play, with and without the flood, presses of theirs that
    were lost, and the stranger's presses."""

    calm: list[float] = field(default_factory=list)
    flooded: list[float] = field(default_factory=list)
    lost: int = 0
    strangers: list[Invocation] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """The 95th percentile with the flood, in times of that without."""
        return p95(self.flooded) / p95(self.calm)

    @property
    def answered(self) -> int:
        """How many of the stranger's presses were carried out, or answered with a sentence."""
        return sum(one.state == "answered" for one in self.strangers)


def p95(seconds: list[float]) -> float:
    """What 95 in 100 are within."""
    return quantiles(seconds, n=20)[-1]


class Play:
    """A table of four people, and a stranger who looks on."""

    def __init__(self, server: Playground) -> None:
        self.world = server.world
        self.players = list(server.people.values())
        self.stranger = server.people.add("Eve")
        self.cards_channel = self.world.channel_named("cards").id
        self.seq = -1
        self.found = Measured()

    async def open(self) -> None:
        """Open the table and begin."""
        host, *others = self.players
        opened = await (await host.command(self.cards_channel, "table open")).done()
        assert opened.message is not None
        for person in others:
            await self.press(person, opened.message["id"], f"hh:join:{TABLE}:0:")
        start = await soon(lambda: self.offered(host, "hh:start:"))
        await self.press(host, *start)

    async def deal(self) -> None:
        """Ask for the next deal where one is over, and play to its end."""
        flooded = False
        while await self.cards(self.found.flooded if flooded else self.found.calm, flooded=flooded):
            flooded = not flooded
        for person in self.players:
            await self.press(person, *await soon(lambda: self.offered(person, READY)))  # noqa: B023 (awaited here)

    async def cards(self, times: list[float], *, flooded: bool) -> bool:
        """Play some cards of a deal; False where it is over."""
        async with self.flood() if flooded else nullcontext():
            for _ in range(CARDS):
                person, place = await soon(self.to_move)
                if place[1].startswith(READY):
                    return False
                times.append(await self.press(person, *place))
                self.seq = int(place[1].split(":")[3])
                await asyncio.sleep(BETWEEN)
        return True

    def to_move(self) -> tuple[Person, Place] | None:
        """Whoever can do something that could not be done before, and where."""
        for person in self.players:
            place = self.offered(person, ACT) or self.offered(person, READY)
            if place is not None and int(place[1].split(":")[3]) > self.seq:
                return person, place
        return None

    def offered(self, person: Person, start: str) -> Place | None:
        """The newest button that begins so: its message and custom id."""
        for channel in (person.open_direct_messages()["id"], self.cards_channel):
            for message in person.messages(channel)[:-4:-1]:
                for button in reading.buttons(message, enabled_only=True):
                    if button.custom_id.startswith(start):
                        return message["id"], button.custom_id
        return None

    async def press(self, person: Person, message: str, custom_id: str) -> float:
        """The seconds until the answer was there."""
        begun = perf_counter()
        invocation = await (await person.press(message, custom_id)).done()
        self.found.lost += invocation.state != "answered"
        return perf_counter() - begun

    @asynccontextmanager
    async def flood(self) -> AsyncIterator[None]:
        """Within, the stranger presses."""
        pressing = asyncio.create_task(self._press_on())
        try:
            yield
        finally:
            pressing.cancel()
            with suppress(asyncio.CancelledError):
                await pressing

    async def _press_on(self) -> None:
        start, (message, custom_id) = perf_counter(), self._last_trick()
        for number in range(PRESSES_A_SECOND):
            if number > (perf_counter() - start) * PRESSES_A_SECOND:
                await asyncio.sleep(TICK)
            self.found.strangers.append(await self.stranger.forge_press(message, custom_id))

    def _last_trick(self) -> Place:
        """The newest button *Last trick* in the channel."""
        return next(
            (message["id"], button.custom_id)
            for message in reversed(self.stranger.messages(self.cards_channel))
            for button in reading.buttons(message)
            if button.label == LAST_TRICK
        )


async def soon(look: Callable[[], T | None]) -> T:
    """What there is once there is something."""
    async with asyncio.timeout(10):
        while (found := look()) is None:  # noqa: ASYNC110 (it changes all the time)
            await asyncio.sleep(GLANCE)
    return found


async def measure(deals: int = DEALS) -> Measured:
    """Play so many deals, after one that is not counted."""
    server = await Playground.start()
    server.ratelimits.pace = PACE
    for person in server.people.values():
        person.account.locale = "en-GB"
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with Bot(server, Path(folder) / "bench.sqlite3").running():
                play = Play(server)
                await play.open()
                await play.deal()
                play.found = Measured()
                for _ in range(deals):
                    await play.deal()
                return play.found
    finally:
        await server.close()


def rows() -> list[Row]:
    """One row."""
    found = asyncio.run(measure())
    return [
        Row(
            "p95 of presses at a table, with a flood / without",
            found.ratio if not found.lost else inf,
            f"{p95(found.flooded) * 1000:.0f} and {p95(found.calm) * 1000:.0f} ms over {len(found.calm)} "
            f"cards each, {found.lost} presses lost; {found.answered} of the stranger's "
            f"{len(found.strangers)} answered.",
            bound=1.5,
            at_most=True,
        )
    ]
