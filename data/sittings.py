"""Who sat where (``bot.tables.ports.Sitting``), in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

import aiosqlite

from bot.tables.ports import Sitting
from data.schema import SITTINGS

IN_ORDER: Final = "WHERE table_id = :id ORDER BY seat, number"

_END = "UPDATE sittings SET to_seq = ? WHERE table_id = ? AND seat = ? AND to_seq IS NULL"
_COUNT = "SELECT count(*) FROM sittings WHERE table_id = ? AND seat = ?"


def begin(connection: sqlite3.Connection, table_id: int, sittings: Sequence[Sitting]) -> None:
    """Store sittings that begin; each ends the one its seat had before."""
    for one in sittings:
        connection.execute(_END, (one.from_seq, table_id, one.seat))
        (number,) = connection.execute(_COUNT, (table_id, one.seat)).fetchone()
        connection.execute(SITTINGS.insert, SITTINGS.row(one, table_id, number))


async def sittings_of(connection: aiosqlite.Connection, table_id: int) -> Sequence[Sitting]:
    """All of a table so far, by seat, each seat's in order."""
    rows = await connection.execute_fetchall(f"{SITTINGS.select} {IN_ORDER}", {"id": table_id})
    return [SITTINGS.value(row) for row in rows]
