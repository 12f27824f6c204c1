"""Who is shown what after each change of a table.

What each message should be follows from the table as it is; this module tells the messages' slots, which
bring it about, each for itself. Nothing here waits for Discord.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence

from bot.engine.actions import is_play
from bot.engine.game import AWAITS_DECK, TrickTaken
from bot.pictures.painter import Painter
from bot.tables.mailbox import where
from bot.tables.model import UNFINISHED, Emote, Nudge, State, TableFacts
from bot.tables.ports import Change
from bot.tables.registry import Tables
from bot.tables.table import Table
from bot.ui.avatars import Avatars
from bot.ui.background import Background
from bot.ui.channel_messages import ChannelMessages, dealt_of
from bot.ui.drawings import Drawings
from bot.ui.emojis import CardEmojis
from bot.ui.forced import tell_forced
from bot.ui.hand_messages import HandMessages
from bot.ui.messages import Messages, TableMessages
from bot.ui.people import People
from bot.ui.places import Outlet
from bot.ui.ports import Kind, Posting
from bot.ui.remarks import Remarks
from bot.ui.sending import may_pass, pause_after, told
from bot.ui.slots import Slot
from bot.ui.turns import Turns

log = logging.getLogger(__name__)


class Display:
    """The listener of all tables. ``channel`` and ``hands`` are where messages are made and found."""

    def __init__(
        self, outlet: Outlet, people: People, avatars: Avatars, emojis: CardEmojis, painter: Painter
    ) -> None:
        self.messages = Messages(outlet)
        self._outlet = outlet
        self._people = people
        self._background = Background()
        self._remarks = Remarks(outlet.time)
        drawings = Drawings(people, avatars, emojis, painter, self._remarks, self.messages.table_url)
        self.channel = ChannelMessages(self.messages, drawings, people)
        self.hands = HandMessages(self.messages, drawings, people, self.channel)
        self._turns = Turns(self.messages, self.hands, people)
        self._begun: list[Table] = []  # tables of an earlier process, of which something is still to be shown

    # --- after a change

    def changed(self, table: Table, change: Change) -> None:
        """A table's listener: has what changed shown; returns at once."""
        self._remarks.hear(change)
        self._drop_who_left(table, change.before)
        shown = self.messages.of(table.facts.id)
        shown.changes.append(change)
        if shown.showing is None or shown.showing.done():
            shown.showing = asyncio.create_task(self._show_changes(table, shown), name="showing")
        if change.seats_changed or change.before.state is State.LOBBY:
            self._background.spawn(tell_forced(table, self._people))

    def opened(self, table: Table) -> None:
        """A table waits for others: whoever sits there already has their place kept by direct message."""
        for seat in table.facts.seats:
            if seat.user_id is not None:
                self._keep_place(table, seat.user_id)

    def preferred(self, table: Table, user_id: int) -> None:
        """A person has chosen how they like to be shown things: their hand follows; where it is, when it is
        next their turn."""
        self.hands.refresh(table, user_id)

    def _drop_who_left(self, table: Table, before: TableFacts) -> None:
        """At once: what is drawn from now on is not for them."""
        facts = table.facts
        never_begun = facts.state not in UNFINISHED and facts.started_at is None
        for seat in before.seats:
            if seat.user_id is not None and (facts.seat_of(seat.user_id) is None or never_begun):
                self.hands.drop(table, seat.user_id)

    async def _show_changes(self, table: Table, shown: TableMessages) -> None:
        failures = 0
        while shown.changes:
            try:
                await self._show(table, shown.changes[0])
            except Exception as error:
                if may_pass(error):
                    failures += 1
                    log.warning("table %d is shown later: %s", table.facts.id, told(error))
                    await self._outlet.time.sleep_until(self._outlet.time.now() + pause_after(failures))
                    continue
                log.error("table %d: a change could not be shown: %s", table.facts.id, where(error))
            failures = 0
            shown.changes.popleft()
        if table.facts.state not in UNFINISHED:
            self._background.spawn(self._let_go(table.facts.id))

    async def _let_go(self, table_id: int) -> None:
        """The table is over: once its last messages are as they should be, nothing of them is kept."""
        shown = self.messages.of(table_id)
        shown.stop_waiting()
        for slot in list(shown.slots()):
            await slot.finished()
        if not shown.changes:
            self.messages.let_go(table_id)
            self._remarks.forget(table_id)

    async def _show(self, table: Table, change: Change) -> None:
        before, after = change.before, change.after
        if isinstance(change.signal, Emote | Nudge):
            self._show_signal(table, change.signal, after)
        elif after.started_at is None:
            self._show_lobby(table, before)
        else:
            if before.started_at is None:
                self.channel.lobby_slot(table).refresh()
            dealt_anew = before.started_at is None or _deal_began(change)
            if not (dealt_anew and await self._show_deal(table)):
                await self._show_play(table, change)
            self._turns.watch(table)

    def _show_signal(self, table: Table, signal: Emote | Nudge, facts: TableFacts) -> None:
        """The table's message tells of it, until it is next drawn for another reason some time later; who is
        nudged is rung for."""
        slot = self.messages.of(facts.id).table
        if slot is not None:
            slot.refresh()
        user_id = facts.seats[signal.seat].user_id if isinstance(signal, Nudge) else None
        if user_id is not None and table.facts.is_waiting_for(user_id):
            self._turns.nudged(table, user_id)

    def _show_lobby(self, table: Table, before: TableFacts) -> None:
        self.channel.lobby_slot(table).refresh()
        for seat in table.facts.seats:
            if seat.user_id is not None and before.seat_of(seat.user_id) is None:
                self._keep_place(table, seat.user_id)

    def _keep_place(self, table: Table, user_id: int) -> None:
        if table.facts.state is not State.LOBBY:
            return
        slot = self.hands.slot(table, user_id)
        if slot.place is None and not slot.is_pending:
            slot.renew()

    async def _show_deal(self, table: Table) -> bool:
        """A deal was dealt: a new table message, and everybody's cards, the seat to move first. False where
        that has been seen to: more has happened meanwhile."""
        facts, shown = table.facts, self.messages.of(table.facts.id)
        view = await table.view(None)
        dealt = dealt_of(len(view.results), view.turn)
        if dealt == shown.hands_of:
            return False
        for slot in shown.deals.values():
            slot.refresh()  # finished deals lose their buttons and stay
        shown.dealt = shown.hands_of = dealt
        opener, shown.opener = shown.opener, None
        self.channel.deal_slot(table, dealt).renew(opener)
        shown.deals = {number: slot for number, slot in shown.deals.items() if slot.is_pending}
        for user_id in _clockwise(facts):
            self.hands.withdraw_call(table, user_id)
            self.hands.refresh(table, user_id, only_free=True)
            if await self.hands.has_direct_messages(user_id):
                self.hands.slot(table, user_id).renew()
        return True

    async def _show_play(self, table: Table, change: Change) -> None:
        before, facts = change.before, change.after
        shown = self.messages.of(facts.id)
        slot = await self.channel.table_slot(table)
        if before.channel_id != facts.channel_id:
            return  # it is posted there by whoever moved it
        deal_over = any(not isinstance(event, TrickTaken) for event in change.events)
        news = deal_over or change.seats_changed or (change.action is None and not _only_ready(change))
        said = change.action is not None and not is_play(change.action)
        card = change.action is not None and (bool(change.events) or not self._outlet.budget.strained)
        if slot.is_free or news or said or card:
            slot.refresh()
        moved = before.seq != facts.seq
        for user_id in [*shown.calls] if moved else ():
            self.hands.withdraw_call(table, user_id)
        came = {seat.user_id for seat in facts.seats} - {seat.user_id for seat in before.seats}
        for user_id in _clockwise(facts):
            if user_id in came:
                self.hands.slot(table, user_id).renew()
            its_turn = moved and facts.is_waiting_for(user_id)
            self.hands.refresh(table, user_id, only_free=not (news or its_turn))
        if facts.state is State.FINISHED:
            self.channel.result_slot(table).renew()

    # --- after a start

    async def restore(self, tables: Tables) -> None:
        """Before anything is pressed: know the messages that an earlier process has left. Raises
        StoreError."""
        left: defaultdict[int, list[Posting]] = defaultdict(list)
        for posting in await self._outlet.postings.stored():
            left[posting.table_id].append(posting)
        over = await self._outlet.postings.deals_over()
        for table in tables.running():
            self._take_up(table, left.pop(table.facts.id, []), over.get(table.facts.id, 0))
            self._begun.append(table)
        for table_id, postings in left.items():
            table = await tables.get(table_id)
            self._take_up(table, postings, 0)
            self._begun.append(table)
        for table_id in await self._outlet.postings.without_result():
            self._begun.append(await tables.get(table_id))

    def _take_up(self, table: Table, postings: Sequence[Posting], over: int) -> None:
        facts, shown = table.facts, self.messages.of(table.facts.id)
        if facts.started_at is not None and facts.state in UNFINISHED:
            shown.dealt = shown.hands_of = dealt_of(over, facts.turn if facts.turn is not None else -1)
        newest = {(posting.kind, posting.about): posting for posting in postings}
        for posting in postings:
            slot = self._slot_of(table, posting)
            if slot is not None and newest[posting.kind, posting.about] is posting:
                slot.take_up(posting)
            else:
                self._outlet.postings.take_away(posting, unsure=True)

    def _slot_of(self, table: Table, posting: Posting) -> Slot | None:
        """The slot that a message of an earlier process is taken up by, if it is still wanted."""
        facts, person = table.facts, posting.about
        match posting.kind:
            case Kind.LOBBY:
                return self.channel.lobby_slot(table)
            case Kind.TABLE:
                return self.channel.deal_slot(table, posting.about)
            case Kind.RESULT:
                return self.channel.result_slot(table)
            case Kind.HAND:
                over = facts.started_at is None and facts.state is not State.LOBBY
                return None if facts.seat_of(person) is None or over else self.hands.slot(table, person)
            case Kind.CALL:
                return self.hands.call_slot(table, person) if facts.is_waiting_for(person) else None

    async def bring_up_to_date(self) -> None:
        """Show what somebody waits for at the tables that were taken up; the rest is shown when they move or
        are pressed."""
        begun, self._begun = self._begun, []
        for table in begun:
            await self._background.guard(self._bring_up_to_date(table))

    async def _bring_up_to_date(self, table: Table) -> None:
        facts, shown = table.facts, self.messages.of(table.facts.id)
        if facts.state not in UNFINISHED:
            for slot in shown.slots():
                slot.go_on()
            self._finish(table)
            return
        for slot in shown.slots():
            slot.go_on()
        if facts.started_at is None:
            self._show_or_post(self.channel.lobby_slot(table))
            self.opened(table)
            return
        if shown.lobby is not None:
            shown.lobby.refresh()
        for number, slot in shown.deals.items():
            if number != shown.dealt:
                slot.refresh()
        current = self.channel.deal_slot(table, shown.dealt)
        if current.place is None or facts.state is State.ADJOURNED:
            self._show_or_post(current)
        for user_id in _clockwise(facts):
            await self._bring_hand_up_to_date(table, user_id)
        self._turns.watch(table)

    async def _bring_hand_up_to_date(self, table: Table, user_id: int) -> None:
        """The hand of whoever is waited for, or has not been shown that the game has begun."""
        facts, slot = table.facts, self.hands.slot(table, user_id)
        seat = facts.seats[facts.seat_of(user_id) or 0]
        waits = facts.turn == AWAITS_DECK and not (seat.ready or seat.absent)
        if slot.place is not None:
            if waits or facts.is_waiting_for(user_id) or slot.place.posted_at < (facts.started_at or 0.0):
                slot.refresh()
        elif not slot.is_pending and await self.hands.has_direct_messages(user_id):
            slot.renew()

    def _finish(self, table: Table) -> None:
        """The table is over: what is left of it gets its final look, and the result is told."""
        facts, shown = table.facts, self.messages.of(table.facts.id)
        if facts.state is State.FINISHED and (shown.result is None or shown.result.is_pending):
            self.channel.result_slot(table).renew()
        for slot in shown.slots():
            if slot is not shown.result:
                slot.refresh()
        self._background.spawn(self._let_go(facts.id))

    def _show_or_post(self, slot: Slot) -> None:
        if slot.place is not None:
            slot.refresh()
        elif not slot.is_pending:
            slot.renew()

    # --- the end

    async def settled(self) -> None:
        """Return when everything that was to be shown has been sent, but for what is tried again later."""
        while True:
            busy = self._background.busy()
            busy |= {one.showing for one in self.messages.all() if one.showing and not one.showing.done()}
            for slot in self._slots():
                await slot.settled()
            await self._outlet.postings.settled()
            if not busy:
                return
            await asyncio.wait(busy)

    def _slots(self) -> list[Slot]:
        tables = self.messages.all()
        return [*(slot for shown in tables for slot in shown.slots()), *self.channel.notices()]

    async def close(self) -> None:
        """Stop showing."""
        for shown in self.messages.all():
            shown.stop_waiting()
            if shown.showing is not None:
                shown.showing.cancel()
                await asyncio.gather(shown.showing, return_exceptions=True)
        for slot in self._slots():
            await slot.close()
        await self._background.close()
        await self._outlet.postings.close()


def _clockwise(facts: TableFacts) -> list[int]:
    """The people at the table, whoever is to move first."""
    first = max(facts.turn or 0, 0)
    seats = [facts.seats[(first + step) % len(facts.seats)] for step in range(len(facts.seats))]
    return [seat.user_id for seat in seats if seat.user_id is not None]


def _only_ready(change: Change) -> bool:
    """Somebody is ready for the next deal, and others are not yet: those who look at the table's message to
    see who is waited for have pressed there, and so given a token to show it by."""
    before, after = change.before, change.after
    waits = before.turn == after.turn == AWAITS_DECK and before.state is after.state
    return waits and not change.seats_changed


def _deal_began(change: Change) -> bool:
    return change.after.seq > change.before.seq and change.before.turn == AWAITS_DECK
