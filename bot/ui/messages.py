"""The messages that show a table, and what handling any of them takes."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

import discord

from bot.tables.model import TableFacts
from bot.tables.ports import StoreError, Time
from bot.ui.budget import Budget
from bot.ui.panel import Drawing, message_url
from bot.ui.ports import Kind, Shown, ShownStore
from bot.ui.slots import Draw, Place, Slot

RESULT_WITHIN: Final = 86400.0

log = logging.getLogger(__name__)


class TableMessages:
    """The messages of one table. ``record`` is the message of the deal before, finished in its own time;
    ``hands`` and ``pings`` are by person. ``dealt`` is the deal that ``table`` is about, deals thrown in
    counted too.

    ``channel_id`` is where the table is shown if not where it was opened; ``lost`` says that its channel
    takes no messages, which the host has been told. ``called`` is the person and seq of the newest direct
    message that made a sound; ``silent`` are the people whose ping made none. ``opener`` is an interaction by
    which the next message can be posted uncounted.
    """

    def __init__(self) -> None:
        self.lobby: Slot | None = None
        self.table: Slot | None = None
        self.record: Slot | None = None
        self.dealt = -1
        self.channel_id: int | None = None
        self.lost = False
        self.hands: dict[int, Slot] = {}
        self.pings: dict[int, Slot] = {}
        self.silent: set[int] = set()
        self.called: tuple[int, int] | None = None
        self.nudge: asyncio.Task[None] | None = None
        self.opener: discord.Interaction[Any] | None = None
        self.order = asyncio.Lock()  # changes are shown one after the other

    def slots(self) -> list[Slot]:
        """All of them."""
        found = (self.lobby, self.table, self.record, *self.hands.values(), *self.pings.values())
        return [slot for slot in found if slot]

    def stop_nudge(self) -> None:
        """Nobody is to be reminded any more."""
        if self.nudge is not None:
            self.nudge.cancel()
            self.nudge = None


class Messages:
    """The messages of every table, and the means to post, find, remember and delete one."""

    def __init__(self, client: discord.Client, shown: ShownStore, budget: Budget, time: Time) -> None:
        self._client = client
        self._shown = shown
        self._budget = budget
        self._tables: dict[int, TableMessages] = {}
        self.time = time

    def of(self, table_id: int) -> TableMessages:
        """The messages of a table."""
        return self._tables.setdefault(table_id, TableMessages())

    def all(self) -> list[TableMessages]:
        """Those of every table."""
        return list(self._tables.values())

    def let_go(self, table_id: int) -> None:
        """The table is over: what its messages would need for further edits is not kept."""
        self._tables.pop(table_id, None)

    def slot(self, draw: Draw, *, pause: float = 0.0) -> Slot:
        """A slot for one message."""
        return Slot(draw, self._client, self._budget, self.time, pause=pause)

    def table_url(self, facts: TableFacts) -> str | None:
        """Where the table's (or lobby's) message is."""
        shown = self.of(facts.id)
        slot = shown.table if shown.table is not None and shown.table.place else shown.lobby
        if slot is None or slot.place is None:
            return None
        return message_url(facts.guild_id, slot.place.channel_id, slot.place.message_id)

    def hand_url(self, table_id: int, user_id: int) -> str | None:
        """Where a person's hand is in their direct messages."""
        slot = self.of(table_id).hands.get(user_id)
        if slot is None or slot.place is None:
            return None
        return message_url(None, slot.place.channel_id, slot.place.message_id)

    def slot_of_message(self, table_id: int, message_id: int, user_id: int) -> Slot | None:
        """The slot that a message belongs to: the lobby, the table, or this person's hand."""
        shown = self.of(table_id)
        for slot in (shown.table, shown.lobby, shown.hands.get(user_id)):
            if slot is not None and slot.place is not None and slot.place.message_id == message_id:
                return slot
        return None

    async def send(self, channel_id: int, drawing: Drawing) -> None:
        """Send a message that nobody will edit. Raises discord.HTTPException."""
        await self._budget.take()
        await self._client.get_partial_messageable(channel_id).send(**drawing.to_send())

    async def delete(self, place: Place) -> None:
        """Delete a message, if it is still there."""
        slot = self.slot(nothing)
        slot.place = place
        await slot.withdraw()

    async def stored(self, table_id: int) -> list[Shown]:
        """The messages of a table that were remembered. Raises StoreError."""
        return list(await self._shown.shown(table_id))

    async def without_result(self) -> list[int]:
        """The tables that ended within the last day and of whose end no message tells. Raises StoreError."""
        return list(await self._shown.without_result(self.time.now() - RESULT_WITHIN))

    async def remember(self, facts: TableFacts, kind: Kind, seat: int, place: Place) -> None:
        """Keep where a message is, for after a restart."""
        shown = Shown(facts.id, kind, seat, place.channel_id, place.message_id, facts.seq, place.posted_at)
        try:
            await self._shown.remember(shown)
        except StoreError as error:  # it is shown all the same, and after a restart posted anew
            log.error("a message of table %s could not be remembered: %s", facts.id, type(error).__name__)

    async def forget(self, table_id: int, kind: Kind, seat: int) -> None:
        """The message is gone."""
        try:
            await self._shown.forget(table_id, kind, seat)
        except StoreError as error:  # after a restart it will be found gone
            log.error("a message of table %s could not be forgotten: %s", table_id, type(error).__name__)


async def nothing() -> Drawing | None:
    """For a slot that is not drawn anew."""
    return None
