"""What is remembered of each table for showing it: its messages, and what is told besides. One object
a table, dropped as a whole when the table is over."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator

from bot.ports import Time
from bot.robots.reasons.model import CardExplanation
from bot.tables.model import UNFINISHED, State, TableFacts
from bot.tables.ports import Change
from bot.ui.discord.outlets import Draw, MessageSpec, Outlet
from bot.ui.discord.panel import message_url
from bot.ui.discord.presses import Press
from bot.ui.discord.slots import Slot
from bot.ui.table.closing_trick import ClosingTrick
from bot.ui.table.pressed_once import PressedOnce
from bot.ui.table.remarks import Remarks
from bot.watch.here import Here


class TableMessages:
    """What is remembered of one table.

    ``deals`` are the messages of the deals by number, those thrown in counted too, of which ``dealt`` is in
    play or was last (-1: not known yet); earlier ones are there until they have got their final look.
    ``hands``, ``calls`` and ``gone`` (that they have left the server) are by person; ``looks`` are hands
    shown to a person where they asked for it, which nobody may count on; ``comments`` are a teacher's, by
    person and number of the input.

    ``hands_of`` is the deal that new hands were sent for last. ``lost`` says that the table's channel takes
    no messages, which the host has been told. ``rung`` is the person and seq of the newest message that made
    a sound; ``opener`` a press that the next deal's message may be the answer to. ``changes`` are still to be
    shown. ``remarks`` are told besides the game, ``pressed_once`` are cards that wait for a second press,
    ``closing_trick`` is the one by which the last deal was closed; ``stays`` says that it is still being
    shown. ``is_quiet``: the messages of deals before ``dealt`` go once its own is there; else they are
    ``folded``.
    """

    def __init__(self, time: Time) -> None:
        self.remarks = Remarks(time)
        self.pressed_once = PressedOnce()
        self.closing_trick = ClosingTrick(time)
        self.stays = False
        self.is_quiet = True
        self.folded: set[int] = set()
        self.lobby: Slot | None = None
        self.deals: dict[int, Slot] = {}
        self.dealt = -1
        self.result: Slot | None = None
        self.hands: dict[int, Slot] = {}
        self.looks: dict[int, Slot] = {}
        self.looked_at: dict[int, float] = {}
        self.calls: dict[int, Slot] = {}
        self.gone: dict[int, Slot] = {}
        self.comments: dict[int, dict[int, CardExplanation]] = {}
        self.hands_of = -1
        self.lost = False
        self.rung: tuple[int, int] | None = None
        self.opener: Press | None = None
        self.changes: deque[tuple[Change, Here]] = deque()  # to be shown, and what was worked at
        self.showing: asyncio.Task[None] | None = None

    @property
    def table(self) -> Slot | None:
        """The message of the deal in play, or of the last one."""
        return self.deals.get(self.dealt)

    def slots(self) -> Iterator[Slot]:
        """All of them."""
        yield from (one for one in (self.lobby, self.result) if one is not None)
        for some in (self.deals, self.hands, self.looks, self.calls, self.gone):
            yield from some.values()


class Messages:
    """The messages of every table."""

    def __init__(self, outlet: Outlet) -> None:
        self.outlet = outlet
        self._tables: dict[int, TableMessages] = {}

    @property
    def time(self) -> Time:
        """The clock."""
        return self.outlet.time

    def of(self, table_id: int) -> TableMessages:
        """What is remembered of a table, from now on; ``let_go`` is to follow where it is over."""
        if table_id not in self._tables:
            self._tables[table_id] = TableMessages(self.time)
        return self._tables[table_id]

    def known(self, table_id: int) -> TableMessages:
        """What is remembered of a table, to be looked at only: nothing where nothing is."""
        return self._tables.get(table_id) or TableMessages(self.time)

    def all(self) -> list[TableMessages]:
        """Those of every table."""
        return list(self._tables.values())

    def let_go(self, table_id: int) -> None:
        """The table is over: what its messages would need for further edits is not kept."""
        self._tables.pop(table_id, None)

    def forget(self, user_id: int) -> None:
        """A person, who sits at no table, is not known any longer."""
        for shown in self._tables.values():
            for by_person in (
                shown.hands,
                shown.looks,
                shown.looked_at,
                shown.calls,
                shown.gone,
                shown.comments,
            ):
                by_person.pop(user_id, None)

    def slot(
        self, draw: Draw, purpose: MessageSpec | None = None, *, pause: float = 0.0, table_id: int = 0
    ) -> Slot:
        """A slot for one message; without a purpose one that is never posted by itself."""
        return Slot(draw, self.outlet, purpose, pause=pause, of=table_id)

    def table_url(self, facts: TableFacts) -> str | None:
        """Where the table's (or lobby's, or result's) message is; while it is on its way, its channel. Of a
        private table it is its person's hand."""
        if facts.is_private:
            hands = (self.hand_url(facts.id, one.user_id) for one in facts.seats if one.user_id is not None)
            return next(hands, None)
        shown = self.known(facts.id)
        told = shown.result if shown.result is not None and shown.result.place is not None else None
        over = facts.state is State.FINISHED  # then the last deal's message goes
        slot = (told or shown.lobby) if over else (shown.table or shown.lobby)
        if slot is None:
            return None
        if slot.place is None:
            return message_url(facts.guild_id, facts.channel_id)
        return message_url(facts.guild_id, slot.place.channel_id, slot.place.message_id)

    def hand_url(self, table_id: int, user_id: int) -> str | None:
        """Where a person's hand is in their direct messages."""
        slot = self.known(table_id).hands.get(user_id)
        if slot is None or slot.place is None:
            return None
        return message_url(None, slot.place.channel_id, slot.place.message_id)

    def slot_of_message(self, table_id: int, message_id: int, user_id: int) -> Slot | None:
        """The slot that a message belongs to: the lobby, the table's of some deal, or this person's hand."""
        shown = self.known(table_id)
        for slot in (shown.lobby, *shown.deals.values(), shown.hands.get(user_id)):
            if slot is not None and slot.place is not None and slot.place.message_id == message_id:
                return slot
        return None


def is_done(facts: TableFacts) -> bool:
    """Whether all there is to show of a table may be shown by now, and nothing else is to come."""
    return facts.state not in UNFINISHED and not (facts.veiled and facts.state is State.FINISHED)


def clockwise(facts: TableFacts) -> list[int]:
    """The people at the table, whoever is to move first."""
    first = max(facts.turn or 0, 0)
    seats = [facts.seats[(first + step) % len(facts.seats)] for step in range(len(facts.seats))]
    return [seat.user_id for seat in seats if seat.user_id is not None]


def dealt_of(over: int, turn: int) -> int:
    """The number of the deal in play, or of the last one, where so many are over."""
    return over if turn >= 0 else max(0, over - 1)
