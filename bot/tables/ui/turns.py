"""Whose turn it is, and who is gone."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any, Final

from discord import ui

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, answer
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import BLUE, Drawing, button, draw
from bot.discordkit.people import People
from bot.discordkit.permissions import ServerPresence, is_moderator
from bot.discordkit.ports import MessageKind, SubjectKind, on_table
from bot.discordkit.postings import Delivery, MessageSpec
from bot.discordkit.routes import Route
from bot.discordkit.sending import Unreached, asked_to_wait, backoff, may_pass
from bot.discordkit.slots import Slot
from bot.engine.game import AWAITS_DECK
from bot.retry import Backoff
from bot.tables.errors import TableError
from bot.tables.model import Pace, State, TableFacts
from bot.tables.table import Table
from bot.tables.ui.access import table_of
from bot.tables.ui.messages import Messages
from bot.tables.ui.table_slots import ChannelMessages, HandMessages
from bot.telling.phrases import clock_time
from bot.timers import TimerKey, Timers
from bot.watch.declared import Retry, tried_again
from bot.words.catalogue import Words, in_text

ASKED_AFTER: Final = 300.0
"""Seconds a table has waited for somebody before Discord is asked whether they are there; and each time twice
as long as before."""
ASKED_LONGEST: Final = 3600.0
HOST_ALONE: Final = 600.0
"""Seconds for which the host alone chooses what is done."""


class GoneTimer(StrEnum):
    """The timers of this module, by the table's id."""

    LOOK = "gone-look"


@dataclass(slots=True, eq=False)
class _Wait:
    """A table waits for these people at this point of its log; it is looked at again and again, ever more
    seldom."""

    table: Table
    seq: int
    people: frozenset[int]
    again: Backoff = field(default_factory=lambda: Backoff(ASKED_AFTER, ASKED_LONGEST, draw=lambda: 0.0))


def awaited(facts: TableFacts) -> frozenset[int]:
    """Whom a table waits for that nothing but these people moves: who is to play, or who is not ready for the
    next deal."""
    if facts.state is not State.PLAYING or facts.pace is not Pace.NONE or facts.is_private:
        return frozenset()
    if facts.turn == AWAITS_DECK:
        here = [one for one in facts.seats if not (one.ready or one.played_by_robot)]
        return frozenset(one.user_id for one in here if one.user_id is not None)
    return frozenset() if facts.waited_for is None else frozenset({facts.waited_for})


