"""People and servers (``bot.ui.ports.PlayerStore``)."""

from __future__ import annotations

import aiosqlite

from bot.ui.ports import Player
from bot.ui.server_settings import ServerSettings
from data.reader import Reader
from data.rows import of_guild, of_player, to_guild, to_player
from data.writer import Writer

_KEEP_PLAYER = """
INSERT INTO players (user_id, name, locale, dm_channel_id, dm_closed, dm_checked_at, preferences)
VALUES (:user_id, :name, :locale, :dm_channel_id, :dm_closed, :dm_checked_at, :preferences)
ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, locale = excluded.locale,
    dm_channel_id = excluded.dm_channel_id, dm_closed = excluded.dm_closed, dm_checked_at =
    excluded.dm_checked_at, preferences = excluded.preferences
"""

_KEEP_GUILD = """
INSERT INTO guilds (guild_id, settings) VALUES (:guild_id, :settings)
ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings
"""


class StoredPlayers:
    """A PlayerStore in SQLite."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def player(self, user_id: int) -> Player | None:
        """What is known of a person."""
        row = await self._reader.row(
            "SELECT user_id, name, locale, dm_channel_id, dm_closed, dm_checked_at, preferences"
            " FROM players WHERE user_id = :user_id",
            {"user_id": user_id},
        )
        return None if row is None else to_player(row)

    async def keep_player(self, player: Player) -> None:
        """Keep or replace it."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(_KEEP_PLAYER, of_player(player))

        await self._writer.run(job)

    async def guild(self, guild_id: int) -> ServerSettings:
        """A server's settings; the defaults where it has none."""
        row = await self._reader.row(
            "SELECT settings FROM guilds WHERE guild_id = :guild_id", {"guild_id": guild_id}
        )
        return ServerSettings() if row is None else to_guild(row)

    async def keep_guild(self, guild_id: int, settings: ServerSettings) -> None:
        """Keep or replace them."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(_KEEP_GUILD, of_guild(guild_id, settings))

        await self._writer.run(job)
