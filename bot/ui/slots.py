"""One message that shows a table: at most one drawing being sent, at most one waiting, always the newest
state.

How an edit travels is decided here alone. In order: as the answer to a click on the message that is still
unanswered (not counted by Discord, and what the clicker waits for); by the token of the newest interaction
from that message while it lives (not counted); by the bot's own route (counted, through the budget).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.tables.ports import Time
from bot.ui.budget import Budget
from bot.ui.panel import Drawing

log = logging.getLogger(__name__)

TOKEN_SECONDS: Final = 14 * 60.0  # tokens live 15 minutes; the last one is a margin
ANSWER_WITHIN: Final = 1.5  # of the 3 seconds Discord gives
OLD_MESSAGE_SECONDS: Final = 55 * 60.0
OLD_MESSAGE_PAUSE: Final = 5.0  # messages over an hour old may be edited only now and then (30046)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_MANY_OLD_EDITS = 10003, 10008, 30046
UNKNOWN_INTERACTION, INVALID_TOKEN, ALREADY_ANSWERED, UNKNOWN_WEBHOOK = 10062, 50027, 40060, 10015

Draw = Callable[[], Awaitable[Drawing | None]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message is."""

    channel_id: int
    message_id: int
    posted_at: float


@dataclass(frozen=True, slots=True)
class Token:
    """An interaction by whose token a message can be edited: its original response (``message_id`` None) or a
    follow-up to it."""

    interaction: discord.Interaction[Any]
    message_id: int | None
    until: float


class Slot:
    """See the module. ``draw`` makes the newest drawing, or None when there is nothing to show."""

    def __init__(
        self, draw: Draw, client: discord.Client, budget: Budget, time: Time, *, pause: float = 0.0
    ) -> None:
        self._draw = draw
        self._client = client
        self._budget = budget
        self._time = time
        self._pause = pause
        self._wanted = False
        self._work: asyncio.Task[None] | None = None
        self._click: discord.Interaction[Any] | None = None
        self._answered = asyncio.Event()
        self._token: Token | None = None
        self._routed_at = 0.0
        self.place: Place | None = None

    @property
    def has_live_token(self) -> bool:
        """Whether the message can be edited without a counted request."""
        return self._token is not None and self._token.until > self._time.now()

    def clicked(self, interaction: discord.Interaction[Any]) -> None:
        """A click on the message that the next drawing answers; see ``answer``."""
        self._click = interaction
        self._answered.clear()

    def hold(self, interaction: discord.Interaction[Any], message_id: int | None = None) -> None:
        """From now on the message can be edited by this interaction's token."""
        self._token = Token(interaction, message_id, self._time.now() + TOKEN_SECONDS)

    async def answer(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click with the newest drawing, or first with a bare acknowledgement where that takes
        long."""
        self.refresh()
        try:
            await asyncio.wait_for(self._answered.wait(), ANSWER_WITHIN)
        except TimeoutError:
            if self._click is interaction and not interaction.response.is_done():
                self._click = None
                await interaction.response.defer()
                self.hold(interaction)
                self.refresh()

    def unclick(self, interaction: discord.Interaction[Any]) -> None:
        """The click was answered in another way."""
        if self._click is interaction:
            self._click = None

    def refresh(self) -> None:
        """Have the newest state drawn and sent; returns at once."""
        self._wanted = True
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run(), name="slot")

    async def settled(self) -> None:
        """Return when nothing is being sent or waiting."""
        while self._work is not None and not self._work.done():
            await asyncio.wait({self._work})

    async def close(self) -> None:
        """Stop; what was waiting is not sent."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def _run(self) -> None:
        while self._wanted:
            self._wanted = False
            try:
                drawing = await self._draw()
                if drawing is not None:
                    await self._deliver(drawing)
            except discord.HTTPException as error:
                log.warning("a message could not be shown: status %s, code %s", error.status, error.code)
            except (TimeoutError, OSError) as error:
                log.warning("a message could not be shown: %s", type(error).__name__)

    async def _deliver(self, drawing: Drawing) -> None:
        if await self._answer_click(drawing) or await self._edit_by_token(drawing):
            return
        if self.place is not None:
            await self._edit_by_route(drawing, self.place)

    async def _answer_click(self, drawing: Drawing) -> bool:
        click = self._click
        if click is None or click.response.is_done():
            return False
        self._click = None
        try:
            await click.response.edit_message(**drawing.to_edit())
        except discord.HTTPException as error:
            # 40060 after a retry means that the first try was carried out after all.
            if error.code not in (UNKNOWN_INTERACTION, ALREADY_ANSWERED):
                raise
            if error.code == UNKNOWN_INTERACTION:
                return False
        finally:
            self._answered.set()
        self.hold(click)
        return True

    async def _edit_by_token(self, drawing: Drawing) -> bool:
        token = self._token
        if token is None or not self.has_live_token:
            return False
        try:
            if token.message_id is None:
                await token.interaction.edit_original_response(**drawing.to_edit())
            else:
                await token.interaction.followup.edit_message(token.message_id, **drawing.to_edit())
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, INVALID_TOKEN, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION):
                raise
            if self._token is token:
                self._token = None
            return False
        return True

    async def _edit_by_route(self, drawing: Drawing, place: Place) -> None:
        await self._wait_before_route(place)
        if self._wanted:  # something newer came while waiting: one request for both
            return
        await self._budget.take()
        channel = self._client.get_partial_messageable(place.channel_id)
        try:
            await channel.get_partial_message(place.message_id).edit(**drawing.to_edit())
        except discord.HTTPException as error:
            if error.code == TOO_MANY_OLD_EDITS:
                self._wanted = True
                self._routed_at = self._time.now()
                return
            if error.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL) or error.status == 403:
                self.place = None
            raise

    async def _wait_before_route(self, place: Place) -> None:
        old = self._time.now() - place.posted_at > OLD_MESSAGE_SECONDS
        next_at = self._routed_at + (OLD_MESSAGE_PAUSE if old else self._pause)
        if next_at > self._time.now():
            await self._time.sleep_until(next_at)
        self._routed_at = self._time.now()

    async def post(self, channel_id: int, drawing: Drawing, *, ping: int | None = None) -> Place:
        """Send a new message in the slot's place, by the bot's own route. Raises discord.HTTPException."""
        arguments = drawing.to_send()
        if ping is not None:
            arguments["allowed_mentions"] = discord.AllowedMentions(users=[discord.Object(ping)])
        await self._budget.take()
        message = await self._client.get_partial_messageable(channel_id).send(**arguments)
        self._token = None
        self.place = Place(channel_id, message.id, self._time.now())
        return self.place

    async def follow_up(self, interaction: discord.Interaction[Any], drawing: Drawing) -> Place:
        """Send a new message in the slot's place as a follow-up to an answered interaction in that channel:
        not counted, and neither are its edits while the token lives. Raises discord.HTTPException."""
        message = await interaction.followup.send(wait=True, **drawing.to_send())
        self.place = Place(message.channel.id, message.id, self._time.now())
        self.hold(interaction, message.id)
        return self.place

    async def withdraw(self) -> None:
        """Delete the message, if it is still there."""
        place, self.place, self._token = self.place, None, None
        if place is None:
            return
        await self._budget.take()
        try:
            channel = self._client.get_partial_messageable(place.channel_id)
            await channel.get_partial_message(place.message_id).delete()
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL) and error.status != 403:
                raise
