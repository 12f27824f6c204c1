"""People and servers (``bot.ui.ports.PlayerStore``)."""

from __future__ import annotations

import aiosqlite

from bot.ui.ports import GuildSettings, Player
from data.reader import Reader
from data.rows import of_guild, of_player, to_guild, to_player
from data.writer import Writer

_KEEP_PLAYER = """
INSERT INTO players (user_id, name, locale, dm_channel_id, dm_closed, dm_checked_at, two_rows)
VALUES (:user_id, :name, :locale, :dm_channel_id, :dm_closed, :dm_checked_at, :two_rows)
ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, locale = excluded.locale,
    dm_channel_id = excluded.dm_channel_id, dm_closed = excluded.dm_closed, dm_checked_at =
    excluded.dm_checked_at, two_rows = excluded.two_rows
"""

_KEEP_GUILD = """
INSERT INTO guilds (guild_id, locale) VALUES (:guild_id, :locale)
ON CONFLICT (guild_id) DO UPDATE SET locale = excluded.locale
"""


class StoredPlayers:
    """A PlayerStore in SQLite."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def player(self, user_id: int) -> Player | None:
        """What is known of a person."""
        row = await self._reader.row(
            "SELECT user_id, name, locale, dm_channel_id, dm_closed, dm_checked_at, two_rows"
            " FROM players WHERE user_id = :user_id",
            {"user_id": user_id},
        )
        return None if row is None else to_player(row)

    async def keep_player(self, player: Player) -> None:
        """Keep or replace it."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(_KEEP_PLAYER, of_player(player))

        await self._writer.run(job)

    async def guild(self, guild_id: int) -> GuildSettings:
        """A server's settings; the defaults where it has none."""
        row = await self._reader.row(
            "SELECT guild_id, locale FROM guilds WHERE guild_id = :guild_id", {"guild_id": guild_id}
        )
        return GuildSettings(guild_id) if row is None else to_guild(row)

    async def keep_guild(self, settings: GuildSettings) -> None:
        """Keep or replace them."""

        async def job(connection: aiosqlite.Connection) -> None:
            await connection.execute(_KEEP_GUILD, of_guild(settings))

        await self._writer.run(job)
