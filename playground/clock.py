"""Time, as one injectable thing: real in `python -m bot play`, another in tests."""

import asyncio
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

    def monotonic(self) -> float:
        """Seconds since some moment or other, which never go back: for limits and other short times."""
        ...

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """Make `call` once `now()` has reached `when`."""
        ...

    def call_after(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make `call` after so many seconds."""
        ...


class RealClock:
    """The time of the machine, with timers on the running event loop."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(max(0.0, when - time.time()), call)

    def call_after(self, seconds: float, call: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, call)
