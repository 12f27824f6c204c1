"""Keeps series going: makes each evening when people are to be asked about it."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Final

from bot.clubs.errors import ClubError
from bot.nights.calendar import Repeat, Start, starts
from bot.nights.course import TOO_LATE
from bot.nights.errors import NightError
from bot.nights.evenings import Evenings
from bot.nights.model import Evening, Series, SeriesState
from bot.nights.programme import zone_of
from bot.timers import TimerKey, Timers

DAY: Final = 86400.0
LOOKS_AGAIN: Final = 3600.0
"""After so many seconds a series is looked at again whose league has no season that is open, or no zone."""


class SeriesTimer(StrEnum):
    """The timers of this module."""

    DUE = "series"


class Keeper:
    """See the module. What is due follows from the series and from its evenings that there are: making one
    twice makes one."""

    def __init__(self, evenings: Evenings, timers: Timers) -> None:
        self._evenings = evenings
        self._timers = timers
        evenings.listen_to_series(self.wake)

    async def take_up(self) -> int:
        """Go on with all that are running; returns how many. Raises StoreError."""
        running = await self._evenings.store.running()
        for one in running:
            self.wake(one.id)
        return len(running)

    def wake(self, series_id: int) -> None:
        """Look at a series now; returns at once."""
        self._set(series_id, self._timers.time.now())

    def _set(self, series_id: int, when: float) -> None:
        self._timers.set(TimerKey(SeriesTimer.DUE, series_id), when, partial(self._begin, series_id))

    def _begin(self, series_id: int) -> Awaitable[None]:
        return self._keep(series_id)

    async def _keep(self, series_id: int) -> None:
        series = await self._evenings.store.series(series_id)
        if series is None or series.state is not SeriesState.RUNNING:
            return
        now = self._timers.time.now()
        try:
            start = await self._next(series)
        except NightError:  # its league's zone is not known
            self._set(series_id, now + LOOKS_AGAIN)
            return
        if start is None:
            await self._evenings.store.change_series(replace(series, state=SeriesState.ENDED))
            return
        asks_at = asks_from(series, start)
        if now < asks_at:
            self._set(series_id, asks_at)
            return
        try:
            evening = await self._made(series, start)
        except ClubError:  # no season is open
            self._set(series_id, now + LOOKS_AGAIN)
            return
        self._evenings.changed(evening.id)
        self._set(series_id, now)  # the one after it

    async def _next(self, series: Series) -> Start | None:
        """The first start that no evening has been made for and that is not too long past; nothing of before
        it was announced."""
        league = await self._evenings.league(series)
        there = {one.date for one in await self._evenings.store.evenings(series.id)}
        after = max(series.created_at, self._timers.time.now() - TOO_LATE)
        found = starts(series.schedule, zone_of(league), after=after, skipped=series.skipped)
        return next((one for one in found if one.date not in there), None)

    async def _made(self, series: Series, start: Start) -> Evening:
        league = await self._evenings.league(series)
        season = await self._evenings.clubs.open_season(league)
        new = Evening(
            id=0,
            series_id=series.id,
            league_id=league.id,
            guild_id=series.guild_id,
            channel_id=series.channel_id,
            season_id=season.id,
            night="",
            date=start.date,
            starts_at=start.at_unix,
            settings=series.settings,
            seed=secrets.token_hex(16),
        )
        return await self._evenings.store.make_evening(new)


def asks_from(series: Series, start: Start) -> float:
    """From when people are asked about an evening: at once about one that stands alone."""
    if series.schedule.repeat is Repeat.ONCE:
        return 0.0
    return start.at_unix - DAY * series.settings.announced
