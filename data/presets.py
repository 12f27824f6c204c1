"""The named presets of servers (``bot.tables.ports.PresetStore``)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import NamedPreset
from data.reader import DatabaseReader
from data.schema import PRESETS
from data.writer import Writer


class StoredPresets:
    """A PresetStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def presets(self, guild_id: int) -> Sequence[NamedPreset]:
        """Those of a server, by name."""
        return await self._reader.values(
            PRESETS, "WHERE guild_id = :guild_id ORDER BY key", {"guild_id": guild_id}
        )

    async def keep_preset(self, preset: NamedPreset) -> None:
        """Keep it, in place of the one with its key."""
        await self._writer.keep(PRESETS, preset, preset.key)

    async def remove_preset(self, preset: NamedPreset) -> None:
        """It is gone."""
        await self._writer.execute(
            "DELETE FROM presets WHERE guild_id = ? AND key = ?", (preset.guild_id, preset.key)
        )
