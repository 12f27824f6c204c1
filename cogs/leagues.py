"""``/league …``"""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.league.presses import LeaguePresses
from cogs.common import SAY, Interaction

WHICH = {"league": SAY("command.which-league")}


class LeaguesCog(commands.Cog):
    """Leagues of a server: each command is one method of what it is about."""

    group = app_commands.Group(name="league", description=SAY("command.league"), guild_only=True)

    def __init__(self, leagues: LeaguePresses) -> None:
        self._leagues = leagues

    # --- who belongs to it

    # --- its seasons

    # --- what is to be seen

    @group.command(name="standings", description=SAY("command.league.standings"))
    @app_commands.describe(season=SAY("command.league.season"), **WHICH)
    async def standings(
        self, interaction: Interaction, league: str | None = None, season: int | None = None
    ) -> None:
        """The standings, for whoever asks."""
        await self._leagues.showing.standings.standings(interaction, league, season)

    @group.command(name="explain", description=SAY("command.league.explain"))
    @app_commands.describe(player=SAY("command.league.player"), **WHICH)
    async def explain(
        self, interaction: Interaction, player: str | None = None, league: str | None = None
    ) -> None:
        """How somebody's value came about."""
        await self._leagues.showing.standings.explain(interaction, player, league)

    # --- results on paper

    @group.command(name="report", description=SAY("command.league.report"))
    @app_commands.describe(**WHICH)
    async def report(self, interaction: Interaction, league: str | None = None) -> None:
        """A game was played at a kitchen table."""
        await self._leagues.reporting.report(interaction, league)

    @group.command(name="import", description=SAY("command.league.import"))
    @app_commands.describe(file=SAY("command.league.import.file"), **WHICH)
    async def bring(
        self, interaction: Interaction, file: discord.Attachment, league: str | None = None
    ) -> None:
        """A season was played elsewhere."""
        await self._leagues.importing.bring(interaction, file, league)

    # --- corrections

    # --- what is offered while somebody types

    @standings.autocomplete("league")
    @explain.autocomplete("league")
    @report.autocomplete("league")
    @bring.autocomplete("league")
    async def _suggest_leagues(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The leagues of this server."""
        there = await self._leagues.clubs.leagues.leagues(interaction.guild_id or 0)
        found = [one for one in there if current.casefold() in one.name.casefold()]
        return [app_commands.Choice(name=one.name[:100], value=one.name) for one in found[:25]]

    @standings.autocomplete("season")
    async def _suggest_seasons(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        """The seasons of the league that is meant, the latest first."""
        return await self._leagues.suggestions.seasons(interaction, current)

    @explain.autocomplete("player")
    async def _suggest_players(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The members of the league that is meant."""
        return await self._leagues.suggestions.members(interaction, current)
