"""The requests Discord counts: 50 a second for the whole bot, of which we spend fewer.

https://discord.com/developers/docs/topics/rate-limits#global-rate-limit. Interaction callbacks and webhooks
by interaction token are not counted and do not pass through here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from bot.error_places import tell
from bot.ports import Time

REQUESTS_A_SECOND: Final = 45


class Budget:
    """Lets at most ``limit`` requests begin in any second, in the order they were asked for. ``heard`` is
    called for each that does."""

    def __init__(
        self, time: Time, limit: int = REQUESTS_A_SECOND, *, heard: Callable[[], None] | None = None
    ) -> None:
        self._time = time
        self._limit = limit
        self._heard = heard
        self._begun: deque[float] = deque()
        self._first_in_line = asyncio.Lock()  # a fair one
        self._first_that_follows = asyncio.Lock()

    async def take(self, *, follows: bool = False) -> float:
        """Wait until one more request may begin, and count it; the moment, for ``begin``. Of those that only
        follow what others do one at a time stands in line, so however many they are, whatever else comes
        waits for one of them."""
        if follows:
            async with self._first_that_follows:
                taken = await self._wait()
        else:
            taken = await self._wait()
        if self._heard is not None:
            tell(self._heard)
        return taken

    async def begin(self, taken: float) -> None:
        """The request that was ``taken`` at that moment, and prepared since then, begins only now and counts
        from now on; where that was more than a second ago it waits once more. So many that were prepared
        slowly do not begin in one second with those that were taken after them."""
        self._forget(self._time.monotonic())
        if taken in self._begun:
            self._begun.remove(taken)
            self._begun.append(self._time.monotonic())
        else:
            await self._wait()

    async def _wait(self) -> float:
        async with self._first_in_line:
            self._forget(self._time.monotonic())
            while len(self._begun) >= self._limit:
                await self._time.sleep(self._begun[0] + 1.0 - self._time.monotonic())
                self._forget(self._time.monotonic())
            now = self._time.monotonic()
            self._begun.append(now)
            return now

    @property
    def limit(self) -> int:
        """How many may begin in any second."""
        return self._limit

    @property
    def used(self) -> int:
        """How many have begun within the last second."""
        self._forget(self._time.monotonic())
        return len(self._begun)

    def _forget(self, now: float) -> None:
        """Drop what began a second ago, as it is waited for: by one sum, whose rounding is the same."""
        while self._begun and self._begun[0] + 1.0 <= now:
            self._begun.popleft()
