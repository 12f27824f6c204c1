"""``/privacy …``: what is kept of oneself."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discordkit.interactions import Interaction
from bot.privacy.privacy import Privacy
from cogs.tree import said


class PrivacyCog(commands.Cog):
    """For everybody, of themselves alone; in direct messages too."""

    group = app_commands.Group(name="privacy", description=said("command.privacy"))

    def __init__(self, privacy: Privacy) -> None:
        self._privacy = privacy

    @group.command(name="show", description=said("command.privacy.show"))
    async def show(self, interaction: Interaction) -> None:
        """How much is kept, and why."""
        await self._privacy.show(interaction)

    @group.command(name="export", description=said("command.privacy.export"))
    async def export(self, interaction: Interaction) -> None:
        """All of it in a file."""
        await self._privacy.export(interaction)

    @group.command(name="delete", description=said("command.privacy.delete"))
    async def delete(self, interaction: Interaction) -> None:
        """Have all of it deleted; it is asked twice."""
        await self._privacy.ask(interaction)
