"""What games came to card by card (``bot.reviews.model.ReviewStore``), in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

from bot.reviews.model import Review
from data.connections import DatabaseReader, Writer
from data.schema import REVIEWS

_KEEP: Final = f"""
INSERT INTO reviews ({", ".join(column.name for column in REVIEWS.columns)})
SELECT {", ".join("?" * len(REVIEWS.columns))} WHERE EXISTS (
    SELECT 1 FROM sittings WHERE table_id = ? AND seat = ? AND number = ? AND user_id IS ?
) ON CONFLICT DO NOTHING
"""


class StoredReviews:
    """A ReviewStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def of_table(self, table_id: int) -> Sequence[Review]:
        """The reviews of a game."""
        return await self._reader.values(
            REVIEWS, "WHERE table_id = :table ORDER BY seat, number", {"table": table_id}
        )

    async def keep(self, table_id: int, reviews: Sequence[Review]) -> None:
        """Keep those of a whole game."""
        rows = [(*REVIEWS.row(one, table_id), table_id, one.seat, one.number, one.user_id) for one in reviews]

        def job(connection: sqlite3.Connection) -> None:
            connection.executemany(_KEEP, rows)

        await self._writer.quick(job)
