"""The requests Discord counts: 50 a second for the whole bot, of which we spend fewer.

https://discord.com/developers/docs/topics/rate-limits#global-rate-limit. Interaction callbacks and webhooks
by interaction token are not counted and do not pass through here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from bot.ports import Time

REQUESTS_A_SECOND: Final = 45


class Budget:
    """Lets at most ``limit`` requests begin in any second, in the order they were asked for."""

    def __init__(self, time: Time, limit: int = REQUESTS_A_SECOND) -> None:
        self._time = time
        self._limit = limit
        self._begun: deque[float] = deque()
        self._first_in_line = asyncio.Lock()  # a fair one

    async def take(self) -> None:
        """Wait until one more request may begin, and count it."""
        async with self._first_in_line:
            self._forget(self._time.now())
            while len(self._begun) >= self._limit:
                await self._time.sleep_until(self._begun[0] + 1.0)
                self._forget(self._time.now())
            self._begun.append(self._time.now())

    @property
    def strained(self) -> bool:
        """Whether more than half of the last second's requests are spent."""
        self._forget(self._time.now())
        return len(self._begun) * 2 > self._limit

    def _forget(self, now: float) -> None:
        while self._begun and self._begun[0] <= now - 1.0:
            self._begun.popleft()
