"""``/help``."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.ui.discord.boundary import answer
from bot.ui.discord.people import People
from bot.ui.welcome import panel as welcome
from cogs.common import SAY, Interaction
from cogs.translation import described


class HelpCog(commands.Cog):
    """What this is and what can be typed."""

    def __init__(self, people: People, tree: app_commands.CommandTree[Any]) -> None:
        self._people = people
        self._tree = tree

    @app_commands.command(name="help", description=SAY("command.help"))
    async def help(self, interaction: Interaction) -> None:
        """The first minute, and every command with what it does."""
        words = await self._people.words((await self._people.met(interaction)).user_id)
        listed = [
            (command.qualified_name, described(words, command))
            for command in self._tree.walk_commands()
            if isinstance(command, app_commands.Command)
        ]
        in_server = interaction.guild_id is not None
        await answer(interaction, welcome.help_text(words, listed, in_server=in_server))
