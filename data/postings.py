"""What the bot keeps about its own doings: which message shows what (``bot.discordkit.ports.PostingStore``),
timers that follow from nothing else (``bot.ports.TimerStore``), and texts by key, as which slash commands it
last told Discord."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discordkit.ports import MessageKind, Posting
from bot.ports import KeptTimer
from bot.tables.model import UNFINISHED
from data.connections import DatabaseReader, Writer
from data.schema import POSTINGS, TEXTS, TIMERS, Text

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
        """How many deals are over at each unfinished table; one with none is left out."""
        return {row["table_id"]: row["deals"] for row in await self._reader.rows(_DEALS_OVER)}


_FORGET = "DELETE FROM timers WHERE kind = ? AND subject = ? AND about = ? AND at = ?"


class StoredTimers:
    """A TimerStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def keep(self, timer: KeptTimer) -> None:
        """Keep it, in place of the one with its key."""
        await self._writer.keep(TIMERS, timer)

    async def forget(self, timer: KeptTimer) -> None:
        """It is done with, unless there is another of its key by now, due at another time."""
        await self._writer.execute(_FORGET, (timer.kind, timer.subject, timer.about, timer.at))

    async def timers(self) -> Sequence[KeptTimer]:
        """All that are kept, the earliest first."""
        return await self._reader.values(TIMERS, "ORDER BY at, kind, subject, about")


class StoredTexts:
    """A text by key, in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def text(self, key: str) -> str | None:
        """The text kept under a key."""
        found = await self._reader.value(TEXTS, "WHERE key = :key", {"key": key})
        return None if found is None else found.text

    async def keep_text(self, key: str, text: str) -> None:
        """Keep or replace it."""
        await self._writer.keep(TEXTS, Text(key, text))
