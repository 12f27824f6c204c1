"""``/night …``"""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discordkit.interactions import Interaction
from bot.nights.ui.nights import NightPresses
from cogs.suggestions import Suggestions, suggest
from cogs.tree import said

WHICH = {"league": said("command.which-league")}


class NightsCog(commands.Cog):
    """Nights of leagues: each command is one method of what it is about."""

    group = app_commands.Group(name="night", description=said("command.night"), guild_only=True)

    def __init__(self, nights: NightPresses, suggestions: Suggestions) -> None:
        self._nights = nights
        suggest(self, league=suggestions.leagues)

    @group.command(name="plan", description=said("command.night.plan"))
    @app_commands.describe(**WHICH)
    async def plan(self, interaction: Interaction, league: str | None = None) -> None:
        """Plan a night: when it is, and of how many rounds; all else is chosen in its panel."""
        await self._nights.planning.plan(interaction, league)

    @group.command(name="list", description=said("command.night.list"))
    @app_commands.describe(**WHICH)
    async def list(self, interaction: Interaction, league: str | None = None) -> None:
        """The nights to come."""
        await self._nights.listing.list(interaction, league)

    @group.command(name="manage", description=said("command.night.manage"))
    @app_commands.describe(**WHICH)
    async def manage(self, interaction: Interaction, league: str | None = None) -> None:
        """Run a night: its organisers' panel."""
        await self._nights.managing.manage(interaction, league)
