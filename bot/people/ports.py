"""What is kept of people and servers. Every method raises StoreError when the database fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bot.people.preferences import Player
from bot.people.server_settings import ServerSettings


class PlayerStore(Protocol):
    """Where people and servers are kept."""

    async def player(self, user_id: int) -> Player | None:
        """What is known of a person."""
        ...

    async def change_player(
        self, user_id: int, change: Callable[[Player | None], Player | None]
    ) -> Player | None:
        """Keep what ``change`` makes of what is known of a person by then, None where nothing is; where it
        returns None nothing is changed. Returns what is kept then. Raises what ``change`` raises."""
        ...

    async def guild(self, guild_id: int) -> ServerSettings:
        """A server's settings; the defaults where it has none."""
        ...

    async def change_guild(
        self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Keep what ``change`` makes of a server's settings as they are by then, and return it. Raises what
        ``change`` raises."""
        ...
