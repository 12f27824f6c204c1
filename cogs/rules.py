"""``/rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.tables.table import Table
from bot.ui.boundary import Refusal, acknowledge, answer
from cogs.common import SAY, Interaction, suggest_games, suggest_tables, table_meant

if TYPE_CHECKING:
    from bot.app import Hartenheer

USUAL = "kingen"
"""The game that is told where nothing is played and none was named."""


class RulesCog(commands.Cog):
    """The rules of a game, or of a table and the deal that is played there."""

    def __init__(self, bot: Hartenheer) -> None:
        self.bot = bot

    @app_commands.command(name="rules", description=SAY("command.rules"))
    @app_commands.describe(game=SAY("command.rules.game"), table=SAY("command.rules.table"))
    async def rules(
        self, interaction: Interaction, game: str | None = None, table: int | None = None
    ) -> None:
        """Told to one person, page by page. A table counts for more than a game: it has its own changes."""
        words = await self.bot.people.words((await self.bot.people.met(interaction)).user_id)
        wishes = await self.bot.people.preferences(interaction.user.id)
        drawings = self.bot.rule_drawings
        found = await self._table(interaction, table) if game is None or table is not None else None
        if found is not None:
            await acknowledge(interaction, reply=True)
            drawing = await drawings.of_table(words, found, wishes)
        else:
            preset = await self.bot.presets.meant(interaction.guild_id, game or USUAL)
            await acknowledge(interaction, reply=True)
            drawing = await drawings.of_preset(words, preset, wishes)
        await answer(interaction, drawing)

    async def _table(self, interaction: Interaction, given: int | None) -> Table | None:
        """The table given, else one's own or the only one here, if there is one."""
        try:
            return await table_meant(self.bot.tables, interaction, given)
        except Refusal as refused:
            if given is None and refused.key == "no-table-here":
                return None
            raise

    @rules.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_games(self.bot, interaction, current)

    @rules.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await suggest_tables(self.bot, interaction, current)
