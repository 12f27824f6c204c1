"""The named presets of servers (``bot.tables.ports.PresetStore``)."""

from __future__ import annotations

from collections.abc import Sequence

import aiosqlite

from bot.tables.model import NamedPreset
from data.reader import Reader
from data.rows import of_preset, to_preset
from data.writer import Writer

_KEEP = """
INSERT INTO presets (guild_id, key, name, preset, players, options, pace)
VALUES (:guild_id, :key, :name, :preset, :players, :options, :pace)
ON CONFLICT (guild_id, key) DO UPDATE SET name = excluded.name, preset = excluded.preset,
    players = excluded.players, options = excluded.options, pace = excluded.pace
"""


class StoredPresets:
    """A PresetStore in SQLite."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def presets(self, guild_id: int) -> Sequence[NamedPreset]:
        """Those of a server, by name."""
        rows = await self._reader.rows(
            "SELECT guild_id, name, preset, players, options, pace FROM presets"
            " WHERE guild_id = :guild_id ORDER BY key",
            {"guild_id": guild_id},
        )
        return [to_preset(row) for row in rows]

    async def keep_preset(self, preset: NamedPreset) -> None:
        """Keep it, in place of the one with its key."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(_KEEP, of_preset(preset))

        await self._writer.run(job)

    async def remove_preset(self, preset: NamedPreset) -> None:
        """It is gone."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(
                "DELETE FROM presets WHERE guild_id = :guild_id AND key = :key", of_preset(preset)
            )

        await self._writer.run(job)
