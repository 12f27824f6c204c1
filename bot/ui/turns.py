"""Seeing to it that whoever a table waits for has been shown it.

While a table waits for a person there is always a moment at which it is looked at again: whether their hand
is with them, or a call where it cannot be. A turn that has waited comes as a new message, because edits do
not notify.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.tables.mailbox import where
from bot.tables.model import Pace
from bot.tables.table import Table
from bot.ui.hand_messages import HandMessages
from bot.ui.messages import Messages
from bot.ui.people import People
from bot.ui.sending import may_pass, pause_after

log = logging.getLogger(__name__)

RUNG_AFTER: Final = 20.0
LASTING_AFTER: Final = 4.0
"""Until a hand by direct message follows one that its person has just pressed elsewhere: that may be gone."""
LOOKED_AFTER: Final = 30.0  # and each time twice as long as before
LOOKED_AFTER_LONGEST: Final = 600.0


class Turns:
    """One task for each table that waits for a person."""

    def __init__(self, messages: Messages, hands: HandMessages, people: People) -> None:
        self._messages = messages
        self._hands = hands
        self._people = people
        self._time = messages.time
        self._since = self._time.now()  # what was posted earlier was so by another process

    def watch(self, table: Table) -> None:
        """The table has changed: from now on whoever it waits for is seen to."""
        shown = self._messages.of(table.facts.id)
        shown.stop_waiting()
        user_id = table.facts.waited_for
        if user_id is not None:
            waiting = self._wait(table, user_id, table.facts.seq, self._rings_at(table, user_id))
            shown.waiting = asyncio.create_task(waiting, name="waiting")

    def nudged(self, table: Table, user_id: int) -> None:
        """Somebody has nudged this person, who is to move: they are rung for now, when they wish to be."""
        shown = self._messages.of(table.facts.id)
        shown.stop_waiting()
        waiting = self._wait(table, user_id, table.facts.seq, self._time.now())
        shown.waiting = asyncio.create_task(waiting, name="waiting")

    def _rings_at(self, table: Table, user_id: int) -> float | None:
        """When a person is rung for; None where that has been done for this turn, by this process or one
        before it."""
        facts, shown = table.facts, self._messages.of(table.facts.id)
        if facts.pace is Pace.DAY and shown.rung == (user_id, facts.seq):
            return None
        now = self._time.now()
        due = (facts.turn_at or now) + (0.0 if facts.pace is Pace.DAY else RUNG_AFTER)
        for slot in (shown.hands.get(user_id), shown.calls.get(user_id)):
            place = slot.place if slot is not None else None
            if place is not None and due <= place.posted_at < self._since:
                return None
        return max(now, due)

    async def _wait(self, table: Table, user_id: int, seq: int, rings_at: float | None) -> None:
        """See to one turn until it is over."""
        pause, failures = LOOKED_AFTER, 0
        looks = self._hands.is_looking(table, user_id)
        lasting_at = self._time.now() + LASTING_AFTER if looks else None
        while table.facts.is_waiting_for(user_id) and table.facts.seq == seq:
            try:
                await self._hands.see_to(table, user_id)
                if lasting_at is not None and lasting_at <= self._time.now():
                    self._hands.refresh(table, user_id)
                    lasting_at = None
                if rings_at is not None and rings_at <= self._time.now():
                    rings_at = await self._ring(table, user_id)
                failures = 0
            except Exception as error:
                failures += 1
                if not may_pass(error):
                    log.error("table %d: nobody could be told to move: %s", table.facts.id, where(error))
                await self._time.sleep_until(self._time.now() + pause_after(failures, error))
                continue
            look_at = self._time.now() + pause
            await self._time.sleep_until(min(at for at in (look_at, rings_at, lasting_at) if at is not None))
            if self._time.now() >= look_at:
                pause = min(2 * pause, LOOKED_AFTER_LONGEST)

    async def _ring(self, table: Table, user_id: int) -> float | None:
        """Ring for a person, or tell when it may be done: their quiet hours are over then."""
        now = self._time.now()
        rings = (await self._people.preferences(user_id)).rings_from(now)
        if rings is not None and rings <= now:
            await self._hands.ring(table, user_id)
            return None
        return rings
