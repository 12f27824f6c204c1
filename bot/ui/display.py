"""Who is shown what after each change of a table.

A table has one message a deal in its channel, one hand a person, and for people whom no direct message
reaches a ping when they are to move. Hands are edited at every card while that costs nothing (a live
interaction token) and otherwise when their seat is to move. A turn that has waited comes as a new message,
because edits do not notify.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from typing import Any, Final

import discord

from bot.engine.game import AWAITS_DECK, GameEnded, TrickTaken
from bot.pictures.painter import Painter
from bot.tables.errors import TableError
from bot.tables.mailbox import where
from bot.tables.model import UNFINISHED, Pace, State, TableFacts
from bot.tables.ports import Change, StoreError, Time
from bot.tables.registry import Tables
from bot.tables.table import Table
from bot.ui.budget import Budget
from bot.ui.drawings import Drawings
from bot.ui.panel import Drawing, message_url
from bot.ui.panels import hand as hand_panel
from bot.ui.panels import replies
from bot.ui.people import People
from bot.ui.ports import Kind, Shown, ShownStore
from bot.ui.slots import Draw, Place, Slot

log = logging.getLogger(__name__)

NUDGE_AFTER: Final = 20.0
TABLE_PAUSE: Final = 2.0  # between two counted edits of one table message; hands do not wait


class TableDisplay:
    """The messages of one table."""

    def __init__(self) -> None:
        self.lobby: Slot | None = None
        self.table: Slot | None = None
        self.record: Slot | None = None  # of the deal before; it is finished in its own time
        self.deal = -1
        self.moved_to: int | None = None  # another channel than it was opened in
        self.called: tuple[int, int] | None = None  # the person and seq of the newest direct message
        self.lost = False  # the channel takes no messages, which the host has been told
        self.hands: dict[int, Slot] = {}  # by person
        self.pings: dict[int, Slot] = {}  # by person
        self.nudge: asyncio.Task[None] | None = None
        self.opener: discord.Interaction[Any] | None = (
            None  # by which the next message can be posted uncounted
        )
        self.order = asyncio.Lock()  # changes are shown one after the other

    def slots(self) -> list[Slot]:
        """All of them."""
        found = (self.lobby, self.table, self.record, *self.hands.values(), *self.pings.values())
        return [slot for slot in found if slot]


class Display:
    """See the module. ``tables`` is set once, right after both exist: each needs the other."""

    tables: Tables

    def __init__(
        self,
        client: discord.Client,
        people: People,
        shown: ShownStore,
        painter: Painter,
        budget: Budget,
        time: Time,
    ) -> None:
        self._client = client
        self._people = people
        self._shown = shown
        self._drawings = Drawings(people, painter, self.table_url)
        self._budget = budget
        self._time = time
        self._displays: dict[int, TableDisplay] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- what others ask of it

    def of(self, table_id: int) -> TableDisplay:
        """The messages of a table."""
        return self._displays.setdefault(table_id, TableDisplay())

    def changed(self, table: Table, change: Change) -> None:
        """A table's listener: decides what is shown anew; returns at once."""
        self._spawn(self._show(table, change))

    def table_url(self, facts: TableFacts) -> str | None:
        """Where the table's (or lobby's) message is."""
        display = self.of(facts.id)
        slot = display.table if display.table is not None and display.table.place else display.lobby
        if slot is None or slot.place is None:
            return None
        return message_url(facts.guild_id, slot.place.channel_id, slot.place.message_id)

    def hand_url(self, table_id: int, user_id: int) -> str | None:
        """Where a person's hand is in their direct messages."""
        slot = self.of(table_id).hands.get(user_id)
        return (
            message_url(None, slot.place.channel_id, slot.place.message_id) if slot and slot.place else None
        )

    def hand_slot(self, table: Table, user_id: int) -> Slot:
        """The slot of a person's hand, wherever it is shown."""
        hands = self.of(table.facts.id).hands
        if user_id not in hands:
            hands[user_id] = self._slot(partial(self._drawings.hand, table, user_id))
        return hands[user_id]

    def lobby_slot(self, table: Table) -> Slot:
        """The slot of the lobby message."""
        display = self.of(table.facts.id)
        if display.lobby is None:
            display.lobby = self._slot(partial(self._drawings.lobby, table))
        return display.lobby

    def slot_of_message(self, table: Table, message_id: int, user_id: int) -> Slot | None:
        """The slot that a message belongs to: the lobby, the table, or this person's hand."""
        display = self.of(table.facts.id)
        for slot in (display.table, display.lobby, display.hands.get(user_id)):
            if slot is not None and slot.place is not None and slot.place.message_id == message_id:
                return slot
        return None

    async def show_hand_here(self, table: Table, interaction: discord.Interaction[Any]) -> None:
        """Show a person their hand where they asked for it, visible to them alone; it is kept up to date
        there."""
        user_id = interaction.user.id
        drawing = await self._drawings.hand(table, user_id)
        if drawing is None:
            raise TableError("not-seated")
        message = await interaction.followup.send(ephemeral=True, wait=True, **drawing.to_send())
        self.hand_slot(table, user_id).hold(interaction, message.id)
        await self._withdraw_ping(table, user_id)

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
        await self._remember(table.facts, Kind.LOBBY, -1, place)

    async def show_again(self, table: Table, channel_id: int) -> None:
        """Post the table's message anew, in this channel; the old one goes. Raises discord.HTTPException."""
        facts = table.facts
        if facts.started_at is None and facts.state is not State.LOBBY:
            raise TableError("table-closed")
        if facts.state is State.LOBBY:
            slot, kind = self.lobby_slot(table), Kind.LOBBY
            drawing = await self._drawings.lobby(table)
        elif facts.state is State.FINISHED:
            slot, kind = self._slot(partial(self._drawings.result, table)), Kind.RESULT
            drawing = await self._drawings.result(table)
        else:
            slot, kind = await self._table_slot(table), Kind.TABLE
            drawing = await self._drawings.table(table, self.of(facts.id).deal)
        assert drawing is not None
        old = slot.place
        place = await slot.post(channel_id, drawing)
        self._arrived(table, channel_id)
        await self._remember(facts, kind, -1, place)
        if old is not None:
            await self._delete(old)

    async def welcome(self, table: Table, user_id: int) -> None:
        """Try a person's direct messages as they sit down, so that the lobby can say where their hand will
        be."""
        await self._post_hand(table, user_id)

    async def restore(self) -> None:
        """After a start: know the messages there are, and redraw those of seats to move, then the tables."""
        running = list(self.tables.running())
        for table in running:
            await self._guard(self._restore_slots(table))
        for table in running:
            await self._guard(self._restore_turn(table))
        for table in running:
            slot = self.of(table.facts.id).table
            if slot is not None:
                slot.refresh()

    async def settled(self) -> None:
        """Return when everything that was to be shown has been sent."""
        while True:
            busy = [task for task in self._tasks if not task.done()]
            for display in list(self._displays.values()):
                for slot in display.slots():
                    await slot.settled()
            if not busy:
                return
            await asyncio.wait(busy)

    async def close(self) -> None:
        """Stop showing."""
        for display in self._displays.values():
            if display.nudge is not None:
                display.nudge.cancel()
            for slot in display.slots():
                await slot.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- a change

    async def _show(self, table: Table, change: Change) -> None:
        async with self.of(table.facts.id).order:
            await self._show_change(table, change)

    async def _show_change(self, table: Table, change: Change) -> None:
        before, after = change.before, change.after
        if after.state is State.LOBBY or (before.state is State.LOBBY and after.state is not State.PLAYING):
            await self._show_lobby(table, before, after)
        elif before.state is State.LOBBY:
            self.lobby_slot(table).refresh()
            await self._show_deal(table)
        elif _deal_began(change):
            await self._show_deal(table)
        else:
            await self._show_play(table, change)

    async def _show_lobby(self, table: Table, before: TableFacts, after: TableFacts) -> None:
        self.lobby_slot(table).refresh()
        gone = {seat.user_id for seat in before.seats} - {seat.user_id for seat in after.seats}
        if after.state not in UNFINISHED:
            gone = {seat.user_id for seat in before.seats}
        for user_id in gone - {None}:
            assert user_id is not None
            await self._drop_hand(table, user_id, before.seat_of(user_id) or 0)

    async def _show_deal(self, table: Table) -> None:
        """A deal was dealt: a new table message and everybody's cards, the seat to move first."""
        facts = table.facts
        display = self.of(facts.id)
        if display.table is not None:
            display.table.refresh()  # the finished deal's message loses its buttons and stays
            await display.table.clicks_answered()
            display.record, display.table = display.table, None
        elif display.lobby is not None:
            await display.lobby.clicks_answered()
        await self._post_table(table)
        turn = facts.turn if facts.turn is not None else 0
        clockwise = [(turn + step) % facts.players for step in range(facts.players)]
        for number in clockwise:
            user_id = facts.seats[number].user_id
            if user_id is not None:
                await self._show_hand(table, user_id, new_deal=True)
        self._arm_nudge(table)

    async def _post_table(self, table: Table) -> None:
        display, facts = self.of(table.facts.id), table.facts
        opener, display.opener = display.opener, None
        slot = await self._table_slot(table)
        drawing = await self._drawings.table(table, display.deal)
        if drawing is None:
            return
        channel_id = self._channel_of(table)
        try:
            if opener is not None and opener.channel_id == channel_id and opener.response.is_done():
                place = await slot.follow_up(opener, drawing)
            else:
                place = await slot.post(channel_id, drawing)
        except discord.HTTPException as error:
            await self._channel_lost(table, error)
        else:
            self._arrived(table, channel_id)
            await self._remember(facts, Kind.TABLE, -1, place)

    async def _show_play(self, table: Table, change: Change) -> None:
        before, facts = change.before, change.after
        display = self.of(facts.id)
        if change.seats_changed:
            await self._seats_changed(table, before, facts)
        settled = any(not isinstance(event, TrickTaken) for event in change.events)
        news = settled or change.seats_changed or (change.action is None and not _only_ready(change))
        card = change.action is not None and (bool(change.events) or not self._budget.strained)
        if display.table is not None and (display.table.is_free or news or card):
            display.table.refresh()
        if before.turn != facts.turn and before.turn is not None and before.turn >= 0:
            await self._withdraw_ping(table, facts.seats[before.turn].user_id)
        for number, seat in enumerate(facts.seats):
            if seat.user_id is None:
                continue
            slot = self.hand_slot(table, seat.user_id)
            if (
                number == facts.turn
                and not seat.absent
                and facts.state is State.PLAYING
                and before.seq != facts.seq
            ):
                await self._show_hand(table, seat.user_id)
            elif slot.is_free or news:
                slot.refresh()
        if any(isinstance(event, GameEnded) for event in change.events):
            await self._show_end(table)
        self._arm_nudge(table)

    async def _show_end(self, table: Table) -> None:
        drawing = await self._drawings.result(table)
        slot = self._slot(partial(self._drawings.result, table))
        try:
            place = await slot.post(self._channel_of(table), drawing)
        except discord.HTTPException as error:
            await self._channel_lost(table, error)
        else:
            await self._remember(table.facts, Kind.RESULT, -1, place)

    async def _seats_changed(self, table: Table, before: TableFacts, facts: TableFacts) -> None:
        people = {seat.user_id for seat in facts.seats}
        for number, seat in enumerate(before.seats):
            if seat.user_id is not None and seat.user_id not in people:
                await self._drop_hand(table, seat.user_id, number)
        old = {seat.user_id for seat in before.seats}
        for seat in facts.seats:
            if seat.user_id is not None and seat.user_id not in old:
                await self._show_hand(table, seat.user_id, new_deal=True)

    # --- hands

    async def _show_hand(self, table: Table, user_id: int, *, new_deal: bool = False) -> None:
        """Bring a person's hand up to date: an edit where there is a message, else a new one or a ping."""
        slot = self.hand_slot(table, user_id)
        if slot.is_free or (slot.place is not None and not new_deal):
            slot.refresh()
            return
        if not await self._post_hand(table, user_id) and table.facts.turn == table.facts.seat_of(user_id):
            await self._ping(table, user_id)

    async def _post_hand(self, table: Table, user_id: int) -> bool:
        """Send a hand as a new direct message in place of the old; False when none reaches this person."""
        seat = table.facts.seat_of(user_id)
        slot = self.hand_slot(table, user_id)
        old = slot.place
        try:
            channel_id = await self._people.dm_channel(user_id)
            drawing = await self._drawings.hand(table, user_id)
            if seat is None or channel_id is None or drawing is None:
                return False
            place = await slot.post(channel_id, drawing)
        except discord.HTTPException as error:
            if not await self._people.refused(user_id, error):
                log.warning("a hand could not be sent: status %s, code %s", error.status, error.code)
            return False
        self.of(table.facts.id).called = user_id, table.facts.seq
        await self._people.reached(user_id)
        await self._remember(table.facts, Kind.HAND, seat, place)
        if old is not None:
            await self._delete(old)
        return True

    async def _ping(self, table: Table, user_id: int) -> None:
        """Call a person in the channel whose direct messages are closed."""
        facts = table.facts
        words = await self._people.words(user_id)
        pings = self.of(facts.id).pings
        if user_id in pings:
            return
        drawing = hand_panel.ping(words, facts, user_id)
        slot = pings[user_id] = self._slot(partial(_same, drawing))
        try:
            await slot.post(self._channel_of(table), drawing, ping=user_id)
        except discord.HTTPException as error:
            pings.pop(user_id, None)
            await self._channel_lost(table, error)

    async def _withdraw_ping(self, table: Table, user_id: int | None) -> None:
        slot = self.of(table.facts.id).pings.pop(user_id, None) if user_id is not None else None
        if slot is not None:
            await slot.withdraw()

    async def _drop_hand(self, table: Table, user_id: int, seat: int) -> None:
        """A person has left: their cards are no longer theirs to see."""
        await self._withdraw_ping(table, user_id)
        slot = self.of(table.facts.id).hands.pop(user_id, None)
        if slot is None:
            return
        await slot.close()
        await slot.withdraw()
        await self._shown.forget(table.facts.id, Kind.HAND, seat)

    def _arm_nudge(self, table: Table) -> None:
        """A turn that has waited comes as a new message."""
        display = self.of(table.facts.id)
        if display.nudge is not None:
            display.nudge.cancel()
            display.nudge = None
        facts = table.facts
        if facts.state is not State.PLAYING or facts.turn is None or facts.turn < 0:
            return
        seat = facts.seats[facts.turn]
        if seat.user_id is None or seat.absent:
            return
        if facts.pace is Pace.DAY and display.called == (seat.user_id, facts.seq):
            return  # the turn came as a new message: a new deal's
        wait = 0.0 if facts.pace is Pace.DAY else NUDGE_AFTER
        nudge = self._nudge(table, seat.user_id, facts.seq, self._time.now() + wait)
        display.nudge = asyncio.create_task(nudge, name="nudge")

    async def _nudge(self, table: Table, user_id: int, seq: int, when: float) -> None:
        await self._time.sleep_until(when)
        self._spawn(self._call_again(table, user_id, seq))

    async def _call_again(self, table: Table, user_id: int, seq: int) -> None:
        async with self.of(table.facts.id).order:  # else a card played meanwhile might be missing on it
            if table.facts.seq == seq and not await self._post_hand(table, user_id):
                await self._ping(table, user_id)

    # --- housekeeping

    async def _table_slot(self, table: Table) -> Slot:
        display = self.of(table.facts.id)
        if display.table is None:
            view = await table.view(None)
            display.deal = view.deal if view.turn >= 0 or not view.results else view.results[-1].deal
            draw = partial(self._drawings.table, table, display.deal)
            display.table = self._slot(draw, pause=TABLE_PAUSE)
        return display.table

    def _channel_of(self, table: Table) -> int:
        """Where the table's messages go: where it was opened, or shown again since."""
        return self.of(table.facts.id).moved_to or table.facts.channel_id

    def _arrived(self, table: Table, channel_id: int) -> None:
        """The channel took a message: the table is there now."""
        display = self.of(table.facts.id)
        display.moved_to, display.lost = channel_id, False

    async def _restore_turn(self, table: Table) -> None:
        """Redraw the hand of whoever is to move."""
        facts = table.facts
        if facts.state is State.PLAYING and facts.turn is not None and facts.turn >= 0:
            seat = facts.seats[facts.turn]
            if seat.user_id is not None and not seat.absent:
                await self._show_hand(table, seat.user_id)
                self._arm_nudge(table)

    async def _restore_slots(self, table: Table) -> None:
        facts = table.facts
        for shown in await self._shown.shown(facts.id):
            place = Place(shown.channel_id, shown.message_id, shown.posted_at)
            if shown.kind is Kind.LOBBY:
                self.lobby_slot(table).place = place
            elif shown.kind is Kind.TABLE and facts.state is not State.LOBBY:
                (await self._table_slot(table)).place = place
                self.of(facts.id).moved_to = place.channel_id
            elif shown.kind is Kind.HAND and shown.seat < len(facts.seats):
                user_id = facts.seats[shown.seat].user_id
                if user_id is not None:
                    self.hand_slot(table, user_id).place = place

    async def _remember(self, facts: TableFacts, kind: Kind, seat: int, place: Place) -> None:
        shown = Shown(facts.id, kind, seat, place.channel_id, place.message_id, facts.seq, place.posted_at)
        try:
            await self._shown.remember(shown)
        except StoreError as error:  # it is shown all the same, and after a restart posted anew
            log.error("a message of table %s could not be remembered: %s", facts.id, type(error).__name__)

    async def _delete(self, place: Place) -> None:
        slot = self._slot(partial(_same, None))
        slot.place = place
        await slot.withdraw()

    async def _channel_lost(self, table: Table, error: discord.HTTPException) -> None:
        """The channel does not take the table's message: tell the host, once; hands go on by direct
        message."""
        facts = table.facts
        log.warning(
            "table %s cannot be shown in its channel: status %s, code %s", facts.id, error.status, error.code
        )
        display = self.of(facts.id)
        if display.lost:
            return
        display.lost = True
        words = await self._people.words(facts.host_id)
        key = "table.channel-gone" if error.status == 404 else "table.channel-closed"
        drawing = replies.sentence(words(key, table=facts.id))
        try:
            channel_id = await self._people.dm_channel(facts.host_id)
            if channel_id is not None:
                await self._budget.take()
                await self._client.get_partial_messageable(channel_id).send(**drawing.to_send())
        except discord.HTTPException as refused:
            await self._people.refused(facts.host_id, refused)

    def _slot(self, draw: Draw, *, pause: float = 0.0) -> Slot:
        return Slot(draw, self._client, self._budget, self._time, pause=pause)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(self._guard(work), name="display")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except discord.HTTPException as error:
            log.warning("a change could not be shown: status %s, code %s", error.status, error.code)
        except Exception as error:
            log.error("a change could not be shown: %s", where(error))


async def _same(drawing: Drawing | None) -> Drawing | None:
    return drawing


def _only_ready(change: Change) -> bool:
    """Somebody is ready for the next deal, and others are not yet: those who look at the table's message to
    see who is waited for have pressed there, and so given a token to show it by."""
    before, after = change.before, change.after
    waits = before.turn == after.turn == AWAITS_DECK and before.state is after.state
    return waits and not change.seats_changed


def _deal_began(change: Change) -> bool:
    return change.after.seq > change.before.seq and change.before.turn == AWAITS_DECK
