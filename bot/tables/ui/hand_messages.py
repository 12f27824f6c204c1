"""Hands: each person's own, by direct message, or where those are closed behind a call in the channel.

A hand belongs to a person, wherever they sit. It is edited at every card, under load at every trick, while
that costs nothing (a live interaction token) and otherwise when its seat is to move. A hand that was shown to
a person where they asked for it is kept up to date while that costs nothing; Discord's client forgets it when
it restarts, so nobody counts on it: whoever is to move has their hand by direct message too, or is called.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from functools import partial
from math import inf
from typing import Final

import discord

from bot.discordkit.boundary import Refusal
from bot.discordkit.panel import Drawing
from bot.discordkit.people import CLOSED_CODES, People
from bot.discordkit.ports import MessageKind, SubjectKind, on_table
from bot.discordkit.postings import Delivery, MessagePlace, MessageSpec
from bot.discordkit.presses import First, Press
from bot.discordkit.sending import UNKNOWN_CHANNEL
from bot.discordkit.slots import Slot
from bot.engine.actions import Action
from bot.engine.cards import CardSet
from bot.tables.errors import TableError
from bot.tables.model import State
from bot.tables.table import Table
from bot.tables.ui import table_panel
from bot.tables.ui.channel_messages import POSTED_WITHIN, ChannelMessages
from bot.tables.ui.drawings import Drawings
from bot.tables.ui.messages import Messages, clockwise
from bot.tables.wishes import stuck

log = logging.getLogger(__name__)

HERE_SECONDS: Final = 20.0  # who has pressed something so lately need not be rung for


class HandMessages:
    """See the module."""

    def __init__(
        self, messages: Messages, drawings: Drawings, people: People, channel: ChannelMessages
    ) -> None:
        self._messages = messages
        self._drawings = drawings
        self._people = people
        self._channel = channel

    # --- the slots

    def slot(self, table: Table, user_id: int) -> Slot:
        """The slot of a person's hand in their direct messages."""
        hands = self._messages.of(table.facts.id).hands
        if user_id not in hands:
            hands[user_id] = self._messages.slot(
                partial(self._drawings.hand, table, user_id),
                self._hand_purpose(table, user_id),
                table_id=table.facts.id,
            )
        return hands[user_id]

    def look_slot(self, table: Table, user_id: int) -> Slot:
        """The slot of the hand that a person was shown where they asked for it, or of the table, where they
        have no seat."""
        looks = self._messages.of(table.facts.id).looks
        if user_id not in looks:
            draw = partial(self._drawings.look, table, user_id)
            looks[user_id] = self._messages.slot(draw, table_id=table.facts.id)
        return looks[user_id]

    def call_slot(self, table: Table, user_id: int) -> Slot:
        """The slot of the call of a person in the channel."""
        calls = self._messages.of(table.facts.id).calls
        if user_id not in calls:
            calls[user_id] = self._messages.slot(
                partial(self._draw_call, table, user_id), self._call_purpose(table, user_id)
            )
        return calls[user_id]

    def _hand_purpose(self, table: Table, user_id: int) -> MessageSpec:
        def tell_lobby() -> None:
            """It says whom direct messages reach."""
            if table.facts.state is State.LOBBY and not table.facts.is_private:
                self._channel.live_slot(table).refresh()

        async def arrived(place: MessagePlace, manner: Delivery) -> None:
            if not manner.silent:
                self._messages.of(table.facts.id).rung = user_id, table.facts.seq
            await self._people.reached(user_id)
            tell_lobby()

        async def refused(error: discord.HTTPException | None) -> None:
            if error is not None:
                await self._not_delivered(user_id, error)
            tell_lobby()
            if table.facts.is_waiting_for(user_id) and not table.facts.is_private:
                self.call(table, user_id)

        async def lost(error: discord.HTTPException) -> None:
            if error.code in CLOSED_CODES or error.status == 403:
                await refused(error)
            else:
                self.slot(table, user_id).renew()

        return MessageSpec(
            posting=partial(
                self._messages.outlet.postings.make, on_table(table.facts.id), MessageKind.HAND, user_id
            ),
            address=partial(self._hand_channel, table, user_id),
            manner=partial(self._hand_manner, table, user_id),
            is_private=partial(self._people.is_dm_channel, user_id),
            arrived=arrived,
            refused=refused,
            lost=lost,
        )

    async def _hand_channel(self, table: Table, user_id: int) -> int | None:
        """A private table has no other channel than its person's direct messages, whatever they wish."""
        if table.facts.is_private:
            return await self._people.dm_channel(user_id)
        return await self._people.hand_channel(user_id)

    async def _goes_by_direct_message(self, table: Table, user_id: int) -> bool:
        """Whether a person's hand goes there, as far as is known now."""
        if table.facts.is_private:
            return not await self._people.is_closed(user_id)
        return await self.has_direct_messages(user_id)

    async def _not_delivered(self, user_id: int, error: discord.HTTPException) -> None:
        if error.code == UNKNOWN_CHANNEL:
            await self._people.forget_dm_channel(user_id)
        elif not await self._people.refused(user_id, error):
            log.warning("a hand could not be sent: status %s, code %s", error.status, error.code)

    async def _hand_manner(self, table: Table, user_id: int) -> Delivery:
        """A new hand makes no sound for who has queued a card; but it is sent, for whom it does not reach is
        called in the channel, where nobody may tell whether they have."""
        return Delivery(silent=await self._is_seen_to(table, user_id) or await self._is_quiet(user_id))

    async def _is_seen_to(self, table: Table, user_id: int) -> bool:
        """Whether a person has queued a card, and it is not one that cannot be played now."""
        wishes, seat = table.wishes(user_id), table.facts.seat_of(user_id)
        return bool(wishes.queued) and stuck(wishes, await table.view(seat)) is None

    def _call_purpose(self, table: Table, user_id: int) -> MessageSpec:
        async def address() -> int | None:
            return table.facts.channel_id

        async def manner() -> Delivery:
            return Delivery(silent=await self._rings_later(table, user_id), ping=user_id)

        async def arrived(place: MessagePlace, manner: Delivery) -> None:
            if not manner.silent:
                self._messages.of(table.facts.id).rung = user_id, table.facts.seq

        return MessageSpec(
            posting=partial(
                self._messages.outlet.postings.make, on_table(table.facts.id), MessageKind.CALL, user_id
            ),
            address=address,
            manner=manner,
            arrived=arrived,
            refused=partial(self._channel.lost, table),
        )

    async def _draw_call(self, table: Table, user_id: int) -> Drawing | None:
        if not table.facts.is_waiting_for(user_id):
            return None
        wished = await self._people.hands_in_channel(user_id)
        return table_panel.ping(await self._people.reader(user_id), table.facts, wished=wished)

    async def _is_quiet(self, user_id: int) -> bool:
        """Whether nothing is to make a sound for this person now."""
        now = self._messages.time.now()
        return (await self._people.preferences(user_id)).rings_from(now) != now

    async def _rings_later(self, table: Table, user_id: int) -> bool:
        """Whether a call makes no sound yet: it may not, or its person is evidently here and will be rung for
        only when they take long."""
        time, turn_at = self._messages.time, table.facts.turn_at
        looked_at = self._messages.of(table.facts.id).looked_at.get(user_id, -inf)
        fresh = turn_at is not None and abs(time.now() - turn_at) < HERE_SECONDS
        return (fresh and time.monotonic() < looked_at + HERE_SECONDS) or await self._is_quiet(user_id)

    # --- what a person asks for

    def mark(self, table: Table, user_id: int, hand: CardSet, action: Action) -> None:
        """A person who holds these cards has pressed one that a second press plays or queues."""
        self._messages.of(table.facts.id).pressed_once.press(user_id, hand, action)

    async def show_here(self, table: Table, press: Press) -> None:
        """Show a person their hand where they asked for it, visible to them alone; one that they were shown
        before goes. Raises TableError ``not-seated``."""
        user_id = press.interaction.user.id
        press.expected = First.REPLY

        drawn, shown_here = table.facts, list[Drawing]()

        async def draw() -> Drawing:
            nonlocal drawn
            drawn = table.facts
            drawing = await self._drawings.hand(table, user_id)
            if drawing is None or drawing.reader not in (None, user_id):
                raise TableError("not-seated")
            shown_here.append(drawing)
            return drawing

        shown = self._messages.of(table.facts.id)
        before = shown.looks.get(user_id)
        if not await press.say_drawn(draw):
            return  # it was too late, and the person will ask again
        if shown.looks.get(user_id) is not before:
            await press.take_back()  # they have asked again meanwhile, and been answered sooner
            return
        shown.looks.pop(user_id, None)
        look = self.look_slot(table, user_id)
        look.hold(press.interaction, answered_privately=True)
        look.show(shown_here[-1])
        if table.facts is not drawn:
            look.refresh()
        self.pressed(table, user_id)
        self.withdraw_call(table, user_id)
        if before is not None:
            await before.take_back()

    def pressed(self, table: Table, user_id: int) -> None:
        """A person has pressed something on a hand that only they see."""
        self._messages.of(table.facts.id).looked_at[user_id] = self._messages.time.monotonic()

    def is_looking(self, table: Table, user_id: int) -> bool:
        """Whether a person has just now pressed something on a hand that only they see, and will see there
        what comes."""
        shown = self._messages.known(table.facts.id)
        look = shown.looks.get(user_id)
        since = shown.looked_at.get(user_id, -inf)
        return look is not None and look.is_free and self._messages.time.monotonic() < since + HERE_SECONDS

    # --- what is all of a private table

    async def post_private(self, table: Table, opener: Press | None = None) -> None:
        """Post what there is of a private table: the lobby, and in its place the hand; perhaps as the answer
        to who asked for it there. Raises Refusal where its person's direct messages are closed."""
        for seat in table.facts.seats:
            if seat.user_id is None:
                continue
            slot = self.slot(table, seat.user_id)
            slot.renew(opener)
            if await slot.posted(POSTED_WITHIN) is not None or await self._people.is_closed(seat.user_id):
                raise Refusal("direct-messages-closed")

    def show_private(self, table: Table, *, anew: bool, news: bool) -> None:
        """Have it show the newest state: ``anew`` a deal's first cards come as a new message, unless its
        person is at it or sees them in place of the lobby; with ``news`` also where that costs a request."""
        facts = table.facts
        for user_id in clockwise(facts):
            slot = self.slot(table, user_id)
            if anew and not slot.is_free:
                slot.renew()
            else:
                is_due = anew or facts.is_waiting_for(user_id)
                self.refresh(table, user_id, only_free=not (is_due or news), follows=not is_due)

    # --- what is wanted

    def show_new_deal(self, table: Table, user_id: int) -> None:
        """The cards of a new deal come as a new message, but for who has just pressed something on the hand
        before them, and sees it change."""
        slot, look = self.slot(table, user_id), self._messages.of(table.facts.id).looks.get(user_id)
        seen = slot.is_free or (look is not None and look.is_free and slot.place is not None)
        if seen:
            slot.refresh()
        else:
            slot.renew()

    async def has_direct_messages(self, user_id: int) -> bool:
        """Whether a person's hand goes to their direct messages, as far as is known now."""
        return await self._people.takes_direct_messages(user_id)

    def keep_places(self, table: Table) -> None:
        """A table waits for others: whoever sits there already is told so by direct message."""
        for seat in table.facts.seats:
            if seat.user_id is not None:
                self.keep_place(table, seat.user_id)

    def keep_place(self, table: Table, user_id: int) -> None:
        """Somebody has sat down at a table that has not begun. Who does so of an evening is called there."""
        slot, facts = self.slot(table, user_id), table.facts
        is_told = facts.is_private or facts.place is not None  # it is the lobby itself, or a call
        waits = facts.state is State.LOBBY and not is_told
        if waits and slot.place is None and not slot.is_pending:
            slot.renew()

    async def take_away_ended(self, tables: Collection[int], people: Collection[int | None]) -> None:
        """The hands that these people still have of games that are over go: their next one comes. Raises
        StoreError."""
        for posting in await self._messages.outlet.postings.stored():
            of_table = posting.subject.kind is SubjectKind.TABLE and posting.subject.id in tables
            if not (of_table and posting.kind is MessageKind.HAND and posting.about in people):
                continue
            slot = self._messages.known(posting.subject.id).hands.pop(posting.about, None)
            if slot is None:
                self._messages.outlet.postings.take_away(posting, unsure=True)
            else:
                slot.withdraw()

    async def see_to(self, table: Table, user_id: int) -> None:
        """Have it so that a person who is to move has something to press that will still be there."""
        slot = self.slot(table, user_id)
        if await self._goes_by_direct_message(table, user_id):
            if slot.place is None and not slot.is_pending:
                slot.renew()
        elif not table.facts.is_private:
            if slot.place is not None and await self._people.hands_in_channel(user_id):
                slot.withdraw()
            self.call(table, user_id)

    async def ring(self, table: Table, user_id: int) -> None:
        """A turn has waited: the hand comes as a new message, or the call does."""
        if await self._goes_by_direct_message(table, user_id):
            self.slot(table, user_id).renew()
        elif not table.facts.is_private:
            self.call_slot(table, user_id).renew()

    def call(self, table: Table, user_id: int) -> None:
        """Call a person in the channel whom no direct message reaches, or who has their hand there; the table
        stands there as it is then."""
        slot = self.call_slot(table, user_id)
        if slot.place is None and not slot.is_pending:
            self._channel.live_slot(table).refresh(follows=True)
            slot.renew()

    def withdraw_call(self, table: Table, user_id: int | None) -> None:
        """The person has seen the call, or it is no longer theirs."""
        slot = self._messages.of(table.facts.id).calls.pop(user_id or 0, None)
        if slot is not None:
            slot.withdraw()

    def drop(self, table: Table, user_id: int) -> None:
        """A person has left: their cards are no longer theirs to see."""
        self.withdraw_call(table, user_id)
        shown = self._messages.of(table.facts.id)
        shown.looks.pop(user_id, None)
        slot = shown.hands.pop(user_id, None)
        if slot is not None:
            slot.withdraw()

    def refresh_watched(self, table: Table) -> None:
        """Have the table that people without a seat watch show the newest state, where that costs nothing."""
        for user_id, look in self._messages.of(table.facts.id).looks.items():
            if table.facts.seat_of(user_id) is None and look.is_free:
                look.refresh(follows=True)

    def refresh(self, table: Table, user_id: int, *, only_free: bool = False, follows: bool = False) -> None:
        """Have a person's hands show the newest state; with ``only_free`` where that costs nothing. Where it
        ``follows`` what others do, nobody waits for it."""
        look = self._messages.of(table.facts.id).looks.get(user_id)
        if look is not None and look.is_free:
            look.refresh(follows=follows)
        slot = self.slot(table, user_id)
        if slot.is_free or not only_free:
            slot.refresh(follows=follows)
