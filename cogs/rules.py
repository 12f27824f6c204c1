"""``/rules``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discordkit.boundary import Refusal, acknowledge, answer
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.rules.ui.panel import RuleDrawings
from bot.rules.ui.presets import Presets
from bot.tables.table import Table
from bot.tables.tables import Tables
from cogs.common import SAY, table_meant
from cogs.suggestions import Suggestions

USUAL = "kingen"
"""The game that is told where nothing is played and none was named."""


class RulesCog(commands.Cog):
    """The rules of a game, or of a table and the deal that is played there."""

    def __init__(
        self,
        tables: Tables,
        presets: Presets,
        people: People,
        drawings: RuleDrawings,
        suggestions: Suggestions,
    ) -> None:
        self._tables = tables
        self._presets = presets
        self._people = people
        self._drawings = drawings
        self._suggestions = suggestions

    @app_commands.command(name="rules", description=SAY("command.rules"))
    @app_commands.describe(game=SAY("command.rules.game"), table=SAY("command.rules.table"))
    async def rules(
        self, interaction: Interaction, game: str | None = None, table: int | None = None
    ) -> None:
        """Told to one person, page by page. A table counts for more than a game: it has its own changes."""
        reader = await self._people.reader_of(interaction)
        drawings = self._drawings
        found = await self._table(interaction, table) if game is None or table is not None else None
        if found is not None:
            await acknowledge(interaction, reply=True)
            drawing = await drawings.of_table(reader, found)
        else:
            preset = await self._presets.meant(interaction.guild_id, game or USUAL)
            await acknowledge(interaction, reply=True)
            drawing = await drawings.of_preset(reader, preset)
        await answer(interaction, drawing)

    async def _table(self, interaction: Interaction, given: int | None) -> Table | None:
        """The table given, else one's own or the only one here, if there is one."""
        try:
            return await table_meant(self._tables, interaction, given)
        except Refusal as refused:
            if given is None and refused.key == "no-table-here":
                return None
            raise

    @rules.autocomplete("game")
    async def _suggest_games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._suggestions.games(interaction, current)

    @rules.autocomplete("table")
    async def _suggest_tables(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await self._suggestions.tables(interaction, current)
