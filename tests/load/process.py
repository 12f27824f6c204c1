"""The bot as a process of its own, and what it has cost so far.

Read off /proc, so on Linux alone.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from playground.server import Playground

ROOT = Path(__file__).parents[2]
READY = "ready on"
STRONG_READY = "strong robots are ready"
START_SECONDS = 60.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class BotProcess:
    """A running bot. ``said`` is what it has logged, ``ready_at`` when it was ready, in seconds of
    ``time.perf_counter``."""

    process: asyncio.subprocess.Process
    said: list[str] = field(default_factory=list[str])
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    strong: asyncio.Event = field(default_factory=asyncio.Event)
    ready_at: float = 0.0

    @property
    def cpu(self) -> float:
        """Seconds of CPU of all its threads, in the program and in the kernel."""
        after_name = Path(f"/proc/{self.process.pid}/stat").read_text("ascii", "replace").rpartition(")")[2]
        user, system = after_name.split()[11:13]
        return (int(user) + int(system)) / TICKS

    @property
    def memory(self) -> int:
        """Bytes of memory it holds."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text("ascii", "replace").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))

    @property
    def complaints(self) -> list[str]:
        """What it has logged that an operator would have to look into."""
        return [line for line in self.said if "Traceback" in line or " ERROR " in line]

    async def write_notes(self, noted: Path) -> None:
        """Return once it has written what it has noted."""
        self.process.send_signal(signal.SIGUSR1)
        async with asyncio.timeout(START_SECONDS):
            while not noted.exists():  # noqa: ASYNC110, ASYNC240 - another process makes it
                await asyncio.sleep(0.1)

    async def listen(self) -> None:
        """Read what it says until it is gone."""
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            self.said.append(line.decode())
            if STRONG_READY in self.said[-1]:
                self.strong.set()
            if READY in self.said[-1] and not self.ready.is_set():
                self.ready_at = time.perf_counter()
                self.ready.set()


@asynccontextmanager
async def running(
    server: Playground,
    database: Path,
    *,
    core: int | None = None,
    strong: bool = False,
    noted: Path | None = None,
    more: Mapping[str, str] = MappingProxyType({}),
    is_first: bool = True,
) -> AsyncGenerator[BotProcess]:
    """Start ``python -m bot run`` on a playground, on one core where that is asked for, and wait until it is
    ready, its ``strong`` robots too where there are to be any; at the end it is killed. Where a file is named
    for what it does, that is ``noted`` (``noted_bot``). ``more`` is added to its environment; where other
    processes of the bot run already, it is not the first. Raises TimeoutError, and RuntimeError where it ends
    before."""
    environment = {
        **os.environ,
        "DISCORD_TOKEN": server.token,
        "DISCORD_API_URL": server.api_url,
        "DISCORD_CDN_URL": server.cdn_url,
        "HARTENHEER_DATABASE": str(database),
        "HARTENHEER_STRONG": "yes" if strong else "no",
        "HARTENHEER_EMOJIS": "no",  # they are uploaded one every few seconds, which would be measured too
        "HARTENHEER_LOG_LEVEL": "INFO",
        **more,
    }
    if is_first:
        server.gateway.forget_sessions()  # those of a process before
    bot = BotProcess(
        await asyncio.create_subprocess_exec(
            *([] if core is None else ["taskset", "-c", str(core)]),
            sys.executable,
            *(["-m", "bot", "run"] if noted is None else ["-m", "tests.load.noted_bot", str(noted)]),
            cwd=ROOT,
            env=environment,
            stderr=subprocess.PIPE,
        )
    )
    listening = asyncio.create_task(bot.listen())
    try:
        await _until(bot.ready, bot, listening)
        if strong:
            await _until(bot.strong, bot, listening)
        yield bot
    finally:
        if bot.process.returncode is None:
            bot.process.kill()
        await listening
        await bot.process.wait()


async def _until(event: asyncio.Event, bot: BotProcess, listening: asyncio.Task[None]) -> None:
    ready = asyncio.create_task(event.wait())
    try:
        waited = {ready, listening}
        await asyncio.wait(waited, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ready.cancel()
    if not event.is_set():
        what = "has ended" if listening.done() else f"is not ready after {START_SECONDS:g} s"
        raise RuntimeError(f"the bot {what}: {''.join(bot.said[-20:])}")
