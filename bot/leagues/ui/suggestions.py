"""What of a league is offered while somebody types an option of a command."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.leagues.errors import ClubError
from bot.leagues.model import League
from bot.leagues.service import Clubs
from bot.leagues.standings_words import season_name
from bot.ports import StoreError
from bot.telling.fitting import OPTION_LONGEST, shorten

MOST: Final = 25
"""https://discord.com/developers/docs/interactions/application-commands#autocomplete"""


class LeagueSuggestions:
    """See the module. Nothing is offered where it is not clear which league is meant."""

    def __init__(self, clubs: Clubs, people: People) -> None:
        self._clubs = clubs
        self._people = people

    async def seasons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """The seasons of the league, the latest first."""
        league = await self._meant(interaction)
        if league is None:
            return []
        words = await self._people.words_here(interaction)
        found = [
            (season_name(words, one), one.number) for one in await self._clubs.seasons.seasons(league.id)
        ]
        choices = [
            app_commands.Choice(name=shorten(name, OPTION_LONGEST), value=number)
            for name, number in reversed(found)
            if typed.casefold() in name.casefold()
        ]
        return choices[:MOST]

    async def members(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Everybody who ever was a member, by name."""
        league = await self._meant(interaction)
        if league is None:
            return []
        choices = [
            app_commands.Choice(name=shorten(one.name, OPTION_LONGEST), value=one.id)
            for one in await self._clubs.leagues.members(league.id)
            if typed.casefold() in one.name.casefold()
        ]
        return choices[:MOST]

    async def _meant(self, interaction: Interaction) -> League | None:
        given = getattr(interaction.namespace, "league", None)
        try:
            return await self._clubs.meant(interaction.guild_id, interaction.user.id, given)
        except (ClubError, StoreError):
            return None
