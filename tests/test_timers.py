"""One heap for all that is due at some moment: in order, once, and whatever one of the rings does."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import AsyncIterator
from enum import StrEnum
from functools import partial

import pytest

from bot.timers import LONGEST_PAUSE, TimerKey, Timers
from tests.clock import FakeClock


class Bell(StrEnum):
    """Timers of these tests."""

    HAND = "hand-bell"
    CHURCH = "church-bell"


def bell(subject: int, about: int = 0) -> TimerKey:
    return TimerKey(Bell.HAND, subject, about)


@pytest.fixture
def time() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def timers(time: FakeClock) -> AsyncIterator[Timers]:
    timers = Timers(time, draw=lambda: 0.0)
    yield timers
    await timers.close()
    assert time.sleepers == 0


async def calm() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


async def pass_time(time: FakeClock, seconds: float) -> None:
    until = time.now() + seconds
    await calm()
    while time.to_next(until):
        await calm()


class Rung:
    """What was rung, and when, in seconds from the beginning."""

    def __init__(self, time: FakeClock) -> None:
        self.start = time.now()
        self.all: list[tuple[str, float]] = []
        self._time = time

    def by(self, name: str) -> None:
        self.all.append((name, self._time.now() - self.start))


async def test_what_a_timer_would_have_done_is_let_go_with_it(timers: Timers, time: FakeClock) -> None:
    rung = Rung(time)
    let_go = weakref.ref(rung)
    timers.set(bell(1), time.now() + 1, lambda: None)
    timers.set(bell(2), time.now() + 2, partial(rung.by, "cleared"))
    timers.clear(bell(2))
    del rung
    assert let_go() is None


async def test_timers_ring_in_order_and_once(timers: Timers, time: FakeClock) -> None:
    rung = Rung(time)

    def again() -> None:
        rung.by("again")
        timers.set(bell(1), time.now() + 5, lambda: rung.by("once more"))

    timers.set(bell(1), rung.start + 50, lambda: rung.by("replaced"))
    timers.set(bell(2), rung.start + 20, lambda: rung.by("second"))
    timers.set(bell(1), rung.start + 10, again)
    timers.set(bell(3), rung.start + 12, lambda: rung.by("cleared"))
    timers.clear(bell(3))
    timers.clear(bell(4))
    await pass_time(time, 100)
    assert rung.all == [("again", 10), ("once more", 15), ("second", 20)]
    assert time.sleepers == 0


async def test_a_timer_is_told_by_its_kind_its_subject_and_what_it_is_about(
    timers: Timers, time: FakeClock
) -> None:
    rung = Rung(time)
    for key in (bell(1), bell(1, 1), bell(2), TimerKey(Bell.CHURCH, 1)):
        timers.set(
            key, time.now() + 1, lambda key=key: rung.by(str((key.kind.value, key.subject, key.about)))
        )
    await pass_time(time, 1)
    assert len({name for name, _ in rung.all}) == 4


async def test_what_is_overdue_rings_at_once(timers: Timers, time: FakeClock) -> None:
    rung = Rung(time)
    timers.set(bell(1), time.now() - 1000, lambda: rung.by("late"))
    await calm()
    assert rung.all == [("late", 0)]


async def test_timers_that_are_moved_often_do_not_pile_up(timers: Timers, time: FakeClock) -> None:
    for number in range(5000):
        timers.set(bell(number % 10), time.now() + 100 + number, lambda: None)
    assert len(timers._dates._heap) < 100  # pyright: ignore[reportPrivateUsage]


async def test_all_timers_are_one_task(timers: Timers, time: FakeClock) -> None:
    before = len(asyncio.all_tasks())
    for number in range(100):
        timers.set(bell(number), time.now() + 100 - number, lambda: None)
    await calm()
    assert len(asyncio.all_tasks()) == before + 1
    assert time.sleepers == 1
    for number in range(100):
        timers.clear(bell(number))
    await calm()
    assert (len(asyncio.all_tasks()), time.sleepers) == (before, 0)


@pytest.mark.parametrize("beside", [False, True], ids=["at once", "beside the heap"])
async def test_a_ring_that_raises_is_logged_and_rung_again_ever_later_and_delays_nobody(
    timers: Timers, time: FakeClock, caplog: pytest.LogCaptureFixture, beside: bool
) -> None:
    rung = Rung(time)
    fails = True

    def ring() -> None:
        rung.by("broken")
        if fails:
            raise ValueError("QH KH AH")

    async def ring_beside() -> None:
        await asyncio.sleep(0)
        ring()

    timers.set(bell(7), time.now() + 10, ring_beside if beside else ring)
    timers.set(bell(8), time.now() + 10, lambda: rung.by("sound"))
    timers.set(bell(9), time.now() + 11, lambda: rung.by("sound too"))
    await pass_time(time, 200)
    assert [at for name, at in rung.all if name != "broken"] == [10, 11]
    moments = [at for name, at in rung.all if name == "broken"]
    assert moments == [10, 12, 16, 24, 40, 72, 132, 192]
    assert moments[-1] - moments[-2] == LONGEST_PAUSE
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == len(moments)
    assert all(line.startswith("timer hand-bell of 7 failed: ValueError < ") for line in said)
    assert "test_timers.py" in said[0] and "QH" not in caplog.text
    fails = False
    await pass_time(time, 500)
    assert [at for name, at in rung.all if name == "broken"][len(moments) :] == [252]
    assert time.sleepers == 0


async def test_a_ring_that_takes_its_time_holds_nobody_up(timers: Timers, time: FakeClock) -> None:
    rung, go_on = Rung(time), asyncio.Event()

    async def slow() -> None:
        await go_on.wait()
        rung.by("slow")

    timers.set(bell(1), time.now() + 1, slow)
    timers.set(bell(2), time.now() + 2, lambda: rung.by("quick"))
    await pass_time(time, 10)
    go_on.set()
    await calm()
    assert rung.all == [("quick", 2), ("slow", 10)]


class Store:
    """Keeps what a ring writes, and answers only when it is let."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.answers = asyncio.Event()

    async def keep(self, what: str) -> None:
        self.kept.append(what)
        await self.answers.wait()


