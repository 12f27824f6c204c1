"""Every request to Discord, counted and timed where aiohttp sends it, whoever asked for it.

The address of a request holds tokens: it is looked at here, and told to nobody.
https://docs.aiohttp.org/en/stable/tracing_reference.html
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from types import SimpleNamespace
from typing import Final

import aiohttp
from yarl import URL

from bot.error_places import tell
from bot.watch.declared import RATE_LIMITED, REQUEST_SECONDS, REQUESTS
from bot.watch.meters import Meters

SCOPE: Final = "X-RateLimit-Scope"
INTERACTIONS: Final = "/interactions/"
WEBHOOKS: Final = "/webhooks/"
NO_ANSWER: Final = "none"
TOO_MANY: Final = 429

Answered = Callable[[int, int], None]
"""Called with an interaction's id and the status with which Discord has taken its first answer, or has
not."""


class Requests:
    """Listens to a client of aiohttp's, which is made with its ``trace``. What fails here fails no
    request."""

    def __init__(self, meters: Meters, answered: Answered, base: Callable[[], str]) -> None:
        """``base`` is what the addresses of Discord's routes begin with."""
        self._meters = meters
        self._answered = answered
        self._base = base
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._begun)
        self.trace.on_request_end.append(self._ended)
        self.trace.on_request_exception.append(self._failed)

    async def _begun(
        self, _: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        context.begun = perf_counter()

    async def _ended(
        self, _: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        tell(self._note_end, context, request)

    def _note_end(self, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
        status = request.response.status
        kind = kind_of(request.url, self._base())
        self._note(kind, str(status), context)
        if status == TOO_MANY:
            self._meters.count(RATE_LIMITED, request.response.headers.get(SCOPE, ""))
        if kind == "answer":
            self._answered(_interaction(request.url), status)

    async def _failed(
        self, _: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        tell(self._note_failure, context, request)

    def _note_failure(self, context: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams) -> None:
        self._note(kind_of(request.url, self._base()), NO_ANSWER, context)

    def _note(self, kind: str, status: str, context: SimpleNamespace) -> None:
        self._meters.count(REQUESTS, kind, status)
        if kind != "gateway":
            self._meters.measure(REQUEST_SECONDS, perf_counter() - context.begun, kind)


def kind_of(url: URL, base: str) -> str:
    """What a request is, by its address: whether Discord counts it for the limit of the whole bot
    (https://discord.com/developers/docs/topics/rate-limits#global-rate-limit)."""
    if not str(url).startswith(base):
        return "gateway" if "encoding=json" in url.raw_query_string else "cdn"
    path = url.raw_path
    if INTERACTIONS in path:
        return "answer"
    return "token" if WEBHOOKS in path else "counted"


def _interaction(url: URL) -> int:
    """The interaction that an answer is for; 0 where the address is not one of an interaction."""
    number = url.raw_path.partition(INTERACTIONS)[2].partition("/")[0]
    return int(number) if number.isdecimal() else 0
