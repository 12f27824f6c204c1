"""Opening a table at which a game of a league is played."""

from __future__ import annotations

from bot.discordkit.interactions import Interaction
from bot.leagues.errors import ClubError
from bot.leagues.model import League
from bot.leagues.service import Clubs, LeagueDoor
from bot.leagues.ui.organisers import is_organiser
from bot.tables.errors import TableError
from bot.tables.model import NamedPreset
from bot.tables.ui.opening import LeagueGame, Opening


class LeagueOpening:
    """See the module."""

    def __init__(self, clubs: Clubs, door: LeagueDoor, opening: Opening) -> None:
        self._clubs = clubs
        self._door = door
        self._opening = opening

    async def open(self, interaction: Interaction, name: str, *, robots: int) -> None:
        """Answer the interaction with the lobby of a new table of the league of that name, for one of its
        members or organisers: its rules are the league's, and it counts in the season that is played. Raises
        ClubError ``open-for-members`` and those of ``Clubs``, TableError, Refusal."""
        if interaction.guild_id is None:
            raise TableError("league-private")
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, name)
        await self._require_may_open(interaction, league)
        counting = await self._door.counting(league, await self._clubs.open_season(league))
        rules = NamedPreset(
            league.guild_id, league.name, league.preset, league.players, league.options, league.pace
        )
        await self._opening.open(interaction, LeagueGame(rules, counting), robots=robots)

    async def _require_may_open(self, interaction: Interaction, league: League) -> None:
        if is_organiser(interaction, league):
            return
        if await self._clubs.member(league.id, interaction.user.id) is None:
            raise ClubError("open-for-members", league=league.name)
