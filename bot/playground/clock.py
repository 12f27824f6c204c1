"""Time, as one injectable thing: real in `python -m bot play`, moved by hand in tests."""

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that has been asked for and can be taken back."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """What the playground asks of time."""

    def now(self) -> float:
        """Unix time in seconds."""
        ...

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """Make `call` once `now()` has reached `when`."""
        ...


class RealClock:
    """The time of the machine, with timers on the running event loop."""

    def now(self) -> float:
        return time.time()

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(max(0.0, when - time.time()), call)


class _ManualTimer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class ManualClock:
    """Time that stands still until `advance` moves it: three seconds or fifteen minutes at once."""

    def __init__(self, start: float = 1_767_225_600.0) -> None:
        self._now = start
        self._order = itertools.count()
        self._timers: list[tuple[float, int, _ManualTimer]] = []

    def now(self) -> float:
        return self._now

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        timer = _ManualTimer(call)
        heapq.heappush(self._timers, (when, next(self._order), timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Move time on, making the calls that fall due on the way, each at its own time."""
        end = self._now + seconds
        while self._timers and self._timers[0][0] <= end:
            when, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, when)
            if timer.call is not None:
                timer.call()
        self._now = end
