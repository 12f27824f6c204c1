"""What the bot needs in a channel, and what a member of a server may do there."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord

from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import Interaction
from bot.discordkit.load import Budget
from bot.discordkit.sending import CUT_OFF, asked, summary
from bot.people.settings import Openers, ServerSettings
from bot.ports import Time
from bot.tables.model import TableFacts
from bot.words.catalogue import Words, in_text

log = logging.getLogger(__name__)

T = TypeVar("T")

NEEDED: Final = ("view_channel", "send_messages", "attach_files")
NEEDED_IN_THREAD: Final = ("view_channel", "send_messages_in_threads", "attach_files")


def require_permissions(words: Words, interaction: Interaction) -> None:
    """Raise Refusal, naming what is missing, where the bot could not show a table."""
    given = interaction.app_permissions
    needed = NEEDED_IN_THREAD if isinstance(interaction.channel, discord.Thread) else NEEDED
    missing = [words(f"permission.{name}") for name in needed if not getattr(given, name)]
    if missing:
        raise Refusal("missing-permissions", permissions=words.both(missing))


def require_manager(interaction: Interaction, otherwise: Refusal | None = None) -> int:
    """The server, for somebody who manages it; else raises Refusal: ``otherwise``, where that says more."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise otherwise or Refusal("not-server-manager")
    return interaction.guild_id


def require_answers_seen(interaction: Interaction) -> None:
    """Raise Refusal where nobody but whoever acts would see what the bot answers them: in a server where it
    is not, to members who may not use external apps.
    https://discord.com/developers/docs/topics/permissions#permissions-bitwise-permission-flags"""
    if interaction.context.guild and not interaction.permissions.use_external_apps:
        raise Refusal("answers-unseen")


def require_may_open(words: Words, settings: ServerSettings, interaction: Interaction) -> int:
    """The server, for somebody who may open a table in this channel of it; else raises Refusal."""
    guild_id = interaction.guild_id
    assert guild_id is not None  # elsewhere tables are private
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


def is_moderator(interaction: Interaction, facts: TableFacts) -> bool:
    """Whether whoever acts may delete others' messages in the channel of a table, which is of this server. In
    a channel that is gone or not known what they may in the whole server counts."""
    if interaction.guild_id != facts.guild_id or facts.guild_id is None:
        return False
    if interaction.channel_id == facts.channel_id:
        return interaction.permissions.manage_messages
    member, guild = interaction.user, interaction.guild
    if guild is None or not isinstance(member, discord.Member):
        return False
    channel = guild.get_channel_or_thread(facts.channel_id)
    given = channel.permissions_for(member) if channel else member.guild_permissions
    return given.manage_messages


def require_may_show(interaction: Interaction, facts: TableFacts) -> None:
    """Raise Refusal unless whoever acts sits at the table, hosts it or moderates its channel."""
    user_id = interaction.user.id
    seated = facts.seat_of(user_id) is not None or user_id == facts.host_id
    if not seated and not is_moderator(interaction, facts):
        raise Refusal("not-at-table")


async def require_seen_by_all(
    words: Words, interaction: Interaction, facts: TableFacts, budget: Budget, time: Time
) -> None:
    """Raise Refusal, naming them, where people who sit at the table cannot see this channel, or where that
    cannot be found out. Who is no longer in the server does not count."""
    channel = _known(interaction)
    seated = {seat.user_id: seat.name for seat in facts.seats if seat.user_id is not None}
    try:
        hidden = [name for user_id, name in seated.items() if not await sees(channel, user_id, budget, time)]
    except (discord.HTTPException, discord.ClientException, *CUT_OFF):
        raise Refusal("unsure-channel") from None
    if hidden:
        raise Refusal("hidden-channel", names=words.both(in_text(name) for name in hidden))


async def sees(
    channel: discord.abc.GuildChannel | discord.Thread, user_id: int, budget: Budget, time: Time
) -> bool:
    """Whether somebody sees a channel, or is not in its server. Asks Discord; raises what that raises, and
    discord.ClientException for a thread whose channel is not known."""
    guild = channel.guild
    member = guild.get_member(user_id) or await _asked(guild.fetch_member, user_id, budget, time)
    return member is None or await member_sees(channel, member, budget, time)


async def member_sees(
    channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member, budget: Budget, time: Time
) -> bool:
    """The same of a member of its server. Asks Discord about private threads alone."""
    known = sees_by_rights(channel, member)
    if known is None and isinstance(channel, discord.Thread):
        return await _asked(channel.fetch_member, member.id, budget, time) is not None
    return bool(known)


def sees_by_rights(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool | None:
    """Whether a member of its server sees a channel; None where they do if they have joined it, which is a
    private thread. Raises discord.ClientException for a thread whose channel is not known."""
    may = channel.permissions_for(member)
    if not may.view_channel:
        return False
    if isinstance(channel, discord.Thread) and channel.is_private() and not may.manage_threads:
        return None
    return True


async def _asked(
    request: Callable[[int], Awaitable[T]], user_id: int, budget: Budget, time: Time
) -> T | None:
    """What Discord says of a person; None where it knows no such."""
    await budget.take()
    try:
        return await asked(time, lambda: request(user_id))
    except discord.NotFound:
        return None


class ServerPresence:
    """Whether somebody is still in a server."""

    def __init__(self, budget: Budget, time: Time) -> None:
        self._budget = budget
        self._time = time

    async def is_gone(
        self, guild: discord.Guild | None, user_id: int, *, follows: bool = False
    ) -> bool | None:
        """Whether they have left; None where that cannot be found out. What ``follows`` waits behind
        whatever else is asked."""
        if guild is None:
            return None
        if guild.get_member(user_id) is not None:
            return False
        await self._budget.take(follows=follows)
        try:
            await asked(self._time, lambda: guild.fetch_member(user_id))
        except discord.NotFound:
            return True
        except (discord.HTTPException, *CUT_OFF) as error:
            log.info("nobody knows whether somebody is still in a server: %s", summary(error))
            return None
        return False


def _known(interaction: Interaction) -> discord.abc.GuildChannel | discord.Thread:
    """The channel with all its permissions, which what comes with an interaction does not tell."""
    guild, channel = interaction.guild, interaction.channel
    found = guild.get_channel_or_thread(interaction.channel_id or 0) if guild else None
    if found is not None:
        return found
    if isinstance(channel, discord.Thread):
        return channel
    raise Refusal("unsure-channel")


def _existing(channels: tuple[int, ...], guild: discord.Guild | None) -> list[int]:
    """Those of the channels that have not been deleted since they were chosen."""
    return [channel for channel in channels if guild is None or guild.get_channel(channel) is not None]


def _place(interaction: Interaction) -> int | None:
    """The channel that counts: a thread is part of another one."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id


def _has_role(interaction: Interaction, role_id: int) -> bool:
    member = interaction.user
    return isinstance(member, discord.Member) and any(role.id == role_id for role in member.roles)
