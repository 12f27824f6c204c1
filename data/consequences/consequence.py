"""What a consequence of a step is: who owns which SQL tables, and from what they are written."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import aiosqlite

from bot.engine.game import GameEnded
from bot.tables.model import TableFacts
from bot.tables.ports import EndedDeal, Sitting
from data.relation import Relation

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Happened:
    """What there is to be written of: the table, the deals that ended at it, the result of its game if that
    ended too, and all who have sat there so far. A step's, or a whole game's that is told again."""

    facts: TableFacts
    deals: tuple[EndedDeal, ...]
    result: GameEnded | None
    sittings: Sequence[Sitting]


Write = Callable[[aiosqlite.Connection, Happened], Awaitable[None]]
"""Writes rows of what happened, within a transaction that is not its own. Nothing of these deals, nor of this
result, is there yet."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """A writer and the SQL tables it ``owns``, those that others refer to first: nobody else writes them, and
    nothing but logs and sittings goes into them, so that they can be made again. Each has a column
    ``table_id``."""

    name: str
    owns: tuple[Relation[Any], ...]
    write: Write


async def insert(connection: aiosqlite.Connection, relation: Relation[T], values: Iterable[T]) -> None:
    """Write new rows."""
    await connection.executemany(relation.insert, [relation.row(value) for value in values])
