"""The messages that show a table, and what making one takes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator

from bot.tables.model import TableFacts
from bot.tables.ports import Change, Time
from bot.ui.panel import message_url
from bot.ui.places import Draw, Outlet, Purpose
from bot.ui.presses import Press
from bot.ui.slots import Slot


class TableMessages:
    """The messages of one table. ``deals`` are those of the deals by number, those thrown in counted too, of
    which ``dealt`` is in play or was last (-1: not known yet); earlier ones are there until they have got
    their final look. ``hands`` and ``calls`` are by person; ``looks`` are hands shown to a person where they
    asked for it, which nobody may count on.

    ``hands_of`` is the deal that new hands were sent for last. ``lost`` says that the table's channel takes
    no messages, which the host has been told. ``rung`` is the person and seq of the newest message that made
    a sound; ``opener`` a press that the next deal's message may be the answer to. ``changes`` are still to be
    shown.
    """

    def __init__(self) -> None:
        self.lobby: Slot | None = None
        self.deals: dict[int, Slot] = {}
        self.dealt = -1
        self.result: Slot | None = None
        self.hands: dict[int, Slot] = {}
        self.looks: dict[int, Slot] = {}
        self.looked_at: dict[int, float] = {}
        self.calls: dict[int, Slot] = {}
        self.hands_of = -1
        self.lost = False
        self.rung: tuple[int, int] | None = None
        self.opener: Press | None = None
        self.changes: deque[Change] = deque()
        self.showing: asyncio.Task[None] | None = None
        self.waiting: asyncio.Task[None] | None = None

    @property
    def table(self) -> Slot | None:
        """The message of the deal in play, or of the last one."""
        return self.deals.get(self.dealt)

    def slots(self) -> Iterator[Slot]:
        """All of them."""
        yield from (one for one in (self.lobby, self.result) if one is not None)
        for some in (self.deals, self.hands, self.looks, self.calls):
            yield from some.values()

    def stop_waiting(self) -> None:
        """Nobody is waited for any more."""
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None


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
        """The messages of a table."""
        return self._tables.setdefault(table_id, TableMessages())

    def all(self) -> list[TableMessages]:
        """Those of every table."""
        return list(self._tables.values())

    def let_go(self, table_id: int) -> None:
        """The table is over: what its messages would need for further edits is not kept."""
        self._tables.pop(table_id, None)

    def slot(self, draw: Draw, purpose: Purpose | None = None, *, pause: float = 0.0) -> Slot:
        """A slot for one message; without a purpose one that is never posted by itself."""
        return Slot(draw, self.outlet, purpose, pause=pause)

    def table_url(self, facts: TableFacts) -> str | None:
        """Where the table's (or lobby's) message is; while a new one is on its way, its channel."""
        shown = self.of(facts.id)
        slot = shown.table or shown.lobby
        if slot is None:
            return None
        if slot.place is None:
            return message_url(facts.guild_id, facts.channel_id)
        return message_url(facts.guild_id, slot.place.channel_id, slot.place.message_id)

    def hand_url(self, table_id: int, user_id: int) -> str | None:
        """Where a person's hand is in their direct messages."""
        slot = self.of(table_id).hands.get(user_id)
        if slot is None or slot.place is None:
            return None
        return message_url(None, slot.place.channel_id, slot.place.message_id)

    def slot_of_message(self, table_id: int, message_id: int, user_id: int) -> Slot | None:
        """The slot that a message belongs to: the lobby, the table's of some deal, or this person's hand."""
        shown = self.of(table_id)
        for slot in (shown.lobby, *shown.deals.values(), shown.hands.get(user_id)):
            if slot is not None and slot.place is not None and slot.place.message_id == message_id:
                return slot
        return None


def clockwise(facts: TableFacts) -> list[int]:
    """The people at the table, whoever is to move first."""
    first = max(facts.turn or 0, 0)
    seats = [facts.seats[(first + step) % len(facts.seats)] for step in range(len(facts.seats))]
    return [seat.user_id for seat in seats if seat.user_id is not None]


def dealt_of(over: int, turn: int) -> int:
    """The number of the deal in play, or of the last one, where so many are over."""
    return over if turn >= 0 else max(0, over - 1)
