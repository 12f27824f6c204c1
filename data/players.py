"""People and servers (``bot.people.ports.PlayerStore``)."""

from __future__ import annotations

from collections.abc import Callable

from bot.people.preferences import Player
from bot.people.server_settings import ServerSettings
from data.reader import DatabaseReader
from data.schema import GUILDS, PLAYERS, Guild
from data.writer import Writer


class StoredPlayers:
    """A PlayerStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def player(self, user_id: int) -> Player | None:
        """What is known of a person."""
        return await self._reader.value(PLAYERS, "WHERE user_id = :user_id", {"user_id": user_id})

    async def change_player(
        self, user_id: int, change: Callable[[Player | None], Player | None]
    ) -> Player | None:
        """Keep what ``change`` makes of what is known of a person by then."""
        return await self._writer.change(PLAYERS, (user_id,), change)

    async def guild(self, guild_id: int) -> ServerSettings:
        """A server's settings; the defaults where it has none."""
        found = await self._reader.value(GUILDS, "WHERE guild_id = :guild_id", {"guild_id": guild_id})
        return ServerSettings() if found is None else found.settings

    async def change_guild(
        self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Keep what ``change`` makes of a server's settings as they are by then."""

        def changed(kept: Guild | None) -> Guild:
            return Guild(guild_id, change(ServerSettings() if kept is None else kept.settings))

        kept = await self._writer.change(GUILDS, (guild_id,), changed)
        assert kept is not None
        return kept.settings
