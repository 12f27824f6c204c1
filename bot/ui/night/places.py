"""Where nights take place on Discord: channels, threads, events; each made once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import discord

from bot.nights.model import NightStep, StepKind
from bot.nights.ports import Hindered, Impossible
from bot.ui.discord.outlets import Outlet
from bot.ui.discord.permissions import NEEDED, NEEDED_IN_THREAD
from bot.ui.discord.sending import within
from bot.ui.night.rights import FOR_DUPLICATE, FOR_EVENTS, OPEN_THREADS

NAME_LONGEST: Final = 100
"""Of a thread, and of an event (https://discord.com/developers/docs/resources/channel)."""

ARCHIVED_AFTER: Final = 1440
"""Minutes."""

CLOCKS_APART: Final = 30.0
"""Seconds between Discord's clock and ours, at the most."""


class NightPlaces:
    """See the module. Everything raises what Discord and the network raise."""

    def __init__(self, outlet: Outlet) -> None:
        self._outlet = outlet

    def require_available(self, guild_id: int) -> None:
        """Raise ConnectionError while Discord does not serve a server, which passes, and Hindered
        ``server-gone`` where the bot is in it no longer."""
        if self.guild(guild_id).unavailable:
            raise ConnectionError

    def is_gone(self, guild_id: int, channel_id: int) -> bool:
        """Whether a channel of a server is not there any more, the server being there."""
        guild = self._outlet.client.get_guild(guild_id)
        return guild is not None and not guild.unavailable and guild.get_channel(channel_id) is None

    def channel(self, channel_id: int) -> discord.TextChannel:
        """The channel of a night. Raises Hindered ``channel-gone``."""
        found = self._outlet.client.get_channel(channel_id)
        if not isinstance(found, discord.TextChannel):
            raise Hindered("channel-gone")
        return found

    def guild(self, guild_id: int) -> discord.Guild:
        """The server of a night. Raises Hindered ``server-gone``."""
        found = self._outlet.client.get_guild(guild_id)
        if found is None:
            raise Hindered("server-gone")
        return found

    def hindrance(self, step: NightStep, channel_id: int, *, private: bool = False) -> Hindered:
        """Why Discord has refused a step: the permission that is missing, if one is."""
        channel = self._outlet.client.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            return Hindered("channel-gone")
        needed, given = _needed(step, channel, private=private), channel.permissions_for(channel.guild.me)
        missing = next((one for one in needed if not getattr(given, one)), None)
        return Hindered("permission", missing) if missing is not None else Hindered("refused")

    # --- threads

    async def thread(self, step: NightStep, channel_id: int, name: str, *, private: bool) -> int:
        """The thread of that name in a channel, which may be there. Raises Hindered."""
        channel = self.channel(channel_id)
        if step.tried_at:
            found = await self._found_thread(step, channel, name)
            if found is not None:
                return found
        kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
        await self._outlet.budget.take()
        thread = await within(
            self._outlet.time,
            lambda: channel.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVED_AFTER),
        )
        return thread.id

    async def _found_thread(self, step: NightStep, channel: discord.TextChannel, name: str) -> int | None:
        """A thread that was made by an earlier try of the step."""
        await self._outlet.budget.take()
        active = await within(self._outlet.time, channel.guild.active_threads)
        since = discord.utils.time_snowflake(datetime.fromtimestamp(step.begun_at - CLOCKS_APART, UTC))
        for thread in active:
            ours = self._outlet.client.user is not None and thread.owner_id == self._outlet.client.user.id
            if ours and thread.parent_id == channel.id and thread.name == name and thread.id >= since:
                return thread.id
        return None

    # --- events

    async def event(
        self, step: NightStep, guild_id: int, *, name: str, about: str, where: str, begin: float, end: float
    ) -> int:
        """An event of the server, which may be there."""
        guild = self.guild(guild_id)
        start = datetime.fromtimestamp(begin, UTC)
        if step.tried_at:
            found = await self._found_event(guild, name, start)
            if found is not None:
                return found
        if begin <= self._outlet.time.now():
            raise Impossible  # Discord takes none of the past
        await self._outlet.budget.take()
        event = await within(
            self._outlet.time,
            lambda: guild.create_scheduled_event(
                name=name,
                description=about,
                start_time=start,
                end_time=datetime.fromtimestamp(end, UTC),
                privacy_level=discord.PrivacyLevel.guild_only,
                entity_type=discord.EntityType.external,
                location=where,
            ),
        )
        return event.id

    async def _found_event(self, guild: discord.Guild, name: str, start: datetime) -> int | None:
        await self._outlet.budget.take()
        events = await within(self._outlet.time, lambda: guild.fetch_scheduled_events(with_counts=False))
        mine = self._outlet.client.user
        for event in events:
            ours = mine is not None and event.creator_id == mine.id
            if ours and event.name == name and abs((event.start_time - start).total_seconds()) < 1:
                return event.id
        return None

    async def set_event(self, guild_id: int, event_id: int, status: discord.EventStatus) -> None:
        """An event has begun, is over, or does not take place. Where it is so already, nothing changes.
        Raises Impossible where it is gone."""
        guild = self.guild(guild_id)
        await self._outlet.budget.take()
        try:
            event = await within(self._outlet.time, lambda: guild.fetch_scheduled_event(event_id))
            if event.status is status or event.status in (
                discord.EventStatus.completed,
                discord.EventStatus.cancelled,
            ):
                return
            if event.status is discord.EventStatus.scheduled and status is discord.EventStatus.completed:
                status = discord.EventStatus.cancelled  # one that has not begun cannot be over
            if event.status is discord.EventStatus.active and status is discord.EventStatus.cancelled:
                status = discord.EventStatus.completed
            await self._outlet.budget.take()
            await within(self._outlet.time, lambda: event.edit(status=status))
        except discord.NotFound:
            raise Impossible from None


def _needed(
    step: NightStep, channel: discord.TextChannel | discord.Thread, *, private: bool
) -> Sequence[str]:
    """What a step takes there."""
    match step.kind:
        case StepKind.EVENT:
            return (FOR_EVENTS,)
        case StepKind.THREAD:
            return "view_channel", FOR_DUPLICATE if private else OPEN_THREADS, "send_messages_in_threads"
        case _:
            return NEEDED_IN_THREAD if isinstance(channel, discord.Thread) else NEEDED
