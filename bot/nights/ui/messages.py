"""The messages of nights: posted once each, by the step that is kept of each, and edited for as long as they
may change. Whether one was deleted Discord tells only whoever follows all that is said: it is found out when
one is edited, or when somebody looks for the night."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord

from bot.discordkit.background import Background
from bot.discordkit.boundary import acknowledge
from bot.discordkit.efforts import insist
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing, taken
from bot.discordkit.ports import MessageKind, Posting, on_night
from bot.discordkit.postings import Delivery, MessagePlace, MessageSpec, Outlet
from bot.discordkit.presses import press_of
from bot.discordkit.sending import within
from bot.discordkit.slots import Slot
from bot.nights.course import current
from bot.nights.evenings import Evenings
from bot.nights.model import EveningDetails, NightStep, StepKind, StepState
from bot.nights.ui.drawings import NightDrawings

PAUSE: Final = 3.0
"""Seconds between two counted edits of one message."""

REMEMBERED: Final = 512
"""Messages that may still be edited; of older ones nobody looks at the newest state."""

Key = tuple[int, StepKind, int]

_LETTERS: Final = (StepKind.REMINDER, StepKind.MOVED_UP, StepKind.ABSENT)
"""To the person that they are about."""


class NightMessages:
    """See the module."""

    def __init__(self, evenings: Evenings, drawings: NightDrawings, outlet: Outlet) -> None:
        self._evenings = evenings
        self._store = evenings.store
        self._drawings = drawings
        self._outlet = outlet
        self._slots: dict[Key, Slot] = {}
        self._gone: set[int] = set()
        self._background = Background()

    # --- once

    async def post(
        self, step: NightStep, told: EveningDetails, channel_id: int, delivery: Delivery
    ) -> NightStep:
        """Have a step's message, which may be there. Raises what Discord and the network raise."""
        posting = Posting(
            step.nonce, on_night(told.evening.id), MessageKind.NIGHT, step.about, channel_id, step.begun_at
        )
        message_id = None
        if step.tried_at and not self._outlet.postings.is_fresh(posting):
            message_id = await self._outlet.postings.find(posting)
        if message_id is None:
            message_id = await self._sent(step, told, channel_id, delivery)
        return replace(step, channel_id=channel_id, discord_id=message_id)

    async def _sent(self, step: NightStep, told: EveningDetails, channel_id: int, delivery: Delivery) -> int:
        drawing = await self._drawings.of(told, step.kind, step.about)
        channel = self._outlet.client.get_partial_messageable(channel_id)
        others: dict[str, Any] = {"nonce": step.nonce, **({"silent": True} if delivery.silent else {})}
        await self._outlet.budget.take()

        async def send(shown: Drawing) -> discord.Message:
            return await channel.send(**shown.to_send(step.nonce), **others)

        return (await within(self._outlet.time, lambda: taken(send, drawing))).id

    # --- gone

    def is_gone(self, step: NightStep) -> bool:
        """Whether a step's message is known not to be there any more."""
        return step.discord_id in self._gone

    def look_for(self, told: EveningDetails) -> None:
        """Somebody looks for a night: the message it goes on by is to be there; returns at once."""
        key = current(told.evening)
        if key is not None:
            self._background.spawn(insist(self._outlet.time, partial(self._look_for, told.step(*key))))

    async def _look_for(self, step: NightStep) -> None:
        place = self._place(step)
        if place is None:
            return
        channel = self._outlet.client.get_partial_messageable(place.channel_id)
        message = channel.get_partial_message(place.message_id)
        await self._outlet.budget.take()
        try:
            await within(self._outlet.time, message.fetch)
        except (discord.NotFound, discord.Forbidden) as error:
            await self._lost(step, error)

    async def _lost(self, step: NightStep, error: discord.HTTPException) -> None:
        """A message is gone, or out of reach, which may pass."""
        self._slots.pop((step.evening_id, *step.key), None)
        if isinstance(error, discord.NotFound) and step.discord_id is not None:
            self._gone.add(step.discord_id)
            self._evenings.changed(step.evening_id)

    # --- as it is now

    def look_again(self, evening_id: int, kind: StepKind, about: int = 0) -> None:
        """What a message shows may have changed; returns at once."""
        look = partial(self._refresh, evening_id, kind, about)
        self._background.spawn(insist(self._outlet.time, look))

    async def _refresh(self, evening_id: int, kind: StepKind, about: int) -> None:
        slot = self._slots.get((evening_id, kind, about))
        if slot is None:
            told = await self._store.told(evening_id)
            slot = None if told is None else self._slot(told.step(kind, about))
        if slot is not None:
            slot.refresh()

    async def answer(self, interaction: Interaction, evening_id: int) -> None:
        """Answer a press of a night's message with what that shows now; a press of another one without a
        change. Raises StoreError."""
        told = await self._store.told(evening_id)
        message_id = interaction.message.id if interaction.message is not None else None
        for step in told.steps.values() if told is not None else ():
            slot = self._slot(step) if step.discord_id == message_id else None
            if slot is not None:
                await slot.answer(press_of(interaction))
                return
        await acknowledge(interaction)

    def _place(self, step: NightStep) -> MessagePlace | None:
        """Where a step's message is; None where there is none."""
        if step.state is not StepState.DONE or step.channel_id is None or step.discord_id is None:
            return None
        return None if self.is_gone(step) else MessagePlace(step.channel_id, step.discord_id, step.tried_at)

    def _slot(self, step: NightStep) -> Slot | None:
        """The slot of a step's message; None where there is none."""
        place = self._place(step)
        if place is None:
            return None
        key = (step.evening_id, *step.key)
        if key not in self._slots:
            purpose = MessageSpec(lost=partial(self._lost, step))
            slot = Slot(partial(self._draw, *key), self._outlet, purpose, pause=PAUSE)
            slot.place = place
            self._slots[key] = slot
            for old in [*self._slots][:-REMEMBERED]:
                if not self._slots[old].is_pending:
                    del self._slots[old]
        return self._slots[key]

    async def _draw(self, evening_id: int, kind: StepKind, about: int) -> Drawing | None:
        told = await self._store.told(evening_id)
        return None if told is None else await self._drawings.of(told, kind, about)

    def forget(self, user_id: int) -> None:
        """A person is not known any longer: nothing is known of letters to them."""
        for key in [one for one in self._slots if one[1] in _LETTERS and one[2] == user_id]:
            del self._slots[key]

    # --- the end

    async def settled(self) -> None:
        """Return when nothing is being sent, but for what is tried again later."""
        while busy := self._background.busy():
            for task in busy:
                await task
        for slot in [*self._slots.values()]:
            await slot.settled()

    async def close(self) -> None:
        """Stop showing."""
        await self._background.close()
        for slot in self._slots.values():
            await slot.close()
