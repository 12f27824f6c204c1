"""Conditions as they are typed with a command."""

from __future__ import annotations

from bot.discordkit.boundary import Refusal
from bot.engine.registry import presets
from bot.stats.ui.asked import LEAGUE, SEASON, Conditions
from bot.stats.ui.desk import Desk, StatsVisit
from bot.stats.words import preset_text, read_month
from bot.words.catalogue import Words
from bot.words.names import in_text, tidy


class StatsReading:
    """Reads them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def conditions(
        self,
        visit: StatsVisit,
        preset: str | None = None,
        league: str | None = None,
        season: int | None = None,
        first: str | None = None,
        last: str | None = None,
    ) -> Conditions:
        """What was typed. Raises ClubError for a league or season that is not there, Refusal for a game that
        is none, a month that is not understood, and months that are upside down."""
        since, until = self._month(visit.words, first), self._month(visit.words, last)
        if since and until and since > until:
            raise Refusal("stats-months-upside-down")
        return Conditions(
            preset_named_so(visit.words, preset) if preset else "",
            await self._games(visit, league, season),
            since,
            until,
        )

    def _month(self, words: Words, typed: str | None) -> str:
        if not typed:
            return ""
        found = read_month(typed, words.language, self._desk.today)
        if found is None:
            raise Refusal("stats-no-month", typed=in_text(tidy(typed)[:40]))
        return found

    async def _games(self, visit: StatsVisit, league: str | None, season: int | None) -> str:
        if league is None and season is None:
            return ""
        if visit.guild_id is None:
            raise Refusal("stats-on-server")
        found = await self._desk.clubs.meant(visit.guild_id, visit.by, league)
        if season is None:
            return f"{LEAGUE}{found.id}"
        for one in await self._desk.clubs.seasons.seasons(found.id):
            if one.number == season:
                return f"{SEASON}{one.id}"
        raise Refusal("stats-no-season", league=in_text(found.name), number=visit.words.number(season))


def preset_named_so(words: Words, typed: str) -> str:
    """The preset of that name, or that is called so. Raises Refusal ``stats-no-game``."""
    for preset in presets():
        if typed in (preset.name, preset_text(words, preset.name)):
            return preset.name
    raise Refusal("stats-no-game", typed=in_text(tidy(typed)[:40]))
