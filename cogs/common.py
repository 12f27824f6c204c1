"""What the commands share: which table is meant, what the bot may do here."""

from __future__ import annotations

from typing import Final

from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import Interaction
from bot.tables.table import Table
from bot.tables.tables import Tables
from cogs.translation import said

SAY: Final = said
"""The words commands are declared with."""


async def table_meant(tables: Tables, interaction: Interaction, given: int | None) -> Table:
    """The table a command is about: the one given, which whoever types may see (``Routes.admits``), else the
    person's own here, else the only one here. Raises Refusal, TableError."""
    if given is not None:
        return await tables.get(given)
    guild_id = interaction.guild_id
    mine = tables.running(user_id=interaction.user.id)
    here = tables.running(channel_id=interaction.channel_id)
    for candidates in (
        [table for table in mine if table.facts.channel_id == interaction.channel_id],
        [table for table in mine if guild_id is None or table.facts.guild_id == guild_id],
        here,
    ):
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise Refusal("which-table")
    raise Refusal("no-table-here")


def is_elsewhere(interaction: Interaction, table: Table, given: int | None) -> bool:
    """Whether a command was found to be about a table in another channel, which nobody has named."""
    return given is None and table.facts.channel_id != interaction.channel_id
