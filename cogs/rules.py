"""``/rules``, and ``/presets …``: rules that a server keeps under names of its own."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, acknowledge, answer
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.permissions import require_manager
from bot.rules.ui import presets as panels
from bot.rules.ui.panel import RuleDrawings
from bot.rules.ui.presets import Presets, pick_game
from bot.tables.errors import TableError
from bot.tables.model import State
from bot.words.catalogue import in_text
from cogs.suggestions import Suggestions, suggest
from cogs.tree import IN_SERVERS, said


class RulesCog(commands.Cog):
    """The rules of a game, or of a table and the deal that is played there."""

    def __init__(
        self, presets: Presets, people: People, drawings: RuleDrawings, suggestions: Suggestions
    ) -> None:
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
        """Shown to one person, page by page. A table counts for more than a game: it has its own changes.
        Where neither is named, and no table here alone can be meant, there is a select of all of them."""
        reader = await self._people.reader_of(interaction)
        try:
            named = game is not None and table is None
            found = None if named else await self._suggestions.meant(interaction, table)
        except Refusal:
            games = pick_game(reader.words, await self._presets.offered(interaction.guild_id))
            tables = await self._suggestions.pick_table(interaction, "rules-example", "0", "")
            await answer(interaction, panel.draw(games, tables))
            return
        preset = await self._presets.meant(interaction.guild_id, game or "") if found is None else ""
        await acknowledge(interaction, reply=True)
        if found is not None:
            await answer(interaction, await self._drawings.of_table(reader, found))
        else:
            await answer(interaction, await self._drawings.of_preset(reader, preset))


class PresetsCog(commands.Cog):
    """Everybody may see and use them; who manages the server makes them."""

    group = app_commands.Group(name="presets", description=said("command.presets"), **IN_SERVERS)

    def __init__(self, presets: Presets, people: People, suggestions: Suggestions) -> None:
        self._presets = presets
        self._people = people
        self._suggestions = suggestions
        suggest(self, name=suggestions.named, table=suggestions.tables)

    @group.command(name="save", description=said("command.presets.save"))
    @app_commands.describe(
        name=said("command.presets.save.name"),
        replace=said("command.presets.save.replace"),
        table=said("command.which-table"),
    )
    async def save(
        self, interaction: Interaction, name: str, replace: bool = False, table: int | None = None
    ) -> None:
        """Keep the rules of a table."""
        words = await self._people.words_of(interaction)
        guild_id = require_manager(interaction, Refusal("not-manager"))
        facts = (await self._suggestions.meant(interaction, table)).facts
        if facts.state is State.PARKED:
            raise TableError("table-parked")
        preset = await self._presets.save(guild_id, name, facts, replace=replace)
        await answer(interaction, panels.saved(words, preset))

    @group.command(name="list", description=said("command.presets.list"))
    async def list(self, interaction: Interaction) -> None:
        """What this server has named."""
        words = await self._people.words_of(interaction)
        await answer(interaction, panels.listed(words, await self._presets.named(interaction.guild_id)))

    @group.command(name="remove", description=said("command.presets.remove"))
    @app_commands.describe(name=said("command.presets.remove.name"))
    async def remove(self, interaction: Interaction, name: str) -> None:
        """Forget a name; tables that took their rules from it keep them."""
        words = await self._people.words_of(interaction)
        preset = await self._presets.remove(require_manager(interaction, Refusal("not-manager")), name)
        await answer(interaction, panel.sentence(words("presets.removed", name=in_text(preset.name))))
