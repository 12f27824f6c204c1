"""``/help``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.boundary import answer
from bot.ui.panels import replies
from cogs.common import SAY, Interaction

if TYPE_CHECKING:
    from bot.app import Hartenheer


class HelpCog(commands.Cog):
    """What this is and what can be typed."""

    def __init__(self, bot: Hartenheer) -> None:
        self.bot = bot

    @app_commands.command(name="help", description=SAY("command.help"))
    async def help(self, interaction: Interaction) -> None:
        """Every command with what it does, and how a game goes."""
        words = await self.bot.people.words((await self.bot.people.met(interaction)).user_id)
        listed = [
            (f"`/{command.qualified_name}`", command.description)
            for command in self.bot.tree.walk_commands()
            if isinstance(command, app_commands.Command)
        ]
        await answer(interaction, replies.help_text(words, listed))
