"""Hands: each person's own, by direct message, or where those are closed behind a call in the channel.

A hand is edited at every card while that costs nothing (a live interaction token) and otherwise when its seat
is to move. A turn that has waited comes as a new message, because edits do not notify.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any, Final

import discord

from bot.engine.actions import Action
from bot.tables.errors import TableError
from bot.tables.model import Pace, State
from bot.tables.table import Table
from bot.ui.background import Background
from bot.ui.channel_messages import ChannelMessages
from bot.ui.drawings import Drawings
from bot.ui.messages import Messages, nothing
from bot.ui.panel import Drawing, taken
from bot.ui.panels import hand as hand_panel
from bot.ui.people import People
from bot.ui.ports import Kind
from bot.ui.slots import Slot

log = logging.getLogger(__name__)

NUDGE_AFTER: Final = 20.0


class HandMessages:
    """See the module."""

    def __init__(
        self,
        messages: Messages,
        drawings: Drawings,
        people: People,
        channel: ChannelMessages,
        background: Background,
    ) -> None:
        self._messages = messages
        self._drawings = drawings
        self._people = people
        self._channel = channel
        self._background = background

    def slot(self, table: Table, user_id: int) -> Slot:
        """The slot of a person's hand, wherever it is shown."""
        hands = self._messages.of(table.facts.id).hands
        if user_id not in hands:
            hands[user_id] = self._messages.slot(partial(self._drawings.hand, table, user_id))
        return hands[user_id]

    def mark(self, table: Table, user_id: int, action: Action) -> None:
        """A person has pressed a card that a second press plays."""
        self._drawings.marks.mark(table.facts, user_id, action)

    async def show_here(self, table: Table, interaction: discord.Interaction[Any]) -> None:
        """Show a person their hand where they asked for it, visible to them alone; it is kept up to date
        there."""
        user_id = interaction.user.id
        drawing = await self._drawings.hand(table, user_id)
        if drawing is None:
            raise TableError("not-seated")

        async def send(drawing: Drawing) -> discord.WebhookMessage:
            return await interaction.followup.send(ephemeral=True, wait=True, **drawing.to_send())

        message = await taken(send, drawing)
        self.slot(table, user_id).hold(interaction, message.id)
        await self.withdraw_ping(table, user_id)

    async def show(self, table: Table, user_id: int, *, new_deal: bool = False) -> None:
        """Bring a person's hand up to date: an edit where there is a message, else a new one or a ping."""
        slot = self.slot(table, user_id)
        if slot.place is not None and await self._people.hands_in_channel(user_id):
            await slot.withdraw()
            await self._messages.forget(table.facts.id, Kind.HAND, table.facts.seat_of(user_id) or 0)
        if slot.is_free or (slot.place is not None and not new_deal):
            slot.refresh()
            return
        if not await self.post(table, user_id) and table.facts.turn == table.facts.seat_of(user_id):
            await self._ping(table, user_id)

    async def post(self, table: Table, user_id: int) -> bool:
        """Send a hand as a new direct message in place of the old; False when none reaches this person. Where
        they have queued a card, it makes no sound; but it is sent, for whom it does not reach is called in
        the channel, where nobody may tell whether they have."""
        seat = table.facts.seat_of(user_id)
        slot = self.slot(table, user_id)
        old = slot.place
        try:
            channel_id = await self._people.hand_channel(user_id)
            drawing = await self._drawings.hand(table, user_id)
            if seat is None or channel_id is None or drawing is None:
                return False
            silent = table.queued(user_id) is not None or await self._is_quiet(user_id)
            place = await slot.post(channel_id, drawing, silent=silent)
        except discord.HTTPException as error:
            if not await self._people.refused(user_id, error):
                log.warning("a hand could not be sent: status %s, code %s", error.status, error.code)
            return False
        if not silent:
            self._messages.of(table.facts.id).called = user_id, table.facts.seq
        await self._people.reached(user_id)
        await self._messages.remember(table.facts, Kind.HAND, seat, place)
        if old is not None:
            await self._messages.delete(old)
        return True

    async def _is_quiet(self, user_id: int) -> bool:
        """Whether nothing is to make a sound for this person now."""
        now = self._messages.time.now()
        return (await self._people.preferences(user_id)).rings_from(now) != now

    async def _ping(self, table: Table, user_id: int) -> None:
        """Call a person in the channel whose direct messages are closed, or who has their hand there. A call
        that made no sound gives way to one that does."""
        facts, shown = table.facts, self._messages.of(table.facts.id)
        wished, silent = await self._people.hands_in_channel(user_id), await self._is_quiet(user_id)
        words = await self._people.words(user_id)
        if user_id in shown.pings:
            if silent or user_id not in shown.silent:
                return
            await self.withdraw_ping(table, user_id)
        drawing = hand_panel.ping(words, facts, user_id, wished=wished)
        slot = shown.pings[user_id] = self._messages.slot(nothing)
        if silent:
            shown.silent.add(user_id)
        try:
            await slot.post(self._channel.channel_of(table), drawing, ping=user_id, silent=silent)
        except discord.HTTPException as error:
            shown.pings.pop(user_id, None)
            await self._channel.lost(table, error)

    async def withdraw_ping(self, table: Table, user_id: int | None) -> None:
        """The person has seen the call, or it is no longer theirs."""
        if user_id is None:
            return
        shown = self._messages.of(table.facts.id)
        shown.silent.discard(user_id)
        slot = shown.pings.pop(user_id, None)
        if slot is not None:
            await slot.withdraw()

    async def drop(self, table: Table, user_id: int, seat: int) -> None:
        """A person has left: their cards are no longer theirs to see."""
        await self.withdraw_ping(table, user_id)
        slot = self._messages.of(table.facts.id).hands.pop(user_id, None)
        if slot is None:
            return
        await slot.close()
        await slot.withdraw()
        await self._messages.forget(table.facts.id, Kind.HAND, seat)

    def arm_nudge(self, table: Table) -> None:
        """A turn that has waited comes as a new message."""
        shown = self._messages.of(table.facts.id)
        shown.stop_nudge()
        facts = table.facts
        if facts.state is not State.PLAYING or facts.turn is None or facts.turn < 0:
            return
        seat = facts.seats[facts.turn]
        if seat.user_id is None or seat.absent:
            return
        if facts.pace is Pace.DAY and shown.called == (seat.user_id, facts.seq):
            return  # the turn came as a new message: a new deal's
        wait = 0.0 if facts.pace is Pace.DAY else NUDGE_AFTER
        self._nudge_at(table, seat.user_id, facts.seq, self._messages.time.now() + wait)

    def _nudge_at(self, table: Table, user_id: int, seq: int, when: float) -> None:
        self._messages.of(table.facts.id).stop_nudge()
        nudge = self._nudge(table, user_id, seq, when)
        self._messages.of(table.facts.id).nudge = asyncio.create_task(nudge, name="nudge")

    async def _nudge(self, table: Table, user_id: int, seq: int, when: float) -> None:
        await self._messages.time.sleep_until(when)
        self._background.spawn(self._call_again(table, user_id, seq))

    def call_nudged(self, table: Table, user_id: int, seq: int) -> None:
        """Somebody has nudged this person, who was to move at ``seq``: their hand comes as a new message, or
        they are called once more; when they wish to be."""
        self._background.spawn(self._call_again(table, user_id, seq, nudged=True))

    async def _call_again(self, table: Table, user_id: int, seq: int, *, nudged: bool = False) -> None:
        # In order, else a card played meanwhile might be missing on it.
        async with self._messages.of(table.facts.id).order:
            now = self._messages.time.now()
            rings = (await self._people.preferences(user_id)).rings_from(now)
            if table.facts.seq != seq or rings is None:
                return
            if rings > now:
                self._nudge_at(table, user_id, seq, rings)  # the quiet hours are over then
            elif not await self.post(table, user_id):
                if nudged:
                    await self.withdraw_ping(table, user_id)
                await self._ping(table, user_id)
