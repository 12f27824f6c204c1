"""The one fake clock of the tests."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from functools import partial

from bot.playground.clock import Timer

START = 1_767_225_600.0
"""2026-01-01T00:00:00Z."""


ROUNDED = 1e-6
"""Seconds that are lost where a loop's time is added to that of the clock."""


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
    event loop, which passes by itself: such a clock is not moved by hand. With `hurry` nobody sleeps: the
    clock moves on at once, and `hurry` is told by how many seconds. Times are Unix seconds.
    """

    def __init__(
        self,
        start: float = START,
        *,
        loop: asyncio.AbstractEventLoop | None = None,
        hurry: Callable[[float], None] | None = None,
    ) -> None:
        self._now = start
        self._loop = loop
        self._origin = start - loop.time() if loop is not None else start
        self._hurry = hurry
        self._order = itertools.count()
        self._due: list[tuple[float, int, _Due]] = []
        self._asleep: set[asyncio.Future[None]] = set()

    # What is asked of it

    def now(self) -> float:
        return self._now if self._loop is None else self._origin + self._loop.time()

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """Make `call` once `now()` has reached `when`; of two at the same time the one asked for first."""
        if self._loop is not None:
            return self._loop.call_at(when - self._origin, call)
        return self._push(when, _Due(call))

    async def sleep_until(self, when: float) -> None:
        """Return once `now()` is at least `when`."""
        seconds = when - self.now()
        if seconds <= 0:
            return
        if self._hurry is not None:
            self._hurry(seconds)
            self.advance(seconds)
            return
        if self._loop is not None:
            await self._sleep_in(self._loop, when)
            return
        woken = asyncio.get_running_loop().create_future()
        timer = self._push(when, _Due(lambda: _wake(woken), woken))
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

    def _push(self, when: float, due: _Due) -> _Due:
        heapq.heappush(self._due, (when, next(self._order), due))
        return due

    # What a test does with it

    def set(self, now: float) -> None:
        """Somebody sets the clock, forward or back; nothing that is due then is called by that."""
        if self._loop is not None:
            self._origin += now - self.now()
            for woken in self._asleep:
                _wake(woken)  # to look at the clock again, as the system's own does
        self._now = now

    def advance(self, seconds: float) -> None:
        """Move time on, doing what falls due on the way, each at its own time. A sleeper is woken, and goes
        on once the caller waits for something."""
        end = self._now + seconds
        while self.to_next(end):
            pass

    def to_next(self, limit: float) -> bool:
        """Go on to the moment of the next call or sleeper and do that one, or to `limit` when there is none
        until then; whether there was one."""
        assert self._loop is None, "the loop's time passes by itself"
        while self._due and not self._due[0][2].awaited:
            heapq.heappop(self._due)
        if not self._due or self._due[0][0] > limit:
            self._now = max(self._now, limit)
            return False
        when, _, due = heapq.heappop(self._due)
        self._now = max(self._now, when)
        if due.call is not None:
            due.call()
        return True

    def next_due(self) -> float | None:
        """The next time after now at which something falls due."""
        return min((when for when, _, due in self._due if due.awaited and when > self._now), default=None)

    @property
    def sleepers(self) -> int:
        """How many are asleep."""
        return sum(due.sleeper is not None and due.awaited for _, _, due in self._due)
