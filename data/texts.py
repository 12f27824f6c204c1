"""Texts that the bot keeps about itself, by key, as which slash commands it last told Discord."""

from __future__ import annotations

from data.reader import DatabaseReader
from data.schema import TEXTS, Text
from data.writer import Writer


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