@pytest.mark.parametrize("by", ["set", "after", "clear"])
async def test_a_ring_is_never_broken_off_between_what_it_stores_and_what_follows(
    timers: Timers, time: FakeClock, by: str, caplog: pytest.LogCaptureFixture
) -> None:
    rung, store = Rung(time), Store()

    async def ring() -> None:
        await store.keep("a night")
        rung.by("announced")

    timers.set(bell(1), time.now() + 1, ring)
    await pass_time(time, 1)
    assert store.kept == ["a night"]
    match by:
        case "set":
            timers.set(bell(1), time.now() + 5, lambda: rung.by("anew"))
        case "after":
            timers.after(bell(1), 5, lambda: rung.by("anew"))
        case _:
            timers.clear(bell(1))
    store.answers.set()
    await pass_time(time, 10)
    assert rung.all == [("announced", 1), *([] if by == "clear" else [("anew", 6)])]
    assert not caplog.records and len(timers) == 0


async def test_what_is_due_while_it_is_being_rung_is_rung_once_more_after_it_and_never_beside_it(
    timers: Timers, time: FakeClock
) -> None:
    rung, store = Rung(time), Store()

    async def ring() -> None:
        rung.by("begins")
        await store.keep("a night")
        rung.by("ends")

    timers.after(bell(1), 0, ring)
    await calm()
    for _ in range(3):
        timers.after(bell(1), 0, ring)
        await pass_time(time, 1)
    store.answers.set()
    await calm()
    assert rung.all == [("begins", 0), ("ends", 3), ("begins", 3), ("ends", 3)]


@pytest.mark.parametrize("own_first", [False, True])
async def test_a_ring_that_sets_its_next_moment_puts_off_no_sooner_one(
    timers: Timers, time: FakeClock, own_first: bool
) -> None:
    rung, store = Rung(time), Store()

    async def ring() -> None:
        if own_first:
            timers.set(bell(1), time.now() + 3600, lambda: rung.by("next"))
        await store.keep("a night")
        if not own_first:
            timers.set(bell(1), time.now() + 3600, lambda: rung.by("next"))

    timers.after(bell(1), 0, ring)
    await calm()
    timers.after(bell(1), 2, lambda: rung.by("woken"))
    store.answers.set()
    await pass_time(time, 10_000)
    assert rung.all == [("woken", 2)]


