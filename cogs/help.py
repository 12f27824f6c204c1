"""``/help``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.boundary import answer
from bot.ui.panels import welcome
from cogs.common import SAY, Interaction
from cogs.translation import described, typed_as

if TYPE_CHECKING:
    from bot.app import Hartenheer


class HelpCog(commands.Cog):
    """What this is and what can be typed."""

    def __init__(self, bot: Hartenheer) -> None:
        self.bot = bot

    @app_commands.command(name="help", description=SAY("command.help"))
    async def help(self, interaction: Interaction) -> None:
        """The first minute, and every command with what it does."""
        words = await self.bot.people.words((await self.bot.people.met(interaction)).user_id)
        listed = [
            (typed_as(words, command), described(words, command))
            for command in self.bot.tree.walk_commands()
            if isinstance(command, app_commands.Command)
        ]
        in_server = interaction.guild_id is not None
        await answer(interaction, welcome.help_text(words, listed, in_server=in_server))
