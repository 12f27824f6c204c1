"""Who is shown what after each change of a table.

What each message should be follows from the table as it is; this module tells the messages' slots, which
bring it about, each for itself. Nothing here waits for Discord. What only follows what others do gives way to
presses, to who is to move and to news. Under load cards in the middle of a trick are held back from who is
not to move by them: they are shown with the trick, or when load is over, a few tables a second, so that this
is no load itself. Whoever presses something is shown the newest state anyway.
"""

from __future__ import annotations

import asyncio
import logging
from enum import StrEnum
from functools import partial
from itertools import islice
from typing import Final

from bot.discordkit.avatars import Avatars, SuitEmojis
from bot.discordkit.load import Load
from bot.discordkit.people import People
from bot.discordkit.postings import Outlet
from bot.discordkit.sending import Background, insist
from bot.discordkit.slots import Slot
from bot.engine.cards import is_play
from bot.engine.game import AWAITS_DECK, TrickTaken
from bot.errors import tell
from bot.leagues.service import Clubs
from bot.pictures.painter import Painter
from bot.robots.why import can_explain
from bot.stats.ratings import RatingStore
from bot.tables.asking import PlayedCard, has_teacher
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, Emote, Nudge, Pace, State, TableFacts
from bot.tables.ports import Change
from bot.tables.table import Table
from bot.tables.ui.after_start import AfterStart
from bot.tables.ui.drawings import Drawings
from bot.tables.ui.explaining import Explaining
from bot.tables.ui.messages import ClosingTimer, Messages, TableMessages, clockwise, dealt_of, is_done
from bot.tables.ui.table_slots import TRICK_PATIENCE, ChannelMessages, HandMessages
from bot.tables.ui.turns import GonePlayers, Turns
from bot.timers import TimerKey, Timers
from bot.watch.log import here, working_at

log = logging.getLogger(__name__)


async def tell_forced(table: Table, people: People) -> None:
    """Have the table know what each person at it prefers."""
    for seat in table.facts.seats:
        if seat.user_id is None or table.facts.state not in UNFINISHED:
            continue
        wanted = (await people.preferences(seat.user_id)).auto_play
        if wanted == table.wishes(seat.user_id).plays_forced:
            continue
        try:
            await table.set_forced(seat.user_id, wanted)
        except (
            TableError
        ) as refused:  # they have left meanwhile; or the store fails, and the next change tells
            log.info("table %d: a preference could not be told: %s", table.facts.id, refused.code)


class Teacher:
    """Beside a robot of that kind a person is told of a card of theirs that gave points away, or was well
    found: on their own hand alone, from what they saw themselves; during a deal only where it may be asked
    why cards were played, else once it is over. It looks at what people play beside all else; what it has to
    say is on their hands when they are next drawn."""

    def __init__(
        self, messages: Messages, hands: HandMessages, explaining: Explaining, background: Background
    ) -> None:
        self._messages = messages
        self._hands = hands
        self._explaining = explaining
        self._background = background

    def hear(self, table: Table, change: Change) -> None:
        """A table has changed; returns at once."""
        seat, card = change.seat, change.action
        if seat is None or card is None or not is_play(card) or not has_teacher(change.before):
            return
        person = change.before.seats[seat]
        known = can_explain(table.rules.preset.family)
        if known and person.user_id is not None and not person.absent:
            played = PlayedCard(change.before.seq, seat, card, 0)
            self._background.spawn(self._look_at(table, person.user_id, played))

    async def _look_at(self, table: Table, user_id: int, played: PlayedCard) -> None:
        said = await self._explaining.remark(table, played)
        if said is None or table.facts.seat_of(user_id) != played.seat:
            return
        self._messages.of(table.facts.id).comments.setdefault(user_id, {})[played.number] = said
        self._hands.refresh(table, user_id, only_free=True, follows=True)


LOOKED_EVERY: Final = 1.0  # seconds, while anything is held back
TABLES_AT_ONCE: Final = 10
"""So many each time: with a counted request each they stay below what load ends at, and with five drawings
each they take a quarter of a core."""


class HeldTimer(StrEnum):
    """The timer of it, which is one."""

    CATCH_UP = "held-back"


