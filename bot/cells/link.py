"""What goes from one cell to another, over NATS: questions that are answered, and news that are not. Nothing
is kept for a cell that is away, and nothing waits here for the broker to come back: whoever asks is told at
once, and decides.

Subjects are ``hartenheer-APPLICATION.PROTOCOL.COUNT.NUMBER.QUESTION``, so cells of another bot, of another
number of cells or of a version that asks otherwise are nobody's; only ``hello`` is answered by all of a bot.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final, TypeVar

import msgspec
import nats
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext

from bot import __version__
from bot.cells.model import Cell, CellError
from bot.errors import where

log = logging.getLogger(__name__)

PROTOCOL: Final = 1
"""Raised with every change of what is asked or answered."""

WITHIN: Final = 0.5
"""Seconds in which a cell says something to a question that another one's press waits for."""

ALL_WITHIN: Final = 2.0
"""Seconds for questions to all of them."""

CONNECTS_WITHIN: Final = 3.0
"""Seconds for which a start waits for the broker."""

APART: Final = 30.0
"""Seconds by which two clocks may differ before that is told."""

UNREACHABLE, PASSWORD = "unreachable", "password"
"""Why a broker cannot be asked."""

Answer = Callable[[bytes], Awaitable[bytes]]
T = TypeVar("T")


class CellAway(Exception):
    """A cell does not answer, or the broker is not there. ``number`` is the cell's."""

    def __init__(self, number: int) -> None:
        super().__init__(f"cell {number} does not answer")
        self.number = number


class Hello(msgspec.Struct, frozen=True):
    """Who a cell says it is. ``instance`` is its process's, ``now`` its clock's unix seconds."""

    number: int
    count: int
    protocol: int
    version: str
    instance: str
    now: float


