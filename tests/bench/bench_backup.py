"""What people who play notice of the daily copy: how long a card takes while one is made, and while none is.

``python -m tests.bench.bench_backup``. Games are played through the store, on a database with something of
everything; in every second window a copy is made and verified beside, as the bot does it.
The windows take turns, so both sides have the same machine.
"""

from __future__ import annotations

import asyncio
import resource
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from bot.ops.backup import made_apart
from bot.tables.model import State
from data.backup import Keep, OwnBackups
from data.store import Store
from tests.bench.__main__ import print_table
from tests.bench.rows import Row
from tests.clock import START, FakeClock
from tests.data import make_example
from tests.tables.house import House, play

WINDOWS: Final = 4
"""Of each sort; one beside a backup lasts until that is made, one without as long as the last beside one."""
FIRST: Final = 2.0
"""Seconds of the first."""


def rows() -> Iterator[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hartenheer.sqlite3"
        asyncio.run(make_example.make(path))
        alone, beside, made = asyncio.run(_measured(path))
    before, during = _at(alone, 99), _at(beside, 99)
    ours = resource.getrusage(resource.RUSAGE_CHILDREN)
    yield Row(
        "a card while a backup is made, p99",
        during / before,
        f"{1000 * during:.1f} ms against {1000 * before:.1f} (p50 {1000 * median(beside):.1f} against"
        f" {1000 * median(alone):.1f}); {len(alone)} and {len(beside)} cards, {made} backups of"
        f" {(ours.ru_utime + ours.ru_stime) / max(made, 1):.1f} s of CPU each, at priority 19",
    )


async def _measured(path: Path) -> tuple[list[float], list[float], int]:
    """The seconds of each card without and with a backup beside, and how many backups were made."""
    own = OwnBackups(path, path.parent / "copies", Keep())
    store = await Store.open(path)
    house = House(store, FakeClock(START))
    alone: list[float] = []
    beside: list[float] = []
    seconds = FIRST
    try:
        for window in range(WINDOWS):
            end = perf_counter() + seconds
            alone += await _cards(house, lambda end=end: perf_counter() >= end)
            begun, at = perf_counter(), START + window
            copying = asyncio.create_task(made_apart(path, own.target(at), at))
            beside += await _cards(house, copying.done)
            await copying
            seconds = perf_counter() - begun
    finally:
        await house.tables.close()
        await store.close()
    return alone, beside, len(own.made())


async def _cards(house: House, is_over: Callable[[], bool]) -> list[float]:
    """Cards of new games, one after the other, and the seconds that each took."""
    table = await house.started(people=4)
    found: list[float] = []
    while not is_over():
        begun = perf_counter()
        if table.facts.state is not State.PLAYING:
            table = await house.started(people=4)
        await play(house, table, moves=1)
        found.append(perf_counter() - begun)
    await table.call_off()
    return found


def _at(times: list[float], percent: int) -> float:
    return sorted(times)[len(times) * percent // 100]


if __name__ == "__main__":
    print_table(rows())
