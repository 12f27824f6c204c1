"""What follows from a step, written in the transaction that stores it: each part in a module of its own."""

from __future__ import annotations

from typing import Final

import aiosqlite

from data.consequences import deals, league_games, measured, results
from data.consequences.consequence import Consequence, Happened

CONSEQUENCES: Final[tuple[Consequence, ...]] = (
    deals.CONSEQUENCE,
    measured.CONSEQUENCE,
    results.CONSEQUENCE,
    league_games.CONSEQUENCE,
)
"""All there are, in the order in which they are written: each may read what those before it have."""


async def write_consequences(connection: aiosqlite.Connection, happened: Happened) -> None:
    """Write all that follows from what happened, within a transaction."""
    for consequence in CONSEQUENCES:
        await consequence.write(connection, happened)


async def write_again(connection: aiosqlite.Connection, happened: Happened) -> None:
    """Write all that follows from a whole table in the place of what is there of it."""
    for one in reversed(CONSEQUENCES):
        for relation in reversed(one.owns):
            await connection.execute(f"DELETE FROM {relation.table} WHERE table_id = ?", (happened.facts.id,))
    await write_consequences(connection, happened)
