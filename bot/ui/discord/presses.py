"""One interaction being answered: in time whatever else is slow or fails, and once.

Discord waits three seconds for the first answer. So a press is acknowledged by itself when nothing else has
answered it after one second, beside whatever is under way; then what was to be the answer goes by the token.
Discord takes one first answer and refuses the others (40060), so of two under way it does not matter which
comes first. https://discord.com/developers/docs/interactions/receiving-and-responding
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import Any, Final, TypeVar

import aiohttp
import discord

from bot.error_places import tell
from bot.ports import Alarm, Time
from bot.retry import Backoff
from bot.ui.discord.panel import Drawing, taken
from bot.ui.discord.sending import (
    ALREADY_ANSWERED,
    CUT_OFF,
    INVALID_TOKEN,
    NOW,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    asked_to_wait,
    may_pass,
    told,
    within,
)
from bot.watch.tallies import Retry, tried_again

log = logging.getLogger(__name__)

T = TypeVar("T")
Interaction = discord.Interaction[Any]

ANSWERS_WITHIN: Final = 3.0
ACKNOWLEDGED_AFTER: Final = 1.0  # leaves two seconds for its way
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 1.6  # seconds between the tries
TRIES_BY_TOKEN: Final = 5

TOO_LATE: Final = (UNKNOWN_INTERACTION, INVALID_TOKEN, UNKNOWN_WEBHOOK)

_KEY: Final = "press"  # in what the library lets us keep with an interaction


class Answered(Enum):
    """What became of a drawing that was to answer a press."""

    DRAWN = auto()
    """The message shows it."""
    BY_TOKEN = auto()
    """The press is answered, by an acknowledgement or perhaps by this drawing: its token can show it."""
    NOT = auto()
    """The press cannot be answered any more, or what was pressed is gone."""


class First(Enum):
    """The kinds of acknowledgement."""

    UPDATE = auto()
    """The message stays as it is."""
    REPLY = auto()
    """An answer for the person alone is to come."""
    POST = auto()
    """A message for everybody is to come."""


class Presses:
    """The interactions that are being answered. ``heard`` is told of each first answer: how many seconds
    after its coming it was sent off, and how many until Discord had it."""

    def __init__(self, time: Time, heard: Callable[[float, float], None] | None = None) -> None:
        self.time = time
        self.heard = heard
        self.is_closed = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self.deferred = 0
        """How many were acknowledged before there was an answer."""

    def begin(self, interaction: Interaction) -> Press:
        """An interaction has come; from now on it is answered in time."""
        press = Press(interaction, self)
        interaction.extras[_KEY] = press
        if interaction.type is not discord.InteractionType.autocomplete:
            press.answer_in_time()
        return press

    def of(self, interaction: Interaction) -> Press:
        """The press that an interaction is."""
        return interaction.extras.get(_KEY) or self.begin(interaction)

    def spawn(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        """Have it done beside what is under way."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Break off what is under way."""
        self.is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def press_of(interaction: Interaction) -> Press:
    """The press that an interaction is; ``Presses.begin`` has seen it."""
    return interaction.extras[_KEY]


