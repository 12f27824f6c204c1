"""How much at a time: whether there is too much to do, who measures that, the requests that Discord counts,
the edits that nobody waits for, and what was used last, of which no more than so much is kept.

Edits that nobody waits for are made a few at a time, and the tables take turns. What is to move somebody,
news and answers to presses do not stand in this line. Who stands in it is drawn when their turn comes, so
the longer the line, the more changes are one edit.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable, Collection, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from itertools import count
from math import fsum, inf
from typing import Final, Generic, TypeVar

from bot.errors import tell
from bot.ports import Time

log = logging.getLogger(__name__)


REQUESTS_A_SECOND: Final = 45

ARRIVED_WITHIN: Final = 2.0
"""After so many seconds a request that went out has been counted by Discord, if it ever is, though no answer
is there: what is slow to be answered does not hold up all else."""


class Budget:
    """Lets at most ``limit`` requests begin in any second, in the order they were asked for, and sees to it
    that Discord counts no more in one either. ``heard`` is called for each that begins."""

    def __init__(
        self, time: Time, limit: int = REQUESTS_A_SECOND, *, heard: Callable[[], None] | None = None
    ) -> None:
        self._time = time
        self.share = limit
        """The limit that it was made with."""
        self._limit: Callable[[], int] = lambda: limit
        self._heard = heard
        self._asked: Callable[[], None] | None = None
        self._begun: deque[float] = deque()  # until when each counts
        self._out: dict[int, float] = {}  # the same of those that went out
        self._numbers = count()
        self._closed_until = -inf
        self._waiting = 0
        self._first_in_line = asyncio.Lock()  # a fair one
        self._first_that_follows = asyncio.Lock()
        self._first_to_go = asyncio.Lock()
        self._rose = asyncio.Event()

    def go_by(self, limit: Callable[[], int], asked: Callable[[], None]) -> None:
        """From now on the limit is what ``limit`` says each time that one more is to begin; where it becomes
        higher, ``look`` has those who wait look again. ``asked`` is called whenever one more is asked for."""
        self._limit, self._asked = limit, asked

    def look(self) -> None:
        """The limit is higher than it was, or something counts no longer than it did."""
        self._rose.set()

    async def take(self, *, follows: bool = False) -> None:
        """Wait until one more request may begin, and count it. Of those that only follow what others do one
        at a time stands in line, so however many they are, whatever else comes waits for one of them."""
        with self._in_line():
            if follows:
                async with self._first_that_follows:
                    await self._wait()
            else:
                await self._wait()
        if self._heard is not None:
            tell(self._heard)

    async def go(self) -> int:
        """Wait until a request that was taken may go out; its number, for ``answered``.

        What was taken in one second may come here in another: it was prepared slowly, its route had no room,
        or it is tried again. And it arrives later than it goes, some sooner than others. So each counts from
        when it goes until a second after its answer, or after ``ARRIVED_WITHIN``: those that Discord counts
        in one second, whenever that begins, are all out at one moment."""
        async with self._first_to_go:
            while self._opens_at(self._out.values()) > self._time.monotonic():
                await self._pause(self._opens_at(self._out.values()))
            number = next(self._numbers)
            self._out[number] = self._time.monotonic() + ARRIVED_WITHIN + 1.0
            return number

    def answered(self, number: int, wait: float = 0.0) -> None:
        """The answer to a request that went out has come, or none will. ``wait``: for so many seconds Discord
        takes no more."""
        now = self._time.monotonic()
        if number in self._out:
            self._out[number] = now + 1.0
        self._closed_until = max(self._closed_until, now + wait)
        self.look()

    @contextmanager
    def _in_line(self) -> Generator[None]:
        self._waiting += 1
        if self._asked is not None:
            tell(self._asked)
        try:
            yield
        finally:
            self._waiting -= 1

    async def _wait(self) -> None:
        async with self._first_in_line:
            while (opens := self._both_open_at()) > self._time.monotonic():
                await self._pause(opens)
            self._begun.append(self._time.monotonic() + 1.0)

    def _both_open_at(self) -> float:
        """When one more may begin: where too many are out it waits in line, and not on its way."""
        self._forget()
        return max(self._opens_at(self._begun), self._opens_at(self._out.values()))

    def _opens_at(self, until: Collection[float]) -> float:
        """When there is room for one more, where those that there are count until these moments."""
        now = self._time.monotonic()
        counting = [one for one in until if one > now]
        room = now if len(counting) < self.limit else min(counting, default=now + 1.0)
        return max(room, self._closed_until)

    async def _pause(self, until: float) -> None:
        """Return then, or once there is something to look at."""
        self._rose.clear()
        alarm = self._time.call_after(until - self._time.monotonic(), self._rose.set)
        try:
            await self._rose.wait()
        finally:
            alarm.cancel()

    @property
    def limit(self) -> int:
        """How many may begin in any second."""
        return self._limit()

    @property
    def used(self) -> int:
        """How many count now: they have begun within the last second, or are out. All of them, while Discord
        takes no more."""
        self._forget()
        is_closed = self._closed_until > self._time.monotonic()
        return max(len(self._begun), len(self._out), self.limit if is_closed else 0)

    @property
    def needed(self) -> int:
        """How many count now or wait to begin."""
        return self.used + self._waiting

    def _forget(self) -> None:
        """Drop what counts no longer."""
        now = self._time.monotonic()
        while self._begun and self._begun[0] <= now:
            self._begun.popleft()
        for number in [number for number, until in self._out.items() if until <= now]:
            del self._out[number]


LOOKED_EVERY: Final = 0.25  # seconds; in between the level stays what it is
MOST_SAMPLES: Final = 1024  # of one measure; there are fewer in its seconds, but where somebody floods


class LoadLevel(IntEnum):
    """How much there is to do."""

    EASE = 0
    """Everybody sees every card."""
    LOAD = 1
    """Who is not to move sees every trick."""


class Reason(StrEnum):
    """Why there is load."""

    BUDGET = "budget"
    """Of the requests that Discord counts."""
    PROCESSOR = "processor"
    """The process has no more of it: its own time, how late its loop runs, how long drawings wait."""
    ANSWERS = "answers"
    """Presses are answered late."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A measure over the last ``seconds`` begins load where it is more than ``over``, and lets it end where
    it is less than ``under``. Of fewer than ``fewest`` samples it says nothing."""

    over: float
    under: float
    seconds: float
    fewest: int = 1


NEVER: Final = Limit(inf, inf, 1.0)
"""A measure that does not count."""


@dataclass(frozen=True, slots=True)
class Limits:
    """From where on there is load, and how long it lasts; all times are in seconds. Each field says why.

    ``budget``: the share of the counted requests that is spent. At half of it a deal that begins at every
    fourth table in one second (five messages each) still goes out in that second.

    ``processor``: the share of one core that the process takes. From three quarters on whatever comes waits
    for what is there already as long as it takes itself, three times over. ``late``: the share of time by
    which the loop comes late to what is due four times a second. A press goes through it a dozen times, so
    the 25 ms each that a tenth comes to are more than the quarter of a second that 99 of 100 presses are to
    be answered within. Both are sums over their seconds, as a loop that hardly runs measures seldom.
    ``waiting``: how long a drawing waits for its turn, on average: fifty others.

    ``answers``: what nine of ten presses take from their coming until their answer is sent off, without its
    way; the slowest of a hundred take about twice as long as these.

    ``stay``: load lasts so long at least; a table of four plays a trick or two in it. Where it comes back
    within ``soon`` of its end it lasts twice as long as before, up to ``longest_stay``, of which the few
    seconds it takes to come back are a hundredth. ``rest``: so long there is ease at least."""

    budget: Limit = Limit(0.5, 0.25, 2.0)
    processor: Limit = Limit(0.75, 0.4, 3.0)
    late: Limit = Limit(0.1, 0.05, 3.0)
    waiting: Limit = Limit(0.15, 0.05, 3.0, 5)
    answers: Limit = Limit(0.12, 0.07, 5.0, 10)
    stay: float = 10.0
    soon: float = 60.0
    longest_stay: float = 240.0
    rest: float = 2.0


LIMITS: Final = Limits()
BY_BUDGET_ALONE: Final = Limits(processor=NEVER, late=NEVER, waiting=NEVER, answers=NEVER)
"""Where the machine is not to matter."""


class Load:
    """Whether there is too much to do.

    For whoever watches: ``level``, ``reason`` (None at ease) and ``changes``, how often the level has changed
    so far; ``measured()``; ``answer_listeners`` are called with the seconds that each press has waited for
    its first answer, from its coming until Discord has it. They are to return at once.
    """

    def __init__(
        self, time: Time, limits: Limits = LIMITS, requests: Callable[[], int] = lambda: REQUESTS_A_SECOND
    ) -> None:
        """``requests``: how many requests that Discord counts may begin in a second now, one at least."""
        self._time = time
        self._limits = limits
        self._requests = requests
        self._spent = _Measure(Reason.BUDGET, limits.budget, _of_the_budget)
        self._processor = _Measure(Reason.PROCESSOR, limits.processor, _share)
        self._late = _Measure(Reason.PROCESSOR, limits.late, _share)
        self._waiting = _Measure(Reason.PROCESSOR, limits.waiting, _average)
        self._answers = _Measure(Reason.ANSWERS, limits.answers, _nine_of_ten)
        self._measures = (self._spent, self._processor, self._late, self._waiting, self._answers)
        self._looked_at = -inf
        self._since = -inf
        self._stay = limits.stay
        self.level = LoadLevel.EASE
        self.reason: Reason | None = None
        self.changes = 0
        self.answer_listeners: list[Callable[[float], None]] = []

    # --- what is measured

    def counted(self) -> None:
        """A request has begun that Discord counts."""
        self._spent.add(self._time.monotonic(), self._requests())

    def beaten(self, late: float, spent: float) -> None:
        """The event loop came to what was due, as it is four times a second, ``late`` seconds after its
        moment; since the last time the process has spent so many seconds of a processor."""
        now = self._time.monotonic()
        self._late.add(now, late)
        self._processor.add(now, spent)
        self.look()

    def drawing_waited(self, seconds: float) -> None:
        """A drawing has been begun, so long after it was asked for."""
        self._waiting.add(self._time.monotonic(), seconds)

    def answered(self, until_sent: float, until_there: float) -> None:
        """A press has its first answer: so many seconds from its coming until that was sent off, and until
        Discord had it."""
        self._answers.add(self._time.monotonic(), until_sent)
        for heard in self.answer_listeners:
            tell(heard, until_there)

    def measured(self) -> Mapping[str, float]:
        """Each measure now, by the name of its limit."""
        now = self._time.monotonic()
        names = ("budget", "processor", "late", "waiting", "answers")
        return {name: one.value(now) for name, one in zip(names, self._measures, strict=True)}

    # --- what follows

    @property
    def at_ease(self) -> bool:
        """Whether all there is to do is to be done."""
        self.look()
        return self.level is LoadLevel.EASE

    def look(self) -> None:
        """See to it that the level is the one that belongs to what was measured."""
        now = self._time.monotonic()
        if now - self._looked_at < LOOKED_EVERY:
            return
        self._looked_at = now
        if self.level is LoadLevel.EASE:
            over = next((one for one in self._measures if one.value(now) > one.limit.over), None)
            if over is not None and now - self._since >= self._limits.rest:
                self._begin(now, over.reason)
            return
        busy = [one.reason for one in self._measures if one.value(now) >= one.limit.under]
        if not busy and now - self._since >= self._stay:
            self._change(now, LoadLevel.EASE, None)
        elif busy and self.reason not in busy:
            self.reason = busy[0]

    def _begin(self, now: float, reason: Reason) -> None:
        again = now - self._since < self._limits.soon
        self._stay = min(2.0 * self._stay, self._limits.longest_stay) if again else self._limits.stay
        self._change(now, LoadLevel.LOAD, reason)

    def _change(self, now: float, level: LoadLevel, reason: Reason | None) -> None:
        self.level, self.reason, self._since = level, reason, now
        self.changes += 1
        measured = " ".join(f"{name} {value:.3f}" for name, value in self.measured().items())
        if reason is None:
            log.info("at ease: hands and tables follow every card (%s)", measured)
        else:
            log.info("under load by %s: hands and tables follow every trick (%s)", reason, measured)


class _Measure:
    """What was measured in the last seconds, as one number."""

    def __init__(self, reason: Reason, limit: Limit, number: Callable[[list[float], float], float]) -> None:
        self.reason = reason
        self.limit = limit
        self._number = number
        self._samples: deque[tuple[float, float]] = deque(maxlen=MOST_SAMPLES)

    def add(self, now: float, value: float) -> None:
        self._samples.append((now, value))

    def value(self, now: float) -> float:
        """0 where there is too little to tell."""
        samples = self._samples
        while samples and now - samples[0][0] >= self.limit.seconds:
            samples.popleft()
        if len(samples) < max(1, self.limit.fewest):
            return 0.0
        return self._number([value for _, value in samples], self.limit.seconds)


def _of_the_budget(limits: list[float], seconds: float) -> float:
    return fsum(1.0 / limit for limit in limits) / seconds


def _share(values: list[float], seconds: float) -> float:
    return sum(values) / seconds


def _average(values: list[float], _: float) -> float:
    return sum(values) / len(values)


def _nine_of_ten(values: list[float], _: float) -> float:
    return sorted(values)[len(values) * 9 // 10]


EVERY: Final = 0.25
"""Seconds between two beats: some twelve make an average, and they cost next to nothing."""


class Pulse:
    """Beats from ``start`` to ``stop``, and tells the load each time; ``late`` how late the loop was."""

    def __init__(self, load: Load, late: Callable[[float], None]) -> None:
        self.load = load
        self._late = late
        self._next: asyncio.TimerHandle | None = None
        self._due = self._spent = 0.0

    def start(self) -> None:
        """Beat from now on, in the running loop."""
        self.stop()
        self._spent = time.process_time()
        self._wait()

    def stop(self) -> None:
        """Beat no more."""
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._due = loop.time() + EVERY
        self._next = loop.call_at(self._due, self._beat)

    def _beat(self) -> None:
        now, spent = asyncio.get_running_loop().time(), time.process_time()
        late = max(0.0, now - self._due)
        tell(self.load.beaten, late, spent - self._spent)
        tell(self._late, late)
        self._spent = spent
        self._wait()


K = TypeVar("K")
V = TypeVar("V")


class Latest(Generic[K, V]):
    """The values of the ``most`` keys used last; what has not been used for longest goes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """The value of a key, which is used thereby."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: K, value: V) -> V:
        """Keep a value; returns it."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return value

    def drop(self, key: K) -> None:
        """Keep it no longer."""
        self._kept.pop(key, None)


AT_ONCE: Final = 24
"""Edits under way at a time. Discord takes a fifth of a second for one, so that is more of them in a second
than one core draws; and a press never finds more than so many steps of them before its own in the loop."""


class Following:
    """The line, by what each edit is of (a table's id)."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._room = at_once
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many stand in it."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, of: int) -> AsyncGenerator[None]:
        """Wait for a turn; what is done herein is under way."""
        await self._begin(of)
        try:
            yield
        finally:
            self._end()

    async def _begin(self, of: int) -> None:
        if self._room > 0:  # so nobody waits
            self._room -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(of, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._leave(of, turn)
            else:
                self._end()  # it had come, and is another's
            raise

    def _leave(self, of: int, turn: asyncio.Future[None]) -> None:
        line = self._waiting.get(of, deque())
        if turn in line:  # else its turn was just passed over
            line.remove(turn)
            if not line:
                del self._waiting[of]

    def _end(self) -> None:
        while self._waiting:
            of, line = self._waiting.popitem(last=False)
            turn = line.popleft()
            if line:
                self._waiting[of] = line  # the others' turn is before its next one
            if not turn.done():
                turn.set_result(None)
                return
        self._room += 1
