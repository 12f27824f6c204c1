"""One request to Discord: its body, what became of it, and whether it may be tried again."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar, cast

import aiohttp
import discord
from discord.http import HTTPClient, Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.errors import CodedError
from bot.ports import StoreError, Time
from bot.retry import Backoff, retry_after
from bot.watch.declared import Retry, tried_again

log = logging.getLogger(__name__)
T = TypeVar("T")


_PLAIN: Final = "text/plain; charset=utf-8"
_UNSAFE: Final = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})
"""What would end a name (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data)."""


def form_of(parts: Iterable[Mapping[str, Any]]) -> aiohttp.BytesPayload:
    """A form (RFC 7578) of parts as the library makes them: ``name``, ``value`` (text, bytes or a file, which
    is read to its end), and of files ``filename`` and ``content_type``. It may be sent more than once."""
    boundary = secrets.token_hex(16)
    pieces: list[bytes] = []
    for part in parts:
        value = part["value"]
        content = (
            value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else value.read()
        )
        pieces += (_head(boundary, part), content, b"\r\n")
    pieces.append(f"--{boundary}--\r\n".encode())
    return aiohttp.BytesPayload(b"".join(pieces), content_type=f"multipart/form-data; boundary={boundary}")


def _head(boundary: str, part: Mapping[str, Any]) -> bytes:
    told = f'form-data; name="{_quoted(part["name"])}"'
    if "filename" in part:
        told += f'; filename="{_quoted(part["filename"])}"'
    kind = part.get("content_type", _PLAIN)
    return f"--{boundary}\r\nContent-Disposition: {told}\r\nContent-Type: {kind}\r\n\r\n".encode()


def _quoted(name: str) -> str:
    return name.translate(_UNSAFE)


TRIES: Final = 5
QUICK_PAUSE, LONGEST_QUICK_PAUSE = 0.1, 1.6
REQUEST_SECONDS: Final = 10.0  # an answer that takes longer is not waited for
NOW: Final = 0.0  # in the loop's time: what is rescheduled to it is over at once
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 8.0

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_MANY_OLD_EDITS = 10003, 10008, 30046
UNKNOWN_INTERACTION, INVALID_TOKEN, ALREADY_ANSWERED, UNKNOWN_WEBHOOK = 10062, 50027, 40060, 10015

CUT_OFF: Final = (aiohttp.ClientError, TimeoutError, OSError)
"""No answer came. ``is_surely_not_done`` tells whether the request may have been carried out."""


class Unreached(ConnectionError):
    """Discord did not answer a question that had to be answered first: nothing was done."""


_PASSING_REFUSALS: Final = ("store-failed", "busy")


def may_pass(error: BaseException) -> bool:
    """Whether the same may succeed a little later: the network, Discord's servers, its limits, our disk."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status in (408, 429)
    if isinstance(error, CodedError):
        return error.code in _PASSING_REFUSALS
    return isinstance(error, (*CUT_OFF, StoreError))


def backoff() -> Backoff:
    """The pauses between the tries of one request."""
    return Backoff(FIRST_PAUSE, LONGEST_PAUSE)


def quick_backoff() -> Backoff:
    """The same while somebody waits for an answer."""
    return Backoff(QUICK_PAUSE, LONGEST_QUICK_PAUSE)


def asked_to_wait(error: BaseException) -> float:
    """For how many seconds Discord wants to be left alone."""
    if not isinstance(error, discord.HTTPException) or error.status != 429:
        return 0.0
    return retry_after(error.response.headers.get("Retry-After"))


def is_surely_not_done(error: BaseException) -> bool:
    """Whether a request that failed was certainly not carried out: Discord refused it, or was not reached. Of
    any other failure nobody knows: the request, or only its answer, was lost."""
    if isinstance(error, discord.HTTPException):
        return error.status < 500
    return isinstance(error, (aiohttp.ClientConnectorError, NotSent))


def told(error: BaseException) -> str:
    """An error for the log: never its own text, which may hold a card."""
    if isinstance(error, discord.HTTPException):
        return f"status {error.status}, code {error.code}"
    if isinstance(error, CodedError):
        return error.code
    return type(error).__name__


async def within(time: Time, send: Callable[[], Awaitable[T]], seconds: float = REQUEST_SECONDS) -> T:
    """What ``send`` returns or raises; TimeoutError where it takes longer, and it is broken off then. It may
    have been carried out all the same."""
    async with asyncio.timeout(None) as patience:
        alarm = time.call_after(seconds, lambda: patience.reschedule(NOW))
        once = async_context.set(_ONE_TRY)
        try:
            return await send()
        except RuntimeError as error:
            if (
                str(error) == "Session is closed"
            ):  # aiohttp's word for it; the library opens another when it can
                raise NotSent from None
            raise
        finally:
            async_context.reset(once)
            alarm.cancel()


