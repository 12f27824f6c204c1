"""Measures how busy this process is: how late its event loop runs, and how much of a core it takes.

In the loop's own time, as the clock on the wall may be set; so nothing of it moves by a test's clock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from bot.error_places import tell
from bot.ui.discord.load import Load

EVERY: Final = 0.25
"""Seconds between two beats: some twelve make an average, and they cost next to nothing."""


class Pulse:
    """Beats from ``start`` to ``stop``, and tells the load each time; ``late`` how late the loop was."""

    def __init__(self, load: Load, late: Callable[[float], None]) -> None:
        self.load = load
        self._late = late
        self._next: asyncio.TimerHandle | None = None
        self._due = self._spent = 0.0

    def start(self) -> None:
        """Beat from now on, in the running loop."""
        self.stop()
        self._spent = time.process_time()
        self._wait()

    def stop(self) -> None:
        """Beat no more."""
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._due = loop.time() + EVERY
        self._next = loop.call_at(self._due, self._beat)

    def _beat(self) -> None:
        now, spent = asyncio.get_running_loop().time(), time.process_time()
        late = max(0.0, now - self._due)
        tell(self.load.beaten, late, spent - self._spent)
        tell(self._late, late)
        self._spent = spent
        self._wait()
