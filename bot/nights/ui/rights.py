"""Where a night can be held: a text channel in which the bot may do what a night takes."""

from __future__ import annotations

from typing import Final

import discord

from bot.discordkit import permissions
from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import Interaction
from bot.nights.errors import NightError
from bot.nights.settings import NightSettings
from bot.words.catalogue import Words

OPEN_THREADS: Final = "create_public_threads"
FOR_DUPLICATE: Final = "create_private_threads"
FOR_NIGHTS: Final = (*permissions.NEEDED, OPEN_THREADS, "send_messages_in_threads")
"""What every night takes."""

FOR_EVENTS: Final = "create_events"
"""A night does without, and then is not among the server's events."""


def require_place(
    words: Words, guild: discord.Guild | None, channel_id: int, settings: NightSettings
) -> None:
    """Raise NightError ``channel-gone``, ``no-text-channel``; Refusal ``missing-night-permissions``, naming
    them."""
    channel = guild.get_channel(channel_id) if guild is not None else None
    if channel is None:
        is_thread = guild is not None and guild.get_thread(channel_id) is not None
        raise NightError("no-text-channel" if is_thread else "channel-gone")
    if channel.type is not discord.ChannelType.text:
        raise NightError("no-text-channel")
    needed = (*FOR_NIGHTS, FOR_DUPLICATE) if settings.is_duplicate else FOR_NIGHTS
    given = channel.permissions_for(channel.guild.me)
    missing = [words(f"permission.{name}") for name in needed if not getattr(given, name)]
    if missing:
        raise Refusal("missing-night-permissions", permissions=words.both(missing))


def may_make_events(interaction: Interaction, channel_id: int) -> bool:
    """Whether the bot may put a night among the server's events."""
    guild = interaction.guild
    channel = guild.get_channel(channel_id) if guild is not None else None
    return channel is None or getattr(channel.permissions_for(channel.guild.me), FOR_EVENTS)
