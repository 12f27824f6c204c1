"""One message that shows a table: at most one drawing being sent, at most one waiting, always the newest
state.

How an edit travels is decided here alone. In order: as the answer to a click on the message that is still
unanswered (not counted by Discord, and what the clicker waits for); by the token of the newest interaction
from that message while it lives (not counted); by the bot's own route (counted, through the budget).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import aiohttp
import discord

from bot.tables.mailbox import where
from bot.tables.ports import Time
from bot.ui.budget import Budget
from bot.ui.panel import Drawing, taken

log = logging.getLogger(__name__)

TOKEN_SECONDS: Final = 14 * 60.0  # tokens live 15 minutes; the last one is a margin
ANSWER_WITHIN: Final = 1.5  # of the 3 seconds Discord gives
OLD_MESSAGE_SECONDS: Final = 55 * 60.0
OLD_MESSAGE_PAUSE: Final = 5.0  # messages over an hour old may be edited only now and then (30046)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_MANY_OLD_EDITS = 10003, 10008, 30046
UNKNOWN_INTERACTION, INVALID_TOKEN, ALREADY_ANSWERED, UNKNOWN_WEBHOOK = 10062, 50027, 40060, 10015
TOKEN_OVER: Final = (UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, INVALID_TOKEN, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION)

CUT_OFF: Final = (aiohttp.ClientError, TimeoutError, OSError)  # nobody knows whether the request arrived
TRIES: Final = 3

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
    """See the module. ``draw`` makes the newest drawing, or None when there is nothing to show. Between two
    edits by the bot's own route pass at least ``pause`` seconds."""

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
        self._waiting: asyncio.Task[None] | None = None  # until the route may be taken again
        self._clicks: list[discord.Interaction[Any]] = []  # to be answered, oldest first
        self._answers: dict[discord.Interaction[Any], asyncio.Future[None]] = {}  # not given yet
        self._token: Token | None = None
        self._routed_at = 0.0
        self._sent: tuple[Token | Place | None, Drawing] | None = None  # the last drawing, and where it went
        self.place: Place | None = None

    @property
    def is_free(self) -> bool:
        """Whether the next edit is one that Discord does not count."""
        return bool(self._clicks) or self._live_token is not None

    @property
    def _live_token(self) -> Token | None:
        return self._token if self._token is not None and self._token.until > self._time.now() else None

    def clicked(self, interaction: discord.Interaction[Any]) -> None:
        """A click on the message that the next drawing answers; see ``answer``."""
        self._clicks.append(interaction)
        self._answers[interaction] = asyncio.get_running_loop().create_future()

    def unclick(self, interaction: discord.Interaction[Any]) -> None:
        """The click was answered in another way."""
        if interaction in self._clicks:
            self._clicks.remove(interaction)
            self._answers.pop(interaction).set_result(None)

    def hold(self, interaction: discord.Interaction[Any], message_id: int | None = None) -> None:
        """From now on the message can be edited by this interaction's token."""
        self._token = Token(interaction, message_id, self._time.now() + TOKEN_SECONDS)
        self._wait_no_longer()

    async def answer_after(
        self, interaction: discord.Interaction[Any], change: Callable[[], Awaitable[None]]
    ) -> None:
        """Make a change, and answer the click that asked for it with what the message shows then. Raises what
        the change raises; the click is unanswered then, unless a drawing that others asked for has been the
        answer."""
        self.clicked(interaction)
        try:
            await change()
        except BaseException:
            self.unclick(interaction)
            if on_its_way := self._answers.get(interaction):
                await asyncio.wait({on_its_way})
            raise
        await self.answer(interaction)

    async def answer(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click with the newest drawing, or first with a bare acknowledgement where that takes
        long. Returns once it is answered."""
        answered = self._answers.get(interaction)
        if answered is None:
            return  # a drawing that others asked for was the answer
        if interaction in self._clicks:
            self.refresh()
        patience = asyncio.create_task(self._time.sleep_until(self._time.now() + ANSWER_WITHIN))
        await asyncio.wait({answered, patience}, return_when=asyncio.FIRST_COMPLETED)
        patience.cancel()
        if interaction in self._clicks:
            self.unclick(interaction)
            await interaction.response.defer()
            self.hold(interaction)
            self.refresh()
        else:
            await answered

    async def clicks_answered(self) -> None:
        """Return when no click waits for its answer."""
        while self._answers:
            await asyncio.wait(set(self._answers.values()))

    def refresh(self) -> None:
        """Have the newest state drawn and sent; returns at once."""
        self._wanted = True
        self._wait_no_longer()
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
        failures = 0
        while self._wanted:
            try:
                paid = await self._turn()
                self._wanted = False
                drawing = await self._draw()
                if drawing is not None and not await self._deliver(drawing, paid):
                    self._wanted = True  # by the next way, drawn anew
            except CUT_OFF as error:
                log.warning("the connection was cut: %s", type(error).__name__)
                failures += 1
                self._wanted = self._wanted or failures < TRIES
            except discord.HTTPException as error:
                log.warning("a message could not be shown: status %s, code %s", error.status, error.code)
            except Exception as error:
                log.error("a message could not be drawn or sent: %s", where(error))

    # --- when

    async def _turn(self) -> bool:
        """Wait until an edit may go out, so that what is drawn then is the newest. True when a counted
        request was taken from the budget for it."""
        if self.place is None:
            return False
        while not self.is_free and (wait_until := self._next_route_at(self.place)) > self._time.now():
            self._waiting = asyncio.create_task(self._time.sleep_until(wait_until), name="slot waiting")
            try:
                await asyncio.wait({self._waiting})
            finally:
                self._waiting.cancel()
                self._waiting = None
            if self.place is None:
                return False
        if self.is_free:
            return False
        await self._budget.take()
        return True

    def _next_route_at(self, place: Place) -> float:
        old = self._time.now() - place.posted_at > OLD_MESSAGE_SECONDS
        return self._routed_at + (OLD_MESSAGE_PAUSE if old else self._pause)

    def _wait_no_longer(self) -> None:
        """Nobody who clicked waits for the route's turn, and a token needs none."""
        if self._waiting is not None and self.is_free:
            self._waiting.cancel()

    # --- by which way

    async def _deliver(self, drawing: Drawing, paid: bool) -> bool:
        """Send it by the best way there is; False when that turned out to be closed."""
        if self._clicks:
            return await self._answer_clicks(drawing)
        by = self._live_token or self.place
        if by is None or self._shows(drawing, by):
            return True
        if isinstance(by, Token):
            return await self._edit_by_token(drawing, by)
        if not paid:
            await self._budget.take()
        return await self._edit_by_route(drawing, by)

    def _shows(self, drawing: Drawing, by: Token | Place) -> bool:
        """Whether the message that would be edited shows just this already."""
        return self._sent is not None and self._sent[0] is by and drawing.shows_the_same_as(self._sent[1])

    async def _answer_clicks(self, drawing: Drawing) -> bool:
        """The newest click carries the drawing; earlier ones, of somebody who pressed twice, an
        acknowledgement."""
        clicks, self._clicks = self._clicks, []
        *earlier, newest = clicks
        try:
            await taken(lambda shown: newest.response.edit_message(**shown.to_edit()), drawing)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_INTERACTION, ALREADY_ANSWERED, UNKNOWN_MESSAGE):
                raise
            if error.code == ALREADY_ANSWERED:  # after a retry: perhaps the first try was carried out
                self.hold(newest)
            if error.code == UNKNOWN_MESSAGE:  # a new one has just taken its place
                with contextlib.suppress(discord.HTTPException, *CUT_OFF):
                    await newest.response.defer()
            return False
        except CUT_OFF:
            with contextlib.suppress(discord.HTTPException, *CUT_OFF):
                await newest.response.defer()
            self.hold(newest)
            return False
        finally:
            for click in earlier:
                with contextlib.suppress(
                    discord.HTTPException, *CUT_OFF
                ):  # it would not have shown anything new
                    await click.response.defer()
            for click in clicks:
                self._answers.pop(click).set_result(None)
        self.hold(newest)
        self._sent = self._token, drawing
        return True

    async def _edit_by_token(self, drawing: Drawing, token: Token) -> bool:
        try:
            await taken(partial(_edit_by, token), drawing)
        except discord.HTTPException as error:
            if error.code not in TOKEN_OVER:
                raise
            if self._token is token:
                self._token = None
            return False
        self._sent = token, drawing
        return True

    async def _edit_by_route(self, drawing: Drawing, place: Place) -> bool:
        self._routed_at = self._time.now()
        channel = self._client.get_partial_messageable(place.channel_id)
        try:
            message = channel.get_partial_message(place.message_id)
            await taken(lambda shown: message.edit(**shown.to_edit()), drawing)
        except discord.HTTPException as error:
            if error.code == TOO_MANY_OLD_EDITS:
                self._put(place, replace(place, posted_at=0.0))
                return False
            if error.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL) or error.status == 403:
                self._put(place, None)
            raise
        self._sent = place, drawing
        return True

    def _put(self, old: Place, new: Place | None) -> None:
        """Change what is known of a place, unless the message has meanwhile been posted elsewhere."""
        if self.place is old:
            self.place = new

    # --- new messages

    async def post(
        self, channel_id: int, drawing: Drawing, *, ping: int | None = None, silent: bool = False
    ) -> Place:
        """Send a new message in the slot's place, by the bot's own route; a ``silent`` one makes no sound.
        Raises discord.HTTPException."""
        others: dict[str, Any] = {}
        if ping is not None:
            others["allowed_mentions"] = discord.AllowedMentions(users=[discord.Object(ping)])
        if silent:
            others["silent"] = True
        await self._budget.take()
        channel = self._client.get_partial_messageable(channel_id)
        message = await taken(lambda shown: channel.send(**{**shown.to_send(), **others}), drawing)
        self._token = None
        self.place = Place(channel_id, message.id, self._time.now())
        self._sent = self.place, drawing
        return self.place

    async def follow_up(self, interaction: discord.Interaction[Any], drawing: Drawing) -> Place:
        """Send a new message in the slot's place as a follow-up to an answered interaction in that channel:
        not counted, and neither are its edits while the token lives. Raises discord.HTTPException."""
        message = await interaction.followup.send(wait=True, **drawing.to_send())
        self.place = Place(message.channel.id, message.id, self._time.now())
        self.hold(interaction, message.id)
        self._sent = self._token, drawing
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


async def _edit_by(token: Token, drawing: Drawing) -> None:
    if token.message_id is None:
        await token.interaction.edit_original_response(**drawing.to_edit())
    else:
        await token.interaction.followup.edit_message(token.message_id, **drawing.to_edit())
