"""Ratings, brought up to date beside all else (L20): those of seasons, and those of servers.

Some games at a time, each step stored whole with how far it has got: a process that ends in the middle goes
on there when it is started again, and whoever plays meanwhile waits for one step at most.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from bot.stats.rating_ports import Rateable
from bot.timers import TimerKey, Timers

STEP: Final = 500  # games


class RatingTimer(StrEnum):
    """The timers of this module."""

    DUE = "ratings"


_KEY: Final = TimerKey(RatingTimer.DUE, 0)


class RatingWorker:
    """Rates what is not rated, whenever games have become others, and after a start. What fails is tried
    again after a while, as a timer is."""

    def __init__(self, timers: Timers, *rateable: Rateable[Any]) -> None:
        self._rateable = rateable
        self._timers = timers
        for one in rateable:
            one.listen(self.wake)

    def wake(self) -> None:
        """There may be something to rate; returns at once. What is under way is looked at once more then."""
        self._timers.after(_KEY, 0.0, self._rate_all)

    async def _rate_all(self) -> None:
        for one in self._rateable:
            for key in await one.unrated():
                await _rate(one, key)


async def _rate(rateable: Rateable[Any], key: object) -> None:
    before, (rated, total) = -1, (0, 1)
    while before < rated < total:
        before = rated
        rated, total = await rateable.rate(key, STEP)
