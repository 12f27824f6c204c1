"""Which message shows what (``bot.discordkit.ports.PostingStore``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discordkit.ports import MessageKind, Posting
from bot.tables.model import UNFINISHED
from data.reader import DatabaseReader
from data.schema import POSTINGS
from data.writer import Writer

_ALIVE = """
WHERE kind != :result OR message_id IS NULL OR subject IN (SELECT subject FROM postings WHERE kind != :result)
ORDER BY begun_at, nonce
"""

_WITHOUT_RESULT = """
SELECT id FROM tables WHERE state = 'finished' AND guild_id IS NOT NULL AND ended_at > :since AND NOT EXISTS
    (SELECT 1 FROM postings WHERE postings.table_id = tables.id AND postings.kind = :result) ORDER BY id
"""

_DEALS_OVER = f"""
SELECT table_id, count(*) AS deals FROM deals
WHERE table_id IN (SELECT id FROM tables WHERE state IN ({", ".join(repr(one.value) for one in UNFINISHED)}))
GROUP BY table_id
"""


class StoredPostings:
    """A PostingStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def keep(self, posting: Posting) -> None:
        """Keep it, or what is known of it since."""
        await self._writer.keep(POSTINGS, posting)

    async def forget(self, nonce: int) -> None:
        """The message is gone, or will not be changed again."""
        await self._writer.execute("DELETE FROM postings WHERE nonce = ?", (nonce,))

    async def postings(self) -> Sequence[Posting]:
        """All that are kept, the oldest first, but results that have arrived of what has no other message."""
        return await self._reader.values(POSTINGS, _ALIVE, {"result": MessageKind.RESULT.value})

    async def without_result(self, since: float) -> Sequence[int]:
        """The tables whose game ended after ``since`` and of whose end no message tells; a private one's is
        the hand, which is among the others."""
        rows = await self._reader.rows(_WITHOUT_RESULT, {"since": since, "result": MessageKind.RESULT.value})
        return [row["id"] for row in rows]

    async def deals_over(self) -> Mapping[int, int]:
        """How many deals are over at each unfinished table; none is not told."""
        return {row["table_id"]: row["deals"] for row in await self._reader.rows(_DEALS_OVER)}
