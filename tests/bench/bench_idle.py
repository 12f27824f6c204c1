"""What a table costs while nothing happens there: memory and tasks, many thousand of them beside each other.

Lobbies are opened as anybody opens them, on a real database. Tables in play are begun, and wait for a person
without a clock; of those the games of the latest stay in memory (``bot.tables.actor``), whose number does not
grow with that of the tables, so it is not counted.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
import tracemalloc
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.leagues.service import Clubs, LeagueDoor
from bot.tables.actor import MOST_AWAKE
from bot.tables.model import Invited
from bot.tables.tables import Tables
from bot.timers import Timers
from data.store import Store
from tests.bench.rows import Row
from tests.clock import FakeClock

LOBBIES = 10_000
PLAYED = 2_000
TOGETHER = 250
BOUND = 2000.0
"""Bytes."""


def rows() -> list[Row]:
    """Three rows."""
    lobby, played, tasks = asyncio.run(measure(LOBBIES, PLAYED))
    return [
        Row(
            "an idle table in its lobby: bytes",
            lobby,
            f"{LOBBIES} tables opened, the growth of what Python has allocated.",
            bound=BOUND,
            at_most=True,
        ),
        Row(
            "a table that waits for a person: bytes",
            played,
            f"{PLAYED} begun after {MOST_AWAKE} others, the games of the last {MOST_AWAKE} not counted.",
            bound=BOUND,
            at_most=True,
        ),
        Row("tasks of all these tables", tasks, "asyncio's, after against before.", bound=0.0, at_most=True),
    ]


async def measure(lobbies: int, played: int) -> tuple[float, float, int]:
    """Bytes a lobby, bytes a table that waits, and the tasks there are more than before."""
    async with _tables() as tables:

        async def lobby(number: int) -> None:
            await tables.open(
                guild_id=10**18 + number // 10,
                channel_id=2 * 10**18 + number,
                host_id=3 * 10**18 + number,
                host_name=f"Person {number}",
            )

        async def begun(number: int) -> None:
            people = [Invited(4 * 10**18 + 4 * number + seat, f"P{number}-{seat}") for seat in range(4)]
            table = await tables.open_with_seats(
                f"Table {number}", people, guild_id=10**18, channel_id=5 * 10**18 + number
            )
            await table.begin()

        await _many(lobby, 10 * TOGETHER, 0)  # what is there once
        tasks = len(asyncio.all_tasks())
        one = await _growth(lobby, lobbies, 10 * TOGETHER)
        await _many(begun, MOST_AWAKE + TOGETHER, 0)
        other = await _growth(begun, played, MOST_AWAKE + TOGETHER)
        await tables.quiet()
        return one, other, len(asyncio.all_tasks()) - tasks


async def _growth(make: Callable[[int], Awaitable[None]], many: int, first: int) -> float:
    """Bytes that each of so many takes."""
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    await _many(make, many, first)
    await asyncio.sleep(0)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    return (after - before) / many


async def _many(make: Callable[[int], Awaitable[None]], many: int, first: int) -> None:
    for number in range(first, first + many, TOGETHER):
        await asyncio.gather(*(make(one) for one in range(number, min(number + TOGETHER, first + many))))


@asynccontextmanager
async def _tables() -> AsyncGenerator[Tables]:
    """Tables on a new database, shown to nobody."""
    with tempfile.TemporaryDirectory() as folder:
        clock = FakeClock()
        store, timers = await Store.open(Path(folder) / "idle.sqlite3"), Timers(clock)
        tracemalloc.start()  # from the beginning: what was allocated before is not seen to go
        door = LeagueDoor(Clubs(store.leagues, store.seasons, clock))
        tables = Tables(store.tables, timers, door, listener=lambda table, change: None)
        try:
            yield tables
        finally:
            tracemalloc.stop()
            await tables.close()
            await timers.close()
            await store.close()
