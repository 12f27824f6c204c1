"""What an earlier process has left: its messages are taken up, and what somebody waits for is shown."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final

from bot.discordkit.ports import MessageKind, Posting, SubjectKind
from bot.discordkit.sending import Background, insist
from bot.discordkit.slots import Slot
from bot.engine.game import AWAITS_DECK
from bot.tables.model import UNFINISHED, State, TableFacts
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui.messages import Messages, clockwise, dealt_of, is_done
from bot.tables.ui.table_slots import ChannelMessages, HandMessages
from bot.tables.ui.turns import GonePlayers, Turns, awaited

AT_ONCE: Final = 8
"""How many tables are brought up to date at a time."""


class AfterStart:
    """See the module. ``let_go`` forgets a table that is over once its messages are as they should be."""

    def __init__(
        self,
        messages: Messages,
        channel: ChannelMessages,
        hands: HandMessages,
        turns: Turns,
        gone: GonePlayers,
        background: Background,
        let_go: Callable[[int], Coroutine[Any, Any, None]],
    ) -> None:
        self._messages = messages
        self._postings = messages.outlet.postings
        self._time = messages.time
        self._channel = channel
        self._hands = hands
        self._turns = turns
        self._gone = gone
        self._background = background
        self._let_go = let_go
        self._begun: list[Table] = []  # of which something is still to be shown

    async def restore(self, tables: Tables) -> None:
        """Before anything is pressed: know the messages that an earlier process has left. Raises
        StoreError."""
        left: defaultdict[int, list[Posting]] = defaultdict(list)
        for posting in await self._postings.stored():
            if posting.subject.kind is SubjectKind.TABLE:
                left[posting.subject.id].append(posting)
        over = await self._postings.deals_over()
        for table in tables.running():
            self._take_up(table, left.pop(table.facts.id, []), over.get(table.facts.id, 0))
            self._begun.append(table)
        for table_id, postings in left.items():
            table = await tables.get(table_id)
            self._take_up(table, postings, 0)
            self._begun.append(table)
        for table_id in await self._postings.without_result():
            self._begun.append(await tables.get(table_id))

    def _take_up(self, table: Table, postings: Sequence[Posting], over: int) -> None:
        facts, shown = table.facts, self._messages.of(table.facts.id)
        if facts.started_at is not None and facts.state in UNFINISHED:
            shown.hands_of = dealt_of(over, facts.turn if facts.turn is not None else -1)
        newest = {_key_of(posting): posting for posting in postings}
        for posting in postings:
            slot = self._slot_of(table, posting)
            copy = (
                posting.kind is MessageKind.RESULT and posting.message_id is not None
            )  # asked for: all stay
            if slot is not None and (copy or newest[_key_of(posting)] is posting):
                slot.take_up(posting)
            else:
                self._postings.take_away(posting, unsure=True)

    def _slot_of(self, table: Table, posting: Posting) -> Slot | None:
        """The slot that a message of an earlier process is taken up by, if it is still wanted."""
        facts, person = table.facts, posting.about
        match posting.kind:
            case MessageKind.LOBBY | MessageKind.TABLE:
                self._messages.of(facts.id).anew = posting.about
                return self._channel.live_slot(table)
            case MessageKind.RESULT:
                return self._channel.result_slot(table)
            case MessageKind.HAND:
                over = facts.started_at is None and facts.state is not State.LOBBY
                return None if facts.seat_of(person) is None or over else self._hands.slot(table, person)
            case MessageKind.CALL:
                return self._hands.call_slot(table, person) if facts.is_waiting_for(person) else None
            case MessageKind.GONE:
                return self._gone.slot(table, person) if person in awaited(facts) else None
            case MessageKind.NIGHT:
                return None

    async def bring_up_to_date(self, presses: Callable[[], Awaitable[object]]) -> None:
        """Show what somebody waits for at the tables that were taken up: their messages in the channel where
        somebody may come back, resume or begin the next deal, since that is seen there alone, and the hands
        of those whose turn it is. The rest is shown when the table moves or they are pressed. A few tables
        at a time, and each once ``presses``, which are carried out, leave room: Discord takes only so much,
        and a press must not wait behind a thousand pictures."""
        begun, self._begun = deque(self._begun), []
        for _ in range(min(AT_ONCE, len(begun))):
            self._background.spawn(self._bring_all_up_to_date(begun, presses))

    async def _bring_all_up_to_date(
        self, begun: deque[Table], presses: Callable[[], Awaitable[object]]
    ) -> None:
        """One table after the other as long as there are any, each until it is shown or tried again later."""
        while begun:
            await presses()
            if not begun:
                return
            table = begun.popleft()
            await insist(self._time, partial(self._bring_up_to_date, table))
            for slot in [*self._messages.known(table.facts.id).slots()]:
                await slot.settled()

    async def _bring_up_to_date(self, table: Table) -> None:
        facts, shown = table.facts, self._messages.of(table.facts.id)
        for slot in shown.slots():
            slot.go_on()
        if facts.state not in UNFINISHED:
            self._finish(table)
            return
        if facts.by_answers:
            return  # the next press tells where its messages are, and brings them up to date
        if facts.is_private:
            await self._bring_private_up_to_date(table)
            return
        if facts.started_at is None:
            self._show_or_post(self._channel.live_slot(table), facts.channel_id)
            self._hands.keep_places(table)
            return
        current = self._channel.live_slot(table)
        if self._channel.shows_play(table):
            fresh = current.place is None or facts.turn == AWAITS_DECK
            fresh = fresh or not (await table.progress()).tricks  # it may still show what was before the deal
            moved = current.place is not None and current.place.channel_id != facts.channel_id
            stopped = facts.state is State.ADJOURNED
            if fresh or moved or stopped or _may_have_lost_somebody(facts):
                self._show_or_post(current, facts.channel_id)
        for user_id in clockwise(facts):
            await self._bring_hand_up_to_date(table, user_id)
        self._turns.watch(table)

    async def _bring_hand_up_to_date(self, table: Table, user_id: int) -> None:
        """The hand of whoever is waited for, or has not been shown that the game has begun."""
        facts, slot = table.facts, self._hands.slot(table, user_id)
        seat = facts.seats[facts.seat_of(user_id) or 0]
        waits = facts.turn == AWAITS_DECK and not (seat.ready or seat.absent)
        if slot.place is not None:
            if waits or facts.is_waiting_for(user_id) or slot.place.posted_at < (facts.started_at or 0.0):
                slot.refresh()
        elif not slot.is_pending and await self._hands.has_direct_messages(user_id):
            slot.renew()

    async def _bring_private_up_to_date(self, table: Table) -> None:
        """Its lobby or hand, which is all there is of it."""
        for user_id in clockwise(table.facts):
            slot = self._hands.slot(table, user_id)
            if slot.place is not None:
                slot.refresh()
            elif not slot.is_pending:
                slot.renew()
        self._turns.watch(table)

    def _finish(self, table: Table) -> None:
        """The table is over: what is left of it gets its final look, and the result is announced."""
        facts, shown = table.facts, self._messages.of(table.facts.id)
        sent = shown.result is not None and shown.result.place is not None
        if facts.state is State.FINISHED and is_done(facts) and not sent and self._channel.shows_play(table):
            self._channel.result_slot(table).renew()
        self._channel.take_away_live(table)
        for slot in shown.slots():
            if slot is not shown.result:
                slot.refresh()
        if is_done(facts):
            self._background.spawn(self._let_go(facts.id))

    def _show_or_post(self, slot: Slot, channel_id: int) -> None:
        """Also where the process ended after somebody had moved the table, and before it was shown there."""
        if slot.place is not None and slot.place.channel_id == channel_id:
            slot.refresh()
        elif not slot.is_pending:
            slot.renew()


def _key_of(posting: Posting) -> tuple[MessageKind, int]:
    """Of one the newest is kept. An earlier version had a message for the lobby and one for each deal."""
    if posting.kind in (MessageKind.LOBBY, MessageKind.TABLE):
        return MessageKind.TABLE, 0
    return posting.kind, posting.about


def _may_have_lost_somebody(facts: TableFacts) -> bool:
    """Whether a seat may have become free just before the end of the last process, which is to be seen in the
    channel. Of robots beside one person alone that is taken to be seen already, as most tables are like that:
    it follows with the next card."""
    people = sum(seat.user_id is not None for seat in facts.seats)
    return any(seat.absent for seat in facts.seats) or 1 < people < facts.players
