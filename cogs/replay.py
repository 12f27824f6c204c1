"""``/replay``."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discordkit.interactions import Interaction
from bot.ports import StoreError
from bot.replays.ui.presses import Replays
from cogs.tree import said

Count = app_commands.Range[int, 1, 9999]


class ReplayCog(commands.Cog):
    """A game that is over, looked at again: one of a table, or the record that somebody has as a file."""

    def __init__(self, replays: Replays) -> None:
        self._replays = replays

    @app_commands.command(name="replay", description=said("command.replay"))
    @app_commands.describe(
        table=said("command.replay.table"),
        deal=said("command.replay.deal"),
        trick=said("command.replay.trick"),
        file=said("command.replay.file"),
    )
    async def replay(
        self,
        interaction: Interaction,
        table: int | None = None,
        deal: Count | None = None,
        trick: Count | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Shown to one person. A file counts for more than a table; without either it is one's own last
        game."""
        presses = self._replays.presses
        if file is not None:
            await presses.of_file(interaction, file, deal, trick)
            return
        number = await self._replays.offered.last(interaction) if table is None else table
        await presses.of_table(interaction, number, deal, trick)

    @replay.autocomplete("table")
    async def _suggest_tables(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """None while the database fails: the command itself will say so."""
        try:
            found = await self._replays.offered.matching(interaction, current)
        except StoreError:
            return []
        return [app_commands.Choice(name=name, value=number) for name, number in found]
