"""What a table shows in its channel: the lobby, one message a deal, the result."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final

import discord

from bot.tables.errors import TableError
from bot.tables.model import State
from bot.tables.table import Table
from bot.ui.drawings import Drawings
from bot.ui.messages import Messages
from bot.ui.panel import Drawing
from bot.ui.panels import replies
from bot.ui.people import People
from bot.ui.ports import Kind
from bot.ui.slots import Place, Slot

log = logging.getLogger(__name__)

TABLE_PAUSE: Final = 2.0  # between two counted edits of one table message; hands do not wait


class ChannelMessages:
    """See the module."""

    def __init__(self, messages: Messages, drawings: Drawings, people: People) -> None:
        self._messages = messages
        self._drawings = drawings
        self._people = people

    def lobby_slot(self, table: Table) -> Slot:
        """The slot of the lobby message."""
        shown = self._messages.of(table.facts.id)
        if shown.lobby is None:
            shown.lobby = self._messages.slot(partial(self._drawings.lobby, table))
        return shown.lobby

    async def lobby_drawing(self, table: Table) -> Drawing:
        """The lobby as it is now."""
        drawing = await self._drawings.lobby(table)
        assert drawing is not None
        return drawing

    async def lobby_opened(self, table: Table, place: Place, interaction: discord.Interaction[Any]) -> None:
        """The lobby was posted as the answer to a command."""
        slot = self.lobby_slot(table)
        slot.place = place
        slot.hold(interaction)
        await self._messages.remember(table.facts, Kind.LOBBY, -1, place)

    async def show_again(self, table: Table, channel_id: int) -> None:
        """Post the table's message anew, in this channel; the old one goes. Raises discord.HTTPException."""
        facts = table.facts
        if facts.started_at is None and facts.state is not State.LOBBY:
            raise TableError("table-closed")
        if facts.state is State.LOBBY:
            slot, kind = self.lobby_slot(table), Kind.LOBBY
            drawing = await self._drawings.lobby(table)
        elif facts.state is State.FINISHED:
            slot, kind = self._messages.slot(partial(self._drawings.result, table)), Kind.RESULT
            drawing = await self._drawings.result(table)
        else:
            slot, kind = await self.table_slot(table), Kind.TABLE
            drawing = await self._drawings.table(table, self._messages.of(facts.id).dealt)
        assert drawing is not None
        old = slot.place
        place = await slot.post(channel_id, drawing)
        self.arrived(table, channel_id)
        await self._messages.remember(facts, kind, -1, place)
        if old is not None:
            await self._messages.delete(old)

    async def post_table(self, table: Table) -> None:
        """A new message for the deal that begins, by the opener's token where there is one."""
        shown, facts = self._messages.of(table.facts.id), table.facts
        opener, shown.opener = shown.opener, None
        slot = await self.table_slot(table)
        drawing = await self._drawings.table(table, shown.dealt)
        if drawing is None:
            return
        channel_id = self.channel_of(table)
        try:
            if opener is not None and opener.channel_id == channel_id and opener.response.is_done():
                place = await slot.follow_up(opener, drawing)
            else:
                place = await slot.post(channel_id, drawing)
        except discord.HTTPException as error:
            await self.lost(table, error)
        else:
            self.arrived(table, channel_id)
            await self._messages.remember(facts, Kind.TABLE, -1, place)

    async def post_result(self, table: Table) -> None:
        """A new message for the end of the game."""
        drawing = await self._drawings.result(table)
        slot = self._messages.slot(partial(self._drawings.result, table))
        try:
            place = await slot.post(self.channel_of(table), drawing)
        except discord.HTTPException as error:
            await self.lost(table, error)
        else:
            await self._messages.remember(table.facts, Kind.RESULT, -1, place)

    async def table_slot(self, table: Table) -> Slot:
        """The slot of the message of the deal in play, or of the last one."""
        shown = self._messages.of(table.facts.id)
        if shown.table is None:
            view = await table.view(None)
            over = len(view.results)
            shown.dealt = over if view.turn >= 0 else max(0, over - 1)
            draw = partial(self._drawings.table, table, shown.dealt)
            shown.table = self._messages.slot(draw, pause=TABLE_PAUSE)
        return shown.table

    def channel_of(self, table: Table) -> int:
        """Where the table's messages go: where it was opened, or shown again since."""
        return self._messages.of(table.facts.id).channel_id or table.facts.channel_id

    def arrived(self, table: Table, channel_id: int) -> None:
        """The channel took a message: the table is there now."""
        shown = self._messages.of(table.facts.id)
        shown.channel_id, shown.lost = channel_id, False

    async def lost(self, table: Table, error: discord.HTTPException) -> None:
        """The channel does not take the table's message: tell the host, once; hands go on by direct
        message."""
        facts = table.facts
        log.warning(
            "table %s cannot be shown in its channel: status %s, code %s", facts.id, error.status, error.code
        )
        shown = self._messages.of(facts.id)
        if shown.lost:
            return
        shown.lost = True
        words = await self._people.words(facts.host_id)
        key = "table.channel-gone" if error.status == 404 else "table.channel-closed"
        drawing = replies.sentence(words(key, table=facts.id))
        try:
            channel_id = await self._people.dm_channel(facts.host_id)
            if channel_id is not None:
                await self._messages.send(channel_id, drawing)
        except discord.HTTPException as refused:
            await self._people.refused(facts.host_id, refused)
