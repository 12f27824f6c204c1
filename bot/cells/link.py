"""What goes from one cell to another, over NATS: questions that are answered, or said without an answer.
Nothing is kept for a cell that is away, and nothing waits here for the broker to come back: whoever asks is
told at once, and decides.

A question goes as its arguments and comes back as what answers it returns, by the types that stand there.
What is larger than the broker takes comes in parts.

Subjects are ``hartenheer-APPLICATION.PROTOCOL.COUNT.NUMBER.QUESTION``, so cells of another bot, of another
number of cells or of a version that asks otherwise are nobody's; only ``hello`` is answered by all of a bot.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final, Generic, ParamSpec, TypeVar, get_type_hints

import msgspec
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext

from bot import __version__
from bot.cells.model import Cell, CellError, Everywhere
from bot.discordkit.load import Latest
from bot.errors import where

log = logging.getLogger(__name__)

PROTOCOL: Final = 3
"""Raised with every change of what is asked or answered."""

WITHIN: Final = 0.5
"""Seconds in which a cell says something to a question that another one's press waits for."""

ALL_WITHIN: Final = 2.0
"""Seconds for questions to all of them."""

GIVEN_UP_AFTER: Final = 60.0
"""Seconds after which whoever has asked waits no longer, whatever it was."""

CONNECTS_WITHIN: Final = 3
"""Seconds for which a start waits for the broker, and whoever leaves for what is broken off."""

TRIED_EVERY: Final = 1
"""Seconds between two tries to reach it."""

LOOKS_EVERY: Final = 4.0
"""Seconds after which it is looked whether it still answers, and by which it has to have: a network that is
cut says nothing."""

AGAIN_AFTER: Final = 0.1
"""Seconds after which what is broken off is cancelled once more."""

PART: Final = 512 * 1024
"""Bytes of an answer that go at once: a broker takes a megabyte, unless it is told otherwise.
https://docs.nats.io/running-a-nats-service/configuration#limits"""

KEPT: Final = 16
"""So many answers are kept whose next part is still to be fetched."""

REST: Final = "rest"
NAME: Final = 8
"""Bytes before each part of an answer, by which the next one is asked for."""

LAST: Final = bytes(NAME)
"""These, where there is none."""

APART: Final = 30.0
"""Seconds by which two clocks may differ before that is logged."""

UNREACHABLE, PASSWORD = "unreachable", "password"
"""Why a broker cannot be asked."""

AWAY: Final = (nats.errors.Error, OSError)
"""What is raised where the broker is not there, or does not answer in time."""

ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=dict)
"""What it does not know are mappings that do not change."""

Answer = Callable[[bytes], Awaitable[bytes]]
P = ParamSpec("P")
T = TypeVar("T")


class CellAway(Exception):
    """A cell does not answer, or the broker is not there. ``number`` is the cell's."""

    def __init__(self, number: int) -> None:
        super().__init__(f"cell {number} does not answer")
        self.number = number


class Hello(msgspec.Struct, frozen=True):
    """Who a cell says it is. ``instance`` is its process's, ``now`` its clock's unix seconds, ``up`` for how
    many seconds it has been there."""

    number: int
    count: int
    protocol: int
    version: str
    instance: str
    now: float
    up: float = 0.0


