"""``/admin …``: for whoever hosts the bot."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discordkit.interactions import Interaction
from bot.ops.ui.admin import AdminPresses
from cogs.tree import IN_SERVERS, said


class AdminCog(commands.Cog):
    """Shown to administrators of servers, and answers the application's owner alone. Not in direct messages:
    Discord knows no permissions there, and would show it to everybody."""

    group = app_commands.Group(
        name="admin",
        description=said("command.admin"),
        **IN_SERVERS,
        default_permissions=discord.Permissions(administrator=True),
    )

    def __init__(self, presses: AdminPresses) -> None:
        self._presses = presses

    @group.command(name="status", description=said("command.admin.status"))
    async def status(self, interaction: Interaction) -> None:
        """How the bot is."""
        await self._presses.status(interaction)
