"""What the interface needs stored: which messages show what, and what is known of people and servers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.ui.preferences import DEFAULTS, Preferences
from bot.ui.server_settings import ServerSettings


class Kind(StrEnum):
    """What a shown message is for."""

    LOBBY = "lobby"
    TABLE = "table"
    HAND = "hand"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Shown:
    """A message that shows a table. ``seat`` is -1 for messages that are for all; ``seq`` the state it shows.
    A table has one message of each (kind, seat): a new one replaces the old."""

    table_id: int
    kind: Kind
    seat: int
    channel_id: int
    message_id: int
    seq: int
    posted_at: float


@dataclass(frozen=True, slots=True)
class Player:
    """A person the bot has met. ``dm_channel_id`` is their direct-message channel once opened; ``dm_closed``
    says that Discord refused one, and when that was is ``dm_checked_at`` (unix seconds)."""

    user_id: int
    name: str
    locale: str = ""
    dm_channel_id: int | None = None
    dm_closed: bool = False
    dm_checked_at: float = 0.0
    preferences: Preferences = DEFAULTS


class ShownStore(Protocol):
    """Where the interface remembers its messages."""

    async def remember(self, shown: Shown) -> None:
        """Keep or replace the message of (table, kind, seat)."""
        ...

    async def shown(self, table_id: int) -> Sequence[Shown]:
        """The messages of a table."""
        ...

    async def forget(self, table_id: int, kind: Kind, seat: int) -> None:
        """The message is gone."""
        ...

    async def without_result(self, since: float) -> Sequence[int]:
        """The tables whose game ended after ``since`` (unix seconds) and of whose end no message tells."""
        ...


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