CATCH_UP: Final = TimerKey(HeldTimer.CATCH_UP, 0)


class HeldBack:
    """The tables of which something was not shown, the one that has waited longest first."""

    def __init__(self, messages: Messages, load: Load, timers: Timers) -> None:
        self._messages = messages
        self._load = load
        self._timers = timers
        self._tables: dict[int, None] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def holds(self, change: Change) -> bool:
        """Whether a change is not to be shown now to those whom ``concerns`` does not name. Where it is, so
        is all that was held back before it."""
        table_id = change.after.id
        if not _is_in_mid_trick(change) or self._load.at_ease:
            self._tables.pop(table_id, None)
            return False
        self._tables.setdefault(table_id)
        if CATCH_UP not in self._timers:
            self._look_later()
        return True

    def _look_later(self) -> None:
        self._timers.after(CATCH_UP, LOOKED_EVERY, self._look)

    def _look(self) -> None:
        if self._load.at_ease:
            for table_id in [*islice(self._tables, TABLES_AT_ONCE)]:
                del self._tables[table_id]
                self._catch_up(table_id)
        if self._tables:
            self._look_later()

    def _catch_up(self, table_id: int) -> None:
        shown = self._messages.known(table_id)
        if shown.live is not None:
            shown.live.refresh(follows=True)
        for slot in (*shown.hands.values(), *shown.looks.values()):
            if slot.is_free:
                slot.refresh(follows=True)


def concerns(change: Change, user_id: int) -> bool:
    """Whether a change in mid-trick is a person's own: they are to move now, or have just done so, be it by a
    card that they had queued."""
    own = change.seat is not None and change.before.seats[change.seat].user_id == user_id
    return own or change.after.is_waiting_for(user_id)


def _is_in_mid_trick(change: Change) -> bool:
    return change.action is not None and is_play(change.action) and not change.events


