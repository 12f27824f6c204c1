"""Where a mishap happens: a playground whose time passes by itself, the bot in it, and those who watch."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House
from tests.soak.matrix.ledger import Ledger
from tests.soak.observer import Observer
from tests.soak.quicktime import bot_at, quick_server

TO_SETTLE = 45.0
"""Seconds in which all that is shown follows what is stored, calls and reminders included."""


class Broken(AssertionError):
    """Something that has to hold does not."""


class Complaints(logging.Handler):
    """What was logged that an operator has to look into."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage() + (" Traceback" if record.exc_info else ""))


class Ground:
    """One run: the server, its people, the bot that is there now, and what was noted. ``gone`` says what a
    mishap took away for good: a channel, a thread, the server, a member, messages; ``absent`` are those who
    have left. ``is_troubled``: an operator is to be told of errors. ``reads_hands``: the game is one whose
    hands the observer can judge. ``ahead`` is by how many seconds the clock was ahead meanwhile.
    ``parked`` are the tables whose log no longer replays. ``recovered`` is how many seconds it took until all
    was well again."""

    def __init__(self, server: Playground, clock: FakeClock, database: Path, seed: int) -> None:
        self.server, self.clock, self.database = server, clock, database
        self.random = Random(seed)
        self.ledger = Ledger(server)
        self.observer = Observer(server, database)
        self.complaints = Complaints()
        self.gone: set[str] = set()
        self.parked: set[int] = set()
        self.absent: set[int] = set()
        self.is_troubled = False
        self.reads_hands = True
        self.ahead = 0.0
        self.recovered = 0.0
        self.cards = server.world.channel_named("cards").id
        self._bot = AsyncExitStack()
        self._house: House | None = None

    @property
    def house(self) -> House:
        """The bot that is there."""
        assert self._house is not None, "no bot is there"
        return self._house

    @property
    def now(self) -> float:
        """Seconds, by a clock that nobody sets."""
        return asyncio.get_running_loop().time()

    def people(self) -> list[Person]:
        """Everybody."""
        return list(self.server.people.values())

    def person(self, name: str) -> Person:
        """Somebody by their name."""
        return self.server.people.named(name)

    async def bot_comes(self) -> None:
        """The bot is started."""
        self._house = await self._bot.enter_async_context(bot_at(self.server, self.database))

    async def bot_goes(self) -> None:
        """The bot is stopped, finishing what it was asked for."""
        self._house = None
        await self._bot.aclose()
        self._bot = AsyncExitStack()


@asynccontextmanager
async def ground(database: Path, start: float, seed: int = 0) -> AsyncIterator[Ground]:
    """Set one up, the bot included, at that time; all of it is closed in the end."""
    async with quick_server() as server:
        clock = server.world.clock
        assert isinstance(clock, FakeClock)
        clock.set(start)
        for person in server.people.values():
            person.account.locale = "en-GB"
        made = Ground(server, clock, database, seed)
        logging.getLogger().addHandler(made.complaints)
        try:
            await made.bot_comes()
            yield made
        finally:
            await made.bot_goes()
            logging.getLogger().removeHandler(made.complaints)
            made.observer.close()