class GonePlayers:
    """One timer for each table that waits for people without a clock."""

    def __init__(self, messages: Messages, channel: ChannelMessages, people: People, timers: Timers) -> None:
        self._messages = messages
        self._channel = channel
        self._people = people
        self._timers = timers
        self._time = messages.time
        self._since = self._time.now()  # a table that has waited longer is no more urgent after a restart
        self._waits: dict[int, _Wait] = {}
        self.presence = ServerPresence(messages.outlet.budget, messages.time)

    def watch(self, table: Table) -> None:
        """The table has changed: from now on whoever it waits for is looked after."""
        facts = table.facts
        people, known = awaited(facts), self._waits.get(facts.id)
        for user_id in [*self._messages.known(facts.id).gone]:
            if user_id not in people:
                self.withdraw(facts.id, user_id)
        if not people:
            self.forget(facts.id)
        elif known is None or (known.seq, known.people) != (facts.seq, people):
            since = max(facts.turn_at or self._time.now(), self._since)
            wait = self._waits[facts.id] = _Wait(table, facts.seq, people)
            waited = max(0.0, self._time.now() - since)  # since a moment to come where the clock was set back
            seconds = max(0.0, wait.again.pause() - waited)
            self._timers.after(_key(facts.id), seconds, partial(self._look, wait))

    def forget(self, table_id: int) -> None:
        """Nobody is waited for there any more."""
        if self._waits.pop(table_id, None) is not None:
            self._timers.clear(_key(table_id))

    def put_off(self, table_id: int, user_id: int) -> None:
        """Somebody has chosen to wait: it is not asked again for a while."""
        self.withdraw(table_id, user_id)
        wait = self._waits.get(table_id)
        if wait is not None:
            self._timers.after(_key(table_id), ASKED_LONGEST, partial(self._look, wait))

    def withdraw(self, table_id: int, user_id: int) -> None:
        """They are not waited for any more, or have come back."""
        slot = self._messages.of(table_id).gone.pop(user_id, None)
        if slot is not None:
            slot.withdraw()

    def slot(self, table: Table, user_id: int) -> Slot:
        """The slot of the message that a person is gone."""
        gone = self._messages.of(table.facts.id).gone
        if user_id not in gone:
            gone[user_id] = self._messages.slot(
                partial(self._draw, table, user_id), self._purpose(table, user_id)
            )
        return gone[user_id]

    def is_open_to_all(self, facts: TableFacts, user_id: int) -> bool:
        """Whether everybody who sits there may have a robot play on for this person: they were told, and the
        host has had the time for it, or there is none to wait for."""
        posted_at = self._posted_at(facts, user_id)
        if posted_at is None:
            return False
        alone = 0.0 <= self._time.now() - posted_at < HOST_ALONE  # not for hours where the clock was set back
        return not (alone and self._host_chooses(facts, user_id))

    def _posted_at(self, facts: TableFacts, user_id: int) -> float | None:
        """Since when the message is there (unix seconds); None where it is not."""
        slot = self._messages.known(facts.id).gone.get(user_id)
        return None if slot is None or slot.place is None else slot.place.posted_at

    def _host_chooses(self, facts: TableFacts, user_id: int) -> bool:
        seat = None if facts.host_id is None else facts.seat_of(facts.host_id)
        return facts.host_id != user_id and seat is not None and not facts.seats[seat].absent

    async def _look(self, wait: _Wait) -> None:
        """Ask who is still there, tell of who is not, and set when that is done again."""
        table, facts = wait.table, wait.table.facts
        guild = self._messages.outlet.client.get_guild(facts.guild_id or 0)
        for user_id in wait.people if guild is not None else ():
            is_gone = await self.presence.is_gone(guild, user_id, follows=True)
            if self._waits.get(facts.id) is not wait:
                return  # somebody has moved meanwhile
            if is_gone and user_id not in self._messages.known(facts.id).gone:
                self.slot(table, user_id).renew()
            elif is_gone is False:
                self.withdraw(facts.id, user_id)
        self._timers.after(_key(facts.id), wait.again.pause(), partial(self._look, wait))

    def _purpose(self, table: Table, user_id: int) -> MessageSpec:
        async def address() -> int | None:
            return table.facts.channel_id

        async def manner() -> Delivery:
            facts = table.facts
            return Delivery(ping=facts.host_id if self._host_chooses(facts, user_id) else None)

        make = self._messages.outlet.postings.make
        return MessageSpec(
            posting=partial(make, on_table(table.facts.id), MessageKind.GONE, user_id),
            address=address,
            manner=manner,
            refused=partial(self._channel.lost, table),
        )

    async def _draw(self, table: Table, user_id: int) -> Drawing | None:
        facts = table.facts
        seat = facts.seat_of(user_id)
        if seat is None or user_id not in awaited(facts):
            return None
        words = await self._people.guild_words(facts.guild_id)
        values = {"name": in_text(facts.seats[seat].name), "table": facts.number}
        if self._host_chooses(facts, user_id):
            since = self._posted_at(facts, user_id) or self._time.now()
            when = clock_time(since + HOST_ALONE)
            text = words("gone.host", host=f"<@{facts.host_id}>", when=when, **values)
        else:
            text = words("gone.all", **values)
        return draw(text, _buttons(words, facts.id, user_id))


def _buttons(words: Words, table_id: int, user_id: int) -> ui.ActionRow[Any]:
    table, about = on_table(table_id), (str(user_id),)
    return ui.ActionRow(
        button(words("button.gone-robot"), PressId("gone-robot", table, values=about), BLUE),
        button(words("button.gone-wait"), PressId("gone-wait", table, values=about)),
    )


