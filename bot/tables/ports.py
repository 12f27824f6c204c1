"""What tables need from outside: a store, a clock, somebody to show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bot.engine.game import DealResult, Event, GameEnded
from bot.tables.model import NamedPreset, Signal, TableFacts

if TYPE_CHECKING:
    from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One input of a game: ``line`` is a record's ``deck …`` or ``SEAT ACTION`` line. ``user_id`` is the
    person who acted, None when a robot or the clock did."""

    seq: int
    line: str
    at: float
    user_id: int | None = None

    def __repr__(self) -> str:
        return f"LogEntry(seq={self.seq})"  # a line holds cards


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a table, stored whole or not at all: the facts after it, the inputs that made it, and
    the deals and the game that ended by it."""

    facts: TableFacts
    entries: tuple[LogEntry, ...] = ()
    deals: tuple[DealResult, ...] = ()
    result: GameEnded | None = None


class StoreError(Exception):
    """The store could not keep a change (disk full, read-only, locked): nothing of it was kept."""


class TableStore(Protocol):
    """Where tables live. Every method raises StoreError when the database fails."""

    async def create(self, facts: TableFacts) -> TableFacts:
        """Store a new table; returns it with its id. Raises StoreError, also where an unfinished table
        goes on from the same one."""
        ...

    async def write(self, step: Step) -> None:
        """Store a step. Raises StoreError, also when an entry's (table, seq) is already there."""
        ...

    async def load(self, table_id: int) -> TableFacts | None:
        """The facts of a table, whatever its state."""
        ...

    async def rematch(self, table_id: int) -> TableFacts | None:
        """The unfinished table that goes on from this one, if there is one."""
        ...

    async def unfinished(self) -> Sequence[TableFacts]:
        """The tables in lobby, playing or adjourned, oldest first."""
        ...

    async def log(self, table_id: int) -> Sequence[LogEntry]:
        """A table's inputs in order."""
        ...


class PresetStore(Protocol):
    """Where the named presets of servers live. Every method raises StoreError when the database fails."""

    async def presets(self, guild_id: int) -> Sequence[NamedPreset]:
        """Those of a server, by name."""
        ...

    async def keep_preset(self, preset: NamedPreset) -> None:
        """Keep it, in place of the one with its key."""
        ...

    async def remove_preset(self, preset: NamedPreset) -> None:
        """It is gone."""
        ...


class Time(Protocol):
    """The only clock tables know."""

    def now(self) -> float:
        """Unix seconds."""
        ...

    async def sleep_until(self, when: float) -> None:
        """Return once ``now()`` is at least ``when``."""
        ...


@dataclass(frozen=True, slots=True)
class Change:
    """What a step changed, for whoever shows the table. ``seat`` and ``action`` say who did what in the
    game (None for everything else); ``seats_changed`` that somebody joined, left, became absent or came
    back. ``signal`` is something to be told besides. ``wished``: it was not pressed but done for the person
    as they had told the table, which is nobody else's business."""

    before: TableFacts
    after: TableFacts
    events: tuple[Event, ...] = ()
    seat: int | None = None
    action: int | None = None
    seats_changed: bool = False
    signal: Signal | None = None
    wished: bool = False


Listener = Callable[["Table", Change], None]
"""Called with the table and the change, after it was stored and applied; must return at once. Not called for
what is nobody's business but one person's: a card queued, forced cards played."""