class Link:
    """The connection of one cell. ``url`` is the broker's address, perhaps with a name and a password."""

    def __init__(self, cell: Cell, url: str) -> None:
        self.cell = cell
        self._url = url
        self._application = ""
        self._client = Client()
        self._instance = secrets.token_hex(8)
        self._answers: dict[str, Answer] = {}
        self._connected: list[Callable[[], Awaitable[None]]] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False
        self._settled = asyncio.Event()
        self._open = asyncio.Event()
        self._wrong: CellError | None = None

    @property
    def is_connected(self) -> bool:
        """Whether the broker is there."""
        return self._client.is_connected

    @property
    def application(self) -> str:
        """The bot that this is a cell of, ``hartenheer.ID``. Known from the start on."""
        return self._application

    @property
    def jetstream(self) -> JetStreamContext:
        """What the broker keeps."""
        return self._client.jetstream(timeout=WITHIN)  # pyright: ignore[reportUnknownMemberType]

    def serve(self, question: str, answer: Answer) -> None:
        """Have a question answered by ``answer``, which is given what is asked; where that raises, whoever
        asks gets no answer. To be called before ``start``."""
        self._answers[question] = answer

    def when_connected(self, work: Callable[[], Awaitable[None]]) -> None:
        """Have something done each time that the broker is there again. To be called before ``start``."""
        self._connected.append(work)

    async def start(self, application_id: int) -> None:
        """Connect, as a cell of that bot; where the broker is away, go on without it and connect once it is
        there. Raises CellError where it is certain that this will not do."""
        self._application = f"hartenheer-{application_id}"
        self._spawn(self._connect())
        try:
            async with asyncio.timeout(CONNECTS_WITHIN):
                await self._settled.wait()
        except TimeoutError:
            log.warning("the broker cannot be reached, so neither can the other cells; it is tried on")
        if self._wrong is not None:
            raise self._wrong

    def open(self) -> None:
        """From now on this cell can answer what it is asked."""
        self._open.set()

    async def close(self) -> None:
        """Answer nothing more, and leave."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.close()

    async def ask(self, number: int, question: str, payload: bytes = b"", within: float = WITHIN) -> bytes:
        """What another cell answers. Raises CellAway."""
        try:
            return (await self._client.request(self._subject(number, question), payload, within)).data
        except (TimeoutError, nats.errors.Error, OSError):
            raise CellAway(number) from None

    async def tell(self, number: int, question: str, payload: bytes) -> None:
        """Tell another cell, which may hear it or not."""
        with suppress(nats.errors.Error, OSError):
            await self._client.publish(self._subject(number, question), payload)

    async def ask_others(
        self, question: str, payload: bytes = b"", within: float = ALL_WITHIN
    ) -> Mapping[int, bytes | None]:
        """What each of the other cells answers, None of those that do not."""

        async def one(number: int) -> bytes | None:
            with suppress(CellAway):
                return await self.ask(number, question, payload, within)
            return None

        others = self.cell.others
        return dict(zip(others, await asyncio.gather(*map(one, others)), strict=True))

    async def hellos(self, within: float = ALL_WITHIN) -> list[Hello]:
        """Every process of this bot that answers in that time, whatever its version; this one left out."""
        return [one for one in await hellos(self._client, self._application, within) if not self._is_me(one)]

    def _is_me(self, hello: Hello) -> bool:
        return hello.instance == self._instance

    def _subject(self, number: int, question: str) -> str:
        return f"{self._application}.{PROTOCOL}.{self.cell.count}.{number}.{question}"

    async def _connect(self) -> None:
        await self._client.connect(
            self._url,
            name=f"hartenheer {self.cell}",
            connect_timeout=int(CONNECTS_WITHIN),
            max_reconnect_attempts=-1,
            reconnect_time_wait=1,
            pending_size=0,  # nothing waits for the broker to come back
            error_cb=self._failed,
            disconnected_cb=self._lost,
            reconnected_cb=self._is_there,
        )
        await self._client.subscribe(f"{self._application}.hello", cb=self._greet)  # pyright: ignore[reportUnknownMemberType]
        for one in await self.hellos(WITHIN):
            if (one.number, one.count) == (self.cell.number, self.cell.count):
                self._is_wrong(f"Another process is cell {self.cell} of this bot already: stop it first.")
            elif one.count != self.cell.count or one.protocol != PROTOCOL:
                log.warning(
                    "cell %d/%d of version %s does not go with this one", one.number, one.count, one.version
                )
            if abs(one.now - time.time()) > APART:
                log.warning("the clock of cell %d differs by %.0f s", one.number, one.now - time.time())
        if self._wrong is not None:
            return
        self._settled.set()
        await self._open.wait()
        for question, answer in self._answers.items():
            await self._client.subscribe(self._subject(self.cell.number, question), cb=self._heard(answer))  # pyright: ignore[reportUnknownMemberType]
        await self._is_there()

    def _is_wrong(self, sentence: str) -> None:
        log.error("%s", sentence)
        self._wrong = CellError(sentence)
        self._settled.set()

    def _heard(self, answer: Answer) -> Callable[[Msg], Awaitable[None]]:
        async def heard(message: Msg) -> None:
            self._spawn(self._answered(answer, message))

        return heard

    async def _answered(self, answer: Answer, message: Msg) -> None:
        try:
            told = await answer(message.data)
            if message.reply:
                await message.respond(told)
        except nats.errors.Error as error:
            log.info("an answer to another cell was lost (%s)", type(error).__name__)
        except Exception as error:  # noqa: BLE001 - whoever asks is told that there is no answer
            log.error("a question of another cell failed: %s", where(error))

    async def _greet(self, message: Msg) -> None:
        me = Hello(self.cell.number, self.cell.count, PROTOCOL, __version__, self._instance, time.time())
        with suppress(nats.errors.Error):
            await message.respond(msgspec.json.encode(me))

    async def _is_there(self) -> None:
        log.info("cell %s is connected to the broker", self.cell)
        for work in self._connected:
            self._spawn(work())

    async def _lost(self) -> None:
        if not self._is_closed:
            log.warning("the broker is away: the other cells cannot be reached")

    async def _failed(self, error: Exception) -> None:
        if not self._settled.is_set() and _is_refusal(error):
            self._is_wrong("The broker lets nobody in by the name and password of HARTENHEER_NATS_URL.")
            return
        log.info("the connection to the broker failed (%s)", type(error).__name__)

    def _spawn(self, work: Awaitable[Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("what another cell was for failed: %s", where(error))


async def greeted(url: str, application_id: int) -> list[Hello] | str:
    """Every process of a bot that answers through a broker, asked from outside of them; ``UNREACHABLE`` or
    ``PASSWORD`` where nobody can be asked."""
    client, refused = Client(), asyncio.Event()

    async def failed(error: Exception) -> None:
        if _is_refusal(error):
            refused.set()

    try:
        await client.connect(
            url, connect_timeout=int(CONNECTS_WITHIN), max_reconnect_attempts=0, error_cb=failed
        )
        return await hellos(client, f"hartenheer.{application_id}", ALL_WITHIN)
    except (nats.errors.Error, OSError, TimeoutError) as error:
        return PASSWORD if refused.is_set() or _is_refusal(error) else UNREACHABLE
    finally:
        await client.close()


def _is_refusal(error: Exception) -> bool:
    return "authorization" in str(error).lower()


async def hellos(client: Client, application: str, within: float) -> list[Hello]:
    """Every process of a bot (``hartenheer-ID``) that answers in that time. Raises nats.errors.Error."""
    found: list[Hello] = []
    inbox = client.new_inbox()
    subscription = await client.subscribe(inbox)  # pyright: ignore[reportUnknownMemberType]
    try:
        await client.publish(f"{application}.hello", reply=inbox)
        with suppress(asyncio.TimeoutError, nats.errors.TimeoutError, msgspec.DecodeError):
            async with asyncio.timeout(within):
                while True:
                    message = await subscription.next_msg(within)
                    if message.data:  # else nobody is there
                        found.append(msgspec.json.decode(message.data, type=Hello))
    finally:
        await subscription.unsubscribe()
    return found
