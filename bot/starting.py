"""Reaching Discord, and leaving it; and what the client library logs meanwhile.

A start is tried again for as long as it takes, and said each time; what ends the bot is said in a sentence.

What is asked for again is what may pass by itself: no connection, no answer, an answer of 429 or 5xx. The
library tries some of it again by itself, in silence and only a few times, and waits minutes for an answer; so
here each request is one try.

Discord asks for no press a second time: who presses while the bot stops is told so in a sentence, for as long
as the bot is there to say it. What takes longer than it may is broken off, and nothing is lost thereby: what
was answered is stored, and what was not shown is shown after the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeVar

import aiohttp
import discord
from discord.backoff import ExponentialBackoff
from discord.http import HTTPClient

from bot.errors import where
from bot.ports import Time
from bot.retry import Backoff, retry_after
from bot.watch.declared import Retry, tried_again

log = logging.getLogger(__name__)

T = TypeVar("T")

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
ANSWERS_WITHIN: Final = 10.0
"""Seconds; the pauses grow from the first to the longest."""

TOO_MANY: Final = 429
UNAUTHORIZED: Final = 401
TOKEN_REFUSED: Final = 4004

WRONG_TOKEN: Final = "Discord does not know this DISCORD_TOKEN: copy it anew from the developer portal (Bot)."  # noqa: S105 - a sentence

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
CLOSED: Final = {
    TOKEN_REFUSED: WRONG_TOKEN,
    4010: "Discord refused the shard it was asked for: please report this.",
    4011: "Discord wants more shards for so many servers: start the bot again, and it asks how many.",
    4012: "Discord no longer speaks this version of its gateway: upgrade the bot.",
    4013: "Discord does not know an intent the bot asked for: upgrade the bot.",
    4014: "Discord does not allow this bot an intent it asked for: see Privileged Gateway Intents in the "
    "developer portal (Bot).",
}


class ShortPauses(ExponentialBackoff[Literal[False]]):
    """The library's pauses before it tries to reach the gateway again, each of a minute at the longest: its
    own grow to seventeen, also where the gateway has been back for long."""

    def delay(self) -> float:
        return min(super().delay(), LONGEST_PAUSE)


def reconnect_soon(shard: discord.ShardInfo) -> None:
    """Have a shard that loses its gateway pause no longer than that."""
    vars(shard._parent)["_backoff"] = ShortPauses()  # pyright: ignore[reportPrivateUsage] - there is no setting


class Unavailable(aiohttp.ClientError):
    """Discord answered that it does not serve this now; ``wait`` are the seconds it asks for, if it does."""

    def __init__(self, status: int, wait: float) -> None:
        super().__init__(f"status {status}")
        self.wait = wait


class Patience:
    """Asks Discord for something until there is an answer."""

    def __init__(self, http: HTTPClient, time: Time) -> None:
        self._http = http
        self._time = time

    async def ask(self, address: str, request: Callable[[], Awaitable[T]]) -> T:
        """What the request brings. ``address`` is what the log calls the other side. Raises what trying again
        does not mend: discord.LoginFailure, other answers of 4xx."""
        retry = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        while True:
            try:
                with _one_try(self._http):
                    return await request()
            except (aiohttp.ClientError, OSError) as error:
                pause = retry.pause(error.wait if isinstance(error, Unavailable) else 0.0)
                tried_again(Retry.START)
                log.warning("%s cannot be reached (%s): next try in %.0f s", address, _reason(error), pause)
            await self._time.sleep(pause)


async def knock(http: HTTPClient, gateway: str) -> None:
    """Connect to the gateway and leave. Raises what stands between. The library would try for ever as well,
    but every five seconds, and with each try inside the one before."""
    async with asyncio.timeout(ANSWERS_WITHIN):
        await (await http.ws_connect(gateway)).close()


def complaint(error: discord.DiscordException) -> str:
    """What the operator is told of an error that ends the bot."""
    match error:
        case discord.LoginFailure():
            return WRONG_TOKEN
        case discord.GatewayNotFound():
            return "The gateway's address could not be asked for: check DISCORD_API_URL."
        case discord.PrivilegedIntentsRequired():
            return CLOSED[4014]
        case discord.ConnectionClosed():
            return CLOSED.get(error.code, f"Discord closed the connection (code {error.code}): start again.")
        case discord.HTTPException() if error.status == UNAUTHORIZED:
            return WRONG_TOKEN
        case discord.HTTPException():
            return f"Discord answered {error.status} (code {error.code}): try again later."
        case _:
            return f"Discord's library gave up ({type(error).__name__}): please report this."


@contextmanager
def _one_try(http: HTTPClient) -> Generator[None]:
    """Within, a request of the library that is not served now fails at once, and one without an answer
    soon."""
    limit = aiohttp.ClientTimeout(total=ANSWERS_WITHIN)
    # The library makes its client itself, and passes on what a request is made with.
    own, usual = vars(http), http.request
    own["request"] = partial(usual, timeout=limit, raise_for_status=_require_served)
    try:
        yield
    finally:
        own["request"] = usual


async def _require_served(response: aiohttp.ClientResponse) -> None:
    if response.status == TOO_MANY or response.status >= 500:
        raise Unavailable(response.status, retry_after(response.headers.get("Retry-After")))


def _reason(error: Exception) -> str:
    """Why there was no answer, without an error's own text."""
    if isinstance(error, Unavailable):
        return str(error)
    if isinstance(error, asyncio.TimeoutError):
        return f"no answer within {ANSWERS_WITHIN:g} s"
    return getattr(error, "strerror", None) or type(error).__name__


