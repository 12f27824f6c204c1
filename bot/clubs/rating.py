"""The ratings of seasons, brought up to date beside all else (L20).

Some games at a time, each step stored whole with how far it has got: a process that ends in the middle goes
on there when it is started again, and whoever plays meanwhile waits for one step at most.
"""

from __future__ import annotations

from collections.abc import Awaitable
from enum import StrEnum
from typing import Final

from bot.clubs.ports import SeasonStore
from bot.timers import TimerKey, Timers

STEP: Final = 500  # games


class RatingTimer(StrEnum):
    """The timers of this module."""

    DUE = "ratings"


_KEY: Final = TimerKey(RatingTimer.DUE, 0)


class Rating:
    """Rates what is not rated, whenever games have become others, and after a start. What fails is tried
    again after a while, as a timer is."""

    def __init__(self, seasons: SeasonStore, timers: Timers) -> None:
        self._seasons = seasons
        self._timers = timers
        self._is_rating = False
        self._again = False
        seasons.listen(self.wake)

    def wake(self) -> None:
        """There may be something to rate; returns at once. What is under way is looked at once more then."""
        self._again = True
        if not self._is_rating:
            self._timers.set(_KEY, self._timers.time.now(), self._begin)

    async def progress(self, season_id: int) -> tuple[int, int]:
        """How many games of a season are rated, and how many there are to be. Raises StoreError."""
        return await self._seasons.rate(season_id, 0)

    def _begin(self) -> Awaitable[None]:
        self._is_rating = self._again = True
        return self._rate_all()

    async def _rate_all(self) -> None:
        try:
            while self._again:
                self._again = False
                for season_id in await self._seasons.unrated():
                    await self._rate(season_id)
        finally:
            self._is_rating = False

    async def _rate(self, season_id: int) -> None:
        before, (rated, total) = -1, (0, 1)
        while before < rated < total:
            before = rated
            rated, total = await self._seasons.rate(season_id, STEP)
