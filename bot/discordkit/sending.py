"""Requests to Discord: one, its body, what became of it, and whether it may be tried again; work that is
tried until it is done, and work that goes on beside what people wait for.

What fails is logged without the error's own text, which may hold a card.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Final, TypeVar, cast

import aiohttp
import discord
from discord.http import HTTPClient, MultipartParameters, Route, handle_message_parameters, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context, interaction_message_response_params

from bot.discordkit.load import Budget
from bot.errors import CodedError, where
from bot.ports import StoreError, Time
from bot.retry import Backoff, retry_after
from bot.watch.declared import Retry, tried_again
from bot.watch.log import NOWHERE, here, working_at

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
    disposition = f'form-data; name="{_quoted(part["name"])}"'
    if "filename" in part:
        disposition += f'; filename="{_quoted(part["filename"])}"'
    kind = part.get("content_type", _PLAIN)
    return f"--{boundary}\r\nContent-Disposition: {disposition}\r\nContent-Type: {kind}\r\n\r\n".encode()


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


def summary(error: BaseException) -> str:
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
            log.info("a request is tried again: %s", summary(error))
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
        wants_answer: bool = True,
    ) -> Any:  # noqa: ANN401 - JSON of whatever shape the route has
        """What Discord answers; None where that is not wanted. Raises discord.HTTPException, and what
        aiohttp raises."""
        bucket = f"{route.webhook_id} {route.webhook_token}"
        await self._opened(bucket)
        for file in files or ():
            file.reset(seek=0)
        body: dict[str, Any] = {"data": form_of(multipart)} if multipart else {"json": payload}
        async with session.request(
            route.method, route.url, params=params, proxy=proxy, proxy_auth=proxy_auth, **body
        ) as response:
            await response.read()  # or its connection would be closed
            data = None if response.ok and not wants_answer else await json_or_text(response)
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

UPDATE: Final = discord.InteractionResponseType.message_update.value


async def answer_by_edit(interaction: discord.Interaction[Any], shown: Mapping[str, Any]) -> None:
    """As the library's ``InteractionResponse.edit_message``. This and the next two are what Discord is asked
    most: no object is made of a message that nobody looks at. Raises discord.HTTPException."""
    route = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    with interaction_message_response_params(type=UPDATE, **shown) as made:
        await _send(interaction, route, made)


async def edit_original(interaction: discord.Interaction[Any], shown: Mapping[str, Any]) -> None:
    """As the library's ``Interaction.edit_original_response``. Raises discord.HTTPException."""
    route = Route(
        "PATCH",
        "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
        webhook_id=interaction.application_id,
        webhook_token=interaction.token,
    )
    with handle_message_parameters(**shown) as made:
        await _send(interaction, route, made)


async def _send(interaction: discord.Interaction[Any], route: Route, made: MultipartParameters) -> None:
    session = interaction._session  # pyright: ignore[reportPrivateUsage] - the library's adapters are given it
    await _ONE_TRY.request(route, session, payload=made.payload, multipart=made.multipart, wants_answer=False)


async def edit_message(http: HTTPClient, channel_id: int, message_id: int, shown: Mapping[str, Any]) -> None:
    """As the library's ``PartialMessage.edit``. Raises discord.HTTPException, and ServerFailed."""
    with handle_message_parameters(**shown) as made:
        await http.edit_message(channel_id, message_id, params=made)


COUNTED: Final = object()
"""What a request is made with that Discord counts: those by the bot's token."""


