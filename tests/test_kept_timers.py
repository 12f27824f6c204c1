"""Timers that are stored: rung at least once, whatever process is there when they are due."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from enum import StrEnum
from pathlib import Path

import pytest

from bot.ports import KeptTimer, StoreError, TimerStore
from bot.timers import KeptTimers, TimerKey, Timers
from data.store import Store
from tests.clock import FakeClock
from tests.data.processes import other
from tests.databases import put_empty
from tests.test_timers import calm


class Bell(StrEnum):
    """Timers of these tests."""

    NIGHT = "night-bell"
    GRACE = "grace-bell"


NIGHT = TimerKey(Bell.NIGHT, 7)


class FlakyStore:
    """A store on a disk that fails while it is ``broken``."""

    def __init__(self, store: TimerStore) -> None:
        self._store = store
        self.broken = False

    async def keep(self, timer: KeptTimer) -> None:
        self._pass()
        await self._store.keep(timer)

    async def forget(self, timer: KeptTimer) -> None:
        self._pass()
        await self._store.forget(timer)

    async def timers(self) -> Sequence[KeptTimer]:
        self._pass()
        return await self._store.timers()

    async def rows(self) -> list[tuple[str, int, int, float]]:
        return [(row.kind, row.subject, row.about, row.at) for row in await self._store.timers()]

    def _pass(self) -> None:
        if self.broken:
            raise StoreError("the disk is full")


class Process:
    """The timers of one process on a store; ``rung`` is what its rings were called with."""

    def __init__(
        self, store: FlakyStore, time: FakeClock, ring: Callable[[TimerKey], None] | None = None
    ) -> None:
        self.time = time
        self.timers = Timers(time)
        self.kept = KeptTimers(self.timers, store)
        self.rung: list[TimerKey] = []
        self._ring = ring
        for kind in Bell:
            self.kept.declare(kind, self._rings)

    async def _rings(self, key: TimerKey) -> None:
        self.rung.append(key)
        await asyncio.sleep(0)
        if self._ring is not None:
            self._ring(key)

    async def pass_time(self, seconds: float) -> None:
        until = self.time.now() + seconds
        await self.calm()
        while self.time.to_next(until):
            await self.calm()

    async def calm(self) -> None:
        await calm()
        await self.timers.quiet()
        await calm()


@pytest.fixture
def time() -> FakeClock:
    return FakeClock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "timers.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[FlakyStore]:
    store = await Store.open(put_empty(path))
    yield FlakyStore(store.timers)
    await store.close()


async def test_a_kept_timer_rings_once_and_its_row_goes_then(store: FlakyStore, time: FakeClock) -> None:
    process = Process(store, time)
    await process.kept.keep(NIGHT, time.now() + 100)
    await process.pass_time(99)
    assert (process.rung, len(await store.rows())) == ([], 1)
    await process.pass_time(1)
    assert (process.rung, len(await store.rows())) == ([NIGHT], 0)
    await process.pass_time(1000)
    assert process.rung == [NIGHT]


async def test_the_next_process_rings_what_the_last_one_left(store: FlakyStore, time: FakeClock) -> None:
    first = Process(store, time)
    later = TimerKey(Bell.GRACE, 7, 101)
    await first.kept.keep(NIGHT, time.now() + 100)
    await first.kept.keep(later, time.now() + 5000)
    await first.timers.close()
    time.to_next(time.now() + 1000)
    second = Process(store, time)
    assert await second.kept.take_up() == 2
    await second.calm()
    assert second.rung == [NIGHT], "what is overdue rings at once"
    await second.pass_time(4000)
    assert (second.rung, await store.rows()) == ([NIGHT, later], [])


async def test_a_ring_that_fails_leaves_its_row_and_is_rung_again(store: FlakyStore, time: FakeClock) -> None:
    trouble = [ValueError("QH"), ValueError("KH")]

    def ring(_: TimerKey) -> None:
        if trouble:
            raise trouble.pop()

    process = Process(store, time, ring)
    await process.kept.keep(NIGHT, time.now() + 10)
    await process.pass_time(11)
    assert (len(process.rung), len(await store.rows())) == (1, 1)
    await process.pass_time(100)
    assert (len(process.rung), len(await store.rows())) == (3, 0)


async def test_a_store_that_fails_after_the_ring_is_asked_again_and_nothing_is_rung_twice(
    store: FlakyStore, time: FakeClock
) -> None:
    process = Process(store, time)
    await process.kept.keep(NIGHT, time.now() + 10)
    store.broken = True
    await process.pass_time(30)
    assert (len(process.rung), len(await store.rows())) == (1, 1)
    store.broken = False
    await process.pass_time(60)
    assert (len(process.rung), len(await store.rows())) == (1, 0)


async def test_a_store_that_fails_arms_and_clears_nothing(store: FlakyStore, time: FakeClock) -> None:
    process = Process(store, time)
    store.broken = True
    with pytest.raises(StoreError):
        await process.kept.keep(NIGHT, time.now() + 10)
    await process.pass_time(20)
    assert process.rung == []
    store.broken = False
    await process.kept.keep(NIGHT, time.now() + 10)
    store.broken = True
    with pytest.raises(StoreError):
        await process.kept.forget(NIGHT)
    store.broken = False
    await process.pass_time(10)
    assert process.rung == [NIGHT]


async def test_a_timer_kept_anew_or_forgotten_rings_as_it_was_said_last(
    store: FlakyStore, time: FakeClock
) -> None:
    process = Process(store, time)
    gone = TimerKey(Bell.NIGHT, 8)
    for key in (NIGHT, gone):
        await process.kept.keep(key, time.now() + 10)
    await process.kept.keep(NIGHT, time.now() + 50)
    await process.kept.forget(gone)
    await process.kept.forget(gone)
    assert [at for _, _, _, at in await store.rows()] == [time.now() + 50]
    await process.pass_time(49)
    assert process.rung == []
    await process.pass_time(1)
    assert (process.rung, await store.rows()) == ([NIGHT], [])


async def test_a_ring_keeps_its_own_next_moment(store: FlakyStore, time: FakeClock) -> None:
    """Also where it is the same one: the row is that of the new timer then."""
    process = Process(store, time)

    async def weekly(key: TimerKey) -> None:
        weeks.append(time.now())
        if len(weeks) < 3:
            await kept.keep(key, time.now() + (0 if len(weeks) == 1 else 100))

    weeks: list[float] = []
    kept = KeptTimers(process.timers, store)
    kept.declare(Bell.NIGHT, weekly)
    start = time.now()
    await kept.keep(NIGHT, start + 10)
    await process.pass_time(50)
    assert [week - start for week in weeks] == [10, 10]
    assert len(await store.rows()) == 1
    await process.pass_time(100)
    assert [week - start for week in weeks] == [10, 10, 110]
    assert await store.rows() == []


async def test_timers_of_kinds_that_there_are_not_are_left_alone(
    store: FlakyStore, time: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(2):
        await store.keep(KeptTimer("sundial", number, 0, time.now()))
    process = Process(store, time)
    assert await process.kept.take_up() == 0
    await process.pass_time(10)
    assert (process.rung, len(await store.rows())) == ([], 2)
    assert [record.getMessage() for record in caplog.records] == [
        "2 timers of a kind that there is not, sundial, are left alone"
    ]


async def test_a_kind_is_declared_once_and_before_it_is_used(store: FlakyStore, time: FakeClock) -> None:
    kept = KeptTimers(Timers(time), store)
    with pytest.raises((AssertionError, KeyError)):
        await kept.keep(NIGHT, time.now())
    kept.declare(Bell.NIGHT, lambda key: None)
    with pytest.raises(ValueError, match="declared twice"):
        kept.declare(Bell.NIGHT, lambda key: None)


# Processes that die

DYING = """
import asyncio, sys, time
from pathlib import Path
from bot.timers import KeptTimers
from bot.timers import TimerKey, Timers
from data.store import Store
from tests.test_kept_timers import NIGHT, FlakyStore


