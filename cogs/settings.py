"""``/settings`` and ``/server settings``."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discordkit.boundary import answer
from bot.discordkit.interactions import Interaction
from bot.people.ui.preferences import PreferencesPresses
from bot.people.ui.server import ServerPresses
from cogs.tree import IN_SERVERS, said


class SettingsCog(commands.Cog):
    """What a person chooses for themselves, and what those who manage a server choose for it."""

    server = app_commands.Group(
        name="server",
        description=said("command.server"),
        **IN_SERVERS,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, own: PreferencesPresses, servers: ServerPresses) -> None:
        self._own = own
        self._servers = servers

    @app_commands.command(name="settings", description=said("command.settings"))
    async def settings(self, interaction: Interaction) -> None:
        """One panel, for oneself alone."""
        await answer(interaction, await self._own.drawing(interaction))

    @server.command(name="settings", description=said("command.server.settings"))
    async def server_settings(self, interaction: Interaction) -> None:
        """One panel, for whoever manages the server."""
        await answer(interaction, await self._servers.drawing(interaction))
