"""The clock on the wall."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from bot.ports import Alarm

LOOKS_AGAIN: Final = 60.0
"""Seconds after which whoever waits looks at the clock once more: it may have been set."""


class SystemTime:
    """The clock on the wall (``bot.ports.Time``)."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    async def sleep_until(self, when: float) -> None:
        """Return once it is ``when``, also where the clock was set meanwhile."""
        left = when - time.time()
        while left > 0:
            await asyncio.sleep(min(left, LOOKS_AGAIN))
            left = when - time.time()

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        """Make a call once it is ``when``, also where the clock was set meanwhile."""
        return _SystemAlarm(when, call)


class _SystemAlarm:
    """A call to be made at a moment."""

    def __init__(self, when: float, call: Callable[[], None]) -> None:
        self._when = when
        self._call = call
        self._wait()

    def cancel(self) -> None:
        """It is not to be made."""
        self._handle.cancel()

    def _wait(self) -> None:
        left = min(max(0.0, self._when - time.time()), LOOKS_AGAIN)
        self._handle = asyncio.get_running_loop().call_later(left, self._look)

    def _look(self) -> None:
        if self._when <= time.time():
            self._call()
        else:
            self._wait()
