"""How a press that belongs to a table is answered: by the hand, or without changing what was pressed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.discordkit.boundary import Refusal, acknowledge, answer
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.press_ids import PressId
from bot.discordkit.presses import press_of
from bot.discordkit.routes import is_own
from bot.discordkit.slots import Slot
from bot.tables.drafts import require_unveiled
from bot.tables.errors import StaleAction, TableError
from bot.tables.model import UNFINISHED
from bot.tables.table import Table
from bot.tables.ui import table_panel
from bot.tables.ui.display import Display
from bot.tables.ui.messages import ClosingTrick

Change = Callable[[], Awaitable[None]]


class Answering:
    """See the module."""

    def __init__(self, display: Display, people: People) -> None:
        self._display = display
        self._people = people

    async def by_hand(
        self, interaction: Interaction, table: Table, change: Change, move: PressId | None = None
    ) -> None:
        """Make a change and answer the press with the person's hand as it is then, also where the button
        was an old one, and nothing was changed. A ``move`` is not made
        where its button came to its place so lately that it cannot have been meant: the fresh hand is the
        answer. Raises TableError ``not-seated``, and Refusal where others see the message that was pressed:
        not every route that may come to a hand is a private one."""
        if not is_own(interaction):
            raise Refusal("unknown-button")
        if table.facts.seat_of(interaction.user.id) is None:
            raise TableError("not-seated")
        seq = table.facts.seq
        slot = self._pressed_slot(interaction, table)
        if move is None or not slot.is_new(move, interaction, press_of(interaction).at):
            with suppress(StaleAction):
                await change()
        if table.facts.seq == seq:
            self._closing_trick(table).pressed(interaction.user.id)
        try:
            await self._show_hand(interaction, table)
        finally:
            self._display.let_go_when_over(table)

    def _pressed_slot(self, interaction: Interaction, table: Table) -> Slot:
        """That of the hand that was pressed."""
        hands, user_id = self._display.hands, interaction.user.id
        return hands.look_slot(table, user_id) if _is_look(interaction) else hands.slot(table, user_id)

    async def by_own_hand(self, interaction: Interaction, table: Table) -> None:
        """Show a person their hand where they ask for it, visible to them alone; to who has none, what they
        may do instead. Raises TableError ``not-seated`` where nothing is played any more, and
        ``table-veiled``."""
        if table.facts.seat_of(interaction.user.id) is None:
            require_unveiled(table.facts)
            if table.facts.state not in UNFINISHED:
                raise TableError("not-seated")
            words = await self._people.words(interaction.user.id)
            await answer(interaction, table_panel.no_hand(words, table.facts, self.where(table)))
            return
        self._closing_trick(table).pressed(interaction.user.id)
        try:
            await self._display.hands.show_here(table, press_of(interaction))
        finally:
            self._display.let_go_when_over(table)

    async def by_watching(self, interaction: Interaction, table: Table) -> None:
        """Show the table in place of the private answer that was pressed, and keep it up to date. Raises
        TableError ``table-veiled``."""
        require_unveiled(table.facts, interaction.user.id)
        try:
            await self._display.hands.look_slot(table, interaction.user.id).answer(press_of(interaction))
        finally:
            self._display.let_go_when_over(table)

    async def _show_hand(self, interaction: Interaction, table: Table) -> None:
        hands, user_id, message = self._display.hands, interaction.user.id, interaction.message
        press = press_of(interaction)
        if message is None or _is_look(interaction):
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

    async def by_message(self, interaction: Interaction, table: Table, change: Change) -> None:
        """Make a change and answer the press with what its message shows then, where it has a slot."""
        await change()
        self._closing_trick(table).pressed()
        slot = self.slot_of(interaction, table)
        if slot is None:
            await acknowledge(interaction)
        else:
            await slot.answer(press_of(interaction))

    async def without_change(self, interaction: Interaction, table: Table) -> None:
        """Answer without changing the message, so that this interaction's token can edit it from now on."""
        answered = await press_of(interaction).acknowledge()
        slot = self.slot_of(interaction, table)
        if slot is not None and answered:
            slot.hold(interaction)

    def where(self, table: Table) -> str | None:
        """Where the table is seen."""
        return self._display.messages.table_url(table.facts)

    def _closing_trick(self, table: Table) -> ClosingTrick:
        return self._display.messages.known(table.facts.id).closing_trick

    def slot_of(self, interaction: Interaction, table: Table) -> Slot | None:
        """The slot of the message that was pressed, if it has one."""
        message, user_id = interaction.message, interaction.user.id
        if message is None:
            return None
        return self._display.messages.slot_of_message(table.facts.id, message.id, user_id)


def _is_look(interaction: Interaction) -> bool:
    """Whether what was pressed is no direct message, but a hand shown where its person asked for it."""
    return interaction.message is None or interaction.guild_id is not None
