"""``/daily``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.daily.model import DailyGame
from bot.daily.ui.presses import DailyPresses
from bot.discordkit.interactions import Interaction
from cogs.tree import said


class DailyCog(commands.Cog):
    """The deal of the day."""

    def __init__(self, dailies: DailyPresses) -> None:
        self._dailies = dailies

    @app_commands.command(name="daily", description=said("command.daily"))
    @app_commands.describe(game=said("command.daily.game"))
    @app_commands.choices(
        game=[app_commands.Choice(name=said(f"daily.game.{one}"), value=one.value) for one in DailyGame]
    )
    async def daily(self, interaction: Interaction, game: str = DailyGame.KING) -> None:
        """Today's deal: to be played, or what it came to."""
        await self._dailies.open(interaction, DailyGame(game))
