"""Things going wrong on purpose, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from bot.playground.errors import ApiError, Kind


@dataclass(eq=False)
class Fault:
    """What befalls the next requests to a route."""

    pattern: str
    """"METHOD /template", `*` standing for anything."""
    times: int
    before: Kind | None = None
    """Answer this and carry nothing out."""
    after: Kind | None = None
    """Carry it out, then answer this: the answer is lost."""
    disconnect: bool = False
    """Carry it out, then cut the connection."""
    held: Held | None = None


@dataclass(eq=False)
class Held:
    """A request, or its answer, that waits until it is let go."""

    _reached: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    async def reached(self) -> None:
        """Wait until a request is being held."""
        await self._reached.wait()

    def release(self) -> None:
        self._released.set()

    async def hold(self) -> None:
        self._reached.set()
        await self._released.wait()


class Faults:
    """`route` is "METHOD /template" with the templates of Discord's OpenAPI document, `*` allowed."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def fail(
        self, route: str, status: int, code: int = 0, message: str = "Injected", *, times: int = 1
    ) -> None:
        """The next requests are refused without being carried out."""
        self._faults.append(Fault(route, times, before=Kind(status, code, message)))

    def lose(self, route: str, status: int = 502, *, times: int = 1) -> None:
        """The next requests are carried out, but answered with an error of the server."""
        self._faults.append(Fault(route, times, after=Kind(status, 0, "Injected")))

    def disconnect(self, route: str, *, times: int = 1) -> None:
        """The next requests are carried out, and their connections cut instead of an answer."""
        self._faults.append(Fault(route, times, disconnect=True))

    def hold(self, route: str, *, times: int = 1) -> Held:
        """The next requests are carried out, and their answers wait for `release`."""
        held = Held()
        self._faults.append(Fault(route, times, held=held))
        return held

    def clear(self) -> None:
        self._faults.clear()

    def take(self, method: str, route: str) -> Fault | None:
        """The fault that befalls a request, used up by it."""
        for fault in self._faults:
            if fnmatchcase(f"{method} {route}", fault.pattern):
                fault.times -= 1
                if fault.times == 0:
                    self._faults.remove(fault)
                return fault
        return None


async def befall(fault: Fault | None, cut: Callable[[], None]) -> None:
    """Do after a request what its fault says; `cut` closes the connection. Raises ApiError."""
    if fault is None:
        return
    if fault.held is not None:
        await fault.held.hold()
    if fault.disconnect:
        cut()
    if fault.after is not None:
        raise ApiError(fault.after)