class GonePresses:
    """*A robot plays on* and *Wait*."""

    def __init__(self, gone: GonePlayers, people: People) -> None:
        self._gone = gone
        self._people = people

    def routes(self) -> dict[str, Route[tuple[Table, int]]]:
        """Every verb."""
        route = partial(Route, who=self._meant, about=SubjectKind.TABLE, values=1)
        return {"gone-robot": route(self._robot), "gone-wait": route(self._wait)}

    async def _robot(self, interaction: Interaction, press: PressId, meant: tuple[Table, int]) -> None:
        table, user_id = meant
        facts = table.facts
        is_gone = await self._gone.presence.is_gone(interaction.guild, user_id)
        if is_gone is None:
            raise Unreached
        if not is_gone:
            self._gone.withdraw(facts.id, user_id)
            raise Refusal("gone-is-here")
        await table.play_on(user_id, facts.seq)
        await self._said(interaction, "done.replaced", facts)

    async def _wait(self, interaction: Interaction, press: PressId, meant: tuple[Table, int]) -> None:
        table, user_id = meant
        self._gone.put_off(table.facts.id, user_id)
        await self._said(interaction, "gone.waits", table.facts)

    async def _said(self, interaction: Interaction, key: str, facts: TableFacts) -> None:
        words = await self._people.words_of(interaction)
        await answer(interaction, panel.sentence(words(key, table=facts.number)))

    async def _meant(self, interaction: Interaction, press: PressId) -> tuple[Table, int]:
        """The table, and who is gone from it, for somebody who may say what is done. Raises Refusal,
        TableError."""
        table = await table_of(interaction, press)
        facts, by = table.facts, interaction.user.id
        if not (press.value.isascii() and press.value.isdecimal()):
            raise Refusal("unknown-button")
        user_id = int(press.value)
        chooses = by == facts.host_id or is_moderator(interaction, facts)
        if not chooses and facts.seat_of(by) is None:
            raise TableError("not-seated")
        if user_id not in awaited(facts):
            raise Refusal("gone-is-here")
        if not chooses and not self._gone.is_open_to_all(facts, user_id):
            raise Refusal("gone-not-yet")
        return table, user_id


def _key(table_id: int) -> TimerKey:
    return TimerKey(GoneTimer.LOOK, table_id)


RUNG_AFTER: Final = 20.0
LASTING_AFTER: Final = 4.0
"""Until a hand by direct message follows one that its person has just pressed elsewhere: that may be gone."""
LOOKED_AFTER: Final = 30.0  # and each time twice as long as before
LOOKED_AFTER_LONGEST: Final = 600.0


class TurnTimer(StrEnum):
    """The timers of a turn, by the table's id."""

    LOOK = "turn-look"


@dataclass(slots=True, eq=False)
class _Turn:
    """A turn that is seen to, with moments in seconds of ``Time.monotonic``. ``rings_at`` is when its person
    is rung for, ``lasting_at`` when their lasting hand is brought up to date; None where nothing of the kind
    is left to do. After ``look_at`` the pause to the next look is longer."""

    table: Table
    user_id: int
    seq: int
    rings_at: float | None
    lasting_at: float | None
    look_at: float | None = None
    looks: Backoff = field(default_factory=lambda: Backoff(LOOKED_AFTER, LOOKED_AFTER_LONGEST))
    retry: Backoff = field(default_factory=backoff)

    @property
    def is_over(self) -> bool:
        """Whether nobody is waited for there any more."""
        return not self.table.facts.is_waiting_for(self.user_id) or self.table.facts.seq != self.seq


