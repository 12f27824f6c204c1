"""The slots of a table: what it shows in its channel, and each person's hand.

In the channel it is one message, from the lobby through every deal, and at the end the result in its
place. The message is edited. It is posted anew, without a sound, only as a deal begins, and once or twice
a game. What is to go follows from what is stored, so it goes after a restart too.

A hand comes by direct message, or where those are closed behind a call in the channel. It belongs to a
person, wherever they sit. It is edited at every card, under load at every trick, while that costs nothing
(a live interaction token) and otherwise when its seat is to move. A hand that was shown to a person where
they asked for it is kept up to date while that costs nothing; Discord's client forgets it when it
restarts, so nobody counts on it: whoever is to move has their hand by direct message too, or is called.

Where the bot is not in the channel (``TableFacts.by_answers``) both are answers (``discordkit/slots.py``),
the table's message to who opened it or asked for it last; nothing is posted, and nobody is called.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from math import inf
from typing import Final

import discord

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal
from bot.discordkit.panel import Drawing
from bot.discordkit.people import CLOSED_CODES, People
from bot.discordkit.ports import NOTHING, MessageKind, Posting, SubjectKind, on_table
from bot.discordkit.postings import Delivery, Draw, MessagePlace, MessageSpec
from bot.discordkit.presses import First, Press
from bot.discordkit.sending import CUT_OFF, UNKNOWN_CHANNEL, Unreached, summary, within
from bot.discordkit.slots import Slot
from bot.engine.cards import Action, CardSet
from bot.tables.drafts import require_unveiled
from bot.tables.errors import TableError
from bot.tables.model import Pace, State
from bot.tables.play import stuck
from bot.tables.table import Table
from bot.tables.ui import table_panel
from bot.tables.ui.drawings import Drawings
from bot.tables.ui.messages import Messages, clockwise

log = logging.getLogger(__name__)

TABLE_PAUSE: Final = 2.0  # between two counted edits of one table message; hands do not wait
TRICK_PATIENCE: Final = 20.0  # until a counted edit shows a trick whose next card is slow to come
TALKED: Final = 12  # messages after it, about a phone's height of short ones: it is seen no more
LONG_GAME: Final = 16  # deals; a longer one may have its message anew twice
POSTED_WITHIN: Final = 8.0  # how long whoever asked for a message waits for it


class ChannelMessages:
    """What a table shows in its channel."""

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
            purpose = None if table.facts.by_answers else self._purpose(table, MessageKind.TABLE)
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
        if table.facts.by_answers:
            return
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
            log.info("what was posted after a message is not known: %s", summary(error))
            return False

    def end_game(self, table: Table) -> None:
        """The game is over, and all there is to see of its last deal was seen: its result is announced, and
        the table's message goes once that is there; an answer says it itself."""
        (self.live_slot if table.facts.by_answers else self.result_slot)(table).renew()

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

    async def answer(self, table: Table, press: Press) -> None:
        """Answer with the table's message, for everybody; what was it before goes, if that can still be done.
        Raises TableError ``table-closed``, and what posting it may raise."""
        facts, slot = table.facts, self.live_slot(table)
        if facts.started_at is None and facts.state is not State.LOBBY:
            raise TableError("table-closed")
        press.expected = First.POST
        drawing = await self._drawings.table(table)
        message_id = await press.post(drawing)
        if message_id is None:
            raise Unreached
        await slot.take_back()
        slot.is_said(press, drawing, message_id)
        if table.facts is not facts:
            slot.refresh()

    async def _post(self, slot: Slot, opener: Press | None = None) -> None:
        """Have a new message, and wait for it for as long as a person would."""
        slot.renew(opener)
        refusal = await slot.posted(POSTED_WITHIN)
        if refusal is not None:
            raise refusal

    # --- notices

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
        log.warning(
            "table %s cannot be shown in its channel: %s", facts.id, summary(error) if error else "none"
        )
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
        """Those that are still on their way."""
        return set(self._notices)


HERE_SECONDS: Final = 20.0  # who has pressed something so lately need not be rung for


class HandMessages:
    """Each person's hand, and the calls of those whom no direct message reaches."""

    def __init__(
        self, messages: Messages, drawings: Drawings, people: People, channel: ChannelMessages
    ) -> None:
        self._messages = messages
        self._drawings = drawings
        self._people = people
        self._channel = channel

    # --- the slots

    def slot(self, table: Table, user_id: int) -> Slot:
        """The slot of a person's hand in their direct messages, or where the bot only answers, of that."""
        if table.facts.by_answers:
            return self.look_slot(table, user_id)
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
        """Where a person's cards are sent to; None where they wish them in the table's channel, or are not
        reached otherwise. A private table has no channel but its person's direct messages."""
        if not table.facts.is_private and await self._people.hands_in_channel(user_id):
            return None
        return await self._people.dm_channel(user_id)

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

        shown, before = self._messages.of(table.facts.id), self.look_slot(table, user_id)
        if not await press.say_drawn(draw):
            return  # it was too late, and the person will ask again
        if shown.looks.get(user_id) is not before:
            await press.take_back()  # they have asked again meanwhile, and been answered sooner
            return
        shown.looks.pop(user_id, None)
        look = self.look_slot(table, user_id)
        look.is_said(press, shown_here[-1])
        if table.facts is not drawn:
            look.refresh()
        self.pressed(table, user_id)
        self.withdraw_call(table, user_id)
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
        to who asked for it there, the one way where the bot only answers. Raises Refusal where its person's
        direct messages are closed."""
        if opener is not None and table.facts.by_answers:
            await self.show_here(table, opener)
            return
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
        notified = facts.is_private or facts.by_answers or facts.place is not None  # the lobby itself, a call
        waits = facts.state is State.LOBBY and not notified
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