PRESSES_WITHIN: Final = 5.0
"""Seconds for what was asked for; Discord takes a first answer for three."""

TABLES_WITHIN: Final = 8.0
"""For what waits at tables: a store that is locked lets go, or fails, after five."""

SHOWN_WITHIN: Final = 6.0
"""For messages that are still to be brought to what they should be."""


@dataclass(frozen=True, slots=True)
class UnfinishedWork:
    """What is to be finished. ``refuse`` has nothing more taken; ``presses`` waits so many seconds at most
    and says how many are not done; ``tables`` ends when all that waits at tables is done, ``shown`` when all
    is shown that can be shown now; ``pending`` counts messages that are not as they should be, ``unfinished``
    the tables that go on after the next start."""

    refuse: Callable[[], None]
    at_work: Callable[[], int]
    presses: Callable[[float], Awaitable[int]]
    tables: Callable[[], Awaitable[None]]
    shown: Callable[[], Awaitable[None]]
    pending: Callable[[], int]
    unfinished: Callable[[], int]


async def finish(work: UnfinishedWork) -> None:
    """Stop taking, finish, show, and say what was done and what is left."""
    work.refuse()
    begun = work.at_work()
    log.info("stopping: %d presses at work, %d messages to be shown", begun, work.pending())
    left = await work.presses(PRESSES_WITHIN)
    if not await _within(TABLES_WITHIN, work.tables()):
        log.warning("some tables were still at work after %g s", TABLES_WITHIN)
    to_show = work.pending()
    await _within(SHOWN_WITHIN, work.shown())
    pending = work.pending()
    log.info("finished: %d presses, %d messages shown", max(0, begun - left), max(0, to_show - pending))
    log.info(
        "left for the next start: %d presses broken off, %d messages to be shown, %d unfinished tables",
        left,
        pending,
        work.unfinished(),
    )


async def _within(seconds: float, work: Awaitable[None]) -> bool:
    """Whether it was done in that time; it is broken off else."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        return False
    return True


PASSING: Final = (OSError, asyncio.TimeoutError, aiohttp.ClientError, discord.ConnectionClosed)
"""Trouble of a connection that the library takes up again by itself."""


def keep_to_one_line() -> None:
    """Have every logger of the libraries of Discord and of the broker that there is tell in one line what it
    logs. A second call changes nothing."""
    names = [
        name for name in logging.root.manager.loggerDict if name.partition(".")[0] in ("discord", "nats")
    ]
    for name in ("discord", *names):
        logging.getLogger(name).addFilter(_without_traceback)


def _without_traceback(record: logging.LogRecord) -> bool:
    """Put an error's kind in the place of its traceback, which may hold anything that was sent. What passes
    by itself is a warning; of the rest the lines of the program are given."""
    if not record.exc_info:
        return True
    error = record.exc_info[1]
    passing = isinstance(error, PASSING)
    if passing and record.levelno > logging.WARNING:
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    cause = type(error).__name__ if error is None or passing else where(error)
    record.msg, record.args = f"{record.getMessage()} ({cause})", None
    record.exc_info = record.exc_text = None
    return True
