"""The clocks of the machine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from bot.ports import Alarm

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
