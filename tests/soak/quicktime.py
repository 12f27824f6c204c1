"""An event loop whose time passes only while there is nothing to do.

Everything that waits in a test (the bot's pauses, those of the client library after an error, the
playground's three seconds, a person thinking) is a timer of the loop. Once nothing is on its way in a socket
and no thread works, the loop goes straight to the next timer: an hour costs a millisecond, what is counted in
seconds does not depend on the machine, and two runs are alike.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import pytest

from bot.discordkit import load
from playground.gateway import gateway
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.idle import processes_work, threads_work

T = TypeVar("T")

FOR_EVER = 1e7  # seconds

GRACE = 0.0003  # real seconds in which bytes on the loopback device arrive and a thread that was woken begins


class _IdleSelector(selectors.DefaultSelector):
    """Waits for sockets and threads in real time, for timers in none."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        calm = 0
        while not ready and (timeout is None or timeout > 0):
            ready = super().select(GRACE)
            calm = 0 if ready or threads_work() or processes_work(self) else calm + 1
            if calm == 3:
                if timeout is None:
                    return super().select(None)
                self.passed += timeout
                return []
        return ready


class QuickLoop(asyncio.SelectorEventLoop):
    """See above. For a process that talks with nobody but itself. Where work ``costs_time``, what the machine
    needs for it is added, as in life."""

    def __init__(self, *, costs_time: bool = False) -> None:
        self._idle = _IdleSelector()
        self._begun = monotonic() if costs_time else None
        super().__init__(self._idle)

    def time(self) -> float:
        return self._idle.passed + (0.0 if self._begun is None else monotonic() - self._begun)


def in_quick_time(work: Coroutine[Any, Any, T], *, costs_time: bool = False) -> T:
    """Run it in such a loop."""
    with asyncio.Runner(loop_factory=lambda: QuickLoop(costs_time=costs_time)) as runner:
        return runner.run(work)


@asynccontextmanager
async def quick_server() -> AsyncIterator[Playground]:
    """The playground, in a loop without waiting."""
    with pytest.MonkeyPatch.context() as patch:
        # Heartbeats come from a thread in real time: neither side may miss them.
        patch.setattr(gateway, "HEARTBEAT_INTERVAL", FOR_EVER)
        # And how busy the machine is does not show in a time that costs nothing.
        patch.setattr(load, "EVERY", FOR_EVER)
        clock = FakeClock(loop=asyncio.get_running_loop())
        server = await Playground.start(clock=clock, rate_clock=clock)
        try:
            yield server
        finally:
            await server.close()


@asynccontextmanager
async def bot_at(server: Playground, database: Path) -> AsyncIterator[House]:
    """The bot in a playground of that kind, under Discord's own limits."""
    clock = server.world.clock
    assert isinstance(clock, FakeClock)
    async with open_house(database, clock=clock, server=server) as house:
        server.ratelimits.pace = 1.0
        house.bot._connection.heartbeat_timeout = FOR_EVER  # pyright: ignore[reportPrivateUsage]
        for shard in house.bot.shards.values():
            shard._parent.ws._max_heartbeat_timeout = FOR_EVER  # pyright: ignore[reportPrivateUsage]
        yield house


@asynccontextmanager
async def quick_house(database: Path) -> AsyncIterator[House]:
    """Both."""
    async with quick_server() as server, bot_at(server, database) as house:
        yield house
