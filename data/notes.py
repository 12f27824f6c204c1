"""Small facts the bot keeps about itself, by key."""

from __future__ import annotations

import aiosqlite

from data.reader import Reader
from data.writer import Writer


class StoredNotes:
    """A text by key."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def note(self, key: str) -> str | None:
        """The text kept under a key."""
        row = await self._reader.row("SELECT text FROM notes WHERE key = :key", {"key": key})
        return None if row is None else row["text"]

    async def keep_note(self, key: str, text: str) -> None:
        """Keep or replace it."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(
                "INSERT INTO notes (key, text) VALUES (:key, :text)"
                " ON CONFLICT (key) DO UPDATE SET text = excluded.text",
                {"key": key, "text": text},
            )

        await self._writer.run(job)
