"""What is kept of people and servers."""

from __future__ import annotations

from typing import Protocol

from bot.people.player import Player
from bot.people.server_settings import ServerSettings


class PlayerStore(Protocol):
    """Where people and servers are kept."""

    async def player(self, user_id: int) -> Player | None:
        """What is known of a person."""
        ...

    async def keep_player(self, player: Player) -> None:
        """Keep or replace it."""
        ...

    async def guild(self, guild_id: int) -> ServerSettings:
        """A server's settings; the defaults where it has none."""
        ...

    async def keep_guild(self, guild_id: int, settings: ServerSettings) -> None:
        """Keep or replace them."""
        ...
