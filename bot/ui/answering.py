"""How a press that belongs to a table is answered: by the hand, or without changing what was pressed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.tables.errors import TableError
from bot.tables.table import Table
from bot.ui.boundary import acknowledge
from bot.ui.display import Display
from bot.ui.presses import press_of
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
        await change()
        await self._show_hand(interaction, table)

    async def _show_hand(self, interaction: discord.Interaction[Any], table: Table) -> None:
        hands, user_id, message = self._display.hands, interaction.user.id, interaction.message
        press = press_of(interaction)
        if message is None or interaction.guild_id is not None:
            hands.pressed(table, user_id)
            await hands.look_slot(table, user_id).answer(press)
            return
        slot = hands.slot(table, user_id)
        if await slot.recognise(message):
            await slot.answer(press)
        else:  # another has taken its place
            await press.acknowledge()
            self._display.messages.outlet.postings.delete(message.channel.id, message.id, None)
            slot.refresh()

    async def opening(self, interaction: discord.Interaction[Any], table: Table, change: Change) -> None:
        """The same for a change by which a deal may begin: its message is the answer then."""
        press, shown, seq = press_of(interaction), self._display.messages.of(table.facts.id), table.facts.seq
        shown.opener = press
        try:
            await change()
        except BaseException:
            shown.opener = None
            raise
        if press.is_taken or (shown.opener is press and table.facts.seq > seq):
            return
        if shown.opener is press:
            shown.opener = None
        await self.by_message(interaction, table, _nothing)

    async def by_message(self, interaction: discord.Interaction[Any], table: Table, change: Change) -> None:
        """Make a change and answer the press with what its message shows then, where it has a slot."""
        await change()
        slot = self.slot_of(interaction, table)
        if slot is None:
            await acknowledge(interaction)
        else:
            await slot.answer(press_of(interaction))

    async def without_change(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Answer without changing the message, so that this interaction's token can edit it from now on."""
        answered = await press_of(interaction).acknowledge()
        slot = self.slot_of(interaction, table)
        if slot is not None and answered:
            slot.hold(interaction)

    def slot_of(self, interaction: discord.Interaction[Any], table: Table) -> Slot | None:
        """The slot of the message that was pressed, if it has one."""
        message, user_id = interaction.message, interaction.user.id
        if message is None:
            return None
        return self._display.messages.slot_of_message(table.facts.id, message.id, user_id)


async def _nothing() -> None:
    pass
