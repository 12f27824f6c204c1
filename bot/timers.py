"""Everything that is due at some moment, in one heap with one task for the whole bot.

These timers are in memory. What they are for follows from what is stored anyway (a table's deadline, a turn
that somebody is to be reminded of), and is armed from that at a start: nothing is stored twice. Those that
follow from nothing else are ``kept_timers``, on top of this.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Final

from bot.error_places import where
from bot.ports import Time
from bot.watch.here import Here, working_at

log = logging.getLogger(__name__)

LONGEST_PAUSE: Final = 60.0  # seconds until a ring that failed is tried again; from two on they double
DOUBLED_MOST: Final = 6  # times: it is the longest pause by then
SPARE: Final = 64  # entries of the heap that may be of timers set anew or cleared, beside as many again


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
class _Set:
    """A timer that is set. ``number`` is that of its place in the heap; ``task`` is its ring, while that is
    under way."""

    key: TimerKey
    ring: Ring
    number: int = -1
    failures: int = 0
    task: asyncio.Future[None] | None = None


class Timers:
    """The heap. A ring that raises is logged, without the error's text, and rung again after pauses that
    grow; the others do not wait for it."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._heap: list[tuple[float, int, TimerKey]] = []
        self._numbers = count()
        self._set: dict[TimerKey, _Set] = {}
        self._rings: set[asyncio.Future[None]] = set()
        self._sleeper: asyncio.Task[None] | None = None
        self._until = 0.0
        self._closed = False

    @property
    def time(self) -> Time:
        """The clock."""
        return self._time

    def __len__(self) -> int:
        return len(self._set)

    def __contains__(self, key: TimerKey) -> bool:
        return key in self._set

    def set(self, key: TimerKey, when: float, ring: Ring) -> None:
        """Ring at ``when`` (unix seconds), in place of the timer that had this key. Where that is being rung,
        it is broken off, unless it is itself that sets its next moment. After ``close`` nothing is set."""
        self.clear(key)
        if self._closed:
            return
        timer = self._set[key] = _Set(key, ring)
        self._push(timer, when)

    def clear(self, key: TimerKey) -> None:
        """Take a timer away, if there is one. Where it is being rung, that is broken off, unless it is itself
        that asks for it."""
        timer = self._set.pop(key, None)
        if timer is None:
            return
        if timer.task is not None and timer.task is not asyncio.current_task():
            timer.task.cancel()
        if not self._set and self._sleeper is not None:
            self._heap.clear()
            self._sleeper.cancel()
            self._sleeper = None

    def _push(self, timer: _Set, when: float) -> None:
        timer.number = next(self._numbers)
        heappush(self._heap, (when, timer.number, timer.key))
        if len(self._heap) > 2 * len(self._set) + SPARE:
            self._heap = [entry for entry in self._heap if self._is_set(entry)]
            heapify(self._heap)
        if self._sleeper is None or when < self._until:
            self._sleep()

    def _is_set(self, entry: tuple[float, int, TimerKey]) -> bool:
        _, number, key = entry
        timer = self._set.get(key)
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
        await self._time.sleep_until(when)
        self._sleeper = None  # from here on a new timer may start the next sleep
        now = self._time.now()
        while self._heap and self._heap[0][0] <= now:
            entry = heappop(self._heap)
            if self._is_set(entry):
                self._ring(self._set[entry[2]])
        self._sleep()

    def _ring(self, timer: _Set) -> None:
        timer.number = -1
        with working_at(Here(timer=timer.key.kind)):  # not at what was being done when somebody set a timer
            try:
                going_on = timer.ring()
            except Exception as error:  # noqa: BLE001 - no ring stops another
                self._failed(timer, error)
                return
            if going_on is None:
                self._succeeded(timer)
                return
            timer.task = asyncio.ensure_future(going_on)
        self._rings.add(timer.task)
        timer.task.add_done_callback(partial(self._is_over, timer))

    def _is_over(self, timer: _Set, task: asyncio.Future[None]) -> None:
        self._rings.discard(task)
        if timer.task is task:
            timer.task = None
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self._succeeded(timer)
        elif isinstance(error, Exception):
            self._failed(timer, error)

    def _succeeded(self, timer: _Set) -> None:
        if self._set.get(timer.key) is timer:
            self.clear(timer.key)

    def _failed(self, timer: _Set, error: Exception) -> None:
        timer.failures += 1
        key = timer.key
        log.error("timer %s of %d failed: %s", key.kind, key.subject, where(error))
        if self._set.get(key) is timer:
            self._push(timer, self._time.now() + min(LONGEST_PAUSE, 2.0 ** min(timer.failures, DOUBLED_MOST)))

    async def quiet(self) -> None:
        """Return when nothing is being rung, nor due."""
        while busy := self._rings or self._due():
            await asyncio.wait(busy)

    def _due(self) -> set[asyncio.Future[None]]:
        """The sleeper, where its moment has come."""
        is_due = self._sleeper is not None and self._until <= self._time.now()
        return {self._sleeper} if is_due and self._sleeper is not None else set()

    async def close(self) -> None:
        """Forget all timers, break off what is being rung, and take no more."""
        self._closed = True
        self._set.clear()
        self._heap.clear()
        tasks = [*self._rings, *([] if self._sleeper is None else [self._sleeper])]
        self._sleeper = None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
