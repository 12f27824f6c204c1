"""The present way, for comparison: the same rows, by the program's own writer, in one process."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from random import Random

import aiosqlite

from data.connections import Writer
from tests.beyond.gateway import SEED, Measured, Played
from tests.beyond.servers import cpu_of

TABLES_SQL = """
PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
CREATE TABLE tables (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL);
CREATE TABLE log (
    table_id INTEGER, seq INTEGER, line TEXT NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
"""


async def play(folder: Path, *, tables: int, presses: int, pause: float) -> Played:
    """So many presses at each of so many tables."""
    measured, random = Measured(), Random(SEED)
    async with aiosqlite.connect(folder / "present.sqlite3", isolation_level=None) as connection:
        await connection.executescript(TABLES_SQL)
        await connection.executemany("INSERT INTO tables VALUES (?, 0)", [(n + 1,) for n in range(tables)])
        writer = Writer(connection)

        async def play_at(table: int) -> None:
            await asyncio.sleep(random.uniform(0, 2 * pause))
            for seq in range(1, presses + 1):

                async def step(connection: aiosqlite.Connection, seq: int = seq) -> None:
                    await connection.execute("INSERT INTO log VALUES (?, ?, ?)", (table, seq, "2 play QH"))
                    await connection.execute("UPDATE tables SET seq = ? WHERE id = ?", (seq, table))

                began = time.monotonic()
                await writer.run(step)
                measured.stored.append(time.monotonic() - began)
                await asyncio.sleep(random.uniform(0, 2 * pause))

        began, spent = time.monotonic(), cpu_of(os.getpid())
        await asyncio.gather(*(play_at(number + 1) for number in range(tables)))
        seconds, spent = time.monotonic() - began, cpu_of(os.getpid()) - spent
        await writer.close()
    measured.answered = measured.stored
    return Played(measured, seconds, {"one process": spent / len(measured.stored)}, 0)
