"""What tables ask of the leagues whose games are played at them (``bot.tables.ports.Doorkeeper``)."""

from __future__ import annotations

from bot.clubs.clubs import Clubs
from bot.clubs.model import League, SeasonFacts
from bot.leagues.model import Night
from bot.tables.model import Counting, TableFacts


class LeagueDoor:
    """A Doorkeeper. Everything raises StoreError when the database fails."""

    def __init__(self, clubs: Clubs) -> None:
        self._clubs = clubs

    async def may_sit(self, season_id: int, user_id: int) -> bool:
        """Whether a person is a member now."""
        season = await self._clubs.seasons.facts(season_id)
        return season is not None and await self._clubs.member(season.league_id, user_id) is not None

    async def goes_on(self, facts: TableFacts) -> Counting | None:
        """How another game like that of a table would count now, if it would."""
        found = await self._clubs.of_table(facts)
        if found is None or not found.season.is_open:
            return None
        league = found.league
        if (facts.preset, dict(facts.options)) != (league.preset, dict(league.options)):
            return None
        return await self.counting(league, found.season)

    async def counting(self, league: League, season: SeasonFacts) -> Counting:
        """How a game that is begun now counts in a season: for the latest night that is planned for today in
        the league's zone, else as a free game (L3)."""
        night = await self._tonight(league, season)
        return Counting(season.id, league.name, None if night is None else night.id, not league.guests)

    async def _tonight(self, league: League, season: SeasonFacts) -> Night | None:
        today = self._clubs.today(league)
        planned = [one for one in await self._clubs.seasons.planned_nights(season.id) if one.date == today]
        return planned[-1] if planned else None
