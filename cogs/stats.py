"""``/stats …``"""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discordkit.interactions import Interaction
from bot.leagues.ui.presses import LeagueSuggestions
from bot.stats.ui.desk import MEASURES, RATING
from bot.stats.ui.stats import Asking, Stats
from cogs.suggestions import Suggestions, suggest
from cogs.tree import said

PRESET = {"game": said("command.stats.preset")}
GAMES = {**PRESET, "league": said("command.stats.league"), "season": said("command.stats.season")}
MONTHS = {"since": said("command.stats.since"), "until": said("command.stats.until")}
User = discord.Member | discord.User


class StatsCog(commands.Cog):
    """Statistics: each command is one method of ``Stats``."""

    group = app_commands.Group(name="stats", description=said("command.stats"))

    def __init__(self, stats: Stats, suggestions: Suggestions, leagues: LeagueSuggestions) -> None:
        self._stats = stats
        suggest(
            self,
            game=stats.suggest_presets,
            league=suggestions.leagues,
            season=leagues.seasons,
            since=stats.suggest_months,
            until=stats.suggest_months,
        )

    @group.command(name="me", description=said("command.stats.me"))
    @app_commands.describe(**GAMES, **MONTHS)
    async def me(
        self,
        interaction: Interaction,
        game: str | None = None,
        league: str | None = None,
        season: int | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> None:
        """One's own."""
        asking = Asking(game, league, season, since, until)
        await self._stats.player(interaction, interaction.user, asking)

    @group.command(name="player", description=said("command.stats.player"))
    @app_commands.describe(player=said("command.stats.player.player"), **GAMES, **MONTHS)
    async def player(
        self,
        interaction: Interaction,
        player: User,
        game: str | None = None,
        league: str | None = None,
        season: int | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> None:
        """Somebody's."""
        await self._stats.player(interaction, player, Asking(game, league, season, since, until))

    @group.command(name="compare", description=said("command.stats.compare"))
    @app_commands.describe(
        player=said("command.stats.compare.player"), other=said("command.stats.compare.other"), **GAMES
    )
    async def compare(
        self,
        interaction: Interaction,
        player: User,
        other: User,
        game: str | None = None,
        league: str | None = None,
        season: int | None = None,
    ) -> None:
        """Two people side by side."""
        await self._stats.compare(interaction, player, other, Asking(game, league, season))

    @group.command(name="leaderboard", description=said("command.stats.leaderboard"))
    @app_commands.describe(
        measure=said("command.stats.leaderboard.measure"),
        minimum=said("command.stats.leaderboard.minimum"),
        **GAMES,
    )
    @app_commands.choices(
        measure=[app_commands.Choice(name=said(f"stats.measure.{one}"), value=one) for one in MEASURES]
    )
    async def leaderboard(
        self,
        interaction: Interaction,
        measure: str = RATING,
        minimum: int | None = None,
        game: str | None = None,
        league: str | None = None,
        season: int | None = None,
    ) -> None:
        """Who is ahead."""
        await self._stats.leaderboard(interaction, measure, minimum, Asking(game, league, season))

    @group.command(name="records", description=said("command.stats.records"))
    @app_commands.describe(**PRESET)
    async def records(self, interaction: Interaction, game: str | None = None) -> None:
        """The best and the worst deals and games."""
        await self._stats.records(interaction, game)

    @group.command(name="server", description=said("command.stats.server"))
    async def server(self, interaction: Interaction) -> None:
        """What is played here, and when."""
        await self._stats.server(interaction)

    @group.command(name="cards", description=said("command.stats.cards"))
    @app_commands.describe(player=said("command.stats.cards.player"))
    async def cards(self, interaction: Interaction, player: User | None = None) -> None:
        """Whether cards come as chance has it."""
        await self._stats.cards(interaction, player)