class Display:
    """The listener of all tables. ``channel`` and ``hands`` are where messages are made and found,
    ``explaining`` has cards explained."""

    def __init__(
        self,
        outlet: Outlet,
        people: People,
        clubs: Clubs,
        ratings: RatingStore,
        avatars: Avatars,
        suits: SuitEmojis,
        painter: Painter,
        timers: Timers,
        load: Load,
    ) -> None:
        self.messages = Messages(outlet)
        self._outlet = outlet
        self._people = people
        self._timers = timers
        self._load = load
        self._background = Background()
        self.explaining = Explaining()
        self.drawings = drawings = Drawings(people, clubs, ratings, avatars, suits, painter, self.messages)
        self.channel = ChannelMessages(self.messages, drawings, people)
        self.hands = HandMessages(self.messages, drawings, people, self.channel)
        self.held_back = HeldBack(self.messages, load, timers)
        self.teacher = Teacher(self.messages, self.hands, self.explaining, self._background)
        self.gone = GonePlayers(self.messages, self.channel, people, timers)
        self._turns = Turns(self.messages, self.hands, people, timers, self.gone)
        self.after_start = AfterStart(
            self.messages,
            self.channel,
            self.hands,
            self._turns,
            self.gone,
            self._background,
            self.let_go,
        )

    # --- after a change

    def changed(self, table: Table, change: Change) -> None:
        """A table's listener: has what changed shown; returns at once."""
        self._drop_who_left(table, change.before)
        shown = self.messages.of(table.facts.id)
        tell(shown.remarks.hear, change)
        tell(shown.closing_trick.hear, change)
        tell(self.teacher.hear, table, change)
        shown.changes.append((change, here()))
        if shown.showing is None or shown.showing.done():
            shown.showing = asyncio.create_task(self._show_changes(table, shown), name="showing")
        if change.seats_changed or change.before.state is State.LOBBY:
            self._background.spawn(tell_forced(table, self._people))

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
                if facts.by_answers:
                    self._background.spawn(self.hands.slot(table, seat.user_id).take_back())
                self.hands.drop(table, seat.user_id)

    async def _show_changes(self, table: Table, shown: TableMessages) -> None:
        while shown.changes:
            change, what = shown.changes[0]
            with working_at(what):
                await insist(self._outlet.time, partial(self._show, table, change))
            shown.changes.popleft()
        self.let_go_when_over(table)

    def let_go_when_over(self, table: Table) -> None:
        """To be called after whatever may have been remembered of a table."""
        if is_done(table.facts) and not self.messages.known(table.facts.id).stays:
            self._background.spawn(self.let_go(table.facts.id))

    async def let_go(self, table_id: int) -> None:
        """The table is over: once its last messages are as they should be, nothing of them is kept."""
        shown = self.messages.known(table_id)
        self._turns.forget(table_id)
        for slot in list(shown.slots()):
            await slot.finished()
        if not shown.changes:
            self.messages.let_go(table_id)

    async def _show(self, table: Table, change: Change) -> None:
        before, after = change.before, change.after
        if isinstance(change.signal, Emote | Nudge):
            self._show_signal(table, change.signal, after)
        elif after.is_private:
            await self._show_private(table, change)
        elif after.started_at is None:
            self._show_lobby(table, before)
        elif before.veiled and not after.veiled:
            await self._show_unveiled(table)
        else:
            dealt_anew = before.started_at is None or _deal_began(change)
            holds = self.held_back.holds(change)
            if not (dealt_anew and await self._show_deal(table)):
                await self._show_play(table, change, holds=holds)
            if not holds:
                self.hands.refresh_watched(table)
            self._turns.watch(table)

    def _show_signal(self, table: Table, signal: Emote | Nudge, facts: TableFacts) -> None:
        """The table's message tells of it, until it is next drawn for another reason some time later; who is
        nudged is rung for."""
        slot = self.messages.of(facts.id).live
        if slot is not None:
            slot.refresh()
        user_id = facts.seats[signal.seat].user_id if isinstance(signal, Nudge) else None
        if user_id is not None and table.facts.is_waiting_for(user_id):
            self._turns.nudged(table, user_id)

    async def _show_private(self, table: Table, change: Change) -> None:
        """In its person's direct messages the hand is all there is."""
        if _deal_is_over(change):
            self.messages.of(table.facts.id).stays = await self._has_closing_trick(table)
        elif _deal_began(change):
            self._forget_closing_trick(table)
        news = change.action is None or _deal_is_over(change)
        people = [seat.user_id for seat in change.after.seats if seat.user_id is not None]
        if not self.held_back.holds(change) or any(concerns(change, one) for one in people):
            self.hands.show_private(table, anew=_deal_began(change), news=news)
        self._turns.watch(table)

    async def _show_unveiled(self, table: Table) -> None:
        """What was kept back so far: of a game that is over its result too."""
        self.channel.live_slot(table).refresh()
        if table.facts.state is State.FINISHED:
            self.channel.end_game(table)

    def _show_lobby(self, table: Table, before: TableFacts) -> None:
        self.channel.live_slot(table).refresh()
        for seat in table.facts.seats:
            if seat.user_id is not None and before.seat_of(seat.user_id) is None:
                self.hands.keep_place(table, seat.user_id)

    async def _show_deal(self, table: Table) -> bool:
        """A deal was dealt: the table shows it, and everybody gets their cards, the seat to move first.
        False where that has been seen to: more has happened meanwhile."""
        facts, shown = table.facts, self.messages.of(table.facts.id)
        by_message = [
            user_id for user_id in clockwise(facts) if await self.hands.has_direct_messages(user_id)
        ]
        progress = await table.progress()
        dealt = dealt_of(progress.over, progress.turn)
        if dealt == shown.hands_of:
            return False
        shown.hands_of = dealt  # from here on nothing can fail, and nothing is done twice
        self._forget_closing_trick(table)
        self.channel.live_slot(table).refresh()
        self._background.spawn(self.channel.stay_in_sight(table, progress.deals))
        for user_id in clockwise(facts):
            self.hands.withdraw_call(table, user_id)
            self.hands.refresh(table, user_id, only_free=True)
        for user_id in by_message:
            self.hands.show_new_deal(table, user_id)
        return True

    async def _show_play(self, table: Table, change: Change, *, holds: bool) -> None:
        """With ``holds`` only to those whom it concerns."""
        before, facts = change.before, change.after
        shown = self.messages.of(facts.id)
        deal_over = _deal_is_over(change)
        if deal_over:
            shown.stays = await self._has_closing_trick(table)
        slot = self.channel.live_slot(table)
        if before.channel_id != facts.channel_id:
            return  # it is posted there by whoever moved it
        news = deal_over or change.seats_changed or (change.action is None and not _only_ready(change))
        if not holds and (slot.is_free or news or change.action is not None):
            waits_for_trick = _is_in_mid_trick(change) and facts.pace is Pace.NONE  # no clock has begun
            slot.refresh(follows=not news, patience=TRICK_PATIENCE if waits_for_trick else 0.0)
        moved = before.seq != facts.seq
        for user_id in [*shown.calls] if moved else ():
            self.hands.withdraw_call(table, user_id)
        came = {seat.user_id for seat in facts.seats} - {seat.user_id for seat in before.seats}
        for user_id in clockwise(facts):
            if user_id in came:
                self.hands.slot(table, user_id).renew()
            if holds and not concerns(change, user_id):
                continue
            waits = moved and facts.is_waiting_for(user_id)
            its_turn = waits and not self.hands.is_looking(table, user_id)
            spare = shown.stays and not self._load.at_ease  # they are shown the scores soon after
            self.hands.refresh(
                table, user_id, only_free=spare or not (news or its_turn), follows=not (news or waits)
            )
        if deal_over and not shown.stays:
            self._show_outcome(table)

    async def _has_closing_trick(self, table: Table) -> bool:
        """Whether the trick that closed the deal is to be looked at first; then its timer is set."""
        facts = table.facts
        settings = await self._people.settings(facts.guild_id)
        left = self.messages.of(facts.id).closing_trick.left(facts, settings)
        if left is not None:
            self._timers.after(_closing_key(table), left, partial(self._closing_trick_seen, table))
        return left is not None

    def _forget_closing_trick(self, table: Table) -> None:
        """Nobody has waited for the scores."""
        shown = self.messages.of(table.facts.id)
        stayed, shown.stays = shown.stays, False
        if stayed:
            self._timers.clear(_closing_key(table))

    async def _closing_trick_seen(self, table: Table) -> None:
        if self.channel.shows_play(table):
            self.channel.live_slot(table).refresh()
        for user_id in clockwise(table.facts):
            self.hands.refresh(table, user_id)
        self._show_outcome(table)
        self.messages.of(table.facts.id).stays = False
        self.let_go_when_over(table)

    def _show_outcome(self, table: Table) -> None:
        """A deal is over, and its last trick was seen: at the end of the game the result is announced."""
        is_over = table.facts.state is State.FINISHED and not table.facts.veiled
        if is_over and self.channel.shows_play(table):
            self.channel.end_game(table)

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

    @property
    def pending(self) -> int:
        """How many messages are still to be brought to what they should be; of a table of which something is
        held back it is one at least."""
        return sum(slot.is_pending for slot in self._slots()) + len(self.held_back)

    def _slots(self) -> list[Slot]:
        tables = self.messages.all()
        return [*(slot for shown in tables for slot in shown.slots()), *self.channel.notices()]

    async def close(self) -> None:
        """Stop showing."""
        for shown in self.messages.all():
            if shown.showing is not None:
                shown.showing.cancel()
                await asyncio.gather(shown.showing, return_exceptions=True)
        for slot in self._slots():
            await slot.close()
        await self._background.close()
        await self._outlet.postings.close()


def _only_ready(change: Change) -> bool:
    """Somebody is ready for the next deal, and others are not yet: those who look at the table's message to
    see who is waited for have pressed there, and so given a token to show it by."""
    before, after = change.before, change.after
    waits = before.turn == after.turn == AWAITS_DECK and before.state is after.state
    return waits and not change.seats_changed


def _closing_key(table: Table) -> TimerKey:
    return TimerKey(ClosingTimer.SEEN, table.facts.id)


def _deal_is_over(change: Change) -> bool:
    return any(not isinstance(event, TrickTaken) for event in change.events)


def _deal_began(change: Change) -> bool:
    return change.after.seq > change.before.seq and change.before.turn == AWAITS_DECK
