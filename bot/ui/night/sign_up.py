"""The messages that ask who comes, and who is here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.nights.calendar import Schedule, local_of, zone_or_utc
from bot.nights.course import comes_late
from bot.nights.evenings import Evenings
from bot.nights.model import EveningDetails, StepKind
from bot.telling.night.terms import PlannedNight
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.night import sign_up_panel as panels
from bot.ui.night.sign_up_panel import Gathering
from bot.words.catalogue import Words


class SignUps:
    """Draws them, in the server's language. Everything raises StoreError."""

    def __init__(self, evenings: Evenings, people: People) -> None:
        self._evenings = evenings
        self._people = people

    async def sign_up(self, told: EveningDetails) -> Drawing:
        """Who comes: with buttons while people are asked, without once the check-in has begun."""
        return panels.sign_up(await self.gathering(await self._words(told), told))

    async def check_in(self, told: EveningDetails) -> Drawing:
        """Who is here; calls those who have said that they come. Without buttons once it is played."""
        late = comes_late(told, StepKind.CHECK_IN, 0, self._evenings.time.now())
        return panels.check_in(replace(await self.gathering(await self._words(told), told), is_late=late))

    async def off(self, told: EveningDetails) -> Drawing:
        """The night does not take place, and why; when the next one is."""
        evening = told.evening
        series = await self._evenings.store.series(evening.series_id)
        after = max(evening.starts_at, self._evenings.time.now())
        following = None if series is None else await self._evenings.next_start(series, after)
        return panels.off(await self._words(told), await self.planned(told), following)

    async def gathering(self, words: Words, told: EveningDetails) -> Gathering:
        """A night as it is told in these words. Raises NightError ``no-such-night`` where its league is
        gone."""
        season = await self._evenings.clubs.seasons.facts(told.evening.season_id)
        is_open = season is not None and season.is_open
        return Gathering(words, told, await self.planned(told), await self._seals(told), is_open)

    async def planned(self, told: EveningDetails) -> PlannedNight:
        """What it is. Raises the same."""
        evening = told.evening
        league = await self._evenings.league(evening)
        series = await self._evenings.store.series(evening.series_id)
        begins = local_of(evening.starts_at, zone_or_utc(league.zone))
        schedule = Schedule(evening.date, begins.time()) if series is None else series.schedule
        return PlannedNight(evening, league, schedule, await self._evenings.length(league, evening.settings))

    async def _seals(self, told: EveningDetails) -> Sequence[str]:
        evening = told.evening
        if not evening.settings.is_duplicate:
            return ()
        return await self._evenings.store.commitments(evening.id, evening.settings.rounds)

    async def _words(self, told: EveningDetails) -> Words:
        return await self._people.guild_words(told.evening.guild_id)