class Turns:
    """One timer for each table that waits for a person."""

    def __init__(
        self,
        messages: Messages,
        hands: HandMessages,
        people: People,
        timers: Timers,
        gone: GonePlayers,
    ) -> None:
        self._messages = messages
        self._hands = hands
        self._people = people
        self._timers = timers
        self._gone = gone
        self._time = messages.time
        self._since = self._time.now()  # what was posted earlier was so by another process

    def watch(self, table: Table) -> None:
        """The table has changed: from now on whoever it waits for is seen to, but where the bot only answers:
        there nobody can be called."""
        if table.facts.by_answers:
            return
        self._gone.watch(table)
        user_id = table.facts.waited_for
        if user_id is None:
            self._timers.clear(_turn_key(table.facts.id))
        else:
            self._see_to(table, user_id, self._rings_at(table, user_id))

    def nudged(self, table: Table, user_id: int) -> None:
        """Somebody has nudged this person, who is to move: they are rung for now, when they wish to be."""
        if not table.facts.by_answers:
            self._see_to(table, user_id, self._time.monotonic())

    def forget(self, table_id: int) -> None:
        """Nobody is waited for there any more."""
        self._gone.forget(table_id)
        self._timers.clear(_turn_key(table_id))

    def _rings_at(self, table: Table, user_id: int) -> float | None:
        """When a person is rung for, in seconds of ``Time.monotonic``; None where that has been done for this
        turn, by this process or one before it."""
        facts, shown = table.facts, self._messages.of(table.facts.id)
        if facts.is_private and facts.pace is Pace.NONE:
            return None  # nobody else waits, and nothing runs out
        if facts.pace is Pace.DAY and shown.rung == (user_id, facts.seq):
            return None
        now, patience = self._time.now(), 0.0 if facts.pace is Pace.DAY else RUNG_AFTER
        due = (facts.turn_at or now) + patience
        for slot in (shown.hands.get(user_id), shown.calls.get(user_id)):
            place = slot.place if slot is not None else None
            if place is not None and due <= place.posted_at < self._since:
                return None
        return self._time.monotonic() + min(max(0.0, due - now), patience)

    def _see_to(self, table: Table, user_id: int, rings_at: float | None) -> None:
        lasts = self._hands.is_looking(table, user_id)
        lasting_at = self._time.monotonic() + LASTING_AFTER if lasts else None
        self._set(_Turn(table, user_id, table.facts.seq, rings_at, lasting_at), 0.0)

    def _set(self, turn: _Turn, seconds: float) -> None:
        self._timers.after(_turn_key(turn.table.facts.id), seconds, partial(self._look, turn))

    async def _look(self, turn: _Turn) -> None:
        """See to a turn, and set when that is done again, until it is over."""
        if turn.is_over:
            return
        if turn.look_at is not None and turn.look_at <= self._time.monotonic():
            turn.look_at = None
        try:
            await self._do_what_is_due(turn)
        except Exception as error:
            if not may_pass(error):
                raise  # rung again, and logged, by the timers
            tried_again(Retry.CALL)
            self._set(turn, turn.retry.pause(asked_to_wait(error)))
            return
        turn.retry.succeeded()
        if not turn.is_over:
            now = self._time.monotonic()
            turn.look_at = turn.look_at or now + turn.looks.pause()
            moments = (turn.look_at, turn.rings_at, turn.lasting_at)
            self._set(turn, max(0.0, min(at for at in moments if at is not None) - now))

    async def _do_what_is_due(self, turn: _Turn) -> None:
        table, user_id = turn.table, turn.user_id
        await self._hands.see_to(table, user_id)
        if turn.lasting_at is not None and turn.lasting_at <= self._time.monotonic():
            self._hands.refresh(table, user_id)
            turn.lasting_at = None
        if turn.rings_at is not None and turn.rings_at <= self._time.monotonic():
            turn.rings_at = await self._ring(table, user_id)

    async def _ring(self, table: Table, user_id: int) -> float | None:
        """Ring for a person, or tell when to ask again whether it may be done: when their quiet hours are
        over, or sooner, as the clock may be set meanwhile."""
        now = self._time.now()
        rings = (await self._people.preferences(user_id)).rings_from(now)
        if rings is not None and rings <= now:
            await self._hands.ring(table, user_id)
            return None
        return None if rings is None else self._time.monotonic() + min(rings - now, LOOKED_AFTER_LONGEST)


def _turn_key(table_id: int) -> TimerKey:
    return TimerKey(TurnTimer.LOOK, table_id)
