"""What can befall a request, and how often it does."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from random import Random
from typing import Literal

from playground.errors import Kind

What = Literal[
    "fail before",
    "fail after",
    "cut before",
    "cut after",
    "hold before",
    "hold after",
    "late before",
    "late after",
    "limit",
    "interrupt",
]
"""What befell a request, before it was carried out or after."""


@dataclass(eq=False)
class Held:
    """A request, or its answer, that waits until it is let go."""

    waiting: int = 0
    """How many are being held at this moment."""
    _reached: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    async def reached(self) -> None:
        """Wait until a request is being held."""
        await self._reached.wait()

    def release(self) -> None:
        """Let go what is held; nothing more is."""
        self._released.set()

    @property
    def released(self) -> bool:
        return self._released.is_set()

    async def hold(self) -> None:
        """Wait until this is let go."""
        self._reached.set()
        self.waiting += 1
        try:
            await self._released.wait()
        finally:
            self.waiting -= 1


@dataclass(eq=False)
class Fault:
    """What befalls the next requests to a route."""

    pattern: str
    """"METHOD /template", `*` standing for anything."""
    times: int
    skip: int = 0
    """So many matching requests pass first."""
    before: Kind | None = None
    """Answer this and carry nothing out."""
    after: Kind | None = None
    """Carry it out, then answer this: the answer is lost."""
    limit: float | None = None
    """Answer that it is to be tried again in so many seconds, and carry nothing out."""
    everywhere: bool = False
    """Whether that holds for all requests."""
    held: Held | None = None
    late: float | None = None
    """Seconds."""
    cut: bool = False
    early: bool = False
    """Whether it is held, late or cut before it is carried out, and not after."""
    weather: Weather | None = None
    """Where it comes from."""

    @property
    def what(self) -> What:
        if self.before is not None:
            return "fail before"
        if self.limit is not None:
            return "limit"
        if self.held is not None:
            return "hold before" if self.early else "hold after"
        if self.late is not None:
            return "late before" if self.early else "late after"
        if self.cut:
            return "cut before" if self.early else "cut after"
        return "fail after"


@dataclass(eq=False)
class Weather:
    """Trouble now and then: the same for the same seed and the same order of requests."""

    cut: float
    fail: float
    late: float
    seconds: float
    seed: int
    routes: str
    last: float | None = None
    """When it last made trouble, by the world's clock; of a late request, when its delay was over."""
    stopped: bool = False

    def __post_init__(self) -> None:
        shares = (self.cut, self.fail, self.late)
        if min(shares) < 0 or sum(shares) > 1.000001:  # percentages do not add up to the last bit
            raise ValueError("Shares of the requests are between 0 and 1, all together too")
        self._random = Random(self.seed)

    def stop(self) -> None:
        """Befall no more requests; those that are late at this moment stay late."""
        self.stopped = True

    def draw(self, key: str) -> Fault | None:
        """What befalls a request ("METHOD /template")."""
        if self.stopped or not fnmatchcase(key, self.routes):
            return None
        # Always two draws, so that what befalls one request does not shift what befalls the next.
        lot, early = self._random.random(), self._random.random() < 0.5
        if lot < self.cut:
            return Fault(key, 1, cut=True, early=early, weather=self)
        if lot < self.cut + self.fail:
            broken = Kind(500, 0, "500: Internal Server Error")
            before, after = (broken, None) if early else (None, broken)
            return Fault(key, 1, before=before, after=after, weather=self)
        if lot < self.cut + self.fail + self.late:
            return Fault(key, 1, late=self.seconds, early=True, weather=self)
        return None
