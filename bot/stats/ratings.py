"""Ratings of servers, brought up to date beside all else (L20).

Some games at a time, each step stored whole with how far it has got: a process that ends in the middle goes
on there when it is started again, and whoever plays meanwhile waits for one step at most.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.stats.rating_ports import Rateable, ServerPool
from bot.timers import TimerKey, Timers

STEP: Final = 500  # games


class RatingTimer(StrEnum):
    """The timers of this module."""

    DUE = "ratings"


_KEY: Final = TimerKey(RatingTimer.DUE, 0)


class RatingWorker:
    """Rates what is not rated, whenever games have become others, and after a start. What fails is tried
    again after a while, as a timer is."""

    def __init__(self, timers: Timers, pools: Rateable) -> None:
        self._pools = pools
        self._timers = timers
        pools.listen(self.wake)

    def wake(self) -> None:
        """There may be something to rate; returns at once. What is under way is looked at once more then."""
        self._timers.after(_KEY, 0.0, self._rate_all)

    async def _rate_all(self) -> None:
        for pool in await self._pools.unrated():
            await self._rate(pool)

    async def _rate(self, pool: ServerPool) -> None:
        before, (rated, total) = -1, (0, 1)
        while before < rated < total:
            before = rated
            rated, total = await self._pools.rate(pool, STEP)
