"""Players who have left the server while a table without a clock waits for them: it would stand still, and
nobody would know why.

Discord tells a bot who leaves only with the privileged intent of members, which this one does not ask for
(https://discord.com/developers/docs/events/gateway#list-of-intents). So it asks whether they are still there
once a table has waited for some minutes, and then more and more seldom. Who is gone is told in the table's
channel, which calls the host, with *A robot plays on* and *Wait*: the host and moderators may choose at once,
and after some minutes, or where there is no host to wait for, everybody who sits there. The message goes when
the wait is over. It is stored like all messages of a table; what else is known here follows from the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.engine.game import AWAITS_DECK
from bot.retry import Backoff
from bot.tables.errors import TableError
from bot.tables.model import Pace, State, TableFacts
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.telling.timestamps import clock_time
from bot.timers import TimerKey, Timers
from bot.ui.discord import replies
from bot.ui.discord.boundary import Refusal, answer
from bot.ui.discord.outlets import Delivery, MessageSpec
from bot.ui.discord.panel import BLUE, Drawing, Panel, button
from bot.ui.discord.people import People
from bot.ui.discord.permissions import ServerPresence, is_moderator
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler
from bot.ui.discord.sending import Unreached
from bot.ui.discord.slots import Slot
from bot.ui.ports import MessageKind, on_table
from bot.ui.table.channel_messages import ChannelMessages
from bot.ui.table.messages import Messages
from bot.words.catalogue import Words
from bot.words.names import in_text

Interaction = discord.Interaction[Any]

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
        told_at = self._told_at(facts, user_id)
        if told_at is None:
            return False
        alone = 0.0 <= self._time.now() - told_at < HOST_ALONE  # not for hours where the clock was set back
        return not (alone and self._host_chooses(facts, user_id))

    def _told_at(self, facts: TableFacts, user_id: int) -> float | None:
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
        told = {"name": in_text(facts.seats[seat].name), "table": facts.id}
        if self._host_chooses(facts, user_id):
            since = self._told_at(facts, user_id) or self._time.now()
            when = clock_time(since + HOST_ALONE)
            text = words("gone.host", host=f"<@{facts.host_id}>", when=when, **told)
        else:
            text = words("gone.all", **told)
        return Drawing(Panel(ui.Container(ui.TextDisplay(text), _buttons(words, facts.id, user_id))))


def _buttons(words: Words, table_id: int, user_id: int) -> ui.ActionRow[Any]:
    table, about = on_table(table_id), (str(user_id),)
    return ui.ActionRow(
        button(words("button.gone-robot"), PressId("gone-robot", table, values=about), BLUE),
        button(words("button.gone-wait"), PressId("gone-wait", table, values=about)),
    )


class GonePresses:
    """*A robot plays on* and *Wait*."""

    def __init__(self, tables: Tables, gone: GonePlayers, people: People) -> None:
        self._tables = tables
        self._gone = gone
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {"gone-robot": self._robot, "gone-wait": self._wait}

    async def _robot(self, interaction: Interaction, press: PressId) -> None:
        table, user_id = await self._meant(interaction, press)
        facts = table.facts
        is_gone = await self._gone.presence.is_gone(interaction.guild, user_id)
        if is_gone is None:
            raise Unreached
        if not is_gone:
            self._gone.withdraw(facts.id, user_id)
            raise Refusal("gone-is-here")
        await table.play_on(user_id, facts.seq)
        await self._said(interaction, "done.replaced", facts)

    async def _wait(self, interaction: Interaction, press: PressId) -> None:
        table, user_id = await self._meant(interaction, press)
        self._gone.put_off(table.facts.id, user_id)
        await self._said(interaction, "gone.waits", table.facts)

    async def _said(self, interaction: Interaction, key: str, facts: TableFacts) -> None:
        words = await self._people.words((await self._people.met(interaction)).user_id)
        await answer(interaction, replies.sentence(words(key, table=facts.id)))

    async def _meant(self, interaction: Interaction, press: PressId) -> tuple[Table, int]:
        """The table, and who is gone from it, for somebody who may say what is done. Raises Refusal,
        TableError."""
        table = await self._tables.get(press.table)
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
