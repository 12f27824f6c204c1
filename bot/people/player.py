"""A person the bot has met."""

from __future__ import annotations

from dataclasses import dataclass

from bot.people.preferences import DEFAULTS, Preferences


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
