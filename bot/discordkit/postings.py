"""Posting messages: where they go, what is known of those that were posted, and a new one, posted once,
however often it has to be tried.

It carries a nonce, which is stored before it is sent: sent again after a cut or a crash, it is the same
message. https://discord.com/developers/docs/resources/message#create-message
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

import discord

from bot.discordkit.load import Budget, Following
from bot.discordkit.panel import STANDS_AFTER, Drawing, taken
from bot.discordkit.ports import MessageKind, Posting, PostingStore, Subject
from bot.discordkit.presses import Press
from bot.discordkit.sending import (
    CUT_OFF,
    UNKNOWN_MESSAGE,
    RetryingTask,
    asked_to_wait,
    backoff,
    may_pass,
    repeated,
    resting,
    summary,
    within,
)
from bot.errors import where
from bot.pictures.painter import Urgency, wanting
from bot.ports import StoreError, Time
from bot.retry import Backoff
from bot.watch.declared import Retry, tried_again

log = logging.getLogger(__name__)

T = TypeVar("T")

NONCE_SECONDS: Final = 60.0  # Discord says "a few minutes"
NONCES: Final = 2**31 - 2  # what the id of a component can be
LOOKED_THROUGH: Final = 50  # messages
CLOCKS_APART: Final = 30.0  # seconds between Discord's clock and ours, at the most
RESULT_WITHIN: Final = 86400.0


async def sent_once(time: Time, send: Callable[[int], Awaitable[T]]) -> T:
    """Send a message of which nothing is kept, with the nonce that ``send`` is given: tried again a few
    times, as Discord makes one message of them. Raises what the last try raised."""
    nonce = secrets.randbelow(NONCES) + 1
    return await repeated(time, lambda: send(nonce))


class Postings:
    """What is known of the messages that were posted, kept and forgotten; and taken away."""

    def __init__(self, client: discord.Client, store: PostingStore, budget: Budget, time: Time) -> None:
        self._client = client
        self._store = store
        self._budget = budget
        self._time = time
        self._removals: set[asyncio.Task[None]] = set()
        self._resting = 0  # of these, how many will try again later
        self._owed: dict[
            int, Posting | None
        ] = {}  # by nonce what the store has failed at; None: to forget it
        self._paying: asyncio.Task[None] | None = None
        self._calmer = asyncio.Event()  # one more is done, or rests

    def make(self, subject: Subject, kind: MessageKind, about: int, channel_id: int) -> Posting:
        """A message that is about to be sent."""
        nonce = secrets.randbelow(NONCES) + 1
        return Posting(nonce, subject, kind, about, channel_id, self._time.now())

    def is_fresh(self, posting: Posting) -> bool:
        """Whether its nonce still protects it from being made twice; not where the clock was set back since,
        as nobody knows how long ago it was."""
        return 0.0 <= self._time.now() - posting.begun_at < NONCE_SECONDS

    async def keep(self, posting: Posting) -> None:
        """Store it, or what is known of it since. Where the store fails it is shown all the same, and stored
        as soon as that can be: nobody would know of it after a restart."""
        self._owed.pop(posting.nonce, None)
        try:
            await self._store.keep(posting)
        except StoreError as error:
            log.error("a message is remembered later: %s", type(error).__name__)
            self._owe(posting.nonce, posting)

    async def forget(self, nonce: int) -> None:
        """It is gone, or will not change any more."""
        self._owed.pop(nonce, None)
        try:
            await self._store.forget(nonce)
        except StoreError as error:
            log.error("a message is forgotten later: %s", type(error).__name__)
            self._owe(nonce, None)

    def _owe(self, nonce: int, posting: Posting | None) -> None:
        self._owed[nonce] = posting
        if self._paying is None or self._paying.done():
            self._paying = asyncio.create_task(self._pay(), name="postings owed")

    async def _pay(self) -> None:
        """Have the store keep and forget what it has failed at, after pauses that grow."""
        retry = backoff()
        while self._owed:
            await self._time.sleep(retry.pause())
            for nonce, posting in list(self._owed.items()):
                if nonce not in self._owed or self._owed[nonce] is not posting:
                    continue  # something newer is known of it
                try:
                    await (self._store.forget(nonce) if posting is None else self._store.keep(posting))
                except StoreError:
                    break
                if self._owed.get(nonce, posting) is posting:
                    self._owed.pop(nonce, None)
                retry.succeeded()

    async def stored(self) -> Sequence[Posting]:
        """What earlier processes have left, the oldest first. Raises StoreError."""
        return await self._store.postings()

    async def deals_over(self) -> Mapping[int, int]:
        """How many deals are over at each unfinished table that has any. Raises StoreError."""
        return await self._store.deals_over()

    async def without_result(self) -> list[int]:
        """The tables that ended within the last day and of whose end no message tells. Raises StoreError."""
        return list(await self._store.without_result(self._time.now() - RESULT_WITHIN))

    async def find(self, posting: Posting) -> int | None:
        """The message, if it has arrived unnoticed. Raises what may pass; where the channel cannot be read it
        counts as not there."""
        channel = self._client.get_partial_messageable(posting.channel_id)
        since = discord.utils.time_snowflake(datetime.fromtimestamp(posting.begun_at - CLOCKS_APART, UTC))
        await self._budget.take()

        async def look() -> int | None:
            async for message in channel.history(limit=LOOKED_THROUGH, after=discord.Object(since)):
                ours = self._client.user is not None and message.author.id == self._client.user.id
                if ours and any(getattr(one, "id", None) == posting.nonce for one in message.components):
                    return message.id
            return None

        try:
            return await within(self._time, look)
        except discord.HTTPException as error:
            if may_pass(error):
                raise
            return None

    # --- taking away

    def delete(self, channel_id: int, message_id: int, nonce: int | None) -> None:
        """Have a message deleted, tried again until it is gone; returns at once."""
        self._spawn(self._delete(channel_id, message_id, nonce))

    def take_away(self, posting: Posting, *, unsure: bool = False) -> None:
        """A message that was posted, or may have been, is not wanted: have it deleted if it is there."""
        if posting.message_id is not None:
            self.delete(posting.channel_id, posting.message_id, posting.nonce)
        elif unsure:
            self._spawn(self._find_and_delete(posting))
        else:
            self._spawn(self.forget(posting.nonce))

    async def settled(self) -> None:
        """Return when nothing is being taken away, but for what is tried again later."""
        while len(self._removals) > self._resting:
            self._calmer.clear()
            await self._calmer.wait()

    async def close(self) -> None:
        """Stop; what is still there is taken away after the next start."""
        tasks = [*self._removals, *([] if self._paying is None else [self._paying])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="slot")
        self._removals.add(task)
        task.add_done_callback(self._is_done)

    def _is_done(self, task: asyncio.Task[None]) -> None:
        self._removals.discard(task)
        self._calmer.set()

    async def _delete(self, channel_id: int, message_id: int, nonce: int | None) -> None:
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        retry = backoff()
        while True:
            await self._budget.take()
            try:
                await within(self._time, message.delete)
                break
            except (discord.HTTPException, *CUT_OFF) as error:
                if not may_pass(error):
                    break  # it is gone, or out of our reach
                await self._rest(retry, error)
        if nonce is not None:
            await self.forget(nonce)

    async def _find_and_delete(self, posting: Posting) -> None:
        retry = backoff()
        while True:
            try:
                message_id = await self.find(posting)
                break
            except (discord.HTTPException, *CUT_OFF) as error:
                await self._rest(retry, error)
        if message_id is not None:
            await self._delete(posting.channel_id, message_id, None)
        await self.forget(posting.nonce)

    async def _rest(self, retry: Backoff, error: BaseException) -> None:
        tried_again(Retry.REMOVAL)
        log.info("a message is taken away later: %s", summary(error))
        self._resting += 1
        self._calmer.set()
        try:
            with resting():
                await self._time.sleep(retry.pause(asked_to_wait(error)))
        finally:
            self._resting -= 1


Draw = Callable[[], Awaitable[Drawing | None]]
"""Makes the newest drawing of a message, or None when there is nothing to show."""


class Astray(Exception):
    """A drawing that one person alone may see was about to be sent where others might."""


@dataclass(frozen=True, slots=True)
class MessagePlace:
    """Where a message is. ``nonce`` is what it is stored under."""

    channel_id: int
    message_id: int
    posted_at: float
    nonce: int | None = None

    @classmethod
    def of(cls, posting: Posting, now: float | None = None) -> MessagePlace:
        """Where a message is that has arrived, ``now`` or when it was stored."""
        assert posting.message_id is not None
        at = posting.begun_at if now is None else now
        return cls(posting.channel_id, posting.message_id, at, posting.nonce)


@dataclass(frozen=True, slots=True)
class Delivery:
    """How a new message comes: a ``silent`` one makes no sound; ``ping`` is the person it calls."""

    silent: bool = False
    ping: int | None = None

    def arguments(self) -> dict[str, Any]:
        """For sending it."""
        found: dict[str, Any] = {"silent": True} if self.silent else {}
        if self.ping is not None:
            found["allowed_mentions"] = discord.AllowedMentions(users=[discord.Object(self.ping)])
        return found


async def _nowhere() -> int | None:
    return None


async def _plainly() -> Delivery:
    return Delivery()


async def _nothing_follows(place: MessagePlace, manner: Delivery) -> None:
    pass


async def _nobody_minds(error: discord.HTTPException | None) -> None:
    pass


@dataclass(frozen=True, slots=True)
class MessageSpec:
    """What a message is for. ``posting`` makes what is known of a new one in a channel, which is stored with
    ``is_stored``; without it nothing is posted. ``address`` says in which channel a new one goes, None where
    there is none; ``manner`` how it comes; ``is_private`` whether a channel is read by nobody but the person
    whose message it is.

    ``arrived`` is called when a new one is there, ``refused`` when Discord will not have it, with no error
    where there is no address, ``lost`` when the message that was there is gone; all are to return soon."""

    posting: Callable[[int], Posting] | None = None
    address: Callable[[], Awaitable[int | None]] = _nowhere
    manner: Callable[[], Awaitable[Delivery]] = _plainly
    is_private: Callable[[int], bool] = field(default=lambda channel_id: False)
    arrived: Callable[[MessagePlace, Delivery], Awaitable[None]] = _nothing_follows
    refused: Callable[[discord.HTTPException | None], Awaitable[None]] = _nobody_minds
    lost: Callable[[discord.HTTPException], Awaitable[None]] = _nobody_minds
    is_stored: bool = True

    def is_astray(self, drawing: Drawing, channel_id: int) -> bool:
        """Whether a drawing is for one person alone, and the channel not theirs."""
        return drawing.reader is not None and not self.is_private(channel_id)


@dataclass(frozen=True, slots=True)
class Outlet:
    """What every message is sent through. A button that has come to another place does nothing for
    ``stands_after`` seconds; ``following`` is the line of edits that nobody waits for."""

    client: discord.Client
    budget: Budget
    time: Time
    postings: Postings
    stands_after: float = STANDS_AFTER
    following: Following = field(default_factory=Following)


def known(posting: Posting, message_id: int) -> Posting:
    """What is known of a message once it has arrived."""
    return replace(posting, message_id=message_id)


Arrived = Callable[[MessagePlace, Drawing | None, Press | None], Awaitable[None]]
"""Called with a new message's place, what it shows if that is known, and the press it is the answer to."""


class NewMessage:
    """A new message, posted once, however often it has to be tried. ``arrived`` is called with each that is
    there, before the purpose hears of it; ``none`` where there will be none until it is asked for again."""

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
            log.warning("a message could not be posted: %s", summary(error))
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
            log.info("a message is posted in another way: %s", summary(error))
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
