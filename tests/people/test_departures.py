"""Servers that have removed the bot: what is kept of them goes after some days, and not before."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from bot.nights.evenings import Evenings
from bot.nights.model import EveningStage
from bot.ports import StoreError
from bot.privacy.departures import DAY, Departures
from bot.tables.model import State
from bot.tables.table import Table
from bot.timers import KeptTimers
from data.store import Store
from tests.clock import FakeClock
from tests.data.evenings import ANN, arranged
from tests.databases import put_empty
from tests.tables.house import House

GUILD: Final = 1
DAYS: Final = 30


@dataclass
class Process:
    """One run of the bot, as far as it is about departures; ``here`` are the servers it is in."""

    store: Store
    clock: FakeClock
    here: set[int]
    days: int = DAYS
    forgotten: list[tuple[int, frozenset[int]]] = field(default_factory=list[tuple[int, frozenset[int]]])

    def __post_init__(self) -> None:
        self.house = House(self.store, self.clock)
        self.timers = KeptTimers(self.house.timers, self.store.timers)
        evenings = Evenings(self.store.nights, self.house.clubs, self.house.tables, self.clock)
        self.departures = Departures(
            self.timers,
            self.store.privacy,
            self.house.tables,
            evenings,
            self.clock,
            lambda: self.here,
            self._forget,
            keep_days=self.days,
        )

    def _forget(self, guild_id: int, people: Collection[int]) -> None:
        self.forgotten.append((guild_id, frozenset(people)))

    async def start(self) -> None:
        """As the bot does: timers first, then Discord."""
        await self.house.tables.take_up()
        await self.timers.take_up()
        await self.departures.look()
        await self.house.timers.quiet()

    async def stop(self) -> None:
        await self.house.timers.close()
        await self.house.tables.close()

    async def remove(self) -> None:
        self.here.discard(GUILD)
        await self.departures.left(GUILD)

    async def after(self, days: float) -> None:
        self.clock.advance(days * DAY)
        await self.house.timers.quiet()

    async def kept(self) -> bool:
        return GUILD in await self.store.privacy.guilds()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(put_empty(tmp_path / "a.sqlite3"))
    try:
        await arranged(opened)
        yield opened
    finally:
        await opened.close()


@pytest.fixture
async def process(store: Store) -> AsyncIterator[Process]:
    made = Process(store, FakeClock(1_788_900_000.0), {GUILD, 2})
    await made.start()
    try:
        yield made
    finally:
        await made.stop()


async def again(process: Process, **otherwise: object) -> Process:
    """The bot is started anew."""
    await process.stop()
    made = Process(process.store, process.clock, set(process.here), **otherwise)  # pyright: ignore[reportArgumentType]
    await made.start()
    return made


async def test_data_go_after_so_many_days(process: Process) -> None:
    await process.remove()
    await process.after(DAYS - 1)
    assert await process.kept()
    await process.after(1)
    assert not await process.kept()
    assert [guild for guild, _ in process.forgotten] == [GUILD]
    assert await process.store.timers.timers() == []


async def test_a_restart_does_not_prolong_it(process: Process) -> None:
    await process.remove()
    await process.after(DAYS - 1)
    other = await again(process)
    await other.remove()  # told of once more
    await other.after(1)
    assert not await other.kept()
    await other.stop()


async def test_what_falls_due_while_the_bot_is_away_is_done_at_its_start(process: Process) -> None:
    await process.remove()
    await process.stop()
    process.clock.advance(DAYS * DAY + 5)
    other = await again(process)
    assert not await other.kept()
    await other.stop()


async def test_who_removes_it_while_it_is_away_is_found_out(process: Process) -> None:
    process.here.discard(GUILD)
    other = await again(process)
    await other.after(DAYS - 1)
    assert await other.kept()
    await other.after(1)
    assert not await other.kept()
    await other.stop()


async def test_an_invitation_is_forgiveness(process: Process) -> None:
    await process.remove()
    await process.after(DAYS - 1)
    process.here.add(GUILD)
    await process.departures.returned(GUILD)
    await process.after(5)
    assert await process.kept()
    await process.remove()
    await process.after(DAYS - 1)
    assert await process.kept(), "the days begin anew"


async def test_an_invitation_while_it_is_away_too(process: Process) -> None:
    await process.remove()
    await process.stop()
    process.clock.advance(DAYS * DAY + 5)
    process.here.add(GUILD)
    other = await again(process)
    assert await other.kept() and await other.store.timers.timers() == []
    await other.stop()


async def test_nothing_goes_where_the_host_says_so(process: Process) -> None:
    await process.remove()
    other = await again(process, days=0)
    await other.after(10 * DAYS)
    assert await other.kept()
    await other.stop()


async def test_what_is_open_is_closed_first(process: Process) -> None:
    table: Table = await process.house.started(people=3, robots=1)
    (evening,) = await process.store.nights.live(GUILD)
    await process.remove()
    closed: list[EveningStage] = []
    forget_guild = process.store.privacy.forget_guild

    async def watched(guild_id: int) -> frozenset[int]:
        found = await process.store.nights.evening(evening.id)
        assert found is not None
        closed.append(found.stage)
        return await forget_guild(guild_id)

    process.store.privacy.forget_guild = watched
    await process.after(DAYS)
    assert closed == [EveningStage.CALLED_OFF]
    assert table.facts.state is State.CLOSED
    assert process.house.tables.running() == [] and not await process.kept()


async def test_where_the_database_fails_it_is_tried_again(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    await process.remove()

    async def fails(guild_id: int) -> frozenset[int]:
        raise StoreError

    with monkeypatch.context() as broken:
        broken.setattr(process.store.privacy, "forget_guild", fails)
        await process.after(DAYS)
        assert await process.kept() and process.forgotten == []
    other = await again(process)  # it died before it was tried again
    assert not await other.kept()
    await other.stop()


async def test_a_crash_after_it_was_deleted_changes_nothing_more(process: Process) -> None:
    await process.remove()
    (timer,) = await process.store.timers.timers()
    await process.after(DAYS)
    await process.store.timers.keep(timer)  # its row had not gone yet
    other = await again(process)
    assert await other.store.timers.timers() == [] and not await other.kept()
    await other.stop()


async def test_other_servers_are_left_alone(process: Process) -> None:
    await process.house.tables.open(guild_id=2, channel_id=3, host_id=ANN, host_name="Ann")
    await process.remove()
    await process.after(DAYS)
    assert await process.store.privacy.guilds() == {2}
    assert len(process.house.tables.running()) == 1
