"""One message that shows a table: it is what it should be, or is being brought to it.

What is wanted of a message is said at once and kept here: to look like the newest state, to be posted anew,
to be gone. It is worked at for as long as anything is wanted, and tried again with growing pauses whatever
went wrong, so that no message waits for another and nothing that is wanted is forgotten. At most one drawing
is being sent, and what is sent next is drawn then. What only follows what others do waits its turn among
all such edits, and is broken off, until it is sent, for a press of the message or for who is to move by it.

How an edit travels is decided here alone. In order: as the answer to a press of the message that is still
unanswered (not counted by Discord, and what its player waits for); by the token of the newest interaction
from that message while it lives (not counted); by the bot's own route (counted, through the budget).

A slot without a purpose is an answer to a command or a press, seen by one person or, where the bot can do
nothing but answer, by all. It can be edited by tokens alone, a quarter of an hour each. Once the last has run
out it waits, without trying, until somebody presses it; then it is brought to what it should be.
https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Any, Final

import discord

from bot.discordkit.interactions import PressId, is_own
from bot.discordkit.panel import Drawing, Look, MessageAge, taken
from bot.discordkit.ports import Posting
from bot.discordkit.postings import Astray, Draw, MessagePlace, MessageSpec, NewMessage, Outlet, known
from bot.discordkit.presses import TOKEN_SECONDS, Answered, Press
from bot.discordkit.sending import (
    CUT_OFF,
    INVALID_TOKEN,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Interruptible,
    RetryingTask,
    edit_message,
    edit_original,
    summary,
    within,
)
from bot.errors import where
from bot.pictures.painter import Urgency, wanting

log = logging.getLogger(__name__)

OLD_MESSAGE_SECONDS: Final = 55 * 60.0
OLD_MESSAGE_PAUSE: Final = 5.0  # messages over an hour old may be edited only now and then (30046)
TOKEN_OVER: Final = (UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, INVALID_TOKEN, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION)


@dataclass(frozen=True, slots=True)
class Token:
    """An interaction by whose token a message can be edited, its original response: the message that was
    pressed, or the one that it was answered with. ``is_private``: only whoever pressed sees it."""

    interaction: discord.Interaction[Any]
    until: float  # in seconds of ``Time.monotonic``
    is_private: bool


class Slot:
    """See the module. Between two edits by the bot's own route pass at least ``pause`` seconds. Messages that
    show the same, a table's id, take turns with those of others."""

    def __init__(
        self,
        draw: Draw,
        outlet: Outlet,
        purpose: MessageSpec | None = None,
        *,
        pause: float = 0.0,
        of: int = 0,
    ) -> None:
        self._draw = draw
        self._outlet = outlet
        self._time = outlet.time
        self._is_answer = purpose is None
        self._purpose = purpose or MessageSpec()
        self._pause = pause
        self._of = of
        self._stale = False  # another look is wanted
        self._is_due = False  # and not only because others have done something
        self._calm_at = -inf  # until then it waits for more to happen, where an edit is counted
        self._preparing = Interruptible()  # an edit that is not sent yet
        self._asked = 0  # how often one was
        self._asked_at_drawing = 0  # when a new message was drawn last
        self._clicks: list[Press] = []  # to be answered, oldest first
        self._answered: dict[Press, asyncio.Event] = {}
        self._token: Token | None = None
        self._routed_at = -inf
        self._sent: tuple[Token | MessagePlace | None, Look] | None = None  # the last, and where it went
        self._standing = MessageAge()
        self._effort = RetryingTask(outlet.time, self._step, self._give_up)
        self._new = NewMessage(self._draw_new, outlet, self._purpose, self._put_in_place, self._no_new_one)
        self.place: MessagePlace | None = None

    # --- what is wanted

    @property
    def is_free(self) -> bool:
        """Whether the next edit is one that Discord does not count."""
        return bool(self._clicks) or self._live_token is not None

    @property
    def is_pending(self) -> bool:
        """Whether it is still to be brought to what it should be."""
        return (self._stale and not self._waits) or self._new.is_wanted or self._effort.is_at_work

    @property
    def is_old(self) -> bool:
        """Whether Discord takes few edits of it."""
        return self.place is not None and self._time.now() - self.place.posted_at > OLD_MESSAGE_SECONDS

    @property
    def _live_token(self) -> Token | None:
        return self._token if self._token is not None and self._token.until > self._time.monotonic() else None

    @property
    def _waits(self) -> bool:
        """Whether it is an answer that cannot be changed before it is pressed."""
        return self._is_answer and not self.is_free

    def refresh(self, *, follows: bool = False, patience: float = 0.0) -> None:
        """It should look like the newest state; where it ``follows``, nobody waits for that. With
        ``patience`` an edit that would be counted waits until nothing more has happened for so many seconds,
        or until something is asked for without."""
        waits = not self._stale or self._calm_at > self._time.monotonic()
        if self._stale and ((waits and not patience) or not (follows or self._is_due)):
            self._preparing.break_off()  # it waits, or stands in the line of those that follow
        if waits or not patience:
            self._calm_at = self._time.monotonic() + patience
        self._is_due = not follows or (self._stale and self._is_due)
        self._stale = True
        self._asked += 1
        if not (self._new.is_quick or self._waits):  # else it is drawn anew once that is there, or pressed
            self._effort.go_on(urgent=False)

    def renew(self, opener: Press | None = None) -> None:
        """There should be a new message in place of the old, where there is one; perhaps as the answer to a
        press, ``opener``. An answer should look like the newest state: ``is_said`` makes it another."""
        if self._is_answer:
            self.refresh()
            return
        self._asked += 1
        self._new.want(opener)

    def withdraw(self) -> None:
        """There should be no message."""
        self._stale, self._token = False, None
        self._new.unwant()
        self._take_away(self.place)
        self.place = None

    async def take_back(self) -> None:
        """The answer to a press that it is, which nobody can find but by that press's token, should go, if
        that can still be done."""
        token, self._token, self._stale = self._live_token, None, False
        if token is None:
            return
        try:
            await within(self._time, token.interaction.delete_original_response)
        except (discord.HTTPException, *CUT_OFF) as error:
            log.info("an old answer stays: %s", summary(error))

    def take_up(self, posting: Posting) -> None:
        """It was posted by an earlier process, or was about to be."""
        if posting.message_id is None:
            self._new.take_up(posting)
        else:
            self.place = MessagePlace.of(posting)

    def go_on(self) -> None:
        """What was taken up is to be done."""
        if self._new.is_wanted:
            self._new.effort.go_on()

    async def recognise(self, message: discord.Message) -> bool:
        """Whether a message that was pressed is the one that is there, or the new one, of which only its
        person knows so far that it has arrived. Where nobody knew of any it is this one from now on."""
        if self.place is not None and message.id <= self.place.message_id:
            return message.id == self.place.message_id
        posting = self._new.seen(message)
        if posting is None and self.place is None and self._purpose.posting is not None:
            posting = self._purpose.posting(message.channel.id)
            await self._outlet.postings.keep(known(posting, message.id))
        if posting is None:
            return False
        self._take_away(self.place)
        self._standing.moved()
        self.place = MessagePlace.of(known(posting, message.id), message.created_at.timestamp())
        return True

    def is_new(self, press: PressId, interaction: discord.Interaction[Any], at: float) -> bool:
        """Whether a button of the message, pressed at this moment, has come to its place just before; or the
        message is one of which only its person knows so far that it has arrived."""
        stands_after, message = self._outlet.stands_after, interaction.message
        if message is not None and self.place is not None and message.id != self.place.message_id:
            return stands_after > 0 and message.id > self.place.message_id
        return self._standing.is_new(press, at, stands_after)

    def is_said(self, press: Press, drawing: Drawing, message_id: int | None = None) -> None:
        """From now on it is the answer to this press, which shows this drawing: to all, with the message's
        id, or to its person alone."""
        interaction, now = press.interaction, self._time.monotonic()
        assert interaction.channel_id is not None
        self.place = None
        if message_id is not None:
            self.place = MessagePlace(interaction.channel_id, message_id, self._time.now())
        self._token = _token(interaction, now, is_private=message_id is None)
        self._stale, self._sent = False, (self._token, drawing.look)
        self._standing.moved()
        self._standing.drawn(drawing.panel)
        self._standing.arrived(now)

    def is_newest(self, message: discord.Message) -> bool:
        """Whether an answer that was pressed is the newest that is known, as it is where none was."""
        if self.place is None or message.id > self.place.message_id:
            self._is_at(message)
        return self.place is not None and message.id == self.place.message_id

    def _is_at(self, message: discord.Message) -> None:
        """The answer is this message from now on."""
        if self.place is None or message.id != self.place.message_id:
            self.place = MessagePlace(message.channel.id, message.id, message.created_at.timestamp())
            self._standing.moved()

    def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Something on the message was pressed that is answered otherwise: its token can edit it from now on,
        and what was missed while there was none is shown."""
        self._stale |= self._waits
        self.hold(interaction)

    def hold(self, interaction: discord.Interaction[Any]) -> None:
        """From now on the message, which was pressed, can be edited by this interaction's token."""
        self._token = _token(interaction, self._time.monotonic(), is_private=is_own(interaction))
        if self._is_answer and interaction.message is not None:
            self._is_at(interaction.message)
        if self._stale:
            self._preparing.break_off()  # it may wait for a request that is not needed any more
            self._effort.go_on()

    async def answer(self, press: Press) -> None:
        """Answer a press of the message with what it shows now, or later; returns once it is answered, or
        cannot be any more."""
        self._clicks.append(press)
        answered = self._answered[press] = asyncio.Event()
        self._preparing.break_off()
        self._effort.go_on()
        await answered.wait()

    async def posted(self, seconds: float) -> discord.HTTPException | None:
        """Return when the new message that is wanted is there, or why Discord refused it; after so many
        seconds at the latest, when it is still being tried."""
        return await self._new.posted(seconds)

    async def settled(self) -> None:
        """Return when nothing is being sent, but for what waits for its pause or is tried again."""
        await self._new.effort.settled()
        await self._effort.settled()

    async def finished(self) -> None:
        """Return when it is what it should be, however often that has to be tried."""
        await self._new.effort.finished()
        await self._effort.finished()

    async def close(self) -> None:
        """Stop; what was waiting is not sent."""
        await self._new.effort.close()
        await self._effort.close()
        for answered in self._answered.values():
            answered.set()

    # --- working at it

    async def _step(self) -> bool:
        if self._clicks:
            await self._answer_clicks()
        elif self._stale and not self._waits:
            await self._edit()
        return bool(self._clicks) or (self._stale and not self._waits)

    def _give_up(self, error: Exception) -> None:
        """Until it is asked for again."""
        self._stale = False
        if isinstance(error, discord.HTTPException):
            log.warning("a message could not be shown: %s", summary(error))
        else:
            log.error("a message could not be drawn or sent: %s", where(error))

    # --- a new message

    async def _draw_new(self) -> Drawing | None:
        self._asked_at_drawing = self._asked
        if not self._new.is_quick:
            self._no_new_one()
        return await self._draw()

    async def _put_in_place(self, place: MessagePlace, drawing: Drawing | None, opener: Press | None) -> None:
        """A new message is there, and the old one goes."""
        if self.place is None or self.place.message_id != place.message_id:
            self._take_away(self.place)
            self.place, self._token = place, None
            if opener is not None:
                self.hold(opener.interaction)
            self._sent = None
            self._standing.moved()
            if drawing is not None:
                self._is_sent(drawing)
                self._has_arrived(self._token or place, drawing)
        if drawing is None or self._asked != self._asked_at_drawing:
            self._stale = True
            self._effort.go_on()
        else:
            self._stale = False
            await self._settle(drawing)

    def _no_new_one(self) -> None:
        """The message that is there is all there will be for now."""
        if self._stale:
            self._effort.go_on(urgent=False)

    # --- an answer

    async def _answer_clicks(self) -> None:
        """The newest press carries the drawing, which was made after all of them; earlier ones, of somebody
        who pressed twice, an acknowledgement, since they would not show anything new."""
        clicks, self._clicks = self._clicks, []
        *earlier, newest = clicks
        self._stale = False
        try:
            with wanting(Urgency.PRESSED):
                drawing = await self._draw()
            self._is_sent(drawing)
            acknowledging = asyncio.gather(*(press.acknowledge() for press in earlier))
            shown = await self._answer(newest, drawing)
            await acknowledging
        except Exception:
            self._stale = True
            if await newest.acknowledge():
                self.hold(newest.interaction)
            raise
        finally:
            for press in clicks:
                self._answered.pop(press).set()
        if drawing is None:
            return
        if shown is not Answered.NOT:
            self.hold(newest.interaction)
        if shown is Answered.DRAWN:
            self._has_arrived(self._token, drawing)
            await self._settle(drawing)
        else:
            self._stale = True

    async def _answer(self, press: Press, drawing: Drawing | None) -> Answered:
        if drawing is None:
            return Answered.BY_TOKEN if await press.acknowledge() else Answered.NOT
        _require_reader(drawing, press.interaction, private=is_own(press.interaction))
        return await press.show(drawing)

    # --- an edit

    async def _edit(self) -> None:
        """Show the newest state, by the best way there is when its turn has come."""
        if not await self._preparing.done(self._edit_in_turn()):
            self._stale = True

    async def _edit_in_turn(self) -> None:
        await self._rest()
        if self.is_free and not self._is_due:
            async with self._outlet.following.turn(self._of):
                await self._edit_now()
            return
        paid = self._stale and not self.is_free and self._route is not None
        if paid:
            await self._outlet.budget.take(follows=not self._is_due)
        await self._edit_now(paid=paid)

    async def _edit_now(self, *, paid: bool = False) -> None:
        """``paid``: a counted request was taken from the budget for it."""
        if self._clicks or not self._stale:
            return
        self._stale = False
        if not self.is_free and self._route is None:
            self._stale = self._is_answer
            return
        try:
            with wanting(Urgency.DUE if self._is_due else Urgency.FOLLOWS):
                drawing = await self._draw()
            self._preparing.is_past()
            by = self._live_token or self._route
            if drawing is None or by is None:
                self._stale |= self._waits
                return
            if self._clicks:  # theirs is the next drawing
                self._stale = True
                return
            self._is_sent(drawing)
            if self._shows(drawing, by) or await self._edit_by(by, drawing, paid=paid):
                await self._settle(drawing)
            else:
                self._stale = True  # by the next way, drawn anew
        except Exception:
            self._sent, self._stale = None, True
            raise

    async def _rest(self) -> None:
        """Wait for the pause after the last counted edit, and for patience to end."""
        while not self.is_free and self._route is not None:
            pause = OLD_MESSAGE_PAUSE if self.is_old else self._pause
            seconds = max(self._calm_at, self._routed_at + pause) - self._time.monotonic()
            if seconds <= 0.0 or not self._stale:
                break
            await self._effort.rest(seconds)

    @property
    def _route(self) -> MessagePlace | None:
        """Where the bot's own route leads to the message."""
        return None if self._is_answer else self.place

    def _shows(self, drawing: Drawing, by: Token | MessagePlace) -> bool:
        """Whether the message that would be edited shows just this already."""
        return self._sent is not None and self._sent[0] is by and drawing.shows_the_same_as(self._sent[1])

    async def _edit_by(self, by: Token | MessagePlace, drawing: Drawing, *, paid: bool) -> bool:
        """False when that way turned out to be closed."""
        if isinstance(by, Token):
            _require_reader(drawing, by.interaction, private=by.is_private)
            return await self._edit_by_token(drawing, by)
        if self._purpose.is_astray(drawing, by.channel_id):
            return await self._refuse_place(by)
        if not paid:
            await self._outlet.budget.take()
        return await self._edit_by_route(drawing, by)

    async def _edit_by_token(self, drawing: Drawing, token: Token) -> bool:
        try:
            edit = partial(edit_original, token.interaction)
            await within(self._time, lambda: taken(lambda shown: edit(shown.to_edit()), drawing))
        except discord.HTTPException as error:
            if error.code not in TOKEN_OVER:
                raise
            if self._token is token:
                self._token = None
            return False
        self._has_arrived(token, drawing)
        return True

    async def _edit_by_route(self, drawing: Drawing, place: MessagePlace) -> bool:
        self._routed_at = self._time.monotonic()
        edit = partial(edit_message, self._outlet.client.http, place.channel_id, place.message_id)
        try:
            await within(self._time, lambda: taken(lambda shown: edit(shown.to_edit()), drawing))
        except discord.HTTPException as error:
            if error.code == TOO_MANY_OLD_EDITS:
                self._put(place, replace(place, posted_at=0.0))
                return False
            if error.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL) or error.status == 403:
                if self._put(place, None):
                    await self._lost(place, error)
                return True
            raise
        self._has_arrived(place, drawing)
        return True

    def _is_sent(self, drawing: Drawing | None) -> None:
        """A drawing is on its way."""
        if drawing is not None and drawing.reader is not None:
            self._standing.drawn(drawing.panel)

    def _has_arrived(self, by: Token | MessagePlace | None, drawing: Drawing) -> None:
        self._sent = by, drawing.look
        self._standing.arrived(self._time.monotonic())

    def _put(self, old: MessagePlace, new: MessagePlace | None) -> bool:
        """Change what is known of a place, unless the message has meanwhile been posted elsewhere."""
        if self.place is not old:
            return False
        self.place = new
        return True

    async def _lost(self, place: MessagePlace, error: discord.HTTPException) -> None:
        """The message is gone, or out of reach."""
        log.info("a message is gone: %s", summary(error))
        await self._forget(place)
        await self._purpose.lost(error)

    async def _refuse_place(self, place: MessagePlace) -> bool:
        """What was taken for the place of one person's message is not theirs: nothing is sent there, ever."""
        log.error("a message for one person alone was about to go to another's channel: it is posted anew")
        self.place = None
        await self._forget(place)
        self.renew()
        return True

    async def _settle(self, drawing: Drawing) -> None:
        """A message that will not change any more is not remembered."""
        if drawing.final and self.place is not None:
            await self._forget(self.place)

    async def _forget(self, place: MessagePlace) -> None:
        if place.nonce is not None:
            await self._outlet.postings.forget(place.nonce)

    def _take_away(self, place: MessagePlace | None) -> None:
        if place is not None and not self._is_answer:
            self._outlet.postings.delete(place.channel_id, place.message_id, place.nonce)


def _token(interaction: discord.Interaction[Any], now: float, *, is_private: bool) -> Token:
    if interaction.message is not None:
        interaction.message.components = []  # most of it, and kept for as long as its token lives
    return Token(interaction, now + TOKEN_SECONDS, is_private)


def _require_reader(drawing: Drawing, interaction: discord.Interaction[Any], *, private: bool) -> None:
    """Raises Astray where a drawing for one person would answer another, or be seen by others too."""
    if drawing.reader is not None and not (private and interaction.user.id == drawing.reader):
        raise Astray
