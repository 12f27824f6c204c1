"""Does the steps of nights on Discord (``bot.nights.ports.Stagehand``)."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord

from bot.nights.evenings import Evenings
from bot.nights.model import EveningDetails, EveningStage, NightPlace, NightStep, StepKey, StepKind
from bot.nights.ports import Hindered, Impossible
from bot.ports import Time
from bot.tables.model import State
from bot.tables.table import Table
from bot.telling.fitting import shorten
from bot.telling.night.place_words import event_about, event_name, thread_name
from bot.ui.discord.background import Background
from bot.ui.discord.efforts import insist
from bot.ui.discord.outlets import Delivery
from bot.ui.discord.people import People
from bot.ui.discord.sending import may_pass
from bot.ui.night.addressees import Addressees
from bot.ui.night.messages import NightMessages
from bot.ui.night.places import NAME_LONGEST, NightPlaces
from bot.ui.table.display import Display

log = logging.getLogger(__name__)

TO_WHOM: Final = (StepKind.REMINDER, StepKind.MOVED_UP, StepKind.ABSENT)
"""What goes by direct message to the person that it is about."""

TO_ONE: Final = (*TO_WHOM, StepKind.PLAN, StepKind.TROUBLE, StepKind.APART)
"""What goes to one person by direct message."""

LASTS: Final = 4 * 3600.0
"""An event ends by itself so many seconds after its beginning, where nobody says so."""


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
            StepKind.EVENT_BEGUN: self._event_begins,
            StepKind.EVENT_OVER: self._event_ends,
            StepKind.THREAD: self._thread,
        }

    async def perform(self, step: NightStep, told: EveningDetails) -> NightStep:
        """Do a step, once."""
        evening = told.evening
        channel_id = evening.channel_id
        try:
            self._places.require_available(evening.guild_id)
            if step.kind in TO_ONE:
                return await self._write_to(step, told)
            if step.kind is StepKind.CALL:
                thread = told.step(StepKind.THREAD, step.about)
                channel_id = thread.discord_id or channel_id
            found = self._others.get(step.kind)
            if found is not None:
                return await found(step, told)
            if step.kind is not StepKind.CALL:
                self._places.channel(channel_id)
            return await self._messages.post(step, told, channel_id, Delivery())
        except discord.Forbidden:
            raise self._places.hindrance(step, channel_id, private=evening.settings.is_duplicate) from None
        except discord.NotFound:
            raise Hindered("channel-gone") from None

    def look_again(self, evening_id: int, kind: StepKind, about: int = 0) -> None:
        """What a message shows may have changed."""
        self._messages.look_again(evening_id, kind, about)

    def show_table(self, table: Table) -> None:
        """A table is open in its thread."""

        async def show() -> None:
            slot = self._display.channel.lobby_slot(table)
            if table.facts.state is State.LOBBY and slot.place is None and not slot.is_pending:
                slot.renew()
                self._display.hands.keep_places(table)

        self._background.spawn(insist(self._time, show))

    def lost(self, told: EveningDetails) -> Collection[StepKey]:
        """The steps whose messages are known not to be there any more, one by one or with their channel."""
        guild_id = told.evening.guild_id
        return {
            step.key
            for step in told.steps.values()
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

    async def _write_to(self, step: NightStep, told: EveningDetails) -> NightStep:
        if step.kind in TO_WHOM:
            return await self._write(step, told, step.about)
        while (organiser := await self._addressees.of(told.evening)) is not None:
            with suppress(Impossible):  # they are known by now to take no messages: the next one is asked
                return await self._write(step, told, organiser)
        raise Impossible

    async def _write(self, step: NightStep, told: EveningDetails, user_id: int) -> NightStep:
        channel_id = await self._people.dm_channel(user_id)
        if channel_id is None:
            raise Impossible
        rings = (await self._people.preferences(user_id)).rings_from(self._time.now())
        silent = rings is None or rings > self._time.now()
        try:
            done = await self._messages.post(step, told, channel_id, Delivery(silent=silent))
        except discord.HTTPException as error:
            if await self._people.refused(user_id, error):
                raise Impossible from None
            raise
        await self._people.reached(user_id)
        return done

    # --- events and threads

    async def _event(self, step: NightStep, told: EveningDetails) -> NightStep:
        evening = told.evening
        channel = self._places.channel(evening.channel_id)
        words = await self._people.guild_words(evening.guild_id)
        league = await self._evenings.league(evening)
        event_id = await self._places.event(
            step,
            evening.guild_id,
            name=shorten(event_name(words, league), NAME_LONGEST),
            about=event_about(words, evening),
            where=shorten(f"#{channel.name}", NAME_LONGEST),
            begin=evening.starts_at,
            end=evening.starts_at + LASTS,
        )
        return replace(step, discord_id=event_id)

    async def _event_changes(
        self, step: NightStep, told: EveningDetails, status: discord.EventStatus
    ) -> NightStep:
        event_id = told.step(StepKind.EVENT).discord_id
        if event_id is None:
            raise Impossible
        await self._places.set_event(told.evening.guild_id, event_id, status)
        return replace(step, discord_id=event_id)

    async def _event_begins(self, step: NightStep, told: EveningDetails) -> NightStep:
        return await self._event_changes(step, told, discord.EventStatus.active)

    async def _event_ends(self, step: NightStep, told: EveningDetails) -> NightStep:
        over = told.evening.stage is EveningStage.OVER
        status = discord.EventStatus.completed if over else discord.EventStatus.cancelled
        return await self._event_changes(step, told, status)

    async def _thread(self, step: NightStep, told: EveningDetails) -> NightStep:
        evening = told.evening
        words = await self._people.guild_words(evening.guild_id)
        name = shorten(thread_name(words, evening, NightPlace.of(step.about)), NAME_LONGEST)
        private = evening.settings.is_duplicate
        thread_id = await self._places.thread(step, evening.channel_id, name, private=private)
        return replace(step, channel_id=evening.channel_id, discord_id=thread_id)
