"""Which message shows what (``bot.ui.ports.PostingStore``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import aiosqlite

from bot.tables.model import UNFINISHED
from bot.ui.ports import Kind, Posting
from data.reader import Reader
from data.rows import of_posting, to_posting
from data.writer import Writer

_KEEP = """
INSERT INTO postings (nonce, table_id, kind, about, channel_id, begun_at, message_id)
VALUES (:nonce, :table_id, :kind, :about, :channel_id, :begun_at, :message_id)
ON CONFLICT (nonce) DO UPDATE SET message_id = excluded.message_id
"""

_ALL = """
SELECT nonce, table_id, kind, about, channel_id, begun_at, message_id FROM postings
WHERE kind != :result OR message_id IS NULL ORDER BY begun_at, nonce
"""

_WITHOUT_RESULT = """
SELECT id FROM tables WHERE state = 'finished' AND ended_at > :since AND NOT EXISTS
    (SELECT 1 FROM postings WHERE table_id = tables.id AND kind = :result) ORDER BY id
"""

_DEALS_OVER = f"""
SELECT table_id, count(*) AS deals FROM deals
WHERE table_id IN (SELECT id FROM tables WHERE state IN ({", ".join(repr(one.value) for one in UNFINISHED)}))
GROUP BY table_id
"""


class StoredPostings:
    """A PostingStore in SQLite."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def keep(self, posting: Posting) -> None:
        """Keep it, or what is known of it since."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(_KEEP, of_posting(posting))

        await self._writer.run(job)

    async def forget(self, nonce: int) -> None:
        """The message is gone, or will not be changed again."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute("DELETE FROM postings WHERE nonce = ?", (nonce,))

        await self._writer.run(job)

    async def postings(self) -> Sequence[Posting]:
        """All that are kept but results that have arrived, the oldest first."""
        return [to_posting(row) for row in await self._reader.rows(_ALL, {"result": Kind.RESULT.value})]

    async def without_result(self, since: float) -> Sequence[int]:
        """The tables whose game ended after ``since`` and of whose end no message tells."""
        rows = await self._reader.rows(_WITHOUT_RESULT, {"since": since, "result": Kind.RESULT.value})
        return [row["id"] for row in rows]

    async def deals_over(self) -> Mapping[int, int]:
        """How many deals are over at each unfinished table; none is not told."""
        return {row["table_id"]: row["deals"] for row in await self._reader.rows(_DEALS_OVER)}
