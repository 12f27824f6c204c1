"""The leagues of a server: which is meant, who belongs to it, which season is played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from bot.clubs.errors import ClubError
from bot.clubs.model import ClubMember, League, SeasonFacts, TableOfLeague
from bot.clubs.ports import LeagueStore, SeasonStore
from bot.ports import Time
from bot.tables.model import TableFacts, name_key


class Clubs:
    """Finds them. Everything raises StoreError when the database fails."""

    def __init__(self, leagues: LeagueStore, seasons: SeasonStore, time: Time) -> None:
        self.leagues = leagues
        self.seasons = seasons
        self.time = time

    def today(self, league: League) -> date:
        """The local date of a league."""
        return datetime.fromtimestamp(self.time.now(), UTC).astimezone(ZoneInfo(league.zone)).date()

    async def meant(self, guild_id: int | None, user_id: int, name: str | None = None) -> League:
        """The league of that name in a server; without one the only one there is, or the only one that this
        person is a member of. Raises ClubError ``no-such-league``, ``no-league-here``, ``which-league``."""
        there = await self.leagues.leagues(guild_id) if guild_id is not None else ()
        if name is not None:
            for league in there:
                if league.key == name_key(name):
                    return league
            raise ClubError("no-such-league", name=name)
        if not there:
            raise ClubError("no-league-here")
        mine = [one for one in there if await self.member(one.id, user_id) is not None]
        for found in (there, mine):
            if len(found) == 1:
                return found[0]
        raise ClubError("which-league")

    async def get(self, league_id: int, guild_id: int | None) -> League:
        """A league of this server. Raises ClubError ``no-such-league``."""
        found = await self.leagues.league(league_id)
        if found is None or found.guild_id != guild_id:
            raise ClubError("no-such-league", name="?")
        return found

    async def of_table(self, facts: TableFacts) -> TableOfLeague | None:
        """What the game at a table is for; None where it is of no league."""
        season = None if facts.season_id is None else await self.seasons.facts(facts.season_id)
        league = None if season is None else await self.leagues.league(season.league_id)
        if season is None or league is None:
            return None
        planned = () if facts.night is None else await self.seasons.planned_nights(season.id)
        return TableOfLeague(league, season, next((one for one in planned if one.id == facts.night), None))

    async def member(self, league_id: int, user_id: int) -> ClubMember | None:
        """The member who has that account, if they are one now."""
        members = await self.leagues.members(league_id)
        return next((one for one in members if one.user_id == user_id and one.is_in), None)

    async def known_as(self, league_id: int, user_id: int) -> str | None:
        """What seasons know somebody by who is or was a member."""
        members = await self.leagues.members(league_id)
        return next((one.id for one in members if one.user_id == user_id), None)

    async def members(self, league_id: int) -> Sequence[ClubMember]:
        """Those who are members now, by name."""
        return [one for one in await self.leagues.members(league_id) if one.is_in]

    async def season(self, league: League, season_id: int | None = None) -> SeasonFacts:
        """That season of a league, or else the one that is played, or else the last. Raises ClubError
        ``no-season``."""
        every = await self.seasons.seasons(league.id)
        if season_id is not None:
            every = [one for one in every if one.id == season_id]
        if not every:
            raise ClubError("no-season")
        return every[-1]

    async def open_season(self, league: League) -> SeasonFacts:
        """The season that is played. Raises ClubError ``no-open-season``."""
        for one in await self.seasons.seasons(league.id):
            if one.is_open:
                return one
        raise ClubError("no-open-season")
