"""Which message shows what (``bot.ui.ports.ShownStore``)."""

from __future__ import annotations

from collections.abc import Sequence

import aiosqlite

from bot.ui.ports import Kind, Shown
from data.reader import Reader
from data.rows import of_shown, to_shown
from data.writer import Writer

_REMEMBER = """
INSERT INTO shown (table_id, kind, seat, channel_id, message_id, seq, posted_at)
VALUES (:table_id, :kind, :seat, :channel_id, :message_id, :seq, :posted_at)
ON CONFLICT (table_id, kind, seat) DO UPDATE SET channel_id = excluded.channel_id,
    message_id = excluded.message_id, seq = excluded.seq, posted_at = excluded.posted_at
"""


class StoredMessages:
    """A ShownStore in SQLite."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def remember(self, shown: Shown) -> None:
        """Keep or replace the message of (table, kind, seat)."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(_REMEMBER, of_shown(shown))

        await self._writer.run(job)

    async def shown(self, table_id: int) -> Sequence[Shown]:
        """The messages of a table."""
        rows = await self._reader.rows(
            "SELECT table_id, kind, seat, channel_id, message_id, seq, posted_at"
            " FROM shown WHERE table_id = :table_id ORDER BY kind, seat",
            {"table_id": table_id},
        )
        return [to_shown(row) for row in rows]

    async def without_result(self, since: float) -> Sequence[int]:
        """The tables whose game ended after ``since`` and of whose end no message tells."""
        rows = await self._reader.rows(
            "SELECT id FROM tables WHERE state = 'finished' AND ended_at > :since AND NOT EXISTS"
            " (SELECT 1 FROM shown WHERE table_id = tables.id AND kind = :kind) ORDER BY id",
            {"since": since, "kind": Kind.RESULT.value},
        )
        return [row["id"] for row in rows]

    async def forget(self, table_id: int, kind: Kind, seat: int) -> None:
        """The message is gone."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(
                "DELETE FROM shown WHERE table_id = ? AND kind = ? AND seat = ?", (table_id, kind.value, seat)
            )

        await self._writer.run(job)
