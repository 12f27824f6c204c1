"""What a table shows in its channel: the lobby, one message a deal, the result."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import discord

from bot.tables.errors import TableError
from bot.tables.model import State
from bot.tables.table import Table
from bot.ui.drawings import Drawings
from bot.ui.messages import Messages, dealt_of
from bot.ui.panel import Drawing
from bot.ui.panels import replies
from bot.ui.people import People
from bot.ui.places import Draw, Manner, Place, Purpose
from bot.ui.ports import Kind
from bot.ui.presses import Press
from bot.ui.sending import told
from bot.ui.slots import Slot

log = logging.getLogger(__name__)

TABLE_PAUSE: Final = 2.0  # between two counted edits of one table message; hands do not wait
NO_TABLE: Final = 0
POSTED_WITHIN: Final = 8.0  # how long whoever asked for a message waits for it


class ChannelMessages:
    """See the module."""

    def __init__(self, messages: Messages, drawings: Drawings, people: People) -> None:
        self._messages = messages
        self._drawings = drawings
        self._people = people
        self._notices: set[Slot] = set()

    # --- the slots

    def lobby_slot(self, table: Table) -> Slot:
        """The slot of the lobby message."""
        shown = self._messages.of(table.facts.id)
        if shown.lobby is None:
            draw = partial(self._drawings.lobby, table)
            shown.lobby = self._messages.slot(draw, self._purpose(table, Kind.LOBBY))
        return shown.lobby

    def deal_slot(self, table: Table, dealt: int) -> Slot:
        """The slot of the message of a deal, counted from 0, those thrown in too."""
        deals = self._messages.of(table.facts.id).deals
        if dealt not in deals:
            draw = partial(self._drawings.table, table, dealt)
            purpose = self._purpose(table, Kind.TABLE, dealt)
            deals[dealt] = self._messages.slot(draw, purpose, pause=TABLE_PAUSE)
        return deals[dealt]

    def result_slot(self, table: Table) -> Slot:
        """The slot of the message that tells the end of the game."""
        shown = self._messages.of(table.facts.id)
        if shown.result is None:
            draw = partial(self._drawings.result, table)
            shown.result = self._messages.slot(draw, self._purpose(table, Kind.RESULT))
        return shown.result

    def _purpose(self, table: Table, kind: Kind, about: int = 0) -> Purpose:
        async def address() -> int | None:
            return table.facts.channel_id

        async def arrived(place: Place, manner: Manner) -> None:
            self._messages.of(table.facts.id).lost = False

        return Purpose(
            posting=partial(self._messages.outlet.postings.make, table.facts.id, kind, about),
            address=address,
            arrived=arrived,
            refused=partial(self.lost, table),
        )

    # --- what people ask for

    async def lobby_drawing(self, table: Table) -> Drawing:
        """The lobby as it is now."""
        drawing = await self._drawings.lobby(table)
        assert drawing is not None
        return drawing

    async def show_again(self, table: Table, channel_id: int) -> int | None:
        """Post the table's message anew, in this channel, where all that follow go too; the old one goes.
        Returns the channel it was in before if that was another. Raises discord.Forbidden or
        discord.NotFound where the channel does not take it, TableError ``table-closed``."""
        facts = table.facts
        if facts.started_at is None and facts.state is not State.LOBBY:
            raise TableError("table-closed")
        if facts.state is State.FINISHED:
            await self._post(self._copy_of_result(table, channel_id))
            return None
        before = facts.channel_id
        slot = self.lobby_slot(table) if facts.state is State.LOBBY else await self.table_slot(table)
        await table.show_in(channel_id)
        try:
            await self._post(slot)
        except discord.HTTPException:
            await table.show_in(before)
            raise
        return before if before != channel_id else None

    def _copy_of_result(self, table: Table, channel_id: int) -> Slot:
        async def here() -> int | None:
            return channel_id

        posting = partial(self._messages.outlet.postings.make, table.facts.id, Kind.RESULT, 0)
        return self._messages.slot(partial(self._drawings.result, table), Purpose(posting, here))

    async def post_lobby(self, table: Table, opener: Press | None = None) -> None:
        """Post the lobby of a new table, perhaps as the answer to who opened it. Raises discord.Forbidden or
        discord.NotFound where the channel does not take it."""
        await self._post(self.lobby_slot(table), opener)

    async def _post(self, slot: Slot, opener: Press | None = None) -> None:
        """Have a new message, and wait for it for as long as a person would."""
        slot.renew(opener)
        refusal = await slot.posted(POSTED_WITHIN)
        if refusal is not None:
            raise refusal

    async def table_slot(self, table: Table) -> Slot:
        """The slot of the message of the deal in play, or of the last one. Raises TableError."""
        shown = self._messages.of(table.facts.id)
        if shown.dealt < 0:
            view = await table.view(None)
            shown.dealt = dealt_of(len(view.results), view.turn)
        return self.deal_slot(table, shown.dealt)

    # --- what is told once

    async def announce(self, channel_id: int, key: str, **values: object) -> None:
        """Tell everybody in a channel something that stays; returns at once, and it is tried until it is
        there."""
        channel = self._messages.outlet.client.get_channel(channel_id)
        guild = channel.guild if isinstance(channel, discord.abc.GuildChannel | discord.Thread) else None

        async def draw() -> Drawing:
            words = await self._people.guild_words(guild.id if guild is not None else None)
            return replies.sentence(words(key, **values))

        async def here() -> int | None:
            return channel_id

        self._tell(draw, here)

    async def lost(self, table: Table, error: discord.HTTPException | None) -> None:
        """The channel does not take the table's message: tell the host, once; hands go on by direct
        message."""
        facts = table.facts
        log.warning("table %s cannot be shown in its channel: %s", facts.id, told(error) if error else "none")
        shown = self._messages.of(facts.id)
        if shown.lost:
            return
        shown.lost = True
        gone = error is not None and error.status == 404
        key = "table.channel-gone" if gone else "table.channel-closed"

        async def draw() -> Drawing:
            return replies.sentence((await self._people.words(facts.host_id))(key, table=facts.id))

        self._tell(draw, partial(self._people.dm_channel, facts.host_id))

    def _tell(self, draw: Draw, address: Callable[[], Awaitable[int | None]]) -> None:
        """A message of no table, which is not known to a later process."""
        make = partial(self._messages.outlet.postings.make, NO_TABLE, Kind.RESULT, 0)
        slot = self._messages.slot(draw, Purpose(make, address, is_stored=False))
        self._notices = {other for other in self._notices if other.is_pending} | {slot}
        slot.renew()

    def notices(self) -> set[Slot]:
        """What is being told."""
        return set(self._notices)