@pytest.mark.parametrize("cleared", [False, True])
async def test_a_ring_that_fails_once_it_is_not_wanted_is_logged_and_not_tried_again(
    timers: Timers, time: FakeClock, cleared: bool, caplog: pytest.LogCaptureFixture
) -> None:
    rung, store = Rung(time), Store()

    async def ring() -> None:
        await store.keep("a night")
        rung.by("fails")
        raise ValueError

    timers.after(bell(1), 0, ring)
    await calm()
    if cleared:
        timers.clear(bell(1))
    else:
        timers.after(bell(1), 30, lambda: rung.by("anew"))
    store.answers.set()
    await pass_time(time, 100)
    assert rung.all == [("fails", 0), *([] if cleared else [("anew", 30)])]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


# Two clocks


@pytest.mark.parametrize("by", [-3600.0, 20 * 3600.0], ids=["an hour back", "twenty hours ahead"])
async def test_the_clock_on_the_wall_moves_dates_and_nothing_else(
    timers: Timers, time: FakeClock, by: float
) -> None:
    rung: list[tuple[str, float]] = []
    fails = iter([True, True, False])

    def mark(name: str) -> None:
        rung.append((name, time.monotonic()))

    def fail() -> None:
        mark("tried")
        if next(fails):
            raise ValueError

    timers.after(bell(1), 0.65, lambda: mark("pause"))
    timers.after(bell(2), 600, lambda: mark("look"))
    timers.after(bell(3), 1, fail)
    timers.set(bell(4), time.now() + 30 * 3600, lambda: mark("night"))
    await calm()
    time.set(time.now() + by)
    await pass_time(time, 40 * 3600)
    night = 30 * 3600 - by
    assert rung == [
        ("pause", pytest.approx(0.65, abs=1e-5)), ("tried", 1), ("tried", 3), ("tried", 7), ("look", 600),
        ("night", pytest.approx(night)),
    ]  # fmt: skip


async def test_a_timer_goes_from_one_clock_to_the_other(timers: Timers, time: FakeClock) -> None:
    rung = Rung(time)
    timers.set(bell(1), time.now() + 10, lambda: rung.by("date"))
    timers.after(bell(1), 20, lambda: rung.by("duration"))
    timers.after(bell(2), 10, lambda: rung.by("second duration"))
    timers.set(bell(2), time.now() + 30, lambda: rung.by("second date"))
    assert len(timers) == 2
    await pass_time(time, 100)
    assert rung.all == [("duration", 20), ("second date", 30)]


async def test_a_ring_sets_its_own_next_moment(timers: Timers, time: FakeClock) -> None:
    rung = Rung(time)

    async def tick() -> None:
        timers.set(bell(1), time.now() + 3, tick)
        await asyncio.sleep(0)
        rung.by("tick")

    timers.set(bell(1), time.now() + 3, tick)
    await pass_time(time, 10)
    assert rung.all == [("tick", 3), ("tick", 6), ("tick", 9)]


async def test_what_was_set_by_a_ring_that_then_fails_stands(
    timers: Timers, time: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    rung = Rung(time)

    async def fails() -> None:
        timers.set(bell(1), time.now() + 50, lambda: rung.by("as it was set"))
        raise ValueError

    timers.set(bell(1), time.now() + 1, fails)
    await pass_time(time, 100)
    assert rung.all == [("as it was set", 51)]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


async def test_a_close_ends_everything_and_takes_no_more(time: FakeClock) -> None:
    timers, rung, never = Timers(time), Rung(time), asyncio.Event()
    before = len(asyncio.all_tasks())

    async def slow() -> None:
        try:
            await never.wait()
        finally:
            timers.set(bell(1), time.now(), lambda: rung.by("at the end"))

    timers.set(bell(1), time.now(), slow)
    timers.set(bell(2), time.now() + 5, lambda: rung.by("later"))
    await calm()
    await timers.close()
    await pass_time(time, 10)
    assert (rung.all, time.sleepers, len(asyncio.all_tasks())) == ([], 0, before)
