"""After a migration: what follows from the tables of before is made again from their logs, and counted.

It is done at the first start, before anything moves, some tables a transaction; a process that ends meanwhile
goes on at the next one.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

import aiosqlite

from data.consequences import Happened, write_again
from data.rebuild import Progress, Retell, Unplayable
from data.sittings import sittings_of
from data.statistics.counting import BEHIND, count
from data.store import Store

log = logging.getLogger(__name__)

_STEP: Final = 50  # tables
_IN_ORDER: Final = f"{BEHIND} ORDER BY ended_at IS NULL, ended_at, id"


async def catch_up(store: Store, retell: Retell, progress: Progress) -> int:
    """Catch up with every table of which nothing is counted; returns how many there were. A table whose log
    gives no game any more is left as it is. Raises StoreError; then some are done."""

    async def behind(connection: aiosqlite.Connection) -> Sequence[int]:
        return [row[0] for row in await connection.execute_fetchall(_IN_ORDER)]

    tables = await store.writer.run(behind)
    for first in range(0, len(tables), _STEP):
        progress(first, len(tables))
        some = tables[first : first + _STEP]

        async def job(connection: aiosqlite.Connection, some: Sequence[int] = some) -> None:
            for table_id in some:
                await _told_again(connection, store, retell, table_id)

        await store.writer.run(job)
    return len(tables)


async def _told_again(connection: aiosqlite.Connection, store: Store, retell: Retell, table_id: int) -> None:
    stored = await store.tables.load(table_id)
    assert stored is not None
    facts = stored.facts
    try:
        deals, result = retell(facts, await store.tables.log(table_id))
    except Unplayable as broken:
        log.warning("table %d is in no statistics: %s", table_id, broken)
        return
    await write_again(connection, Happened(facts, deals, result, await sittings_of(connection, table_id)))
    await count(connection, facts)
