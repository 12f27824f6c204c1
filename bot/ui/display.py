"""Who is shown what after each change of a table."""

from __future__ import annotations

import asyncio

import discord

from bot.engine.actions import is_play
from bot.engine.game import AWAITS_DECK, GameEnded, TrickTaken
from bot.pictures.painter import Painter
from bot.tables.model import UNFINISHED, Emote, Nudge, State, TableFacts
from bot.tables.ports import Change, Time
from bot.tables.registry import Tables
from bot.tables.table import Table
from bot.ui.avatars import Avatars
from bot.ui.background import Background
from bot.ui.budget import Budget
from bot.ui.channel_messages import ChannelMessages
from bot.ui.drawings import Drawings
from bot.ui.emojis import CardEmojis
from bot.ui.forced import tell_forced
from bot.ui.hand_messages import HandMessages
from bot.ui.messages import Messages
from bot.ui.people import People
from bot.ui.ports import Kind, ShownStore
from bot.ui.remarks import Remarks
from bot.ui.slots import Place


class Display:
    """The listener of all tables. ``channel`` and ``hands`` are where messages are posted and found."""

    def __init__(
        self,
        client: discord.Client,
        people: People,
        avatars: Avatars,
        emojis: CardEmojis,
        shown: ShownStore,
        painter: Painter,
        budget: Budget,
        time: Time,
    ) -> None:
        self.messages = Messages(client, shown, budget, time)
        self._budget = budget
        self._people = people
        self._background = Background()
        self._remarks = Remarks(time)
        drawings = Drawings(people, avatars, emojis, painter, self._remarks, self.messages.table_url)
        self.channel = ChannelMessages(self.messages, drawings, people)
        self.hands = HandMessages(self.messages, drawings, people, self.channel, self._background)

    def changed(self, table: Table, change: Change) -> None:
        """A table's listener: has what changed shown; returns at once."""
        self._remarks.hear(change)
        self._background.spawn(self._show(table, change))
        if change.seats_changed or change.before.state is State.LOBBY:
            self._background.spawn(tell_forced(table, self._people))

    async def restore(self, tables: Tables) -> None:
        """After a start: know the messages there are, and redraw those of seats to move, then the tables."""
        running = list(tables.running())
        for table in running:
            await self._background.guard(self._restore_slots(table))
        for table in running:
            await self._background.guard(self._restore_turn(table))
        for table in running:
            slot = self.messages.of(table.facts.id).table
            if slot is not None:
                slot.refresh()
        await self._background.guard(self._restore_results(tables))

    async def _restore_results(self, tables: Tables) -> None:
        """A crash came between a game's last card and the message that tells its end."""
        for table_id in await self.messages.without_result():
            await self._background.guard(self.channel.post_result(await tables.get(table_id)))

    async def _restore_turn(self, table: Table) -> None:
        """Redraw the hand of whoever is to move."""
        facts = table.facts
        if facts.state is State.PLAYING and facts.turn is not None and facts.turn >= 0:
            seat = facts.seats[facts.turn]
            if seat.user_id is not None and not seat.absent:
                await self.hands.show(table, seat.user_id)
                self.hands.arm_nudge(table)

    async def _restore_slots(self, table: Table) -> None:
        facts = table.facts
        for shown in await self.messages.stored(facts.id):
            place = Place(shown.channel_id, shown.message_id, shown.posted_at)
            if shown.kind is Kind.LOBBY:
                self.channel.lobby_slot(table).place = place
            elif shown.kind is Kind.TABLE and facts.state is not State.LOBBY:
                (await self.channel.table_slot(table)).place = place
                self.messages.of(facts.id).channel_id = place.channel_id
            elif shown.kind is Kind.HAND and shown.seat < len(facts.seats):
                user_id = facts.seats[shown.seat].user_id
                if user_id is not None:
                    self.hands.slot(table, user_id).place = place

    async def settled(self) -> None:
        """Return when everything that was to be shown has been sent."""
        while True:
            busy = self._background.busy()
            for shown in self.messages.all():
                for slot in shown.slots():
                    await slot.settled()
            if not busy:
                return
            await asyncio.wait(busy)

    async def close(self) -> None:
        """Stop showing."""
        for shown in self.messages.all():
            shown.stop_nudge()
            for slot in shown.slots():
                await slot.close()
        await self._background.close()

    async def _show(self, table: Table, change: Change) -> None:
        async with self.messages.of(table.facts.id).order:
            await self._show_change(table, change)
        if change.after.state not in UNFINISHED:
            self._background.spawn(self._let_go(table.facts.id))

    async def _let_go(self, table_id: int) -> None:
        """The table is over: once its last messages are sent, nothing of them is kept."""
        for slot in self.messages.of(table_id).slots():
            await slot.settled()
        self.messages.let_go(table_id)
        self._remarks.forget(table_id)

    async def _show_change(self, table: Table, change: Change) -> None:
        before, after = change.before, change.after
        if isinstance(change.signal, Emote | Nudge):
            self._show_signal(table, change.signal, after)
        elif after.state is State.LOBBY or (before.state is State.LOBBY and after.state is not State.PLAYING):
            await self._show_lobby(table, before, after)
        elif before.state is State.LOBBY:
            self.channel.lobby_slot(table).refresh()
            await self._show_deal(table)
        elif _deal_began(change):
            await self._show_deal(table)
        else:
            await self._show_play(table, change)

    def _show_signal(self, table: Table, signal: Emote | Nudge, facts: TableFacts) -> None:
        """The table's message tells of it, until it is next drawn for another reason some time later; who is
        nudged is called."""
        slot = self.messages.of(facts.id).table
        if slot is not None:
            slot.refresh()
        if isinstance(signal, Nudge) and (user_id := facts.seats[signal.seat].user_id) is not None:
            self.hands.call_nudged(table, user_id, facts.seq)

    async def _show_lobby(self, table: Table, before: TableFacts, after: TableFacts) -> None:
        self.channel.lobby_slot(table).refresh()
        gone = {seat.user_id for seat in before.seats} - {seat.user_id for seat in after.seats}
        if after.state not in UNFINISHED:
            gone = {seat.user_id for seat in before.seats}
        for user_id in gone - {None}:
            assert user_id is not None
            await self.hands.drop(table, user_id, before.seat_of(user_id) or 0)

    async def _show_deal(self, table: Table) -> None:
        """A deal was dealt: a new table message and everybody's cards, the seat to move first."""
        facts = table.facts
        shown = self.messages.of(facts.id)
        if shown.table is not None:
            shown.table.refresh()  # the finished deal's message loses its buttons and stays
            await shown.table.clicks_answered()
            shown.record, shown.table = shown.table, None
        elif shown.lobby is not None:
            await shown.lobby.clicks_answered()
        await self.channel.post_table(table)
        turn = facts.turn if facts.turn is not None else 0
        clockwise = [(turn + step) % facts.players for step in range(facts.players)]
        for number in clockwise:
            user_id = facts.seats[number].user_id
            if user_id is not None:
                await self.hands.show(table, user_id, new_deal=True)
        self.hands.arm_nudge(table)

    async def _show_play(self, table: Table, change: Change) -> None:
        before, facts = change.before, change.after
        shown = self.messages.of(facts.id)
        if change.seats_changed:
            await self._seats_changed(table, before, facts)
        deal_over = any(not isinstance(event, TrickTaken) for event in change.events)
        news = deal_over or change.seats_changed or (change.action is None and not _only_ready(change))
        said = change.action is not None and not is_play(change.action)
        card = change.action is not None and (bool(change.events) or not self._budget.strained)
        if shown.table is not None and (shown.table.is_free or news or said or card):
            shown.table.refresh()
        if before.turn != facts.turn and before.turn is not None and before.turn >= 0:
            await self.hands.withdraw_ping(table, facts.seats[before.turn].user_id)
        for number, seat in enumerate(facts.seats):
            if seat.user_id is None:
                continue
            slot = self.hands.slot(table, seat.user_id)
            if (
                number == facts.turn
                and not seat.absent
                and facts.state is State.PLAYING
                and before.seq != facts.seq
            ):
                await self.hands.show(table, seat.user_id)
            elif slot.is_free or news:
                slot.refresh()
        if any(isinstance(event, GameEnded) for event in change.events):
            await self.channel.post_result(table)
        self.hands.arm_nudge(table)

    async def _seats_changed(self, table: Table, before: TableFacts, facts: TableFacts) -> None:
        people = {seat.user_id for seat in facts.seats}
        for number, seat in enumerate(before.seats):
            if seat.user_id is not None and seat.user_id not in people:
                await self.hands.drop(table, seat.user_id, number)
        old = {seat.user_id for seat in before.seats}
        for seat in facts.seats:
            if seat.user_id is not None and seat.user_id not in old:
                await self.hands.show(table, seat.user_id, new_deal=True)


def _only_ready(change: Change) -> bool:
    """Somebody is ready for the next deal, and others are not yet: those who look at the table's message to
    see who is waited for have pressed there, and so given a token to show it by."""
    before, after = change.before, change.after
    waits = before.turn == after.turn == AWAITS_DECK and before.state is after.state
    return waits and not change.seats_changed


def _deal_began(change: Change) -> bool:
    return change.after.seq > change.before.seq and change.before.turn == AWAITS_DECK
