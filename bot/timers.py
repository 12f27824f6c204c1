"""Everything that is due at some moment, with one task each for what is due at a date and after a while.

These timers are in memory. What they are for follows from what is stored anyway (a table's deadline, a turn
that somebody is to be reminded of), and is armed from that at a start: nothing is stored twice. Those that
follow from nothing else are ``KeptTimers``, on top of this.

A ring that has begun is never broken off, but by ``close``: what it has stored may have consequences that it
has still to see to. Where its timer is set anew meanwhile, that is rung once it is over.

A timer's row goes only after its ring has succeeded. So a process that ends in the middle leaves it, and the
next one rings again: what is done must bear to be done twice.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import math
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Final
from zoneinfo import ZoneInfo

from bot.errors import where
from bot.ports import KeptTimer, Time, TimerStore
from bot.retry import Backoff
from bot.watch.log import Here, working_at

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 2.0
LONGEST_PAUSE: Final = 60.0
"""Seconds until a ring that failed is tried again: they grow from the first to the longest."""
LATE: Final = 60.0  # seconds after which a timer should have been rung, however much there is to do
SPARE: Final = 64  # entries of a heap that may be of timers set anew or cleared, beside as many again


@dataclass(frozen=True, slots=True)
class TimerKey:
    """Which timer it is: its ``kind``, the id of its ``subject``, and what it is ``about`` where a subject
    has several of a kind (a person's id, a number). Each part of the bot declares kinds of its own; no two of
    them are the same text."""

    kind: StrEnum
    subject: int
    about: int = 0


Ring = Callable[[], Awaitable[None] | None]
"""What is done when a timer is due. What a coroutine function does goes on beside the heap."""


@dataclass(slots=True, eq=False)
class _Timer:
    """A timer. ``when`` it is due is by the clock of its queue; ``number`` is that of its place there, -1
    once it was due. ``unwanted``: it was cleared, or set anew, while it was being rung."""

    key: TimerKey
    ring: Ring
    retry: Backoff | None = None
    when: float = 0.0
    number: int = -1
    task: asyncio.Future[None] | None = None
    unwanted: bool = False


class _Queue:
    """The timers by one clock, which ``read`` tells, with one task that sleeps until the first is due."""

    def __init__(
        self,
        read: Callable[[], float],
        sleep_until: Callable[[float], Awaitable[None]],
        due: Callable[[_Timer], None],
    ) -> None:
        self.read = read
        self.timers: dict[TimerKey, _Timer] = {}
        self._sleep_until = sleep_until
        self._due = due
        self._heap: list[tuple[float, int, TimerKey]] = []
        self._numbers = count()
        self._sleeper: asyncio.Task[None] | None = None
        self._until = 0.0

    def add(self, timer: _Timer, when: float) -> None:
        """It is due at ``when``."""
        self.timers[timer.key] = timer
        timer.when, timer.number = when, next(self._numbers)
        heappush(self._heap, (when, timer.number, timer.key))
        if len(self._heap) > 2 * len(self.timers) + SPARE:
            self._heap = [entry for entry in self._heap if self._is_set(entry)]
            heapify(self._heap)
        if self._sleeper is None or when < self._until:
            self._sleep()

    def take(self, key: TimerKey) -> _Timer | None:
        """The timer with this key, which is not in here any more."""
        timer = self.timers.pop(key, None)
        if not self.timers and self._sleeper is not None:
            self._heap.clear()
            self._sleeper.cancel()
            self._sleeper = None
        return timer

    @property
    def waking(self) -> asyncio.Task[None] | None:
        """The sleeper, where its moment has come."""
        return self._sleeper if self._until <= self.read() else None

    def close(self) -> asyncio.Task[None] | None:
        """Forget all of it; the sleeper, where there is one."""
        self.timers.clear()
        self._heap.clear()
        sleeper, self._sleeper = self._sleeper, None
        return sleeper

    def _is_set(self, entry: tuple[float, int, TimerKey]) -> bool:
        _, number, key = entry
        timer = self.timers.get(key)
        return timer is not None and timer.number == number

    def _sleep(self) -> None:
        if self._sleeper is not None:
            self._sleeper.cancel()
            self._sleeper = None
        while self._heap and not self._is_set(self._heap[0]):
            heappop(self._heap)
        if self._heap:
            self._until = self._heap[0][0]
            self._sleeper = asyncio.create_task(self._ring_at(self._until), name="timers")

    async def _ring_at(self, when: float) -> None:
        await self._sleep_until(when)
        self._sleeper = None  # from here on a new timer may start the next sleep
        now = max(when, self.read())
        while self._heap and self._heap[0][0] <= now:
            entry = heappop(self._heap)
            if self._is_set(entry):
                timer = self.timers[entry[2]]
                timer.number = -1
                self._due(timer)
        self._sleep()


class Timers:
    """All of them. A ring that raises is logged, without the error's text, and rung again after pauses that
    grow (``draw`` gives their random part); the others do not wait for it."""

    def __init__(self, time: Time, *, draw: Callable[[], float] = random.random) -> None:
        self._time = time
        self._draw = draw
        self._dates = _Queue(time.now, time.sleep_until, self._ring)
        self._durations = _Queue(time.monotonic, self._sleep_until, self._ring)
        self._ringing: dict[TimerKey, _Timer] = {}
        self._closed = False

    @property
    def time(self) -> Time:
        """The clocks."""
        return self._time

    def __len__(self) -> int:
        return len(self._dates.timers.keys() | self._durations.timers.keys() | self._ringing.keys())

    @property
    def overdue(self) -> int:
        """How many should have been rung more than a minute ago."""
        return sum(
            timer.when < queue.read() - LATE for queue in self._queues for timer in queue.timers.values()
        )

    def __contains__(self, key: TimerKey) -> bool:
        """Whether it is set, or being rung."""
        return key in self._ringing or self._is_set(key)

    def _is_set(self, key: TimerKey) -> bool:
        return any(key in queue.timers for queue in self._queues)

    def set(self, key: TimerKey, when: float, ring: Ring) -> None:
        """Ring at a date, ``when`` (unix seconds), in place of the timer that had this key. While that is
        being rung, the earliest of all that is set counts, and is rung after it. After ``close`` nothing is
        set."""
        self._put(self._dates, key, when, ring)

    def after(self, key: TimerKey, seconds: float, ring: Ring) -> None:
        """Ring after so many seconds, whatever happens to the clock on the wall. Otherwise as ``set``."""
        self._put(self._durations, key, self._time.monotonic() + seconds, ring)

    def clear(self, key: TimerKey) -> None:
        """Take a timer away, if there is one. Where it is being rung, that goes on, and is not tried again if
        it fails."""
        self._take(key)
        if (ringing := self._ringing.get(key)) is not None:
            ringing.unwanted = True

    def _put(self, queue: _Queue, key: TimerKey, when: float, ring: Ring) -> None:
        if self._closed:
            return
        if (ringing := self._ringing.get(key)) is not None:
            ringing.unwanted = True
            if self._left(key) <= when - queue.read():
                return
        self._take(key)
        queue.add(_Timer(key, ring), when)

    def _take(self, key: TimerKey) -> None:
        self._dates.take(key)
        self._durations.take(key)

    def _left(self, key: TimerKey) -> float:
        """For how many seconds a timer still waits."""
        waiting = (queue.timers[key].when - queue.read() for queue in self._queues if key in queue.timers)
        return min(waiting, default=math.inf)

    @property
    def _queues(self) -> tuple[_Queue, _Queue]:
        return self._dates, self._durations

    async def _sleep_until(self, when: float) -> None:
        await self._time.sleep(when - self._time.monotonic())

    def _ring(self, timer: _Timer) -> None:
        """A timer is due."""
        if timer.key in self._ringing:
            return  # it is rung once that is over
        self._take(timer.key)
        timer.unwanted = False
        with working_at(Here(timer=timer.key.kind)):  # not at what was being done when somebody set a timer
            try:
                going_on = timer.ring()
            except Exception as error:  # noqa: BLE001 - no ring stops another
                self._failed(timer, error)
                return
            if going_on is None:
                return
            timer.task = asyncio.ensure_future(going_on)
        self._ringing[timer.key] = timer
        timer.task.add_done_callback(partial(self._is_over, timer))

    def _is_over(self, timer: _Timer, task: asyncio.Future[None]) -> None:
        del self._ringing[timer.key]
        timer.task = None
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self._failed(timer, error)
        for queue in self._queues:
            waiting = queue.timers.get(timer.key)
            if waiting is not None and waiting.number == -1:
                self._ring(waiting)

    def _failed(self, timer: _Timer, error: Exception) -> None:
        key = timer.key
        log.error("timer %s of %d failed: %s", key.kind, key.subject, where(error))
        if not self._closed and not timer.unwanted and not self._is_set(key):
            timer.retry = timer.retry or Backoff(FIRST_PAUSE, LONGEST_PAUSE, draw=self._draw)
            self._durations.add(timer, self._time.monotonic() + timer.retry.pause())

    async def quiet(self) -> None:
        """Return when nothing is being rung, nor due."""
        while busy := self._busy():
            await asyncio.wait(busy)

    def _busy(self) -> set[asyncio.Future[None]]:
        rings = {timer.task for timer in self._ringing.values() if timer.task is not None}
        return rings | {queue.waking for queue in self._queues if queue.waking is not None}

    async def close(self) -> None:
        """Forget all timers, break off what is being rung, and take no more: what is still to be done is
        found at the next start."""
        self._closed = True
        sleepers = [queue.close() for queue in self._queues]
        tasks = [*(timer.task for timer in self._ringing.values()), *sleepers]
        for task in (running := [one for one in tasks if one is not None]):
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


SOON: Final = 900.0
"""Seconds that are waited for whatever happens to the clock on the wall."""

RingKept = Callable[[TimerKey], Awaitable[None] | None]
"""What is done when a timer of a kind is due, however late that is found out."""


@dataclass(slots=True, eq=False)
class _Armed:
    """A kept timer in memory. ``rung`` says that only its row is left of it."""

    key: TimerKey
    row: KeptTimer
    rung: bool = False


class KeptTimers:
    """The timers of all kinds that were declared."""

    def __init__(self, timers: Timers, store: TimerStore) -> None:
        self._timers = timers
        self._store = store
        self._kinds: dict[str, tuple[StrEnum, RingKept]] = {}
        self._armed: dict[TimerKey, _Armed] = {}

    def __contains__(self, key: TimerKey) -> bool:
        return key in self._armed

    def declare(self, kind: StrEnum, ring: RingKept) -> None:
        """Say what is done when timers of this kind are due. Raises ValueError for a kind declared before."""
        if kind.value in self._kinds:
            raise ValueError(f"timers of the kind {kind} are declared twice")
        self._kinds[kind.value] = kind, ring

    async def keep(self, key: TimerKey, when: float) -> None:
        """Ring at ``when`` (unix seconds), in this process or a later one, in place of the timer that had
        this key. Raises StoreError, and then has changed nothing. The kind must have been declared."""
        assert self._kinds[key.kind.value][0] is key.kind, f"timers of the kind {key.kind} are not declared"
        row = KeptTimer(key.kind.value, key.subject, key.about, when)
        await self._store.keep(row)
        self._arm(_Armed(key, row))

    async def forget(self, key: TimerKey) -> None:
        """Take a timer away, if there is one. Raises StoreError, and then has changed nothing."""
        armed = self._armed.get(key)
        if armed is None:
            return
        await self._store.forget(armed.row)
        if self._armed.get(key) is armed:
            del self._armed[key]
            self._timers.clear(key)

    def of(self, kind: StrEnum, subject: int) -> list[TimerKey]:
        """The timers of a kind that a subject has."""
        return [one for one in self._armed if one.kind is kind and one.subject == subject]

    def drop(self, kind: StrEnum, subject: int) -> None:
        """The rows of all timers of a kind that a subject had are gone: they are not rung any more."""
        for key in self.of(kind, subject):
            del self._armed[key]
            self._timers.clear(key)

    async def take_up(self) -> int:
        """Arm what earlier processes have left; returns how many there are. What is overdue rings at once.
        Timers of kinds that were not declared are left alone. Raises StoreError."""
        unknown = Counter[str]()
        for row in await self._store.timers():
            if row.kind in self._kinds:
                kind, _ = self._kinds[row.kind]
                self._arm(_Armed(TimerKey(kind, row.subject, row.about), row))
            else:
                unknown[row.kind] += 1
        for kind, number in unknown.items():
            log.warning("%d timers of a kind that there is not, %s, are left alone", number, kind)
        return len(self._armed)

    def _arm(self, armed: _Armed) -> None:
        self._armed[armed.key] = armed
        seconds = armed.row.at - self._timers.time.now()
        if seconds < SOON:
            self._timers.after(armed.key, max(0.0, seconds), lambda: self._ring(armed))
        else:
            self._timers.set(armed.key, armed.row.at, lambda: self._ring(armed))

    async def _ring(self, armed: _Armed) -> None:
        if not armed.rung:
            going_on = self._kinds[armed.row.kind][1](armed.key)
            if inspect.isawaitable(going_on):
                await going_on
            armed.rung = True
        if self._armed.get(armed.key) is armed:  # else it was kept anew, or forgotten
            await self._store.forget(armed.row)
            if self._armed.get(armed.key) is armed:
                del self._armed[armed.key]


def zone_or_utc(name: str) -> ZoneInfo:
    """The time zone of that name. One that is not known any more is UTC: moments that are settled stay as
    they are."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")
