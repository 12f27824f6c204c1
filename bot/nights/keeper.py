"""Keeps series going: makes each evening when people are to be asked about it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
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
    twice makes one, and one that was made is found by the next look, whatever became of the one before."""

    def __init__(self, evenings: Evenings, timers: Timers) -> None:
        self._evenings = evenings
        self._timers = timers
        evenings.listen_to_series(self.wake)

    async def take_up(self) -> int:
        """Go on with all that are running and that nobody looks after; returns how many. Raises
        StoreError."""
        left = [one.id for one in await self._evenings.store.running() if _key(one.id) not in self._timers]
        for one in left:
            self.wake(one)
        return len(left)

    def wake(self, series_id: int) -> None:
        """Look at a series now; returns at once."""
        self._look_after(series_id, 0.0)

    def _look_after(self, series_id: int, seconds: float) -> None:
        self._timers.after(_key(series_id), seconds, partial(self._keep, series_id))

    async def _keep(self, series_id: int) -> None:
        series = await self._evenings.store.series(series_id)
        made = await self._evenings.store.evenings(series_id)
        for one in made:
            if not one.settled:
                self._evenings.changed(one.id)  # it may be that nobody has looked at it so far
        if series is None or series.state is not SeriesState.RUNNING:
            return
        now = self._timers.time.now()
        try:
            start = await self._next(series, made)
        except NightError:  # its league's zone is not known
            self._look_after(series_id, LOOKS_AGAIN)
            return
        if start is None:
            await self._end(series)
            return
        asks_at = asks_from(series, start)
        if now < asks_at:
            self._timers.set(_key(series_id), asks_at, partial(self._keep, series_id))
            return
        try:
            await self._make(series, start)
        except ClubError:  # no season is open
            self._look_after(series_id, LOOKS_AGAIN)
            return
        self._look_after(series_id, 0.0)  # at that one, and for the one after it

    async def _end(self, series: Series) -> None:
        """It has no date to come; it is looked at again where it is another one by now."""
        try:
            await self._evenings.change_series(series, replace(series, state=SeriesState.ENDED))
        except NightError as error:
            if error.code != "changed-meanwhile":
                raise
            self._look_after(series.id, 0.0)

    async def _next(self, series: Series, made: Sequence[Evening]) -> Start | None:
        """The first start that no evening has been made for and that is not too long past; nothing of before
        it was announced."""
        league = await self._evenings.league(series)
        there = {one.date for one in made}
        after = max(series.created_at, self._timers.time.now() - TOO_LATE)
        found = starts(series.schedule, zone_of(league), after=after, skipped=series.skipped)
        return next((one for one in found if one.date not in there), None)

    async def _make(self, series: Series, start: Start) -> None:
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
        try:
            await self._evenings.store.make_evening(new)
        except NightError as error:
            if error.code != "changed-meanwhile":
                raise  # else the next look sees the series as it is by now


def _key(series_id: int) -> TimerKey:
    return TimerKey(SeriesTimer.DUE, series_id)


def asks_from(series: Series, start: Start) -> float:
    """From when people are asked about an evening: at once about one that stands alone."""
    if series.schedule.repeat is Repeat.ONCE:
        return 0.0
    return start.at_unix - DAY * series.settings.announced