class Link:
    """The connection of one cell. ``url`` is the broker's address, perhaps with a name and a password.
    ``wrong`` is done, with a CellError, once it is certain that this process is not to be this cell.
    ``instance`` names this process, ``application`` the bot that this is a cell of, once it is started."""

    def __init__(self, cell: Cell, url: str) -> None:
        self.cell = cell
        self.wrong: asyncio.Future[None] = asyncio.Future()
        self.instance = secrets.token_hex(8)
        self.application = ""
        self._url = url
        self._client = Client()
        self._began = time.monotonic()
        self._answers: dict[str, Answer] = {REST: self._next}
        self._kept: Latest[bytes, bytes] = Latest(KEPT)
        self._connected: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._settled = asyncio.Event()
        self._open = asyncio.Event()
        self._reported: set[str] = set()  # of what has failed, since it was last connected

    @property
    def is_connected(self) -> bool:
        """Whether the broker is there."""
        return self._client.is_connected

    @property
    def jetstream(self) -> JetStreamContext:
        """What the broker keeps; another one after each connection."""
        return self._client.jetstream(timeout=WITHIN)  # pyright: ignore[reportUnknownMemberType]

    def serve(self, question: str, answer: Answer) -> None:
        """Have a question answered by ``answer``, which is given what is asked; where that raises, whoever
        asks gets no answer. To be called before ``open``."""
        self._answers[question] = answer

    def when_connected(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Have something done each time that the broker is there again. To be called before ``open``."""
        self._connected.append(work)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Have something done beside all else until this cell leaves; where it fails that is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def start(self, application_id: int) -> None:
        """Connect, as a cell of that bot; where the broker is away, go on without it and connect once it is
        there. Raises CellError where it is certain that this will not do."""
        self.application = f"hartenheer-{application_id}"
        self.spawn(self._keep_connected())
        try:
            async with asyncio.timeout(CONNECTS_WITHIN):
                await self._settled.wait()
        except TimeoutError:
            log.warning("the broker cannot be reached, so neither can the other cells: it is tried on")
        self._settled.set()
        if self.wrong.done():
            self.wrong.result()

    def open(self) -> None:
        """From now on this cell can answer what it is asked."""
        self._open.set()

    async def close(self) -> None:
        """Answer nothing more, and leave."""
        client, self._client = self._client, Client()
        until = time.monotonic() + CONNECTS_WITHIN
        while self._tasks and time.monotonic() < until:
            for task in self._tasks:  # again, as the library loses a cancellation that comes with an answer
                task.cancel()
            await asyncio.wait(self._tasks, timeout=AGAIN_AFTER)
        if self._tasks:
            log.warning("left the other cells with %d things still being done", len(self._tasks))
        if client.is_connected:
            await _left(client)

    async def ask(self, number: int, question: str, payload: bytes = b"", within: float = WITHIN) -> bytes:
        """What another cell answers, each part of it within so many seconds. Raises CellAway."""
        parts: list[bytes] = []
        with suppress(*AWAY):
            while self.is_connected:
                part = (await self._client.request(self._subject(number, question), payload, within)).data
                parts.append(part[NAME:])
                question, payload = REST, part[:NAME]
                if payload == LAST:
                    return b"".join(parts)
        raise CellAway(number)

    async def say(self, number: int, question: str, payload: bytes) -> None:
        """Have another cell hear a question whose answer nobody waits for. Raises CellAway where it cannot be
        sent; nothing tells whether it is heard."""
        try:
            await self._client.publish(self._subject(number, question), payload)
        except AWAY as error:
            raise CellAway(number) from error

    def _subject(self, number: int, question: str) -> str:
        return f"{self.application}.{PROTOCOL}.{self.cell.count}.{number}.{question}"

    async def _keep_connected(self) -> None:
        """A client is used for one connection. The library's own way back waits until what was still to be
        sent is gone, which takes a quarter of an hour where a network is cut, and never tries again after
        some errors of the broker's."""
        while True:
            client = Client()
            try:
                async with asyncio.timeout(CONNECTS_WITHIN):
                    await client.connect(
                        self._url,
                        name=f"hartenheer {self.cell}",
                        connect_timeout=CONNECTS_WITHIN,
                        allow_reconnect=False,
                        ping_interval=LOOKS_EVERY,  # pyright: ignore[reportArgumentType] - it only sleeps so long
                        max_outstanding_pings=1,
                        pending_size=0,  # nothing waits for the broker to come back
                        error_cb=self._failed,
                    )
                self._client, self._reported = client, set()
                await self._take_part(client)
                while client.is_connected:  # noqa: ASYNC110 - the library may hang before it says so
                    await asyncio.sleep(TRIED_EVERY)
            except AWAY as error:
                if not self._reported:
                    await self._failed(error)
            if client is self._client:
                log.warning("the broker is away: the other cells cannot be reached")
            self.spawn(_left(client))
            await asyncio.sleep(TRIED_EVERY)

    async def _take_part(self, client: Client) -> None:
        """Be heard and answer, once that can be done. Raises nats.errors.Error."""
        await client.subscribe(f"{self.application}.hello", cb=self._greet)  # pyright: ignore[reportUnknownMemberType]
        self.spawn(self._look_round(client))
        await self._open.wait()
        for question in self._answers:
            heard = partial(self._heard, client, question)
            await client.subscribe(self._subject(self.cell.number, question), cb=heard)  # pyright: ignore[reportUnknownMemberType]
        # The library's flush may overtake what was subscribed to; what is published comes after it.
        await client.request(f"{self.application}.hello", timeout=CONNECTS_WITHIN)  # from now on it is asked
        log.info("cell %s is connected to the broker", self.cell)
        for work in self._connected:
            self.spawn(work())

    async def _look_round(self, client: Client) -> None:
        """Say who this is, and see who else is there."""
        me = self._hello()
        try:
            for one in await hellos(client, self.application, WITHIN, me):
                self._met(one, me)
        except AWAY as error:
            await self._failed(error)
        else:
            self._settled.set()

    def _met(self, one: Hello, me: Hello) -> None:
        """See whether another process goes with this one; of two that do not the younger one ends."""
        other = Cell(one.number, one.count)
        if one.instance == me.instance:
            return
        if other == self.cell and one.up > me.up:
            self._is_wrong(f"Another process is cell {other} of this bot already: stop it first.")
        elif one.count != me.count and one.up > me.up:
            self._is_wrong(f"Cell {other} of this bot is running: stop it before cell {self.cell} starts.")
        if one.protocol != PROTOCOL:
            log.warning("cell %s is of version %s, which this one cannot talk to", other, one.version)
        if abs(one.now - me.now) > APART:
            log.warning("the clock of cell %s differs by %+.0f s", other, one.now - me.now)

    def _is_wrong(self, sentence: str) -> None:
        if not self.wrong.done():
            self.wrong.set_exception(CellError(sentence))
            self.wrong.exception()  # so nothing complains where nobody asks any more
        self._settled.set()

    async def _heard(self, client: Client, question: str, message: Msg) -> None:
        if client is self._client:  # what a connection of before still brings is too late
            if message.reply:
                self.spawn(self._answer(question, message))
            else:  # nobody waits for it, and a task for each costs a tenth of what crosses
                await self._answer(question, message)

    async def _answer(self, question: str, message: Msg) -> None:
        try:
            async with asyncio.timeout(GIVEN_UP_AFTER):
                answer = await self._answers[question](message.data)
            if message.reply:
                await message.respond(self._first_part(answer))
        except nats.errors.Error as error:
            log.info("an answer to another cell was lost (%s)", type(error).__name__)
        except Exception as error:  # noqa: BLE001 - whoever asks is told that there is no answer
            log.error("the question %s of another cell failed: %s", question, where(error))

    def _first_part(self, answer: bytes) -> bytes:
        name = LAST
        if len(answer) > PART:
            name = secrets.token_bytes(NAME)
            self._kept.keep(name, answer[PART:])
        return name + answer[:PART]

    async def _next(self, name: bytes) -> bytes:
        """What is left of an answer."""
        rest = self._kept.get(name)
        if rest is None:
            raise LookupError
        self._kept.drop(name)
        return rest

    def _hello(self) -> Hello:
        now, up = time.time(), time.monotonic() - self._began
        return Hello(self.cell.number, self.cell.count, PROTOCOL, __version__, self.instance, now, up)

    async def _greet(self, message: Msg) -> None:
        with suppress(nats.errors.Error, msgspec.DecodeError):  # it may be gone, or somebody who only looks
            await message.respond(msgspec.json.encode(self._hello()))
            self._met(msgspec.json.decode(message.data, type=Hello), self._hello())

    async def _failed(self, error: Exception) -> None:
        reason = str(error) or type(error).__name__
        if _is_refusal(error) and not self._settled.is_set():
            self._is_wrong("The broker lets nobody in by the name and password of HARTENHEER_NATS_URL.")
        elif reason not in self._reported:
            self._reported.add(reason)
            log.info("the connection to the broker failed: %s", reason)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("what was to be done with the other cells failed: %s", where(error))


class Question(Generic[P, T]):
    """One that each cell answers by the same method, within so many seconds. Arguments are given by position.
    To be made before the link is opened."""

    def __init__(self, link: Link, answer: Callable[P, Awaitable[T]], within: float = ALL_WITHIN) -> None:
        self._link = link
        self._answer: Callable[..., Awaitable[T]] = answer
        self._within = within
        self.name: str = getattr(answer, "__qualname__")  # noqa: B009 - of a method, not of every Callable
        types = get_type_hints(answer)
        self._returned: msgspec.msgpack.Decoder[T] = msgspec.msgpack.Decoder(
            types.pop("return"),
            strict=False,  # a database knows no truth but 0 and 1
        )
        self._given: Any = msgspec.msgpack.Decoder(tuple[tuple(types.values())])
        link.serve(self.name, self._asked)

    async def ask(self, number: int, *given: P.args, **_: P.kwargs) -> T:
        """What one of the others answers. Raises CellAway, also where it is not understood."""
        answer = await self._link.ask(number, self.name, ENCODER.encode(given), self._within)
        try:
            return self._returned.decode(answer)
        except msgspec.DecodeError as error:
            raise CellAway(number) from error

    async def say(self, number: int, *given: P.args, **_: P.kwargs) -> None:
        """Have one of the others do what answers it, without an answer. Raises CellAway where it cannot be
        sent."""
        await self._link.say(number, self.name, ENCODER.encode(given))

    async def others(self, *given: P.args, **named: P.kwargs) -> Everywhere[T]:
        """What the others answer."""
        answers: dict[int, T] = {}

        async def one(number: int) -> None:
            try:
                answers[number] = await self.ask(number, *given, **named)
            except CellAway as away:
                log.info("%s: %s", self.name, away)

        numbers = self._link.cell.others
        await asyncio.gather(*map(one, numbers))
        in_order = {number: answers[number] for number in numbers if number in answers}
        return Everywhere(in_order, tuple(number for number in numbers if number not in answers))

    async def everywhere(self, *given: P.args, **named: P.kwargs) -> Everywhere[T]:
        """What all answer, this cell first. Raises what the method raises here."""
        here, found = await asyncio.gather(self._answer(*given, **named), self.others(*given, **named))
        return Everywhere({self._link.cell.number: here, **found.answers}, found.absent)

    async def about(self, guild_id: int | None, *given: P.args, **named: P.kwargs) -> Everywhere[T]:
        """What this cell answers of a server, whose home it is; of none what all answer. Raises what the
        method raises here."""
        if guild_id is None:
            return await self.everywhere(*given, **named)
        return Everywhere({self._link.cell.number: await self._answer(*given, **named)})

    async def _asked(self, payload: bytes) -> bytes:
        return ENCODER.encode(await self._answer(*self._given.decode(payload)))


async def greeted(url: str, application_id: int) -> list[Hello] | str:
    """Every process of a bot that answers through a broker, asked from outside of them; ``UNREACHABLE`` or
    ``PASSWORD`` where nobody can be asked."""
    client, refused = Client(), asyncio.Event()

    async def failed(error: Exception) -> None:
        if _is_refusal(error):
            refused.set()

    try:
        async with asyncio.timeout(CONNECTS_WITHIN):  # the library itself would go on for ever
            await client.connect(url, allow_reconnect=False, error_cb=failed)
        return await hellos(client, f"hartenheer-{application_id}", ALL_WITHIN)
    except AWAY:
        return PASSWORD if refused.is_set() else UNREACHABLE
    finally:
        await _left(client)


def _is_refusal(error: Exception) -> bool:
    return "authorization" in str(error).lower()


async def _left(client: Client) -> None:
    """Close a connection; what cannot be closed in time is closed by the system, some time."""
    with suppress(*AWAY):
        async with asyncio.timeout(CONNECTS_WITHIN):
            await client.close()


async def hellos(client: Client, application: str, within: float, me: Hello | None = None) -> list[Hello]:
    """Every process of a bot (``hartenheer-ID``) that answers in that time; ``me`` is whoever asks, where
    that is one too. Raises nats.errors.Error."""
    found: list[Hello] = []
    inbox = client.new_inbox()
    subscription = await client.subscribe(inbox)  # pyright: ignore[reportUnknownMemberType]
    try:
        asked = b"" if me is None else msgspec.json.encode(me)
        await client.publish(f"{application}.hello", asked, reply=inbox)
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while True:
                    message = await subscription.next_msg(within)
                    with suppress(msgspec.DecodeError):  # nobody is there, or says what nobody understands
                        found.append(msgspec.json.decode(message.data, type=Hello))
    finally:
        with suppress(nats.errors.Error):
            await subscription.unsubscribe()
    return found
