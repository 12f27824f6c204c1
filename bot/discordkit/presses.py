"""One interaction being answered: in time whatever else is slow or fails, and once.

Discord waits three seconds for the first answer. So a press is acknowledged by itself when nothing else has
answered it after one second, beside whatever is under way; then what was to be the answer goes by the token,
for as long as that lives where it has to be tried again: whoever reads that an answer will come gets one.
Discord takes one first answer and refuses the others (40060), so of two under way it does not matter which
comes first. https://discord.com/developers/docs/interactions/receiving-and-responding
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import Enum, auto
from functools import partial
from typing import Any, Final, TypeVar

import discord

from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing, taken
from bot.discordkit.sending import (
    ALREADY_ANSWERED,
    CUT_OFF,
    INVALID_TOKEN,
    NOW,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Unreached,
    answer_by_edit,
    asked_to_wait,
    backoff,
    edit_original,
    may_pass,
    quick_backoff,
    repeated,
    summary,
    within,
)
from bot.errors import tell
from bot.ports import Alarm, Time
from bot.watch.declared import Retry, tried_again

log = logging.getLogger(__name__)

T = TypeVar("T")

ANSWERS_WITHIN: Final = 3.0
ACKNOWLEDGED_AFTER: Final = 1.0  # leaves two seconds for its way
TOKEN_SECONDS: Final = 14 * 60.0  # tokens live 15 minutes; the last one is a margin

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
        """An interaction has come, and is carried out by this task; from now on it is answered in time.
        Suggestions are broken off where that is over."""
        press = Press(interaction, self)
        interaction.extras[_KEY] = press
        task = asyncio.current_task()
        assert task is not None
        if interaction.type is discord.InteractionType.autocomplete:
            # Later nobody is shown them; whose answers are held up could do nothing else meanwhile.
            alarm = self.time.call_after(ANSWERS_WITHIN, partial(_break_off, task))
            task.add_done_callback(lambda _: alarm.cancel())
        else:
            press.answer_in_time()
            task.add_done_callback(lambda _: press.is_over())
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


def _break_off(task: asyncio.Task[Any]) -> None:
    task.cancel()


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
        self._answering = False  # whether another first answer than an acknowledgement was sent
        self._insisting: asyncio.Task[None] | None = None  # an answer by the token that is tried again
        self._is_over = False  # whether whatever carries it out has nothing more to say
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
            log.info("a press could not be acknowledged: %s", summary(error))
            return False
        if answered is Answered.DRAWN:
            self._presses.deferred += 1
        if answered is Answered.DRAWN or (answered is Answered.BY_TOKEN and not self._answering):
            self._first = how  # else nobody knows which of the two Discord has taken
        if self._is_over:
            self._presses.spawn(self.end())
        return answered is not Answered.NOT

    async def _try_first(self, send: Callable[[], Awaitable[object]]) -> Answered:
        """Give a first answer, again and again while nobody knows whether it was given and there is time;
        after that its token will tell. Raises what Discord refuses for what is in it."""
        retry = quick_backoff()
        while not self.is_answered:
            shown = await self._try_once(send)
            if shown is not None:
                return shown
            if self.is_answered:
                break
            pause = retry.pause()
            if self._time.monotonic() + pause >= self._until:
                break
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
        self._answering = True
        edit = partial(answer_by_edit, self.interaction)
        try:
            await self._unless_answered(lambda: taken(lambda shown: edit(shown.to_edit()), drawing))
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
        """The same, until it is there. Raises what Discord refuses."""
        if await self.show(drawing) is Answered.BY_TOKEN:
            await self._insist(lambda: self._edit_original(drawing))
            self._first = First.UPDATE

    async def open_form(self, form: discord.ui.Modal) -> None:
        """Show a form, as the first answer. Raises Unreached where it was or had to be answered otherwise."""
        if self.is_answered or self._acknowledging is not None:
            raise Unreached
        self._answering = True
        send = self.interaction.response.send_modal
        shown = await self._try_first(lambda: send(form))
        await self._acknowledged()
        if shown is Answered.DRAWN or self._acknowledging is None:
            return
        with suppress(discord.NotFound):  # as a form is no message
            await repeated(self._time, self.interaction.original_response)
            raise Unreached

    # --- something new

    async def say(self, drawing: Drawing) -> bool:
        """Tell something to the person alone, perhaps twice rather than not at all; False where it is too
        late. Raises what Discord refuses."""

        async def draw() -> Drawing:
            return drawing

        return await self._say(draw, once=False)

    async def say_drawn(self, draw: Callable[[], Awaitable[Drawing]]) -> bool:
        """The same, once, and drawn anew where it takes another try by another way. Raises what the last try
        raised."""
        return await self._say(draw, once=True)

    async def _say(self, draw: Callable[[], Awaitable[Drawing]], *, once: bool) -> bool:
        if not self.is_answered and self._acknowledging is None:
            self._answering = True
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
        try:
            drawing = await draw()
            if first is First.REPLY:
                self._amend = self._edit_original
                await self._insist(lambda: self._edit_original(drawing))
            elif first is First.POST:
                await self._insist(lambda: self._say_instead(drawing))
            else:
                await repeated(self._time, lambda: self._follow_up(drawing), once=once)
        except Exception:
            self._first = first
            raise
        return True

    async def _say_instead(self, drawing: Drawing) -> None:
        """To the person alone, where everybody reads that a message is to come."""
        await self._delete_original()
        await self._follow_up(drawing)

    async def _follow_up(self, drawing: Drawing) -> None:
        send = self.interaction.followup.send
        said = await taken(lambda shown: send(ephemeral=True, wait=True, **shown.to_send()), drawing)
        self._amend = lambda other: taken(lambda shown: said.edit(**shown.to_edit()), other)

    async def amend(self, drawing: Drawing) -> None:
        """Have what the person alone was shown last, or what they pressed where nothing was, show something
        else. Raises what Discord refuses."""
        edit = self._amend or self._edit_original
        await self._insist(lambda: edit(drawing))

    async def _edit_original(self, drawing: Drawing) -> None:
        await taken(lambda shown: edit_original(self.interaction, shown.to_edit()), drawing)

    async def tell_all(self, drawing: Drawing) -> None:
        """Once it is answered: a further message, for everybody in the channel, at most once. Raises what the
        last try raised."""
        await self._acknowledged()
        send = self.interaction.followup.send
        follow_up = partial(taken, lambda shown: send(wait=True, **shown.to_send()), drawing)
        await repeated(self._time, follow_up, once=True)

    async def take_back(self) -> None:
        """The answer that its person alone sees is not wanted any more. Raises what Discord refuses."""
        await self._insist(self._delete_original)

    async def _delete_original(self) -> None:
        try:
            await self.interaction.delete_original_response()
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise

    async def publish(self, drawing: Drawing, nonce: int) -> None:
        """Answer with a new message for everybody; where the press had to be answered otherwise it follows.
        Raises what the last try raised."""
        if await self.post(drawing, nonce) is None:
            await self.tell_all(drawing)

    async def post(self, drawing: Drawing, nonce: int | None = None) -> int | None:
        """Answer with a new message for everybody, once, which carries the nonce (``Drawing.to_send``); its
        id, or None where the press was or had to be answered otherwise, and no message was made. Raises what
        Discord refuses."""
        if self.is_answered or self._acknowledging is not None:
            return await self._in_place_of_waiting(drawing, nonce)
        self._answering = True
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
                return ours if ours is not None else await self._in_place_of_waiting(drawing, nonce)

    async def _first_was_ours(self) -> int | None:
        """The press has a first answer, and nobody knows whether it is the message that was sent or the
        acknowledgement: the message's id, if it is that."""
        await self._acknowledged()
        if self._first is not None:
            return None
        original = await repeated(self._time, self.interaction.original_response)
        pressed = self.interaction.message
        if original.flags.loading:
            self._first = self.expected
        elif pressed is not None and pressed.id == original.id:
            self._first = First.UPDATE
        return original.id if self._first is None else None

    async def _acknowledged(self) -> None:
        if self._acknowledging is not None:
            await asyncio.shield(self._acknowledging)

    async def _in_place_of_waiting(self, drawing: Drawing, nonce: int | None) -> int | None:
        await self._acknowledged()
        if self._first is not First.POST:
            return None
        edit = self.interaction.edit_original_response
        show = partial(taken, lambda shown: edit(**shown.to_edit(nonce)), drawing)
        message = await repeated(self._time, show)
        self._first = First.UPDATE
        return message.id

    # --- the end

    def is_over(self) -> None:
        """Whatever has carried it out is done."""
        self._is_over = True
        if self._waits and not self._presses.is_closed:
            self._presses.spawn(self.end())

    def let_go(self) -> None:
        """No new message is its answer after all."""
        self.is_taken = False
        if self._is_over:
            self.is_over()

    @property
    def _waits(self) -> bool:
        """Whether somebody may still read that an answer will come, and none is on its way."""
        if self.is_taken or self._insisting is not None or self._acknowledging is None:
            return False
        unknown = self._first is None and self._answering and self.expected is not First.UPDATE
        return unknown or self._first in (First.REPLY, First.POST)

    async def end(self) -> None:
        """Nothing more is to come: where somebody still reads that an answer will, that goes."""
        await self._acknowledged()
        if self._waits:
            with suppress(discord.HTTPException):  # it has gone, or cannot be changed any more
                await self._insist(self._end_waiting)

    async def _end_waiting(self) -> None:
        if (await self.interaction.original_response()).flags.loading:
            await self._delete_original()

    async def _insist(self, send: Callable[[], Awaitable[object]]) -> None:
        """By the interaction's token, until it is done or the token has run out: a few times here, and then
        beside what is under way. What was insisted on before is not shown any more. ``send`` may be done
        twice. Raises what Discord refuses."""
        if self._insisting is not None:
            self._insisting.cancel()
        try:
            await repeated(self._time, send)
        except (discord.HTTPException, *CUT_OFF) as error:
            if not may_pass(error):
                raise
            self._insisting = self._presses.spawn(self._go_on(send))

    async def _go_on(self, send: Callable[[], Awaitable[object]]) -> None:
        retry, error = backoff(), None
        while self._time.monotonic() < self.at + TOKEN_SECONDS:
            await self._time.sleep(retry.pause(0.0 if error is None else asked_to_wait(error)))
            tried_again(Retry.ANSWER)
            try:
                await within(self._time, send)
            except (discord.HTTPException, *CUT_OFF) as failed:
                if not may_pass(failed):
                    log.info("an answer could not be given: %s", summary(failed))
                    return
                error = failed
            else:
                return
        log.warning("an answer could not be given while its token lived")
