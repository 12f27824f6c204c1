"""``/presets …``: rules that a server keeps under names of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.tables.errors import TableError
from bot.tables.model import State
from bot.ui.boundary import Refusal, answer
from bot.ui.panels import presets as panels
from bot.ui.panels import replies
from bot.words.names import in_text
from cogs.common import SAY, Interaction, suggest_named, suggest_tables, table_meant

if TYPE_CHECKING:
    from bot.app import Hartenheer


class PresetsCog(commands.Cog):
    """Everybody may see and use them; who manages the server makes them."""

    group = app_commands.Group(name="presets", description=SAY("command.presets"), guild_only=True)

    def __init__(self, bot: Hartenheer) -> None:
        self.bot = bot

    @group.command(name="save", description=SAY("command.presets.save"))
    @app_commands.describe(
        name=SAY("command.presets.save.name"),
        replace=SAY("command.presets.save.replace"),
        table=SAY("command.which-table"),
    )
    async def save(
        self, interaction: Interaction, name: str, replace: bool = False, table: int | None = None
    ) -> None:
        """Keep the rules of a table."""
        words = await self.bot.people.words((await self.bot.people.met(interaction)).user_id)
        guild_id = _managed(interaction)
        facts = (await table_meant(self.bot.tables, interaction, table)).facts
        if facts.state is State.PARKED:
            raise TableError("table-parked")
        preset = await self.bot.presets.save(guild_id, name, facts, replace=replace)
        await answer(interaction, panels.saved(words, preset))

    @group.command(name="list", description=SAY("command.presets.list"))
    async def list(self, interaction: Interaction) -> None:
        """What this server has named."""
        words = await self.bot.people.words((await self.bot.people.met(interaction)).user_id)
        await answer(interaction, panels.listed(words, await self.bot.presets.named(interaction.guild_id)))

    @group.command(name="remove", description=SAY("command.presets.remove"))
    @app_commands.describe(name=SAY("command.presets.remove.name"))
    async def remove(self, interaction: Interaction, name: str) -> None:
        """Forget a name; tables that took their rules from it keep them."""
        words = await self.bot.people.words((await self.bot.people.met(interaction)).user_id)
        preset = await self.bot.presets.remove(_managed(interaction), name)
        await answer(interaction, replies.sentence(words("presets.removed", name=in_text(preset.name))))

    @save.autocomplete("name")
    @remove.autocomplete("name")
    async def _names(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_named(self.bot, interaction, current)

    @save.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await suggest_tables(self.bot, interaction, current)


def _managed(interaction: Interaction) -> int:
    """The server, for somebody who manages it; else raises Refusal."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal("not-manager")
    return interaction.guild_id
