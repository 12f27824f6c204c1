"""People and servers (``bot.people.ports.PlayerStore``)."""

from __future__ import annotations

from bot.people.player import Player
from bot.people.server_settings import ServerSettings
from data.reader import Reader
from data.schema import GUILDS, PLAYERS, Guild
from data.writer import Writer


class StoredPlayers:
    """A PlayerStore in SQLite."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def player(self, user_id: int) -> Player | None:
        """What is known of a person."""
        return await self._reader.value(PLAYERS, "WHERE user_id = :user_id", {"user_id": user_id})

    async def keep_player(self, player: Player) -> None:
        """Keep or replace it."""
        await self._writer.keep(PLAYERS, player)

    async def guild(self, guild_id: int) -> ServerSettings:
        """A server's settings; the defaults where it has none."""
        found = await self._reader.value(GUILDS, "WHERE guild_id = :guild_id", {"guild_id": guild_id})
        return ServerSettings() if found is None else found.settings

    async def keep_guild(self, guild_id: int, settings: ServerSettings) -> None:
        """Keep or replace them."""
        await self._writer.keep(GUILDS, Guild(guild_id, settings))
