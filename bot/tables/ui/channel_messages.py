"""What a table shows in its channel: one message, from the lobby through every deal, and at the end the
result in its place.

The message is edited. It is posted anew, without a sound, only as a deal begins, and once or twice a game.
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
from bot.discordkit.ports import NOTHING, MessageKind, Posting, on_table
from bot.discordkit.postings import Delivery, Draw, MessagePlace, MessageSpec
from bot.discordkit.presses import Press
from bot.discordkit.sending import CUT_OFF, told, within
from bot.discordkit.slots import Slot
from bot.tables.drafts import require_unveiled
from bot.tables.errors import TableError
from bot.tables.model import Pace, State
from bot.tables.table import Table
from bot.tables.ui.drawings import Drawings
from bot.tables.ui.messages import Messages

log = logging.getLogger(__name__)

TABLE_PAUSE: Final = 2.0  # between two counted edits of one table message; hands do not wait
TRICK_PATIENCE: Final = (
    20.0  # until a counted edit shows a trick that stands still: its player is rung for then
)
TALKED: Final = 12  # messages after it, about a phone's height of short ones: it is seen no more
LONG_GAME: Final = 16  # deals; a longer one may have its message anew twice
POSTED_WITHIN: Final = 8.0  # how long whoever asked for a message waits for it


class ChannelMessages:
    """See the module."""

    def __init__(self, messages: Messages, drawings: Drawings, people: People) -> None:
        self._messages = messages
        self._drawings = drawings
        self._people = people
        self._notices: set[Slot] = set()

    # --- the slots

    def live_slot(self, table: Table) -> Slot:
        """The slot of the table's message, from its lobby to its last deal."""
        shown = self._messages.of(table.facts.id)
        if shown.live is None:
            draw = partial(self._drawings.table, table)
            purpose = self._purpose(table, MessageKind.TABLE)
            shown.live = self._messages.slot(draw, purpose, pause=TABLE_PAUSE, table_id=table.facts.id)
        return shown.live

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

    async def stay_in_sight(self, table: Table, deals: int) -> None:
        """Where a deal begins of a game of so many, and the table's message is so old that edits are dear, or
        has been talked away, it is posted anew; but so seldom that a game stays within its few messages."""
        shown, slot = self._messages.of(table.facts.id), self.live_slot(table)
        if slot.place is None and not slot.is_pending:
            slot.renew()  # somebody has deleted it
        if slot.place is None or shown.anew > (deals > LONG_GAME):
            return
        if (slot.is_old and table.facts.pace is not Pace.DAY) or await self._is_talked_away(slot.place):
            shown.anew += 1
            slot.renew()

    async def _is_talked_away(self, place: MessagePlace) -> bool:
        """Whether so much was posted after a message that it is seen no more; what cannot be read is not."""
        outlet = self._messages.outlet
        channel = outlet.client.get_partial_messageable(place.channel_id)

        async def look() -> int:
            later = channel.history(limit=TALKED, after=discord.Object(place.message_id))
            return len([one async for one in later])

        await outlet.budget.take(follows=True)
        try:
            return await within(outlet.time, look) == TALKED
        except (discord.HTTPException, *CUT_OFF) as error:
            log.info("what was posted after a message is not known: %s", told(error))
            return False

    def end_game(self, table: Table) -> None:
        """The game is over, and all there is to see of its last deal was seen: its result is told, and the
        table's message goes once that is there."""
        self.result_slot(table).renew()

    def take_away_live(self, table: Table) -> None:
        """The result is there: nothing is to be done with the table's message any more."""
        shown = self._messages.of(table.facts.id)
        if shown.live is not None and shown.result is not None and shown.result.place is not None:
            shown.live.withdraw()

    def _purpose(self, table: Table, kind: MessageKind) -> MessageSpec:
        shown = self._messages.of(table.facts.id)

        async def address() -> int | None:
            return table.facts.channel_id

        async def manner() -> Delivery:
            return Delivery(silent=kind is MessageKind.TABLE and table.facts.started_at is not None)

        async def arrived(place: MessagePlace, manner: Delivery) -> None:
            shown.lost = False
            self.take_away_live(table)

        def posting(channel_id: int) -> Posting:
            make = self._messages.outlet.postings.make
            return make(on_table(table.facts.id), kind, shown.anew, channel_id)

        return MessageSpec(posting, address, manner, arrived=arrived, refused=partial(self.lost, table))

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
        slot = self.live_slot(table)
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
        await self._post(self.live_slot(table), opener)

    async def _post(self, slot: Slot, opener: Press | None = None) -> None:
        """Have a new message, and wait for it for as long as a person would."""
        slot.renew(opener)
        refusal = await slot.posted(POSTED_WITHIN)
        if refusal is not None:
            raise refusal

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
