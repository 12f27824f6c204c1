"""The bot as a process that is killed at a chosen moment and started again: one life after another.

Whoever looks for a fault in another tree names its folder in ``HARTENHEER_TREE``; tests, playground and
observer stay those of this one.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playground.server import Playground
from playground.trouble.faults import Interrupt, Moment
from tests.soak import launch
from tests.soak.nursery import Nursery, Process

TREE = Path(os.environ.get("HARTENHEER_TREE", Path(__file__).parents[2]))
LAUNCH = Path(launch.__file__)
READY = "ready on"
START_SECONDS = 30.0
"""How long a start may take, slow requests and a busy machine included."""
LEAVES_WITHIN = 60.0
"""The same of its leaving."""

When = Literal["before", "after"]


@dataclass(frozen=True)
class Kill:
    """When a life ends: ``before`` or ``after`` its so-many-th (from 1) request is carried out or commit
    is made."""

    what: Literal["request", "commit"]
    number: int
    stage: When

    def __str__(self) -> str:
        return f"{self.stage} {self.what} {self.number}"


class Life:
    """One process. ``requests`` and ``commits`` count what it has done so far, ``dead`` is set once it is
    gone."""

    def __init__(self, process: Process, kill: Kill | None, since: Callable[[], bool]) -> None:
        self.process = process
        self.requests = self.commits = 0
        self.dead = asyncio.Event()
        self.ready = asyncio.Event()
        self.routes: list[str] = []
        self._kill, self._since = kill, since

    async def over_within(self, seconds: float) -> None:
        """Wait until it is gone, at most so many real seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.dead.wait(), seconds)

    def kill(self) -> None:
        """End it as ``kill -9`` does."""
        self.process.kill()

    async def leave(self) -> bool:
        """Ask it to stop, and wait until it is gone: whether it has left by itself, all that it was at being
        done. Raises TimeoutError."""
        if not self.dead.is_set():
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(LEAVES_WITHIN):
            await self.dead.wait()
        return self.process.returncode == 0

    def watch(self, moment: Moment) -> None:
        """Count a request of this life, and end it where that was chosen. Raises Interrupt."""
        if moment.stage == "arrived" and self._since():
            self.requests += 1
            self.routes.append(f"{moment.method} {moment.route}")
        stage: When = "before" if moment.stage == "arrived" else "after"
        if self._kill == Kill("request", self.requests, stage):
            self.kill()
        if self.process.returncode is not None or self._kill == Kill("request", self.requests, stage):
            raise Interrupt


class Bot:
    """The program on one database, life after life, started by a script with what that asks of its
    ``environment``. One of several processes of a bot has some ``shards``. ``said`` is what all lives have
    logged."""

    def __init__(
        self,
        server: Playground,
        database: Path,
        script: Path = LAUNCH,
        shards: tuple[int, ...] | None = None,
        /,
        **environment: str,
    ) -> None:
        self._server = server
        self._script = script
        self._shards = shards
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(TREE),
            "DISCORD_TOKEN": server.token,
            "DISCORD_API_URL": server.api_url,
            "DISCORD_CDN_URL": server.cdn_url,
            "HARTENHEER_DATABASE": str(database),
            "HARTENHEER_ROBOT_PAUSE": "0",
            "HARTENHEER_EMOJIS": "no",
            "HARTENHEER_STRONG": "no",
            **environment,
        }
        self.said: list[str] = []

    @asynccontextmanager
    async def running(
        self,
        kill: Kill | None = None,
        *,
        wait: bool = True,
        brisk: bool = False,
        since: Callable[[], bool] = lambda: True,
    ) -> AsyncIterator[Life]:
        """Start it, and wait until it is ready or dead; without ``wait`` only until there is a process. At
        the end it is killed. A ``brisk`` one does not wait two seconds for more servers after the first.
        Its requests are counted from when ``since`` is true on."""
        at = f"{kill.number} {kill.stage}" if kill is not None and kill.what == "commit" else ""
        environment = {**self._environment, launch.AT: at, launch.BRISK: "yes" if brisk else ""}
        process = await Nursery.of(self._script, TREE, self._shards).born(environment)
        self._server.gateway.forget_sessions(self._shards)  # a dead one's: this life begins its own
        life = Life(process, kill, since)
        listener = asyncio.create_task(self._listen(life))
        watched = self._shards is None  # else a request may be another process's
        unwatch = self._server.faults.watch(life.watch) if watched else lambda: None
        try:
            if wait:
                async with asyncio.timeout(START_SECONDS):
                    await self.ready(life)
            yield life
        finally:
            life.kill()
            await listener
            unwatch()

    async def ready(self, life: Life) -> None:
        """Wait until a life is ready or over."""
        waits = [asyncio.create_task(life.ready.wait()), asyncio.create_task(life.dead.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()

    async def _listen(self, life: Life) -> None:
        async for line in life.process.said:
            said = line.decode()
            if said.startswith(launch.TOLD):
                life.commits += 1
                continue
            self.said.append(said)
            if READY in said:
                life.ready.set()
        await life.process.wait()
        life.dead.set()
        self._server.world.changed()  # whoever waits for something to press waits no longer

    @property
    def complaints(self) -> list[str]:
        """What was logged that an operator would have to look into."""
        return [line for line in self.said if "Traceback" in line or " ERROR " in line]
