"""All that is measured of one bot: what its parts report of presses, requests, commits, shards and the event
loop, and what can be asked.

The address of a request to Discord holds tokens: it is looked at here, and shown to nobody
(https://docs.aiohttp.org/en/stable/tracing_reference.html).
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from time import monotonic, perf_counter
from types import SimpleNamespace
from typing import Final, TypeVar

import aiohttp
from yarl import URL

from bot import __version__
from bot.errors import tell
from bot.watch.declared import (
    ANSWER_SECONDS,
    ANSWERS_LATE,
    COMMIT_CHANGES,
    COMMIT_SECONDS,
    COMMITS_FAILED,
    DRAWING_SECONDS,
    LOOP_DELAY,
    PRESSES,
    RATE_LIMITED,
    REQUEST_SECONDS,
    REQUESTS,
    THINKING_SECONDS,
)
from bot.watch.health import Answers, Shard, Storing, Vitals
from bot.watch.meters import Meters
from bot.watch.sources import Sources, readings, vitals_of


class Gateway:
    """Hears of shards that come and go. ``now`` are seconds of any beginning that never go back."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._away_since: dict[int, float | None] = {}
        self.reconnects: Counter[int] = Counter()
        """How often each has come back."""

    def connected(self, shard: int) -> None:
        """It is connected; perhaps again."""
        if shard in self._away_since:
            self.reconnects[shard] += 1
        self._away_since[shard] = None

    def disconnected(self, shard: int) -> None:
        """It is not. Each vain try of a shard to come back is reported as well."""
        if self._away_since.get(shard, None) is None:
            self._away_since[shard] = self._now()

    def shards(self, latencies: Mapping[int, float]) -> Sequence[Shard]:
        """All of them; a latency that is not finite is not known yet."""
        now = self._now()
        return [
            Shard(
                number,
                since is None,
                0.0 if since is None else now - since,
                latency if isfinite(latency := latencies.get(number, float("nan"))) else None,
            )
            for number, since in sorted(self._away_since.items())
        ]


DELAYS: Final = 240
"""How many are kept: a minute of those that are measured each quarter of a second."""


class LoopDelay:
    """How late the event loop came to what was due: whatever keeps it from that (a long calculation, a disk
    that waits, too much at once) keeps presses from their answers as well."""

    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self._latest: deque[float] = deque(maxlen=DELAYS)

    @property
    def worst(self) -> float:
        """The longest of the latest, in seconds."""
        return max(self._latest, default=0.0)

    def seen(self, late: float) -> None:
        """It came so many seconds late."""
        self._latest.append(late)
        self._meters.measure(LOOP_DELAY, late)


UNANSWERED: Final = 4096
"""How many interactions may wait for an answer; the oldest are forgotten."""

LATEST: Final = 512
"""Of how many answers the times are kept."""

NOT_FOUND: Final = 404


class PressTimes:
    """Interactions from their coming to their first answer, and what became of them. ``now`` are seconds of
    any beginning."""

    def __init__(self, meters: Meters, now: Callable[[], float] = perf_counter) -> None:
        self._meters = meters
        self._now = now
        self._waiting: OrderedDict[int, tuple[float, str]] = OrderedDict()
        self._latest: deque[float] = deque(maxlen=LATEST)

    def came(self, interaction: int, family: str) -> None:
        """An interaction has come, which is to be answered."""
        self._waiting[interaction] = self._now(), family
        if len(self._waiting) > UNANSWERED:
            self._waiting.popitem(last=False)

    def answered(self, interaction: int, status: int) -> None:
        """Discord has taken a first answer to it, or has refused one. Of two at a time it refuses one, which
        does not count as late."""
        if status == NOT_FOUND:
            self._waiting.pop(interaction, None)
            self._meters.count(ANSWERS_LATE)
        if not 200 <= status < 300 or interaction not in self._waiting:
            return
        begun, family = self._waiting.pop(interaction)
        seconds = self._now() - begun
        self._latest.append(seconds)
        self._meters.measure(ANSWER_SECONDS, seconds, family)

    def done(self, family: str, outcome: str) -> None:
        """What it asked for is over."""
        self._meters.count(PRESSES, family, outcome)

    def latest(self) -> Answers | None:
        """How long the last ones have waited; None where there were none."""
        if not self._latest:
            return None
        seconds = sorted(self._latest)

        def within(share: float) -> float:
            return seconds[min(len(seconds) - 1, int(share * len(seconds)))]

        return Answers(len(seconds), within(0.5), within(0.95), within(0.99))


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


class StoreTimes:
    """Listens to the store's writer. ``now`` are seconds of any beginning that never go back."""

    def __init__(self, meters: Meters, now: Callable[[], float] = monotonic) -> None:
        self._meters = meters
        self._now = now
        self._stored_at: float | None = None
        self._failing_since: float | None = None

    def stored(self, changes: int, seconds: float, failure: str | None) -> None:
        """A group of changes was stored in so many seconds; with the code of a ``failure`` none of them
        was."""
        if failure is not None:
            self._meters.count(COMMITS_FAILED, failure)
            if self._failing_since is None:
                self._failing_since = self._now()
            return
        self._stored_at, self._failing_since = self._now(), None
        self._meters.measure(COMMIT_SECONDS, seconds)
        self._meters.measure(COMMIT_CHANGES, changes)

    def now(self, oldest: float) -> Storing:
        """How it stands; ``oldest`` is for how long the oldest change waits."""
        now = self._now()
        stored_ago = None if self._stored_at is None else now - self._stored_at
        failing = 0.0 if self._failing_since is None else now - self._failing_since
        return Storing(stored_ago, failing, oldest)


T = TypeVar("T")


class Watch:
    """What is measured of one bot. ``base`` gives what the addresses of Discord's routes begin with."""

    def __init__(self, base: Callable[[], str]) -> None:
        self.meters = Meters()
        self.presses = PressTimes(self.meters)
        self.requests = Requests(self.meters, self.presses.answered, base)
        self.store = StoreTimes(self.meters)
        self.loop = LoopDelay(self.meters)
        self.gateway = Gateway()
        self.parked = 0
        """How many tables are put aside, which only the store remembers."""
        self._sources: Sources | None = None
        self._since = 0.0

    def reads(self, sources: Sources) -> None:
        """The rest is read there. The bot counts as started now."""
        self._sources, self._since = sources, sources.now()
        self.meters.reads(lambda: readings(sources, __version__))

    def vitals(self) -> Vitals:
        """The bot at this moment."""
        assert self._sources is not None
        return vitals_of(self._sources, self._since)

    def drawn(self, draw: Callable[[], T]) -> T:
        """Draw a picture, and time it. Called where it is drawn: on the loop, or in a thread."""
        begun = perf_counter()
        try:
            return draw()
        finally:
            self.meters.measure(DRAWING_SECONDS, perf_counter() - begun)

    def thought(self, kind: str, think: Callable[[], T]) -> T:
        """Have a robot of a kind choose, and time it. Called in its thread."""
        begun = perf_counter()
        try:
            return think()
        finally:
            self.meters.measure(THINKING_SECONDS, perf_counter() - begun, kind)
