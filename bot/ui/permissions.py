"""What the bot needs in a channel, and what a member of a server may do there."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.ui.boundary import Refusal
from bot.ui.server_settings import Openers, ServerSettings
from bot.words.catalogue import Words

NEEDED: Final[tuple[str, ...]] = ("view_channel", "send_messages", "attach_files")


def require_permissions(words: Words, interaction: discord.Interaction[Any]) -> None:
    """Raise Refusal, naming what is missing, where the bot could not show a table."""
    given = interaction.app_permissions
    needed: list[str] = list(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    missing = [words(f"permission.{name}") for name in needed if not getattr(given, name)]
    if missing:
        raise Refusal("missing-permissions", permissions=words.both(missing))


def require_manager(interaction: discord.Interaction[Any]) -> int:
    """The server, for somebody who manages it; else raises Refusal."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal("not-server-manager")
    return interaction.guild_id


def require_may_open(words: Words, settings: ServerSettings, interaction: discord.Interaction[Any]) -> int:
    """The server, for somebody who may open a table in this channel of it; else raises Refusal."""
    guild_id = interaction.guild_id
    if guild_id is None:
        raise Refusal("only-in-server")
    channels = _existing(settings.channels, interaction.guild)
    if channels and _place(interaction) not in channels:
        raise Refusal("other-channel", channels=words.either(f"<#{channel}>" for channel in channels))
    rights = interaction.permissions
    if rights.manage_messages or rights.manage_guild or settings.openers == Openers.EVERYONE:
        return guild_id
    if settings.openers == Openers.ROLE and settings.role_id is not None:
        if not _has_role(interaction, settings.role_id):
            raise Refusal("role-needed", role=f"<@&{settings.role_id}>")
        return guild_id
    raise Refusal("moderators-only")


def _existing(channels: tuple[int, ...], guild: discord.Guild | None) -> list[int]:
    """Those of the channels that have not been deleted since they were chosen."""
    return [channel for channel in channels if guild is None or guild.get_channel(channel) is not None]


def _place(interaction: discord.Interaction[Any]) -> int | None:
    """The channel that counts: a thread is part of another one."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id


def _has_role(interaction: discord.Interaction[Any], role_id: int) -> bool:
    member = interaction.user
    return isinstance(member, discord.Member) and any(role.id == role_id for role in member.roles)