class Press:
    """See the module. Made by ``Presses``."""

    def __init__(self, interaction: Interaction, presses: Presses) -> None:
        self.interaction = interaction
        self._presses = presses
        self._time = presses.time
        self.at = self._time.monotonic()
        """When it came, in seconds of ``Time.monotonic``."""
        self._until = self.at + ANSWERS_WITHIN
        self._is_answered = False
        self._sent_at: float | None = None  # when the first try of a first answer was
        self._racing: set[asyncio.Timeout] = set()  # first answers that are on their way
        self._alarm: Alarm | None = None
        self._first: First | None = None  # how it was acknowledged, if it was
        self._acknowledging: asyncio.Task[bool] | None = None
        command = interaction.type is discord.InteractionType.application_command
        self.expected = First.REPLY if command else First.UPDATE
        """How it is acknowledged when the answer takes long."""
        self._amend: Callable[[Drawing], Awaitable[object]] | None = None  # what was said last
        self.is_taken = False
        """Whether a new message is to be its answer."""

    @property
    def is_answered(self) -> bool:
        """Whether Discord is known to have a first answer."""
        return self._is_answered

    def answer_in_time(self) -> None:
        """Acknowledge it when nothing has answered it for a second."""
        self._alarm = self._time.call_after(ACKNOWLEDGED_AFTER, self._is_late)

    def _is_late(self) -> None:
        if not self.is_answered and not self._presses.is_closed:
            self._presses.spawn(self.acknowledge())

    def _has_answer(self) -> None:
        """Discord has a first answer: any other that is on its way is not waited for."""
        if not self._is_answered and self._presses.heard is not None and self._sent_at is not None:
            now = self._time.monotonic()
            tell(self._presses.heard, self._sent_at - self.at, now - self.at)
        self._is_answered = True
        if self._alarm is not None:
            self._alarm.cancel()
        while self._racing:
            self._racing.pop().reschedule(NOW)

    async def acknowledge(self, how: First | None = None) -> bool:
        """Answer without showing anything yet; tried again until it is there or too late. False where it is
        too late."""
        if self.is_answered:
            return True
        if self._acknowledging is None:
            self.expected = how or self.expected
            self._acknowledging = self._presses.spawn(self._acknowledge())
        return await asyncio.shield(self._acknowledging)

    async def _acknowledge(self) -> bool:
        how = self.expected
        thinking, private = how is not First.UPDATE, how is First.REPLY
        defer = self.interaction.response.defer
        try:
            answered = await self._try_first(lambda: defer(ephemeral=private, thinking=thinking))
        except discord.HTTPException as error:  # its channel is gone, say
            log.info("a press could not be acknowledged: %s", told(error))
            return False
        if answered is Answered.DRAWN:
            self._first = how
            self._presses.deferred += 1
        return answered is not Answered.NOT

    async def _try_first(self, send: Callable[[], Awaitable[object]]) -> Answered:
        """Give a first answer, again and again while nobody knows whether it was given and there is time.
        Raises what Discord refuses for what is in it."""
        retry = _backoff()
        while not self.is_answered:
            shown = await self._try_once(send)
            if shown is not None:
                return shown
            if self.is_answered:
                break
            pause = retry.pause()
            if self._time.monotonic() + pause >= self._until:
                return Answered.NOT
            await self._time.sleep(pause)
            tried_again(Retry.ANSWER)
        return Answered.BY_TOKEN

    async def _try_once(self, send: Callable[[], Awaitable[object]]) -> Answered | None:
        """One try of a first answer; None where nobody knows what has become of it. Raises what Discord
        refuses for what is in it."""
        try:
            await self._unless_answered(send)
        except discord.InteractionResponded:
            return Answered.BY_TOKEN
        except discord.HTTPException as error:
            if error.code == ALREADY_ANSWERED:
                self._has_answer()
                return Answered.BY_TOKEN
            if error.code in TOO_LATE:
                return Answered.NOT
            if not may_pass(error):
                raise
            return None
        except CUT_OFF:
            return None
        self._has_answer()
        return Answered.DRAWN

    async def _unless_answered(self, send: Callable[[], Awaitable[T]]) -> T:
        """What ``send`` returns or raises; discord.InteractionResponded once another has been the first
        answer, or this one unnoticed: what is still on its way then is not waited for."""
        if self._sent_at is None:
            self._sent_at = self._time.monotonic()
        racing = asyncio.timeout(None)
        try:
            async with racing:
                self._racing.add(racing)
                try:
                    return await within(self._time, send)
                finally:
                    self._racing.discard(racing)
        except TimeoutError:
            if racing.expired():
                raise discord.InteractionResponded(self.interaction) from None
            raise

    # --- what was pressed shows something else

    async def show(self, drawing: Drawing) -> Answered:
        """Put a drawing in place of what the pressed message shows, as the first answer; tried once, so that
        the drawing is never older than need be. Raises what Discord refuses."""
        if self.is_answered:
            return Answered.BY_TOKEN
        edit = self.interaction.response.edit_message
        try:
            await self._unless_answered(lambda: taken(lambda shown: edit(**shown.to_edit()), drawing))
        except discord.InteractionResponded:
            return Answered.BY_TOKEN
        except discord.HTTPException as error:
            if error.code == ALREADY_ANSWERED:
                self._has_answer()
                return Answered.BY_TOKEN
            if error.code == UNKNOWN_MESSAGE:
                await self.acknowledge()
            if error.code in (*TOO_LATE, UNKNOWN_MESSAGE):
                return Answered.NOT
            if not may_pass(error):
                raise
        except CUT_OFF:
            pass
        else:
            self._has_answer()
            return Answered.DRAWN
        return Answered.BY_TOKEN if await self.acknowledge() else Answered.NOT

    async def change(self, drawing: Drawing) -> None:
        """The same, until it is there. Raises what the last try raised."""
        if await self.show(drawing) is Answered.BY_TOKEN:
            await self._by_token(lambda: self._edit_original(drawing))

    # --- something new

    async def say(self, drawing: Drawing) -> bool:
        """Tell something to the person alone; False where it is too late. Raises what the last try raised."""

        async def draw() -> Drawing:
            return drawing

        return await self.say_drawn(draw)

    async def say_drawn(self, draw: Callable[[], Awaitable[Drawing]]) -> bool:
        """The same, drawn anew where it takes another try by another way."""
        if not self.is_answered and self._acknowledging is None:
            send, drawing = self.interaction.response.send_message, await draw()
            how = await self._try_first(
                lambda: taken(lambda shown: send(ephemeral=True, **shown.to_send()), drawing)
            )
            self._amend = self._edit_original
            if how is not Answered.BY_TOKEN:
                return how is Answered.DRAWN
            if await self._first_was_ours() is not None:
                return True
        await self._acknowledged()
        first, self._first = self._first, First.UPDATE  # what is said after this is another message
        drawing = await draw()
        if first is First.REPLY:
            self._amend = self._edit_original
            await self._by_token(lambda: self._edit_original(drawing))
            return True
        if first is First.POST:
            await self._by_token(self.interaction.delete_original_response)
        follow_up = self.interaction.followup.send
        said = await self._by_token(
            lambda: taken(lambda shown: follow_up(ephemeral=True, wait=True, **shown.to_send()), drawing),
            once=True,
        )
        self._amend = lambda other: taken(lambda shown: said.edit(**shown.to_edit()), other)
        return True

    async def amend(self, drawing: Drawing) -> None:
        """Have what was told to the person alone last, or what they pressed where nothing was, show something
        else. Raises what the last try raised."""
        edit = self._amend or self._edit_original
        await self._by_token(lambda: edit(drawing))

    async def _edit_original(self, drawing: Drawing) -> discord.InteractionMessage:
        edit = self.interaction.edit_original_response
        return await taken(lambda shown: edit(**shown.to_edit()), drawing)

    async def tell_all(self, drawing: Drawing) -> None:
        """Once it is answered: a further message, for everybody in the channel. Raises what the last try
        raised."""
        follow_up = self.interaction.followup.send
        await self._by_token(
            lambda: taken(lambda shown: follow_up(wait=True, **shown.to_send()), drawing), once=True
        )

    async def take_back(self) -> None:
        """The answer that its person alone sees is not wanted any more. Raises what the last try raised."""
        await self._by_token(self.interaction.delete_original_response)

    async def post(self, drawing: Drawing, nonce: int | None = None) -> int | None:
        """Answer with a new message for everybody, once, which carries the nonce (``Drawing.to_send``); its
        id, or None where the press was or had to be answered otherwise, and no message was made. Raises what
        Discord refuses."""
        if self.is_answered or self._acknowledging is not None:
            return await self._in_place_of_waiting(drawing)
        send = self.interaction.response.send_message
        sent: list[int | None] = []

        async def once() -> None:
            made = await taken(lambda shown: send(**shown.to_send(nonce)), drawing)
            sent.append(made.message_id)

        match await self._try_first(once):
            case Answered.DRAWN:
                return sent[0]
            case Answered.NOT:
                return None
            case Answered.BY_TOKEN:
                ours = await self._first_was_ours()
                return ours if ours is not None else await self._in_place_of_waiting(drawing)

    async def _first_was_ours(self) -> int | None:
        """The press has a first answer, and nobody knows whether it is the message that was sent or the
        acknowledgement: the message's id, if it is that."""
        await self._acknowledged()
        if self._first is not None:
            return None
        original = await self._by_token(self.interaction.original_response)
        pressed = self.interaction.message
        if original.flags.loading:
            self._first = self.expected
        elif pressed is not None and pressed.id == original.id:
            self._first = First.UPDATE
        return original.id if self._first is None else None

    async def _acknowledged(self) -> None:
        if self._acknowledging is not None:
            await asyncio.shield(self._acknowledging)

    async def _in_place_of_waiting(self, drawing: Drawing) -> int | None:
        await self._acknowledged()
        if self._first is not First.POST:
            return None
        self._first = First.UPDATE
        edit = self.interaction.edit_original_response
        message = await self._by_token(lambda: taken(lambda shown: edit(**shown.to_edit()), drawing))
        return message.id

    async def _by_token(self, send: Callable[[], Awaitable[T]], *, once: bool = False) -> T:
        """By the interaction's token, until it is done; what must not be done twice only while it has surely
        not been."""
        retry = _backoff()
        while True:
            try:
                return await within(self._time, send)
            except (discord.HTTPException, *CUT_OFF) as error:
                surely_not = isinstance(error, aiohttp.ClientConnectorError) or (
                    isinstance(error, discord.HTTPException) and error.status == 429
                )
                if not may_pass(error) or (once and not surely_not) or retry.failures + 1 == TRIES_BY_TOKEN:
                    raise
                tried_again(Retry.ANSWER)
                log.info("an answer by its token is tried again: %s", told(error))
                pause = retry.pause(asked_to_wait(error))
            await self._time.sleep(pause)


def _backoff() -> Backoff:
    return Backoff(FIRST_PAUSE, LONGEST_PAUSE)