async def repeated(time: Time, send: Callable[[], Awaitable[T]], *, once: bool = False) -> T:
    """The same, tried again a few times while that may help. What must not be done twice, ``once``, is tried
    again only while it was surely not done. Raises what the last try raised."""
    retry = quick_backoff()
    while True:
        try:
            return await within(time, send)
        except (discord.HTTPException, *CUT_OFF) as error:
            if not may_pass(error) or (once and not is_surely_not_done(error)) or retry.failures + 1 == TRIES:
                raise
            tried_again(Retry.ANSWER)
            log.info("a request is tried again: %s", told(error))
            pause = retry.pause(asked_to_wait(error))
        await time.sleep(pause)


async def asked(time: Time, ask: Callable[[], Awaitable[T]]) -> T:
    """What has to be known before anything is done for somebody; ``ask`` may be done twice. Raises
    discord.HTTPException where Discord refuses, Unreached where it does not answer."""
    try:
        return await repeated(time, ask)
    except (discord.HTTPException, *CUT_OFF) as error:
        if not may_pass(error):
            raise
        raise Unreached from None


class NotSent(ConnectionError):
    """There was no session to send it by."""


class OneTry(AsyncWebhookAdapter):
    """The library's way to interactions and their tokens, without what it does on its own: it waits for other
    requests of the same token, and repeats what Discord's servers failed at for up to 25 seconds, also what
    must not be done twice. A first answer has three seconds, and another may be on its way beside it. Limits
    are kept: where Discord says that no more may come, the next one waits."""

    def __init__(self) -> None:
        super().__init__()
        self._closed_until: dict[str, float] = {}  # by token; in the loop's time

    async def request(  # noqa: PLR0913 - the library's parameters
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        payload: dict[str, Any] | None = None,
        multipart: Sequence[dict[str, Any]] | None = None,
        proxy: str | None = None,
        proxy_auth: aiohttp.BasicAuth | None = None,
        files: Sequence[discord.File] | None = None,
        reason: str | None = None,
        auth_token: str | None = None,
        params: dict[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 - JSON of whatever shape the route has
        """Raises discord.HTTPException, and what aiohttp raises."""
        bucket = f"{route.webhook_id} {route.webhook_token}"
        await self._opened(bucket)
        for file in files or ():
            file.reset(seek=0)
        body: dict[str, Any] = {"data": form_of(multipart)} if multipart else {"json": payload}
        async with session.request(
            route.method, route.url, params=params, proxy=proxy, proxy_auth=proxy_auth, **body
        ) as response:
            data = await json_or_text(response)
        if response.headers.get("X-Ratelimit-Remaining") == "0":
            self._close(bucket, retry_after(response.headers.get("X-Ratelimit-Reset-After")))
        if 200 <= response.status < 300:
            if multipart:
                _shorten(data)
            return data
        kind = {403: discord.Forbidden, 404: discord.NotFound}.get(response.status, discord.HTTPException)
        raise kind(response, data)

    def _close(self, bucket: str, seconds: float) -> None:
        now = asyncio.get_running_loop().time()
        self._closed_until = {key: until for key, until in self._closed_until.items() if until > now}
        self._closed_until[bucket] = now + seconds

    async def _opened(self, bucket: str) -> None:
        loop = asyncio.get_running_loop()
        while (wait := self._closed_until.get(bucket, 0.0) - loop.time()) > 0:  # noqa: ASYNC110 (of time)
            await asyncio.sleep(wait)


_ONE_TRY: Final = OneTry()


class ServerFailed(aiohttp.ClientError):
    """Discord's servers failed at a request, which may have been carried out all the same."""


def one_try_each(http: HTTPClient) -> None:
    """Have the library fail at once where Discord's servers fail, instead of repeating an older and older
    drawing for up to 25 seconds. Limits it still waits for itself."""
    request = http.request

    async def once(route: Route, *, form: Iterable[dict[str, Any]] | None = None, **others: Any) -> Any:  # noqa: ANN401 - JSON of whatever shape the route has
        others.setdefault("raise_for_status", _require_no_failure)
        if not form:
            return await request(route, **others)
        data = await request(route, data=form_of(form), **others)
        _shorten(data)
        return data

    vars(http)["request"] = once


def _shorten(data: Any) -> None:  # noqa: ANN401 - JSON
    """Take out of Discord's answer to a message with files what it repeats of that, of which the library
    would make objects that nobody looks at. It is the message itself, or tells of the first answer that it
    was."""
    if not isinstance(data, dict):
        return
    answer = cast(dict[str, Any], data)
    message: Any = answer["resource"].get("message") if "resource" in answer else answer
    if isinstance(message, dict):
        cast(dict[str, Any], message).update(components=[], attachments=[])


async def _require_no_failure(response: aiohttp.ClientResponse) -> None:
    if response.status >= 500:
        raise ServerFailed(f"status {response.status}")
