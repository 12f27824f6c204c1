"""What a table shows in its channel: the lobby, which becomes the game's running record; the deal in play;
the result.

In a quiet channel the deal's message goes once that of the next one is there, so that the newest is the
channel's last and never old; the last one's goes once the result is there. Else it stays, folded to a line.
What is to go follows from what is stored, so it goes after a restart too.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import discord

from bot.discordkit import panel
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.ports import NOTHING, MessageKind, on_table
from bot.discordkit.postings import Delivery, Draw, MessagePlace, MessageSpec
from bot.discordkit.presses import Press
from bot.discordkit.sending import told
from bot.discordkit.slots import Slot
from bot.tables.drafts import require_unveiled
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, State
from bot.tables.table import Table
from bot.tables.ui.drawings import Drawings
from bot.tables.ui.messages import Messages, dealt_of

log = logging.getLogger(__name__)

TABLE_PAUSE: Final = 2.0  # between two counted edits of one table message; hands do not wait
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
            purpose = self._purpose(table, MessageKind.LOBBY)
            shown.lobby = self._messages.slot(draw, purpose, table_id=table.facts.id)
        return shown.lobby

    def deal_slot(self, table: Table, dealt: int) -> Slot:
        """The slot of the message of a deal, counted from 0, those thrown in too."""
        deals = self._messages.of(table.facts.id).deals
        if dealt not in deals:
            draw = partial(self._drawings.table, table, dealt)
            purpose = self._purpose(table, MessageKind.TABLE, dealt)
            deals[dealt] = self._messages.slot(draw, purpose, pause=TABLE_PAUSE, table_id=table.facts.id)
        return deals[dealt]

    def result_slot(self, table: Table) -> Slot:
        """The slot of the message that tells the end of the game."""
        shown = self._messages.of(table.facts.id)
        if shown.result is None:
            draw = partial(self._drawings.result, table)
            shown.result = self._messages.slot(draw, self._purpose(table, MessageKind.RESULT))
        return shown.result

    def shows_play(self, table: Table) -> bool:
        """Whether the game is shown to a channel, beside the hands: the one place that decides it."""
        return table.facts.started_at is not None and not table.facts.is_private

    def begin_deal(self, table: Table, dealt: int, opener: Press | None) -> None:
        """A deal was dealt: it has a message of its own from now on, perhaps as the answer to ``opener``. The
        one before goes when that is there, or folds."""
        self._messages.of(table.facts.id).dealt = dealt
        if not self.shows_play(table):
            return
        self.deal_slot(table, dealt).renew(opener)
        self.settle_deals(table)

    async def end_game(self, table: Table) -> None:
        """The game is over, and all there is to see of its last deal was seen: its result is told."""
        await self.look_at_mode(table)
        self.lobby_slot(table).refresh()
        slot = self._messages.of(table.facts.id).table
        if slot is not None:
            slot.refresh()
        if self.shows_play(table):
            self.result_slot(table).renew()

    async def look_at_mode(self, table: Table) -> None:
        """Do from now on as the server wishes now. Raises StoreError."""
        settings = await self._people.settings(table.facts.guild_id)
        self._messages.of(table.facts.id).is_quiet = settings.is_quiet

    def settle_deals(self, table: Table) -> None:
        """The messages of deals that are over go, or fold: in a quiet channel that of the newest deal alone
        stays, and once the result is there none does. Where what takes their place is still to come they wait
        for it."""
        shown = self._messages.of(table.facts.id)
        told = shown.result is not None and shown.result.place is not None
        there = told or (shown.table is not None and shown.table.place is not None)
        for number, slot in [*shown.deals.items()]:
            if number == shown.dealt and not told:
                continue
            if shown.is_quiet and there:
                slot.withdraw()
            elif not shown.is_quiet and number not in shown.folded:
                shown.folded.add(number)
                slot.refresh()
            has_look = not table.facts.veiled  # else it is still to come
            if not slot.is_pending and has_look and (there or not shown.is_quiet):
                del shown.deals[number]

    def drop_unposted(self, table: Table) -> None:
        """A message of a deal that is over, which an earlier process did not post any more, is not posted in
        a quiet channel."""
        shown = self._messages.of(table.facts.id)
        over = table.facts.state not in UNFINISHED
        for number, slot in shown.deals.items():
            if shown.is_quiet and slot.place is None and (over or number != shown.dealt):
                slot.withdraw()

    def _purpose(self, table: Table, kind: MessageKind, about: int = 0) -> MessageSpec:
        async def address() -> int | None:
            return table.facts.channel_id

        async def arrived(place: MessagePlace, manner: Delivery) -> None:
            shown = self._messages.of(table.facts.id)
            shown.lost = False
            if kind is MessageKind.RESULT or (kind is MessageKind.TABLE and about == shown.dealt):
                self.settle_deals(table)

        return MessageSpec(
            posting=partial(self._messages.outlet.postings.make, on_table(table.facts.id), kind, about),
            address=address,
            arrived=arrived,
            refused=partial(self.lost, table),
        )

    # --- what people ask for

    async def show_again(self, table: Table, channel_id: int) -> int | None:
        """Post the table's message anew, in this channel, where all that follow go too; the old one goes.
        Returns the channel it was in before if that was another. Raises discord.Forbidden or
        discord.NotFound where the channel does not take it, TableError ``table-closed``,
        ``table-veiled``."""
        facts = table.facts
        if facts.started_at is None and facts.state is not State.LOBBY:
            raise TableError("table-closed")
        require_unveiled(facts)
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

        posting = partial(
            self._messages.outlet.postings.make, on_table(table.facts.id), MessageKind.RESULT, 0
        )
        return self._messages.slot(partial(self._drawings.result, table), MessageSpec(posting, here))

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
            progress = await table.progress()
            shown.dealt = dealt_of(progress.over, progress.turn)
        return self.deal_slot(table, shown.dealt)

    # --- what is told once

    async def announce(self, channel_id: int, key: str, **values: object) -> None:
        """Tell everybody in a channel something that stays; returns at once, and it is tried until it is
        there."""
        channel = self._messages.outlet.client.get_channel(channel_id)
        guild = channel.guild if isinstance(channel, discord.abc.GuildChannel | discord.Thread) else None

        async def draw() -> Drawing:
            words = await self._people.guild_words(guild.id if guild is not None else None)
            return panel.sentence(words(key, **values))

        async def here() -> int | None:
            return channel_id

        self._tell(draw, here)

    async def lost(self, table: Table, error: discord.HTTPException | None) -> None:
        """The channel does not take the table's message: tell the host, if there is one, once; hands go on by
        direct message."""
        facts, host_id = table.facts, table.facts.host_id
        log.warning("table %s cannot be shown in its channel: %s", facts.id, told(error) if error else "none")
        shown = self._messages.of(facts.id)
        if shown.lost or host_id is None:
            return
        shown.lost = True
        gone = error is not None and error.status == 404
        key = "table.channel-gone" if gone else "table.channel-closed"

        async def draw() -> Drawing:
            return panel.sentence((await self._people.words(host_id))(key, table=facts.number))

        self._tell(draw, partial(self._people.dm_channel, host_id))

    def _tell(self, draw: Draw, address: Callable[[], Awaitable[int | None]]) -> None:
        """A message of no table, which is not known to a later process."""
        make = partial(self._messages.outlet.postings.make, NOTHING, MessageKind.RESULT, 0)
        slot = self._messages.slot(draw, MessageSpec(make, address, is_stored=False))
        self._notices = {other for other in self._notices if other.is_pending} | {slot}
        slot.renew()

    def notices(self) -> set[Slot]:
        """What is being told."""
        return set(self._notices)
