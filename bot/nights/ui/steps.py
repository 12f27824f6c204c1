"""Does the steps of nights on Discord (``bot.nights.ports.StepRunner``): messages, letters, threads, events,
each once, in a text channel in which the bot may do what a night takes."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import discord

from bot.discordkit import permissions
from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.permissions import NEEDED, NEEDED_IN_THREAD
from bot.discordkit.postings import Delivery, Outlet
from bot.discordkit.sending import Background, insist, may_pass, within
from bot.nights.evenings import Evenings
from bot.nights.model import (
    EveningDetails,
    EveningStage,
    NightError,
    NightPlace,
    NightSettings,
    NightStep,
    StepKey,
    StepKind,
)
from bot.nights.night_words import event_about, event_name, thread_name
from bot.nights.ports import Hindered, Impossible
from bot.nights.ui.messages import Addressees, NightMessages
from bot.ports import Time
from bot.tables.model import UNFINISHED, State
from bot.tables.table import Table
from bot.tables.ui.display import Display
from bot.telling.phrases import shorten
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


log = logging.getLogger(__name__)


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


TO_WHOM: Final = (StepKind.REMINDER, StepKind.MOVED_UP, StepKind.ABSENT)
"""What goes by direct message to the person that it is about."""

TO_ONE: Final = (*TO_WHOM, StepKind.PLAN, StepKind.TROUBLE, StepKind.APART)
"""What goes to one person by direct message."""

IN_THREADS: Final = (StepKind.CALL, StepKind.RULING)
"""What is posted in the thread of a table."""

LASTS: Final = 4 * 3600.0
"""An event ends by itself so many seconds after its beginning, where nobody says so."""


TABLES_HERE: Final = 2
"""More tables would not be followed in one channel: each message pushes the others away, and all of a channel
share the few edits that it may have in a second."""


def _table_of(step: NightStep, details: EveningDetails) -> NightPlace:
    """The table that a step is about."""
    if step.kind is StepKind.RULING:
        return next(one.table for one in details.rulings if one.number == step.about)
    return NightPlace.of(step.about)


class DiscordStepRunner:
    """See the module."""

    def __init__(
        self,
        evenings: Evenings,
        messages: NightMessages,
        places: NightPlaces,
        people: People,
        addressees: Addressees,
        display: Display,
        time: Time,
    ) -> None:
        self._evenings = evenings
        self._messages = messages
        self._places = places
        self._people = people
        self._addressees = addressees
        self._display = display
        self._time = time
        self._background = Background()
        self._others: Mapping[StepKind, Callable[[NightStep, EveningDetails], Awaitable[NightStep]]] = {
            StepKind.EVENT: self._event,
            StepKind.EVENT_BEGUN: self._event_changes,
            StepKind.EVENT_OVER: self._event_changes,
            StepKind.THREAD: self._thread,
        }

    async def perform(self, step: NightStep, details: EveningDetails) -> NightStep:
        """Do a step, once."""
        evening = details.evening
        channel_id = evening.channel_id
        try:
            self._places.require_available(evening.guild_id)
            if step.kind in TO_ONE:
                return await self._write_to(step, details)
            if step.kind is StepKind.THREAD:
                channel_id = evening.channel_of(NightPlace.of(step.about).table)
            if step.kind in IN_THREADS:
                thread = details.step(StepKind.THREAD, _table_of(step, details).number)
                channel_id = thread.discord_id or channel_id
            found = self._others.get(step.kind)
            if found is not None:
                return await found(step, details)
            if step.kind not in IN_THREADS:
                self._places.channel(channel_id)
            return await self._messages.post(step, details, channel_id, Delivery())
        except discord.Forbidden:
            raise self._places.hindrance(step, channel_id, private=evening.settings.is_duplicate) from None
        except discord.NotFound:
            raise Hindered("channel-gone") from None

    def look_again(self, evening_id: int, kind: StepKind, about: int = 0) -> None:
        """What a message shows may have changed."""
        self._messages.look_again(evening_id, kind, about)

    def show_table(self, table: Table) -> None:
        """A table is open in its thread. Of an evening nobody has more than one hand in their direct
        messages, that of the newest game."""

        async def show() -> None:
            slot = self._display.channel.live_slot(table)
            if table.facts.state is State.LOBBY and slot.place is None and not slot.is_pending:
                assert table.facts.place is not None
                evening_id, _ = NightPlace.read(table.facts.place)
                games = await self._evenings.tables.of_evening(evening_id)
                over = [one.id for one in games if one.state not in UNFINISHED]
                people = [seat.user_id for seat in table.facts.seats]
                await self._display.hands.take_away_ended(over, people)
                slot.renew()

        self._background.spawn(insist(self._time, show))

    def lost(self, details: EveningDetails) -> Collection[StepKey]:
        """The steps whose messages are known not to be there any more, one by one or with their channel."""
        guild_id = details.evening.guild_id
        return {
            step.key
            for step in details.steps.values()
            if self._messages.is_gone(step)
            or (step.channel_id is not None and self._places.is_gone(guild_id, step.channel_id))
        }

    def passes(self, error: Exception) -> bool:
        """Whether it may pass by itself."""
        return may_pass(error)

    async def curious(self, people: Sequence[int]) -> Collection[int]:
        """Who of these people wish to be told of nights that they miss. Raises StoreError."""
        return {one for one in people if (await self._people.preferences(one)).missed_nights}

    def forget(self, user_id: int) -> None:
        """A person is not known any longer."""
        self._messages.forget(user_id)

    async def settled(self) -> None:
        """Return when nothing is being sent, but for what is tried again later."""
        while busy := self._background.busy():
            for task in busy:
                await task
        await self._messages.settled()

    async def close(self) -> None:
        """Stop."""
        await self._background.close()
        await self._messages.close()

    # --- to one person

    async def _write_to(self, step: NightStep, details: EveningDetails) -> NightStep:
        if step.kind in TO_WHOM:
            return await self._write(step, details, step.about)
        while (organiser := await self._addressees.of(details.evening)) is not None:
            with suppress(Impossible):  # they are known by now to take no messages: the next one is asked
                return await self._write(step, details, organiser)
        raise Impossible

    async def _write(self, step: NightStep, details: EveningDetails, user_id: int) -> NightStep:
        channel_id = await self._people.dm_channel(user_id)
        if channel_id is None:
            raise Impossible
        rings = (await self._people.preferences(user_id)).rings_from(self._time.now())
        silent = rings is None or rings > self._time.now()
        try:
            done = await self._messages.post(step, details, channel_id, Delivery(silent=silent))
        except discord.HTTPException as error:
            if await self._people.refused(user_id, error):
                raise Impossible from None
            raise
        await self._people.reached(user_id)
        return done

    # --- events and threads

    async def _event(self, step: NightStep, details: EveningDetails) -> NightStep:
        evening = details.evening
        words = await self._people.guild_words(evening.guild_id)
        event_id = await self._places.event(
            step,
            evening.guild_id,
            name=shorten(event_name(words, await self._evenings.headed(evening, words)), NAME_LONGEST),
            about=event_about(words, evening),
            where=shorten(f"#{self._places.channel(evening.channel_id).name}", NAME_LONGEST),
            begin=evening.starts_at,
            end=evening.starts_at + LASTS,
        )
        return replace(step, discord_id=event_id)

    async def _event_changes(self, step: NightStep, details: EveningDetails) -> NightStep:
        event_id = details.step(StepKind.EVENT).discord_id
        if event_id is None:
            raise Impossible
        status = discord.EventStatus.active
        if step.kind is StepKind.EVENT_OVER:
            over = details.evening.stage is EveningStage.OVER
            status = discord.EventStatus.completed if over else discord.EventStatus.cancelled
        await self._places.set_event(details.evening.guild_id, event_id, status)
        return replace(step, discord_id=event_id)

    async def _thread(self, step: NightStep, details: EveningDetails) -> NightStep:
        """Where a table is played: a thread, or of a final that is small enough the channel itself, where
        everybody sees it."""
        evening = details.evening
        place = NightPlace.of(step.about)
        is_small = len(evening.plan[place.round - 1].tables) <= TABLES_HERE
        if is_small and not evening.settings.is_duplicate and await self._evenings.is_final(evening):
            here = self._places.channel(evening.channel_id).id
            return replace(step, channel_id=here, discord_id=here)
        words = await self._people.guild_words(evening.guild_id)
        channel_id, private = evening.channel_of(place.table), evening.settings.is_duplicate
        name = thread_name(words, await self._evenings.stage_name(evening, words), evening, place)
        thread_id = await self._places.thread(step, channel_id, shorten(name, NAME_LONGEST), private=private)
        return replace(step, channel_id=channel_id, discord_id=thread_id)