class Wall:
    def now(self):
        return time.time()

    def monotonic(self):
        return time.monotonic()

    async def sleep(self, seconds):
        await asyncio.sleep(seconds)

    async def sleep_until(self, when):
        await asyncio.sleep(max(0.0, when - time.time()))


class Telling(FlakyStore):
    async def forget(self, timer):
        await super().forget(timer)
        print("gone", flush=True)


async def ring(key):
    print("rung", flush=True)
    if sys.argv[2] == "in the ring":
        await asyncio.Event().wait()


async def main():
    store = await Store.open(Path(sys.argv[1]))
    kept = KeptTimers(Timers(Wall()), Telling(store.timers))
    kept.declare(NIGHT.kind, ring)
    await kept.keep(NIGHT, time.time() + (3600.0 if sys.argv[2] == "before it" else 0.0))
    print("kept", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("killed", "said", "rung"),
    [
        ("before it", {"kept"}, True),
        ("in the ring", {"kept", "rung"}, True),
        ("after it", {"kept", "rung", "gone"}, False),
    ],
)
async def test_a_process_that_is_killed_leaves_what_it_has_not_done(
    path: Path, killed: str, said: set[str], rung: bool
) -> None:
    with other(DYING, path, killed) as bot:
        assert {bot.line() for _ in said} == said
        assert bot.kill() == []
    store, clock = await Store.open(path), FakeClock(4e9)
    try:
        process = Process(FlakyStore(store.timers), clock)
        assert await process.kept.take_up() == rung
        await process.calm()
        assert process.rung == [NIGHT] * rung
        assert await store.timers.timers() == []
        await process.timers.close()
    finally:
        await store.close()
