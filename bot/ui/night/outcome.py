"""What came of a night."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from bot.nights.calendar import zone_or_utc
from bot.nights.evenings import Evenings
from bot.nights.model import Evening, EveningDetails, NightPlace, StepKind
from bot.nights.outcome import NightFeat, night_outcome
from bot.pictures.painter import Painter
from bot.telling.league.standings_scene import SeasonProgress
from bot.telling.night.outcome_text import NightSummary, after_picture, table_picture
from bot.ui.discord.panel import Drawing, message_url
from bot.ui.discord.people import People
from bot.ui.night import outcome_panel as panels

EVERYBODY: Final = 10_000
"""More than any league has members."""


class Outcomes:
    """Draws them, as it all stands now. Everything raises StoreError, NightError, TableError."""

    def __init__(self, evenings: Evenings, people: People, painter: Painter) -> None:
        self._evenings = evenings
        self._people = people
        self._painter = painter

    async def result(self, told: EveningDetails) -> Drawing:
        """The night's table and the league's standings with what moved, the night's best deal and most costly
        trick, each with a link, and when the next night is; in the server's language."""
        words = await self._people.guild_words(told.evening.guild_id)
        one = await self._outcome(told.evening)
        if not one.night.games:
            return panels.nobody_played(words, one)
        night, after = table_picture(words, one), after_picture(words, one)
        images = (night, await self._painter.paint(night)), (after, await self._painter.paint(after))
        return panels.result(words, one, images, [*_ways(told, one)])

    async def for_absent(self, told: EveningDetails, user_id: int) -> Drawing:
        """The same, shorter, for somebody who was absent and has asked for it, in their language."""
        evening = told.evening
        words = await self._people.words(user_id)
        one = await self._outcome(evening)
        member = await self._evenings.clubs.known_as(evening.league_id, user_id)
        own = next((line for line in one.standings if line.member == member), None)
        step = told.step(StepKind.RESULT)
        url = ""
        if step.channel_id is not None and step.discord_id is not None:
            url = message_url(evening.guild_id, step.channel_id, step.discord_id)
        return panels.for_absent(words, one, own, url, user_id)

    async def _outcome(self, evening: Evening) -> NightSummary:
        seasons, league = self._evenings.clubs.seasons, await self._evenings.league(evening)
        season = await self._evenings.clubs.season(league, evening.season_id)
        zone = zone_or_utc(league.zone)
        nights = await seasons.nights(season.id)
        page = await seasons.page(season.id, 0, EVERYBODY)
        return NightSummary(
            league,
            season,
            evening.date,
            await night_outcome(self._evenings.clubs, self._evenings.tables, evening),
            page.lines,
            SeasonProgress(sum(one.held for one in nights), len(nights)),
            datetime.fromtimestamp(self._evenings.time.now(), UTC).astimezone(zone),
            await self._next_at(evening),
            evening.why,
        )

    async def _next_at(self, evening: Evening) -> float | None:
        series = await self._evenings.store.series(evening.series_id)
        start = None if series is None else await self._evenings.next_start(series)
        return None if start is None else start.at_unix


def _ways(told: EveningDetails, one: NightSummary) -> Iterator[tuple[NightFeat, str]]:
    for feat in (one.night.best, one.night.costly):
        if feat is not None:
            yield feat, _url(told, feat)


def _url(told: EveningDetails, feat: NightFeat) -> str:
    """Where the end of its game was told, else the table's thread."""
    table, guild = feat.table, told.evening.guild_id
    if table.channel_id is not None and table.message_id is not None:
        return message_url(guild, table.channel_id, table.message_id)
    place = table.place
    thread = told.step(StepKind.THREAD, NightPlace(place.round, place.table).number).discord_id
    return "" if thread is None else message_url(guild, thread)
