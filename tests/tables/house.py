"""A house to play in: a real store, a clock that stands still, and people who press buttons."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from typing import Any

import pytest

from bot.engine.cards import Action, members
from bot.engine.game import AWAITS_DECK, View
from bot.engine.options import Rules
from bot.leagues.service import Clubs, LeagueDoor
from bot.ports import StoreError
from bot.tables.errors import TableError
from bot.tables.model import State, TableFacts
from bot.tables.ports import Change, LogEntry, Sitting, StoredTable, TableStep, TableStore, at_the_end
from bot.tables.recovery import replay
from bot.tables.sealed import Sealed
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.timers import Timers
from data.store import Store
from tests.clock import FakeClock

PEOPLE: tuple[int, ...] = (101, 102, 103, 104, 105, 106)
ANN, BEN, CEES, DORA, EVA, FRED = PEOPLE
NAMES: dict[int, str] = dict(zip(PEOPLE, ("Ann", "Ben", "Cees", "Dora", "Eva", "Fred"), strict=True))

CARDS = re.compile(r"\b[2-9TJQKA][CDHS]\b")
"""A card's name in a text."""


class FlakyStore:
    """A store on a failing disk: the writes whose numbers are in ``failing`` fail, and all calls while it is
    ``broken``. With ``late`` a write is kept before it fails, as when only the answer is lost. While there
    is a ``gate`` calls wait for it, which sets ``waiting``; ``created`` is set by a new table. With a
    ``chance`` calls take their time, a different one each."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self.writes = 0
        self.logs_read = 0
        self.failing: set[int] = set()
        self.broken = False
        self.late = False
        self.error: type[Exception] = StoreError
        self.gate: asyncio.Event | None = None
        self.chance: random.Random | None = None
        self.waiting = asyncio.Event()
        self.created = asyncio.Event()

    async def create(self, facts: TableFacts, sealed: Sealed) -> TableFacts:
        await self._pass()
        created = await self._store.create(facts, sealed)
        self.created.set()
        return created

    async def write(self, step: TableStep) -> None:
        self.writes += 1
        fails = self.broken or self.writes in self.failing
        if not fails or self.late:
            await self._wait()
            await self._store.write(step)
            await self._wait()
        if fails:
            raise self.error("the disk is full")

    async def load(self, table_id: int) -> StoredTable | None:
        await self._pass()
        return await self._store.load(table_id)

    async def rematch(self, table_id: int) -> int | None:
        await self._pass()
        return await self._store.rematch(table_id)

    async def at_place(self, place: str) -> int | None:
        await self._pass()
        return await self._store.at_place(place)

    async def of_evening(self, evening: int) -> Sequence[TableFacts]:
        await self._pass()
        return await self._store.of_evening(evening)

    async def knows_cards(self, table_id: int, user_id: int) -> bool:
        await self._pass()
        return await self._store.knows_cards(table_id, user_id)

    async def kept_from(self, place: str, user_id: int) -> Collection[int]:
        await self._pass()
        return await self._store.kept_from(place, user_id)

    async def unfinished(self) -> Sequence[StoredTable]:
        await self._pass()
        return await self._store.unfinished()

    async def log(self, table_id: int) -> Sequence[LogEntry]:
        self.logs_read += 1
        await self._pass()
        return await self._store.log(table_id)

    async def lengths(self, guild_id: int, rules: Rules, limit: int) -> Sequence[float]:
        await self._pass()
        return await self._store.lengths(guild_id, rules, limit)

    async def played_by(self, user_id: int, guild_id: int | None, limit: int) -> Sequence[TableFacts]:
        await self._pass()
        return await self._store.played_by(user_id, guild_id, limit)

    async def played_in(self, guild_id: int, limit: int) -> Sequence[TableFacts]:
        await self._pass()
        return await self._store.played_in(guild_id, limit)

    async def sittings(self, table_id: int) -> Sequence[Sitting]:
        await self._pass()
        return await self._store.sittings(table_id)

    async def _pass(self) -> None:
        if self.broken:
            raise self.error("the disk is full")
        await self._wait()

    async def _wait(self) -> None:
        if self.gate is not None:
            self.waiting.set()
            await self.gate.wait()
        for _ in range(self.chance.randrange(4) if self.chance else 0):
            await asyncio.sleep(0)


def secrets() -> Callable[[], bytes]:
    """The same games in every run."""
    numbers = count()
    return lambda: sha256(str(next(numbers)).encode()).digest()


class House:
    """The tables of one process on one database, and what was shown of them."""

    def __init__(self, stored: Store, time: FakeClock, **choices: Any) -> None:
        self.stored = stored
        self.time = time
        self.timers = Timers(time)
        self.store = FlakyStore(stored.tables)
        self.changes: list[Change] = []
        self.listener_error: Exception | None = None
        self._choices = {
            "robot_pause": 0.0,
            "draw": random.Random(1).random,
            "new_secret": secrets(),
            **choices,
        }
        self.clubs = Clubs(stored.leagues, stored.seasons, time)
        self.door = LeagueDoor(self.clubs)
        self.tables = Tables(self.store, self.timers, self.door, listener=self._listen, **self._choices)

    def _listen(self, table: object, change: Change) -> None:
        assert isinstance(table, Table)
        assert table.facts == change.after
        self.changes.append(change)
        if self.listener_error is not None:
            raise self.listener_error

    async def open(self, *, host: int = ANN, **choices: Any) -> Table:
        return await self.tables.open(
            guild_id=1, channel_id=2, host_id=host, host_name=NAMES[host], **choices
        )

    async def lobby(self, people: int = 4, robots: int = 0, **choices: Any) -> Table:
        """A lobby with Ann as its host, others, and robots."""
        table = await self.open(players=people + robots, **choices)
        for press, person in enumerate(PEOPLE[1:people], start=9001):
            await table.join(person, NAMES[person], press)
        for _ in range(robots):
            await table.add_robot(ANN)
        return table

    async def started(self, people: int = 4, robots: int = 0, **choices: Any) -> Table:
        """A table whose first deal has begun; robots have moved as far as they can."""
        table = await self.lobby(people, robots, **choices)
        await table.start(ANN)
        await self.tables.quiet()
        return table

    async def restarted(self, **choices: Any) -> House:
        """Another process on the same database, the first having stopped without a word."""
        await self.tables.close()
        return House(self.stored, self.time, **{**self._choices, **choices})

    def time_passes(self, seconds: float) -> None:
        """Let time pass that this process does not live through."""
        assert not self.time.to_next(self.time.now() + seconds)

    async def wait(self, seconds: float) -> None:
        """Let time pass, with all that happens meanwhile."""
        until = self.time.now() + seconds
        await self.calm()
        while self.time.to_next(until):
            await self.calm()
        await self.calm()

    async def calm(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
            await self.tables.quiet()

    async def check(self, table: Table) -> None:
        """What is stored is what lives, and the log gives the game, once robots are where they wait."""
        await self.calm()
        stored = await self.stored.tables.load(table.facts.id)
        assert stored is not None and stored == StoredTable(table.facts, sealed_of(table))
        facts = stored.facts
        if facts.started_at is None:
            return
        entries = await self.stored.tables.log(facts.id)
        assert len(entries) == facts.seq
        game = replay(facts, entries)
        assert game.turn == facts.turn
        for seat in range(facts.players) if facts.veiled else (None, *range(facts.players)):
            assert game.view(seat) == await table.view(seat)
        sat = at_the_end(await self.stored.tables.sittings(facts.id))
        assert [(one.seat, one.user_id, one.name) for one in sat] == [
            (number, seat.user_id, seat.name) for number, seat in enumerate(facts.seats)
        ]


def sealed_of(table: Table) -> Sealed:
    """What nobody may see but the table itself."""
    return table._live.sealed


def host_of(table: Table) -> int:
    """The host of a table that has one."""
    assert table.facts.host_id is not None
    return table.facts.host_id


def lowest(view: View) -> Action:
    """The first legal action of the vocabulary."""
    return members(view.legal)[0]


def mover(table: Table) -> int:
    """The person whose turn it is."""
    turn = table.facts.turn
    assert turn is not None and turn >= 0
    user_id = table.facts.seats[turn].user_id
    assert user_id is not None
    return user_id


async def press(table: Table) -> tuple[int, int, Action]:
    """The person to move makes the lowest legal move; returns who pressed which button."""
    view = await table.view(table.facts.turn)
    pressed = mover(table), table.facts.seq, lowest(view)
    await table.act(*pressed)
    return pressed


def people(table: Table) -> list[int]:
    """Who plays for themselves."""
    return [seat.user_id for seat in table.facts.seats if seat.user_id is not None and not seat.absent]


async def play(house: House, table: Table, *, deals: int | None = None, moves: int | None = None) -> None:
    """Play on: so many deals, so many moves of people, or to the end of the game. Stops at a deal's end with
    nobody ready."""
    choice = random.Random(table.facts.id)
    while table.facts.state is State.PLAYING and deals != 0 and moves != 0:
        if table.facts.turn == AWAITS_DECK:
            for person in people(table):
                await table.ready(person, table.facts.seq)
        else:
            view = await table.view(table.facts.turn)
            await table.act(mover(table), table.facts.seq, choice.choice(members(view.legal)))
            moves = None if moves is None else moves - 1
        await house.tables.quiet()
        if table.facts.turn == AWAITS_DECK and deals is not None:
            deals -= 1


@contextmanager
def refused(code: str, **details: str) -> Iterator[None]:
    """What is done here is refused with this code and these details."""
    with pytest.raises(TableError) as caught:
        yield
    assert caught.value.code == code
    assert dict(caught.value.details) == details
