"""Which tables have their games in memory: the latest that have moved.

A game is many times what is public of its table, and is replayed from the log in some milliseconds. So a
table at which somebody takes a day for a card costs little more than a lobby does.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Protocol

MOST: Final = 1000


class Sleeper(Protocol):
    """A table that can put its game away."""

    def rest(self) -> None:
        """The game goes, and comes from the log again when it is needed."""
        ...


class Awake:
    """The tables that have moved last, at most so many."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._tables: OrderedDict[int, Sleeper] = OrderedDict()  # who has moved last is last

    def moved(self, table_id: int, table: Sleeper) -> None:
        """A table has its game, as it has moved or is looked at. Whichever has rested longest may put its own
        away."""
        self._tables[table_id] = table
        self._tables.move_to_end(table_id)
        if len(self._tables) > self._most:
            self._tables.popitem(last=False)[1].rest()

    def over(self, table_id: int) -> None:
        """A table moves no more."""
        self._tables.pop(table_id, None)
