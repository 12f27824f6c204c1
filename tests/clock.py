"""The one fake clock of the tests."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import math
from collections.abc import Callable
from functools import partial

from playground.clock import Timer

START = 1_767_225_600.0
"""2026-01-01T00:00:00Z."""


ROUNDED = 1e-6
"""Seconds that are lost where a loop's time is added to that of the clock."""

HURRIED = 600.0
"""Seconds from which on a wait is for something that is looked at now and then, and never hurried through."""

STEPS = 2.0**20
"""The parts of a second that are counted: few enough for dates to have room for them."""

DATES = 2.0**22
"""The parts of a second that a date of our time has."""


def _counted(seconds: float) -> float:
    return math.ceil(seconds * STEPS) / STEPS


def _wake(sleeper: asyncio.Future[None]) -> None:
    if not sleeper.done():
        sleeper.set_result(None)


class _Due:
    """A call that is to be made, or a sleeper who is to be woken."""

    def __init__(self, call: Callable[[], None], sleeper: asyncio.Future[None] | None = None) -> None:
        self.call: Callable[[], None] | None = call
        self.sleeper = sleeper

    def cancel(self) -> None:
        self.call = None

    @property
    def awaited(self) -> bool:
        return self.call is not None and (self.sleeper is None or not self.sleeper.done())


class FakeClock:
    """The bot's `Time` and the playground's `Clock`; one object may be both, and then both tell the same.

    It stands still until a test moves it, by `advance` or `to_next`. With a `loop` it tells the time of that
    event loop, which passes by itself: such a clock is not moved by hand. With `hurry` nobody sleeps for less
    than ten minutes: the clock moves on at once, and `hurry` is told by how many seconds. Dates are Unix
    seconds; what counts seconds begins at 0, and is not touched by `set`.
    """

    def __init__(
        self,
        start: float = START,
        *,
        loop: asyncio.AbstractEventLoop | None = None,
        hurry: Callable[[float], None] | None = None,
    ) -> None:
        self._passed = 0.0
        self._loop = loop
        self._origin = start - self.monotonic()
        self._hurry = hurry
        self._order = itertools.count()
        self._dates: list[tuple[float, int, _Due]] = []
        self._durations: list[tuple[float, int, _Due]] = []
        self._asleep: set[asyncio.Future[None]] = set()

    # What is asked of it

    def now(self) -> float:
        return self._origin + self.monotonic()

    def monotonic(self) -> float:
        return self._passed if self._loop is None else self._loop.time()

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """Make `call` once `now()` has reached `when`; of two at the same time the one asked for first."""
        if self._loop is not None:
            return self._loop.call_at(when - self._origin, call)
        return self._push(self._dates, when, _Due(call))

    def call_after(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make `call` after so many seconds, whatever the clock is set to meanwhile."""
        if self._loop is not None:
            return self._loop.call_later(seconds, call)
        return self._push(self._durations, _counted(self._passed + max(0.0, seconds)), _Due(call))

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds, whatever the clock is set to meanwhile."""
        if self._loop is not None and self._hurry is None:
            await asyncio.sleep(seconds)
        elif seconds > 0:
            await self._pass(self._durations, _counted(self._passed + seconds), seconds)

    async def sleep_until(self, when: float) -> None:
        """Return once `now()` is at least `when`."""
        seconds = when - self.now()
        if seconds <= 0:
            return
        if self._loop is not None and self._hurry is None:
            await self._sleep_in(self._loop, when)
        else:
            await self._pass(self._dates, when, seconds)

    async def _pass(self, line: list[tuple[float, int, _Due]], when: float, seconds: float) -> None:
        if self._hurry is not None and seconds < HURRIED:
            self._hurry(seconds)
            self.advance(seconds)
            return
        woken = asyncio.get_running_loop().create_future()
        timer = self._push(line, when, _Due(lambda: _wake(woken), woken))
        try:
            await woken
        finally:
            timer.cancel()

    async def _sleep_in(self, loop: asyncio.AbstractEventLoop, when: float) -> None:
        """In a loop's time, also where the clock is set meanwhile."""
        while when - self.now() > ROUNDED:
            woken = loop.create_future()
            self._asleep.add(woken)
            timer = self.call_at(when, partial(_wake, woken))
            try:
                await woken
            finally:
                timer.cancel()
                self._asleep.discard(woken)

    def _push(self, line: list[tuple[float, int, _Due]], when: float, due: _Due) -> _Due:
        heapq.heappush(line, (when, next(self._order), due))
        return due

    # What a test does with it

    def set(self, now: float) -> None:
        """Somebody sets the clock, forward or back; nothing that is due then is called by that."""
        self._origin = now - self.monotonic()
        for woken in self._asleep:
            _wake(woken)  # to look at the clock again, as the system's own does

    def advance(self, seconds: float) -> None:
        """Move time on, doing what falls due on the way, each at its own time. A sleeper is woken, and goes
        on once the caller waits for something."""
        end = self._passed + seconds
        while self._to_next(end):
            pass

    def to_next(self, limit: float) -> bool:
        """Go on to the moment of the next call or sleeper and do that one, or to `limit`, a date, when there
        is none until then; whether there was one."""
        return self._to_next(limit - self._origin)

    def _to_next(self, end: float) -> bool:
        assert self._loop is None, "the loop's time passes by itself"
        waiting = self._waiting()
        if not waiting or waiting[0][0] > _counted(end):
            self._passed = max(self._passed, round(end * DATES) / DATES)
            return False
        when, _, due, line = waiting[0]
        heapq.heappop(line)
        self._passed = max(self._passed, when)
        if due.call is not None:
            due.call()
        return True

    def _waiting(self) -> list[tuple[float, int, _Due, list[tuple[float, int, _Due]]]]:
        """What is due first by either clock, in the order of what counts seconds."""
        found: list[tuple[float, int, _Due, list[tuple[float, int, _Due]]]] = []
        for line, origin in ((self._dates, self._origin), (self._durations, 0.0)):
            while line and not line[0][2].awaited:
                heapq.heappop(line)
            if line:
                when, number, due = line[0]
                found.append((when - origin, number, due, line))
        return sorted(found, key=lambda one: one[:2])

    def next_due(self) -> float | None:
        """The next time after now at which something falls due, as a date."""
        dates = [when for when, _, due in self._dates if due.awaited]
        durations = [when + self._origin for when, _, due in self._durations if due.awaited]
        return min((when for when in (*dates, *durations) if when > self.now()), default=None)

    @property
    def sleepers(self) -> int:
        """How many are asleep."""
        return sum(due.sleeper is not None and due.awaited for _, _, due in (*self._dates, *self._durations))
