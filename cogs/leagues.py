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

    @group.command(name="results", description=SAY("command.league.results"))
    @app_commands.describe(player=SAY("command.league.results.player"), **WHICH)
    async def results(
        self, interaction: Interaction, player: str | None = None, league: str | None = None
    ) -> None:
        """The games, the latest first."""
        await self._leagues.showing.results.results(interaction, player, league)

    @group.command(name="export", description=SAY("command.league.export"))
    @app_commands.describe(season=SAY("command.league.season"), **WHICH)
    async def export(
        self, interaction: Interaction, league: str | None = None, season: int | None = None
    ) -> None:
        """The season in files."""
        await self._leagues.showing.exporting.export(interaction, league, season)

    @group.command(name="settle", description=SAY("command.league.settle"))
    @app_commands.describe(season=SAY("command.league.season"), **WHICH)
    async def settle(
        self, interaction: Interaction, league: str | None = None, season: int | None = None
    ) -> None:
        """Who owes whom, where points have a stake."""
        await self._leagues.showing.exporting.settle(interaction, league, season)

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

    @group.command(name="correct", description=SAY("command.league.correct"))
    @app_commands.describe(season=SAY("command.league.season"), **WHICH)
    async def correct(
        self, interaction: Interaction, league: str | None = None, season: int | None = None
    ) -> None:
        """What organisers can correct."""
        await self._leagues.correcting.correct(interaction, league, season)

    @group.command(name="night", description=SAY("command.league.night"))
    @app_commands.describe(date=SAY("command.league.night.date"), **WHICH)
    async def night(
        self, interaction: Interaction, date: str | None = None, league: str | None = None
    ) -> None:
        """The nights of the season, and one more."""
        await self._leagues.nights.night(interaction, date, league)

    @group.command(name="log", description=SAY("command.league.log"))
    @app_commands.describe(**WHICH)
    async def log(self, interaction: Interaction, league: str | None = None) -> None:
        """What was corrected."""
        await self._leagues.showing.results.log(interaction, league)

    # --- what is offered while somebody types

    @standings.autocomplete("league")
    @explain.autocomplete("league")
    @results.autocomplete("league")
    @correct.autocomplete("league")
    @log.autocomplete("league")
    @night.autocomplete("league")
    @export.autocomplete("league")
    @settle.autocomplete("league")
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
    @correct.autocomplete("season")
    @export.autocomplete("season")
    @settle.autocomplete("season")
    async def _suggest_seasons(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        """The seasons of the league that is meant, the latest first."""
        return await self._leagues.suggestions.seasons(interaction, current)

    @explain.autocomplete("player")
    @results.autocomplete("player")
    async def _suggest_players(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The members of the league that is meant."""
        return await self._leagues.suggestions.members(interaction, current)
