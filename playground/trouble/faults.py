"""Things going wrong on purpose: chosen requests, or now and then any of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from playground.clock import Clock
from playground.errors import ApiError, Kind
from playground.ratelimits import RATE_LIMITED, too_many
from playground.trouble.kinds import Fault, Held, Weather, What

Stage = Literal["arrived", "done"]


class Cut(Exception):
    """The connection is to be closed without an answer."""


class Interrupt(Exception):
    """Raised by a watcher: the request it was told of is cut, and not carried out if it has only arrived."""


@dataclass(frozen=True)
class Moment:
    """A request has "arrived", read and not yet carried out, or is "done" and not yet answered."""

    number: int
    """Counts all requests from 0, in the order of their arrival."""
    method: str
    route: str
    """The template of its path, as Discord's OpenAPI document writes it."""
    path: str
    stage: Stage


@dataclass(frozen=True)
class Befallen:
    """That something befell a request, and when by the world's clock."""

    at: float
    method: str
    route: str
    what: What


class Faults:
    """`route` is "METHOD /template" with the templates of Discord's OpenAPI document, `*` allowed.

    Each fault befalls `times` requests after letting `skip` of them pass. Faults that fit the same
    request take their turns in the order they were asked for, before any weather.
    """

    def __init__(self, clock: Clock) -> None:
        self.befallen: list[Befallen] = []
        """Everything that befell a request, oldest first."""
        self._clock = clock
        self._faults: list[Fault] = []
        self._weathers: list[Weather] = []
        self._watchers: list[Callable[[Moment], None]] = []
        self._arrived = 0

    # What is to go wrong

    def fail(
        self,
        route: str,
        status: int,
        code: int = 0,
        message: str = "Injected",
        *,
        times: int = 1,
        skip: int = 0,
    ) -> None:
        """The next requests are refused without being carried out."""
        self._faults.append(Fault(route, times, skip, before=Kind(status, code, message)))

    def lose(self, route: str, status: int = 502, *, times: int = 1, skip: int = 0) -> None:
        """The next requests are carried out, but answered with an error of the server."""
        self._faults.append(Fault(route, times, skip, after=Kind(status, 0, "Injected")))

    def cut(self, route: str, *, before: bool = False, times: int = 1, skip: int = 0) -> None:
        """The next requests' connections are closed without an answer, before they are carried out or after.

        aiohttp sends a GET, PUT or DELETE again by itself, once: to cut such a one for good takes two times.
        """
        self._faults.append(Fault(route, times, skip, cut=True, early=before))

    def disconnect(self, route: str, *, times: int = 1, skip: int = 0) -> None:
        """The next requests are carried out, and their connections cut instead of an answer."""
        self.cut(route, times=times, skip=skip)

    def hold(self, route: str, *, before: bool = False, times: int = 1, skip: int = 0) -> Held:
        """The next requests are carried out, and their answers wait for `release`; or they wait themselves.

        A request that has arrived is carried out when it is released, whether its client waits or not.
        """
        held = Held()
        self._faults.append(Fault(route, times, skip, held=held, early=before))
        return held

    def late(self, route: str, seconds: float, *, before: bool = True, times: int = 1, skip: int = 0) -> None:
        """The next requests are carried out so much later by the world's clock, or only answered later."""
        self._faults.append(Fault(route, times, skip, late=seconds, early=before))

    def limit(
        self, route: str, retry_after: float, *, times: int = 1, skip: int = 0, everywhere: bool = False
    ) -> None:
        """The next requests are answered 429, to be tried again in so many seconds, and not carried out; with
        `everywhere` as more than the bot may make of all."""
        self._faults.append(Fault(route, times, skip, limit=retry_after, everywhere=everywhere))

    def weather(
        self,
        *,
        cut: float = 0.05,
        fail: float = 0.05,
        late: float = 0.05,
        seconds: float = 2.0,
        seed: int = 0,
        routes: str = "*",
    ) -> Weather:
        """From now on so large a share of the requests is cut, answered 500 or late by so many seconds.

        Half of those cut or answered 500 are carried out before. Raises ValueError for shares that are
        below 0 or above 1 all together.
        """
        weather = Weather(cut, fail, late, seconds, seed, routes)
        self._weathers.append(weather)
        return weather

    def clear(self) -> None:
        """Nothing more befalls requests, weather included; what is held stays so until it is released."""
        self._faults.clear()
        for weather in self._weathers:
            weather.stop()
        self._weathers.clear()

    def watch(self, call: Callable[[Moment], None]) -> Callable[[], None]:
        """Have `call` told at once of every request, twice; returns what ends that.

        It is told when a request has arrived and nothing was done yet, and when it is about to be answered.
        One that is cut before it is carried out has no second moment. `call` may raise Interrupt.
        """
        self._watchers.append(call)
        return lambda: self._watchers.remove(call)

    # What goes wrong

    def take(self, method: str, route: str) -> Fault | None:
        """The fault that befalls a request, used up by it."""
        key = f"{method} {route}"
        self._weathers = [weather for weather in self._weathers if not weather.stopped]
        drawn = [weather.draw(key) for weather in self._weathers]
        fault = self._chosen(key) or next((one for one in drawn if one is not None), None)
        if fault is not None:
            self._note(method, route, fault.what)
            self._end(fault)
        return fault

    def _chosen(self, key: str) -> Fault | None:
        self._faults = [one for one in self._faults if one.held is None or not one.held.released]
        for fault in self._faults:
            if not fnmatchcase(key, fault.pattern):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            fault.times -= 1
            if fault.times == 0:
                self._faults.remove(fault)
            return fault
        return None

    def count(self) -> int:
        """The number of a request that has arrived."""
        self._arrived += 1
        return self._arrived - 1

    def tell(self, moment: Moment) -> None:
        """Tell the watchers. Raises Cut."""
        try:
            for call in list(self._watchers):
                call(moment)
        except Interrupt:
            self._note(moment.method, moment.route, "interrupt")
            raise Cut from None

    async def befall_before(self, fault: Fault | None) -> None:
        """Do what a fault says before its request is carried out. Raises ApiError, Cut."""
        if fault is None:
            return
        if fault.early:
            await self._delay(fault)
        if fault.limit is not None:
            scope = {} if fault.everywhere else {"X-RateLimit-Scope": "user"}
            raise too_many(RATE_LIMITED, fault.limit, scope, everywhere=fault.everywhere)
        if fault.before is not None:
            raise ApiError(fault.before)

    async def befall_after(self, fault: Fault | None) -> None:
        """Do what a fault says after its request was carried out. Raises ApiError, Cut."""
        if fault is None:
            return
        if not fault.early:
            await self._delay(fault)
        if fault.after is not None:
            raise ApiError(fault.after)

    async def _delay(self, fault: Fault) -> None:
        if fault.held is not None:
            await fault.held.hold()
        if fault.late is not None:
            over = asyncio.Event()
            self._clock.call_after(fault.late, over.set)
            await over.wait()
            self._end(fault)
        if fault.cut:
            raise Cut

    def _end(self, fault: Fault) -> None:
        if fault.weather is not None:
            fault.weather.last = self._clock.now()

    def _note(self, method: str, route: str, what: What) -> None:
        self.befallen.append(Befallen(self._clock.now(), method, route, what))
