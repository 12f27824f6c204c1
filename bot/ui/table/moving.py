"""Showing a table again, here, where it then goes on."""

from __future__ import annotations

import discord

from bot.ports import Time
from bot.tables.table import Table
from bot.ui.discord.boundary import Refusal, acknowledge
from bot.ui.discord.budget import Budget
from bot.ui.discord.permissions import require_may_show, require_permissions, require_seen_by_all
from bot.ui.discord.presses import First, press_of
from bot.ui.table.display import Display
from bot.words.catalogue import Words
from bot.words.names import clean, in_text

Interaction = discord.Interaction[discord.Client]


class Moving:
    """See the module."""

    def __init__(self, display: Display, budget: Budget, time: Time) -> None:
        self._display = display
        self._budget = budget
        self._time = time

    async def show_here(self, interaction: Interaction, table: Table, words: Words) -> None:
        """Post the table's message where somebody asks for it, in ``words`` of theirs where that cannot be.
        Whoever is at the table and somewhere else is told who moved it. Raises Refusal, TableError,
        discord.Forbidden, discord.NotFound."""
        if table.facts.is_private:
            raise Refusal("private-stays")
        require_permissions(words, interaction)
        if table.facts.guild_id != interaction.guild_id:
            raise Refusal("other-server")
        require_may_show(interaction, table.facts)
        await acknowledge(interaction, reply=True)
        here = interaction.channel_id
        assert here is not None
        if here != table.facts.channel_id:
            await require_seen_by_all(words, interaction, table.facts, self._budget, self._time)
        before = await self._display.channel.show_again(table, here)
        if before is not None:
            await self._tell(table, clean(interaction.user.display_name, "?"), before, here)

    async def show_private(self, interaction: Interaction, table: Table) -> bool:
        """Answer with a private table, where it is somebody's who asks in their direct messages. Raises
        Refusal."""
        if not table.facts.is_private or interaction.guild_id is not None:
            return False
        press = press_of(interaction)
        press.expected = First.POST
        await self._display.hands.post_private(table, press)
        self._display.let_go_when_over(table)
        return True

    async def _tell(self, table: Table, name: str, before: int, here: int) -> None:
        announce = self._display.channel.announce
        values = {"table": table.facts.id, "name": in_text(name)}
        await announce(before, "table.moved-away", **values, channel=f"<#{here}>")
        await announce(here, "table.moved-here", **values, channel=f"<#{before}>")
