"""What everybody needs from outside: a clock, a word for a store that fails, a place for timers; and the
clocks of the machine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol


class StoreError(Exception):
    """The store could not keep a change (disk full, read-only, locked): nothing of it was kept. ``code`` says
    why, where a method names it."""

    code = ""


class Alarm(Protocol):
    """A call that has been asked for and can be taken back."""

    def cancel(self) -> None:
        """The call is not to be made."""
        ...


class Time(Protocol):
    """The clocks there are: one on the wall, for dates, which somebody may set forward or back at any moment,
    and one that counts seconds, for whatever takes less than a quarter of an hour."""

    def now(self) -> float:
        """Unix seconds: what is stored, and what people read."""
        ...

    def monotonic(self) -> float:
        """Seconds since some moment or other. They never go back, and do not jump."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds, whatever happens to the clock on the wall."""
        ...

    async def sleep_until(self, when: float) -> None:
        """Return once ``now()`` is at least ``when``, also where the clock was set meanwhile."""
        ...

    def call_after(self, seconds: float, call: Callable[[], None]) -> Alarm:
        """Make a call after so many seconds: what is waited for beside something else, which mostly comes
        sooner, costs no task by this."""
        ...


@dataclass(frozen=True, slots=True)
class KeptTimer:
    """A timer as it is stored: its key (``kind``, ``subject``, ``about``: see ``timers.TimerKey``), and when
    it is due, in unix seconds."""

    kind: str
    subject: int
    about: int
    at: float


class TimerStore(Protocol):
    """Where timers live that follow from nothing else that is stored. Every method raises StoreError when the
    database fails."""

    async def keep(self, timer: KeptTimer) -> None:
        """Keep it, in place of the one with its key."""
        ...

    async def forget(self, timer: KeptTimer) -> None:
        """It is done with, unless there is another of its key by now, due at another time."""
        ...

    async def timers(self) -> Sequence[KeptTimer]:
        """All that are kept, the earliest first."""
        ...


LOOKS_AGAIN: Final = 60.0
"""Seconds after which whoever waits for a date looks at the clock once more: it may have been set."""


class SystemTime:
    """The clocks of the machine (``bot.ports.Time``)."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""
        await asyncio.sleep(seconds)

    async def sleep_until(self, when: float) -> None:
        """Return once it is ``when``, also where the clock was set meanwhile."""
        while (left := when - time.time()) > 0:  # noqa: ASYNC110 - nobody tells when it is set
            await asyncio.sleep(min(left, LOOKS_AGAIN))

    def call_after(self, seconds: float, call: Callable[[], None]) -> Alarm:
        """Make a call after so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, call)