def counted_by(budget: Budget, trace: aiohttp.TraceConfig) -> None:
    """Have each counted request wait for the budget when it goes out, also where the library tries it again.
    To be called before the client is logged in that is made with ``trace``.
    https://discord.com/developers/docs/topics/rate-limits#global-rate-limit"""

    async def goes(_: aiohttp.ClientSession, context: SimpleNamespace, __: object) -> None:
        if context.trace_request_ctx is COUNTED:
            context.number = await budget.go()

    async def answered(
        _: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        if context.trace_request_ctx is COUNTED:
            headers = request.response.headers
            wait = retry_after(headers.get("Retry-After")) if "X-RateLimit-Global" in headers else 0.0
            budget.answered(context.number, wait)

    async def failed(_: aiohttp.ClientSession, context: SimpleNamespace, __: object) -> None:
        if context.trace_request_ctx is COUNTED:
            budget.answered(context.number)

    trace.on_request_start.insert(0, goes)  # before anything is timed
    trace.on_request_end.append(answered)
    trace.on_request_exception.append(failed)


class ServerFailed(aiohttp.ClientError):
    """Discord's servers failed at a request, which may have been carried out all the same."""


def one_try_each(http: HTTPClient) -> None:
    """Have the library fail at once where Discord's servers fail, instead of repeating an older and older
    drawing for up to 25 seconds. Limits of a route it still waits for itself, that of all requests is waited
    for by the budget (``counted_by``): of the library's own gate who has closed it has to open it again, and
    where that request is broken off meanwhile, no other one would ever go."""
    request = http.request

    async def once(route: Route, *, form: Iterable[dict[str, Any]] | None = None, **others: Any) -> Any:  # noqa: ANN401 - JSON of whatever shape the route has
        http._global_over.set()  # pyright: ignore[reportPrivateUsage] - there is no other way to it
        others.setdefault("raise_for_status", _require_no_failure)
        others["trace_request_ctx"] = COUNTED
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


class Background:
    """The tasks under way."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin the work; returns at once."""
        task = asyncio.create_task(self.guard(work), name="showing")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def guard(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work; what it raises is logged."""
        try:
            await work
        except discord.HTTPException as error:
            log.warning("a change could not be shown: status %s, code %s", error.status, error.code)
        except Exception as error:  # noqa: BLE001 - nobody awaits it, so it is logged here
            log.error("a change could not be shown: %s", where(error))

    def busy(self) -> set[asyncio.Task[None]]:
        """What is not finished."""
        return {task for task in self._tasks if not task.done()}

    async def close(self) -> None:
        """Break off what is under way."""
        for task in self.busy():
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def insist(time: Time, work: Callable[[], Awaitable[None]]) -> None:
    """Do it; where it fails by what may pass, once more after a growing pause. Other errors are logged."""
    retry = backoff()
    while True:
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - what may pass is told from what may not
            if not may_pass(error):
                log.error("a change could not be shown: %s", where(error))
                return
            tried_again(Retry.CHANGE)
            log.warning("a change is shown later: %s", summary(error))
            await time.sleep(retry.pause(asked_to_wait(error)))
        else:
            return


@contextmanager
def resting() -> Generator[None]:
    """Within, this task waits for its next try, which its name says."""
    task = asyncio.current_task()
    assert task is not None
    name = task.get_name()
    task.set_name(f"{name} waiting")
    try:
        yield
    finally:
        task.set_name(name)


class Interruptible:
    """Work that may be broken off for something more urgent, up to some point."""

    def __init__(self) -> None:
        self._scope: asyncio.Timeout | None = None
        self._is_broken_off = False

    async def done(self, work: Awaitable[None]) -> bool:
        """Do it; False where it was broken off. Raises what it raises."""
        self._is_broken_off = False
        try:
            async with asyncio.timeout(None) as self._scope:
                await work
        except TimeoutError:
            if not self._is_broken_off:
                raise
            return False
        finally:
            self._scope = None
        return True

    def break_off(self) -> None:
        """Do it no further, unless it is past that."""
        if self._scope is not None and not self._is_broken_off:
            self._is_broken_off = True
            self._scope.reschedule(0.0)

    def is_past(self) -> None:
        """From here on it is not broken off."""
        if self._scope is not None:
            self._scope.reschedule(None)
            self._scope, self._is_broken_off = None, False


class RetryingTask:
    """One task that goes on for as long as anything is wanted. ``step`` does the next thing that is, and says
    False where nothing was. What it raises is tried again after a growing pause where it may pass, and else
    given to ``give_up``, which has to see to it that the same is not wanted any more."""

    def __init__(
        self, time: Time, step: Callable[[], Awaitable[bool]], give_up: Callable[[Exception], None]
    ) -> None:
        self._time = time
        self._step = step
        self._give_up = give_up
        self._work: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()  # something is wanted that does not wait
        self._calm = asyncio.Event()  # nothing is being done, though perhaps later
        self._calm.set()
        self._asked_by = NOWHERE
        self._retry = backoff()

    @property
    def is_at_work(self) -> bool:
        """Whether anything is still wanted."""
        return self._work is not None and not self._work.done()

    @property
    def failures(self) -> int:
        """How often it has failed since it last succeeded."""
        return self._retry.failures

    def go_on(self, *, urgent: bool = True) -> None:
        """Something is wanted; returns at once. What is ``urgent`` does not wait for a pause to end."""
        self._asked_by = here()
        if urgent:
            self._woken.set()
            if self.is_at_work:
                self._calm.clear()  # not only once the task has woken
        if not self.is_at_work:
            self._calm.clear()
            self._work = asyncio.create_task(self._run(), name="slot")

    async def rest(self, seconds: float) -> None:
        """Wait, at the longest until something urgent is wanted: not at all where that was the case since
        the step began, or since the last rest in it."""
        self._calm.set()
        alarm = self._time.call_after(seconds, self._woken.set)
        try:
            with resting():
                await self._woken.wait()
        finally:
            alarm.cancel()
            self._woken.clear()
            self._calm.clear()

    async def settled(self) -> None:
        """Return when nothing is being done, but for what waits for its moment or is tried again."""
        await self._calm.wait()

    async def finished(self) -> None:
        """Return when nothing is wanted any more."""
        while self._work is not None and not self._work.done():
            await asyncio.wait({self._work})

    async def close(self) -> None:
        """Stop; what was wanted is not done."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def _run(self) -> None:
        try:
            more = True
            while more:
                with working_at(self._asked_by):
                    more = await self._try()
        finally:
            self._calm.set()

    async def _try(self) -> bool:
        self._woken.clear()  # what was wanted by now the step sees to
        try:
            more = await self._step()
        except Exception as error:  # noqa: BLE001 - a message is never given up unseen
            if not may_pass(error):
                self._give_up(error)
                return True
            tried_again(Retry.MESSAGE)
            log.info("a message is tried again: %s", summary(error))
            await self.rest(self._retry.pause(asked_to_wait(error)))
            return True
        self._retry.succeeded()
        return more
