"""``/rules``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discordkit.boundary import Refusal, acknowledge, answer
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import draw
from bot.discordkit.people import People
from bot.rules.ui.panel import RuleDrawings
from bot.rules.ui.presets import Presets, pick_game
from bot.tables.tables import Tables
from cogs.suggestions import Suggestions, suggest
from cogs.tables import table_meant
from cogs.tree import said


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
        suggest(self, game=suggestions.games, table=suggestions.tables)

    @app_commands.command(name="rules", description=said("command.rules"))
    @app_commands.describe(game=said("command.rules.game"), table=said("command.rules.table"))
    async def rules(
        self, interaction: Interaction, game: str | None = None, table: int | None = None
    ) -> None:
        """Told to one person, page by page. A table counts for more than a game: it has its own changes.
        Where neither is named, and no table here alone can be meant, there is a select of all of them."""
        reader = await self._people.reader_of(interaction)
        try:
            named = game is not None and table is None
            found = None if named else await table_meant(self._tables, interaction, table)
        except Refusal:
            games = pick_game(reader.words, await self._presets.offered(interaction.guild_id))
            tables = await self._suggestions.pick_table(interaction, "rules-example", "0", "")
            await answer(interaction, draw(games, tables))
            return
        preset = await self._presets.meant(interaction.guild_id, game or "") if found is None else ""
        await acknowledge(interaction, reply=True)
        if found is not None:
            await answer(interaction, await self._drawings.of_table(reader, found))
        else:
            await answer(interaction, await self._drawings.of_preset(reader, preset))
