"""How a table works: one request at a time, stored before it is seen.

Requests of people, robots' moves and the clock are messages of one kind in one mailbox. Each is handled the
same way: check → commit → put in place → show (``live``). What a table does by itself (``own_moves``) it asks
of itself.

A task exists only while there is something to handle; a table that waits costs its facts and, with a clock,
one timer.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol

from bot.engine.cards import Card
from bot.engine.game import Game
from bot.error_places import tell, where
from bot.tables import recovery
from bot.tables.drafts import Draft
from bot.tables.errors import TableError
from bot.tables.house import TableServices
from bot.tables.live import LiveTable, Request
from bot.tables.mailbox import Mailbox
from bot.tables.model import UNFINISHED, TableFacts
from bot.tables.own_moves import OwnMoves
from bot.tables.played_for import PlayedFor
from bot.tables.ports import Change, StoredTable

log = logging.getLogger(__name__)


class TableListener(Protocol):
    """Whoever is told of a table's changes."""

    def told(self, change: Change) -> None:
        """A change was made."""
        ...


class Actor:
    """The machinery of one table; what may be asked of it says ``table.Table``, its ``face``, which is told
    of each change after it was stored and applied, but for those that are nobody's business."""

    __slots__ = ("_face", "_house", "_mailbox", "_own_moves", "_played_for", "live")

    def __init__(self, house: TableServices, table: StoredTable, face: TableListener) -> None:
        self._house = house
        self._face = face
        self._played_for: PlayedFor | None = None
        self._mailbox = Mailbox(table.facts.id)
        self.live = LiveTable(house, table, self)
        self._own_moves = OwnMoves(house, self.live, self._mailbox)

    def now(self) -> float:
        """Unix seconds."""
        return self._house.time.now()

    @property
    def turn_lasted(self) -> float:
        """For how many seconds somebody has been waited for; 0 where nobody is."""
        return self._own_moves.turn_lasted

    def played_for(self, user_id: int) -> tuple[Card, ...]:
        """See ``Table.played_for``."""
        return () if self._played_for is None else self._played_for.of(user_id)

    async def change(self, request: Request) -> None:
        """Have a change made; also when the caller is cancelled. Raises TableError."""
        await self._mailbox.post(lambda: self.live.handle(request))

    async def game(self) -> Game:
        """The live game, replayed where needed. Raises TableError."""
        while self.live.game is None:  # it may go again meanwhile, when the store has failed
            await self._mailbox.post(self.live.load)
        return self.live.game

    async def recover(self) -> None:
        """Go on where the last process left the table, or park it if this program does not know its rules."""
        try:
            recovery.rules_of(self.live.facts)
        except recovery.BrokenLog as broken:
            reason = broken
            with suppress(TableError):
                await self._mailbox.post(lambda: self.live.park(reason), own=True)
        else:
            self._own_moves.arm()

    def announce(self, change: Change) -> None:
        """Tell of a change; what goes wrong in showing it is logged, and is nothing to the table."""
        try:
            self._face.told(change)
        except Exception as broken:  # noqa: BLE001 - showing is nothing to the game
            log.error("table %d: showing a change failed: %s", self.live.facts.id, where(broken))

    @property
    def is_busy(self) -> bool:
        """Whether a request is being handled or a robot is thinking."""
        return self._task() is not None

    async def quiet(self) -> None:
        """Wait until no request is being handled and no robot is thinking."""
        while task := self._task():
            await asyncio.wait({task})

    async def stop(self) -> None:
        """Handle what waits, refuse what comes after, and rest."""
        self._mailbox.close()
        self._own_moves.stop()
        await self.quiet()

    def _task(self) -> asyncio.Task[None] | None:
        return self._mailbox.worker or self._own_moves.thinks

    def changed(self, draft: Draft, before: TableFacts) -> None:
        """What has become of the table, and what it was before."""
        self._own_moves.changed()
        if self._played_for is not None or draft.wished:
            self._played_for = self._played_for or PlayedFor()
            tell(self._played_for.note, draft)
        if draft.is_private(before):
            return
        self.announce(draft.change(before))
        if draft.facts.state not in UNFINISHED:
            self._house.ended(before.id)
