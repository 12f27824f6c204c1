"""``/settings`` and ``/server settings``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.boundary import answer
from cogs.common import SAY, Interaction

if TYPE_CHECKING:
    from bot.app import Hartenheer


class SettingsCog(commands.Cog):
    """What a person chooses for themselves, and what those who manage a server choose for it."""

    server = app_commands.Group(
        name="server",
        description=SAY("command.server"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, bot: Hartenheer) -> None:
        self.bot = bot

    @app_commands.command(name="settings", description=SAY("command.settings"))
    async def settings(self, interaction: Interaction) -> None:
        """One panel, for oneself alone."""
        await answer(interaction, await self.bot.settings_presses.drawing(interaction))

    @server.command(name="settings", description=SAY("command.server.settings"))
    async def server_settings(self, interaction: Interaction) -> None:
        """One panel, for whoever manages the server."""
        await answer(interaction, await self.bot.server_presses.drawing(interaction))
