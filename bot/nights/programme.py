"""Plans as organisers make and change them, and the nights to come of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice, takewhile
from typing import Final
from zoneinfo import ZoneInfo

from bot.clubs.errors import ClubError
from bot.clubs.model import League
from bot.nights.calendar import Start, starts
from bot.nights.errors import NightError
from bot.nights.evenings import TOGETHER, Evenings
from bot.nights.model import Evening, EveningDetails, EveningStage, Series, SeriesState

COMPARED: Final = 120
"""So many nights of a plan are compared with those of others in its channel."""

Change = Callable[[Series], Series]


@dataclass(frozen=True, slots=True)
class Coming:
    """A night to come of a series: with all that is kept of it where people are asked already. ``start`` is
    None where the league's zone is not known any more."""

    series: Series
    start: Start | None
    told: EveningDetails | None = None


def zone_of(league: League) -> ZoneInfo:
    """Where a league's nights are. Raises NightError ``unknown-zone``."""
    try:
        return ZoneInfo(league.zone)
    except (KeyError, ValueError, OSError):
        raise NightError("unknown-zone", zone=league.zone) from None


class Programme:
    """See the module. Everything raises NightError, StoreError; NightError ``changed-meanwhile`` where a plan
    is not what it was judged by any longer."""

    def __init__(self, evenings: Evenings) -> None:
        self.evenings = evenings
        self._changing = asyncio.Lock()

    async def plan(self, series: Series) -> Series:
        """Keep a new draft. Raises NightError ``season-closed``, ``date-in-past``, ``channel-taken``."""
        await self._require_season(series)
        await self._require_begins(series)
        await self.require_room(series)
        return await self.evenings.plan(series)

    async def change(self, series_id: int, guild_id: int | None, change: Change) -> Series:
        """Keep what ``change`` makes of a plan as it is by now; of one that is announced it counts for the
        nights that people are not asked about yet. Raises NightError ``no-such-night``, ``night-over`` for
        one that has ended; ``no-dates`` and ``channel-taken`` for one that is announced; and what ``change``
        raises."""
        async with self._changing:
            before = await self._unended(series_id, guild_id)
            after = change(before)
            if after == before:
                return before
            if after.state is SeriesState.RUNNING:
                await self.require_room(after)
            return await self._keep(before, after)

    async def announce(self, series_id: int, guild_id: int | None) -> Series:
        """Have the nights of a draft be held; one that is announced already stays so. Raises NightError
        ``no-such-night``, ``night-over``, ``unknown-zone``, ``no-dates``, ``date-in-past``,
        ``channel-taken``, ``season-closed``."""
        async with self._changing:
            series = await self._unended(series_id, guild_id)
            if series.state is SeriesState.RUNNING:
                return series
            await self._require_begins(series)
            await self.require_room(series)
            return await self.evenings.announce(series)

    async def throw_away(self, series_id: int, guild_id: int | None) -> None:
        """Forget a draft. Raises NightError ``no-such-night``; ``announced-already``, where it ends
        otherwise."""
        async with self._changing:
            series = await self.evenings.series(series_id, guild_id)
            if series.state is SeriesState.RUNNING:
                raise NightError("announced-already")
            await self.evenings.end_series(series.id)

    async def end(self, series_id: int, guild_id: int | None) -> Series:
        """Have no further nights follow. Raises NightError ``no-such-night``."""
        async with self._changing:
            series = await self.evenings.series(series_id, guild_id)
            return await self.evenings.end_series(series.id)

    async def skip(self, series_id: int, guild_id: int | None, day: date) -> Series:
        """Leave a date out; the night that people are asked about already is called off. Raises NightError
        ``no-such-night``, ``night-over``, and ``night-begun`` for one that is being played."""

        def without(kept: Series) -> Series:
            return replace(kept, skipped=tuple(sorted({*kept.skipped, day})))

        async with self._changing:
            series = await self._unended(series_id, guild_id)
            evening = await self.evening_on(series, day)
            if evening is None:
                await self.evenings.store.change_series(series.id, without)
                evening = await self.evening_on(series, day)  # it may have been made in that moment
            if evening is not None:
                if not evening.is_live:
                    raise NightError("night-over")
                if evening.stage is EveningStage.PLAYING:
                    raise NightError("night-begun")
                told = await self.evenings.told(evening.id, guild_id)
                await self.evenings.call_off(told, "skipped", without)
            return self._changed(await self.evenings.series(series_id, guild_id))

    async def unskip(self, series_id: int, guild_id: int | None, day: date) -> Series:
        """Hold a date after all. Raises NightError ``no-such-night``, ``skipped-for-good`` where its night
        was called off, ``channel-taken``."""
        async with self._changing:
            series = await self._unended(series_id, guild_id)
            if await self.evening_on(series, day) is not None:
                raise NightError("skipped-for-good")
            held = replace(series, skipped=tuple(one for one in series.skipped if one != day))
            if held.state is SeriesState.RUNNING:
                await self.require_room(held)
            return await self._keep(series, held)

    # --- what is asked

    async def evening_on(self, series: Series, day: date) -> Evening | None:
        """The night of that date, where people were asked about it."""
        return next((one for one in await self.evenings.store.evenings(series.id) if one.date == day), None)

    async def next_dates(self, series: Series, count: int) -> list[Start]:
        """The next dates of a plan, those that are skipped too. Raises NightError ``unknown-zone``."""
        zone = zone_of(await self.evenings.league(series))
        return [*islice(await self.evenings.to_come(series, zone, skipped=True), count)]

    async def to_come(self, guild_id: int, league_id: int | None = None) -> Sequence[Coming]:
        """The nights of a server, or of a league of it, that people are asked about or that are played, and
        of each running series the next one after these; in order."""
        store = self.evenings.store
        every = {one.id: one for one in await store.series_of(guild_id)}
        live = [one for one in await store.live(guild_id) if one.series_id in every]
        found: list[Coming] = []
        for one in live:
            start = Start(one.date, one.starts_at, moved=False, twice=False)
            found.append(Coming(every[one.series_id], start, await store.told(one.id)))
        for series in every.values():
            if series.state is SeriesState.RUNNING:
                found += await self._next(series, {one.date for one in live if one.series_id == series.id})
        meant = [one for one in found if league_id in (None, one.series.league_id)]
        return sorted(meant, key=lambda one: one.start.at_unix if one.start else 0.0)

    async def _next(self, series: Series, dates: set[date]) -> list[Coming]:
        """The next night of a series on none of these dates, in a list; an empty one where there is none."""
        try:
            zone = zone_of(await self.evenings.league(series))
        except NightError:
            return [Coming(series, None)]
        later = await self.evenings.to_come(series, zone)
        return [*islice((Coming(series, one) for one in later if one.date not in dates), 1)]

    async def require_room(self, series: Series) -> None:
        """Raise NightError ``channel-taken`` where another night is held, or is to be, in its channel at the
        time of one of its own; ``no-dates`` where it has none to come."""
        mine = [*islice(await self._begins(series), COMPARED)]
        if not mine:
            raise NightError("no-dates")
        begin, end = mine[0] - TOGETHER, mine[-1] + TOGETHER
        store = self.evenings.store
        live = await store.in_channel(series.channel_id, begin, end)
        taken = [one.starts_at for one in live if one.series_id != series.id]
        for other in await store.series_of(series.guild_id):
            is_here = other.channel_id == series.channel_id and other.state is SeriesState.RUNNING
            if is_here and other.id != series.id:
                taken += takewhile(lambda at: at < end, await self._begins(other))
        if any(abs(one - other) < TOGETHER for one in mine for other in taken):
            raise NightError("channel-taken", channel=f"<#{series.channel_id}>")

    async def _begins(self, series: Series) -> Iterator[float]:
        """When the nights to come of a plan begin, in unix seconds; none in a zone that is not known."""
        try:
            zone = zone_of(await self.evenings.league(series))
        except NightError:
            return iter(())
        return (one.at_unix for one in await self.evenings.to_come(series, zone))

    # --- helpers

    async def _unended(self, series_id: int, guild_id: int | None) -> Series:
        series = await self.evenings.series(series_id, guild_id)
        if series.state is SeriesState.ENDED:
            raise NightError("night-over")
        return series

    async def _keep(self, before: Series, after: Series) -> Series:
        return self._changed(await self.evenings.change_series(before, after))

    def _changed(self, series: Series) -> Series:
        if series.state is SeriesState.RUNNING:
            self.evenings.series_changed(series.id)
        return series

    async def _require_season(self, series: Series) -> None:
        try:
            await self.evenings.clubs.open_season(await self.evenings.league(series))
        except ClubError:
            raise NightError("season-closed") from None

    async def _require_begins(self, series: Series) -> None:
        """Raise NightError ``date-in-past`` where its first night would have begun, ``no-dates`` where it has
        none, ``unknown-zone``."""
        zone = zone_of(await self.evenings.league(series))
        first = next(starts(series.schedule, zone, skipped=series.skipped), None)
        if first is None:
            raise NightError("no-dates")
        if first.at_unix <= self.evenings.time.now():
            raise NightError("date-in-past")
