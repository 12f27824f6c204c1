"""Posting a new message: once, however often it has to be tried.

It carries a nonce, which is stored before it is sent: sent again after a cut or a crash, it is the same
message. https://discord.com/developers/docs/resources/message#create-message
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.discordkit.panel import Drawing, taken
from bot.discordkit.ports import Posting
from bot.discordkit.postings import Astray, Delivery, Draw, MessagePlace, MessageSpec, Outlet, known
from bot.discordkit.presses import Press
from bot.discordkit.sending import CUT_OFF, UNKNOWN_MESSAGE, RetryingTask, may_pass, told, within
from bot.errors import where
from bot.pictures.painter import Urgency, wanting

log = logging.getLogger(__name__)

Arrived = Callable[[MessagePlace, Drawing | None, Press | None], Awaitable[None]]
"""Called with a new message's place, what it shows if that is known, and the press it is the answer to."""


class NewMessage:
    """See the module. ``arrived`` is called with each that is there, before the purpose hears of it; ``none``
    where there will be none until it is asked for again."""

    def __init__(
        self, draw: Draw, outlet: Outlet, purpose: MessageSpec, arrived: Arrived, none: Callable[[], None]
    ) -> None:
        self._draw = draw
        self._outlet = outlet
        self._time = outlet.time
        self._purpose = purpose
        self._arrived = arrived
        self._none = none
        self._wanted = False
        self._again = False  # one was wanted once more while it was on its way
        self._opener: Press | None = None  # a press that it may be the answer to
        self._posting: Posting | None = None  # what is on its way, or may be
        self._unsure = False  # whether it may have arrived unnoticed
        self._by_answer = False  # perhaps as the answer to a press, which a nonce does not protect
        self._seen: int | None = None  # that it has arrived unnoticed, and its id
        self._refusal: discord.HTTPException | None = None
        self._over = asyncio.Event()  # it is there, or has been refused
        self.effort = RetryingTask(outlet.time, self._step, self._give_up)

    @property
    def is_wanted(self) -> bool:
        """Whether one is still to come."""
        return self._wanted or self._posting is not None

    @property
    def is_quick(self) -> bool:
        """Whether one is on its way and nothing has gone wrong so far."""
        return self.is_wanted and not self.effort.failures and not self._unsure

    def want(self, opener: Press | None = None) -> None:
        """There should be one; one that is on its way is new enough."""
        if self._posting is not None and self._wanted:
            self._again = True
            self.effort.go_on(urgent=False)
            return
        self._let_go()
        self._wanted, self._opener = True, opener
        if opener is not None:
            opener.is_taken = True
        self.effort.go_on()

    def unwant(self) -> None:
        """There should be none; if one is on its way, it goes as soon as it is there."""
        self._wanted = self._again = False
        self._let_go()
        if self._posting is not None:
            self.effort.go_on()

    def _let_go(self) -> None:
        """It is not the answer to the press that it was to be."""
        opener, self._opener = self._opener, None
        if opener is not None:
            opener.let_go()

    def take_up(self, posting: Posting) -> None:
        """An earlier process was about to send it, or had."""
        self._posting, self._wanted = posting, True
        self._unsure = self._by_answer = True

    def seen(self, message: discord.Message) -> Posting | None:
        """Somebody has pressed a new message: what is known of the one on its way, if it must be that."""
        posting = self._posting
        if posting is None or posting.channel_id != message.channel.id or not self._wanted:
            return None
        self._seen = message.id
        return posting

    async def posted(self, seconds: float) -> discord.HTTPException | None:
        """Return when the one that is wanted is there, or why Discord refused it; after so many seconds at
        the latest, when it is still being tried."""
        self._refusal = None
        self._over.clear()
        if self.is_wanted:
            patience = asyncio.create_task(self._time.sleep(seconds))
            over = asyncio.create_task(self._over.wait())
            await asyncio.wait({patience, over}, return_when=asyncio.FIRST_COMPLETED)
            patience.cancel()
            over.cancel()
        return self._refusal

    def _give_up(self, error: Exception) -> None:
        """Until it is asked for again."""
        self._wanted = False
        self._none()
        log.error("a message could not be drawn or sent: %s", where(error))

    async def _step(self) -> bool:
        if self._wanted:
            with wanting(Urgency.DUE if self._opener is None else Urgency.PRESSED):
                await self._post()
        else:
            self._forget_posting()
        return self.is_wanted

    async def _post(self) -> None:
        opener, self._opener = self._opener, None
        try:
            drawing = await self._draw()
            if drawing is not None and opener is not None:
                if await self._post_as_answer(opener, drawing):
                    opener = None
                    return
                drawing = await self._draw()
        finally:
            if opener is not None:
                opener.let_go()
        channel_id = await self._purpose.address() if drawing is not None else None
        if channel_id is None:
            self._wanted = False
            if drawing is not None:
                await self._refused(None)
            return
        manner = await self._purpose.manner()
        posting = await self._begun(channel_id)
        await self._outlet.budget.take()
        if posting is not None and self._wanted and (drawing := await self._draw()) is not None:
            await self._send(posting, drawing, manner)

    async def _begun(self, channel_id: int) -> Posting | None:
        """What is stored of the message before it is sent: the same while nobody knows what became of it.
        None where it has turned out to be there."""
        assert self._purpose.posting is not None
        if self._posting is not None and self._posting.channel_id != channel_id:
            self._forget_posting()
        if self._posting is not None and self._unsure and await self._was_there(self._posting):
            return None
        if self._posting is None:
            self._posting = self._purpose.posting(channel_id)
            await self._keep(self._posting)
        return self._posting

    async def _was_there(self, posting: Posting) -> bool:
        """Whether it has arrived unnoticed. Where its nonce does not tell, the channel is asked."""
        fresh = self._outlet.postings.is_fresh(posting)
        if fresh and not self._by_answer and self._seen is None:
            return False
        found = self._seen or await self._outlet.postings.find(posting)
        if found is not None:
            await self._is_there(known(posting, found), None, Delivery())
            return True
        self._by_answer = False
        if not fresh:
            self._forget_posting()
        return False

    async def _send(self, posting: Posting, drawing: Drawing, manner: Delivery) -> None:
        if self._purpose.is_astray(drawing, posting.channel_id):
            raise Astray
        channel = self._outlet.client.get_partial_messageable(posting.channel_id)
        others: dict[str, Any] = {**manner.arguments(), "nonce": posting.nonce}

        async def send(shown: Drawing) -> discord.Message:
            return await channel.send(**{**shown.to_send(posting.nonce), **others})

        try:
            message = await within(self._time, lambda: taken(send, drawing))
        except (discord.HTTPException, *CUT_OFF) as error:
            if may_pass(error):
                self._unsure = True
                raise
            assert isinstance(error, discord.HTTPException)
            self._forget_posting()
            if error.code != UNKNOWN_MESSAGE:  # else it was there and is gone: another nonce
                await self._refused(error)
            return
        await self._is_there(known(posting, message.id), drawing, manner)

    async def _refused(self, error: discord.HTTPException | None) -> None:
        self._wanted = False
        self._forget_posting()
        if error is not None:
            log.warning("a message could not be posted: %s", told(error))
        self._refusal = error
        self._over.set()
        self._none()
        await self._purpose.refused(error)

    async def _post_as_answer(self, opener: Press, drawing: Drawing) -> bool:
        """Send it as the answer to a press in the channel where it belongs: not counted, and neither are its
        edits while the token lives. False where it was too late for that."""
        channel_id = opener.interaction.channel_id
        if channel_id is None or channel_id != await self._purpose.address():
            return False
        posting = await self._begun(channel_id)
        if posting is None:
            return True
        if self._purpose.is_astray(drawing, channel_id):
            raise Astray
        try:
            message_id = await opener.post(drawing, posting.nonce)
        except (discord.HTTPException, *CUT_OFF) as error:
            log.info("a message is posted in another way: %s", told(error))
            self._unsure = self._by_answer = may_pass(error)
            return False
        if message_id is None:
            return False
        await self._is_there(known(posting, message_id), drawing, Delivery(), opener)
        return True

    async def _is_there(
        self, posting: Posting, drawing: Drawing | None, manner: Delivery, opener: Press | None = None
    ) -> None:
        """It has arrived; which try of it, and so what it shows, may not be known."""
        place, wanted, again = MessagePlace.of(posting, self._time.now()), self._wanted, self._again
        shows = None if self._unsure else drawing
        self._posting, self._wanted, self._again = None, False, False
        self._unsure = self._by_answer = False
        self._seen = None
        if not wanted:
            self._outlet.postings.take_away(posting)
            return
        await self._arrived(place, shows, opener)
        await self._keep(posting)
        self._over.set()
        await self._purpose.arrived(place, manner)
        if again and await self._purpose.address() != place.channel_id:
            self.want()

    async def _keep(self, posting: Posting) -> None:
        if self._purpose.is_stored:
            await self._outlet.postings.keep(posting)

    def _forget_posting(self) -> None:
        """What was to be posted is not wanted like that; if it has arrived unnoticed, it goes."""
        posting, self._posting = self._posting, None
        if posting is not None:
            self._outlet.postings.take_away(posting, unsure=self._unsure)
        self._unsure = self._by_answer = False
        self._seen = None
