"""What the interface needs stored: which messages show what, and what is known of people and servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.ui.preferences import DEFAULTS, Preferences
from bot.ui.server_settings import ServerSettings


class Kind(StrEnum):
    """What a message is for."""

    LOBBY = "lobby"
    TABLE = "table"
    HAND = "hand"
    CALL = "call"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Posting:
    """A message that shows a table, known from before it is sent. ``nonce`` names it, to Discord too, which
    makes no second message of the same nonce. ``about`` is the person whose hand or call it is, the deal that
    it shows (counted from 0, those thrown in too), else 0: a message belongs to a person, never to a seat.
    ``message_id`` is None until it is known to have arrived; ``begun_at`` is in unix seconds."""

    nonce: int
    table_id: int
    kind: Kind
    about: int
    channel_id: int
    begun_at: float
    message_id: int | None = None


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


class PostingStore(Protocol):
    """Where the interface remembers its messages. Every method raises StoreError when the database fails."""

    async def keep(self, posting: Posting) -> None:
        """Keep it, or what is known of it since."""
        ...

    async def forget(self, nonce: int) -> None:
        """The message is gone, or will not be changed again."""
        ...

    async def postings(self) -> Sequence[Posting]:
        """All that are kept but results that have arrived, the oldest first."""
        ...

    async def without_result(self, since: float) -> Sequence[int]:
        """The tables whose game ended after ``since`` (unix seconds) and of whose end no message tells."""
        ...

    async def deals_over(self) -> Mapping[int, int]:
        """How many deals are over at each unfinished table, those thrown in counted too; none is not told."""
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
