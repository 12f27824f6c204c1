"""A clock that several processes share, and that a test sets ahead: the time since the machine was started,
and so many seconds that stand in a file. So it is the day that the test says, whatever day it is."""

from __future__ import annotations

import asyncio
import mmap
import struct
import time
from collections.abc import Callable
from pathlib import Path

from playground.clock import Timer

LOOKS_AGAIN = 0.03
"""Real seconds after which whoever sleeps looks at the clock once more."""
_AHEAD = struct.Struct("d")


class SharedTime:
    """The bot's `Time`, and the playground's `Clock`."""

    def __init__(self, path: Path, begin: float | None = None) -> None:
        """The one of a file, made anew where it is told when it begins (seconds since the epoch)."""
        if begin is not None:
            path.write_bytes(_AHEAD.pack(begin - time.monotonic()))
        with path.open("r+b") as file:
            self._kept = mmap.mmap(file.fileno(), _AHEAD.size)

    def now(self) -> float:
        (ahead,) = _AHEAD.unpack_from(self._kept)
        return time.monotonic() + ahead

    async def sleep_until(self, when: float) -> None:
        while (left := when - self.now()) > 0:  # noqa: ASYNC110 - nobody tells when it is set ahead
            await asyncio.sleep(min(left, LOOKS_AGAIN))

    def monotonic(self) -> float:
        """What is set ahead has passed: nobody has changed a clock."""
        return self.now()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def call_after(self, seconds: float, call: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, call)

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """In real seconds from now on: what is set ahead meanwhile does not bring it nearer."""
        return asyncio.get_running_loop().call_later(when - self.now(), call)

    def go_to(self, when: float) -> None:
        """Set it ahead."""
        (ahead,) = _AHEAD.unpack_from(self._kept)
        _AHEAD.pack_into(self._kept, 0, ahead + max(0.0, when - self.now()))
