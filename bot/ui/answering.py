"""How a press that belongs to a table is answered: by the hand, or without changing what was pressed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.tables.errors import TableError
from bot.tables.table import Table
from bot.ui.boundary import acknowledge
from bot.ui.display import Display
from bot.ui.routes import require_private
from bot.ui.slots import Slot

Change = Callable[[], Awaitable[None]]


class Answering:
    """See the module."""

    def __init__(self, display: Display) -> None:
        self._display = display

    async def by_hand(self, interaction: discord.Interaction[Any], table: Table, change: Change) -> None:
        """Make a change and answer the press with the person's hand as it is then. Raises Refusal where
        others see the message that was pressed, TableError ``not-seated``."""
        require_private(interaction)
        if table.facts.seat_of(interaction.user.id) is None:
            raise TableError("not-seated")
        await self._display.hands.slot(table, interaction.user.id).answer_after(interaction, change)

    async def without_change(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Answer without changing the message, so that this interaction's token can edit it from now on."""
        await acknowledge(interaction)
        slot = self.slot_of(interaction, table)
        if slot is not None:
            slot.hold(interaction)

    def slot_of(self, interaction: discord.Interaction[Any], table: Table) -> Slot | None:
        """The slot of the message that was pressed, if it has one."""
        if interaction.message is None:
            return None
        return self._display.messages.slot_of_message(
            table.facts.id, interaction.message.id, interaction.user.id
        )
