"""What is not shown under load: cards in the middle of a trick, to who is not to move by them.

It is shown with the trick, or when load is over, a few tables a second, so that this is no load itself.
Whoever presses something is shown the newest state anyway.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import islice
from typing import Final

from bot.engine.actions import is_play
from bot.tables.ports import Change
from bot.timers import TimerKey, Timers
from bot.ui.discord.load import Load
from bot.ui.table.messages import Messages

LOOKED_EVERY: Final = 1.0  # seconds, while anything is held back
TABLES_AT_ONCE: Final = 10
"""So many each time: with a counted request each they stay below what load ends at, and with five drawings
each they take a quarter of a core."""


class HeldTimer(StrEnum):
    """The timer of it, which is one."""

    CATCH_UP = "held-back"


KEY: Final = TimerKey(HeldTimer.CATCH_UP, 0)


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
        if KEY not in self._timers:
            self._look_later()
        return True

    def _look_later(self) -> None:
        self._timers.after(KEY, LOOKED_EVERY, self._look)

    def _look(self) -> None:
        if self._load.at_ease:
            for table_id in [*islice(self._tables, TABLES_AT_ONCE)]:
                del self._tables[table_id]
                self._catch_up(table_id)
        if self._tables:
            self._look_later()

    def _catch_up(self, table_id: int) -> None:
        shown = self._messages.known(table_id)
        if shown.table is not None:
            shown.table.refresh(follows=True)
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
