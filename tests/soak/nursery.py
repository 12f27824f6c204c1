"""A process that has the program loaded, and the lives that begin as copies of it.

To load the program takes a second and a half of work, and to start it a fraction of that: whoever kills it
fifty times wants to see the second. ``tests/e2e/test_start.py`` and ``test_starting.py`` start it as people
do.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Hashable, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import BinaryIO


class Process:
    """A life's. ``said`` is what it writes on standard error."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.said, self._ended = asyncio.StreamReader(), asyncio.StreamReader()
        self.returncode: int | None = None

    async def listen(self, said: BinaryIO, ended: BinaryIO) -> None:
        """Hear of it from now on by these pipes."""
        loop = asyncio.get_running_loop()
        for reader, pipe in ((self.said, said), (self._ended, ended)):
            await loop.connect_read_pipe(partial(asyncio.StreamReaderProtocol, reader), pipe)

    async def wait(self) -> None:
        """Return once it is over."""
        self.returncode = int(await self._ended.readline())

    def send_signal(self, number: signal.Signals) -> None:
        """Send it one, unless it is known to be over."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as ``kill -9`` does."""
        self.send_signal(signal.SIGKILL)


class Nursery:
    """See the module. Lives are born one after the other has ended."""

    def __init__(self, script: Path, tree: Path) -> None:
        self._asking, asked = socket.socketpair()
        with asked:
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(script)],
                cwd=tree,
                env={**os.environ, "PYTHONPATH": str(tree)},
                stdin=asked.fileno(),
            )

    @classmethod
    @cache
    def of(cls, script: Path, tree: Path, which: Hashable = None) -> Nursery:
        """The one of a script in a tree, or of which of several that live beside each other, for as long as
        this process lives."""
        return cls(script, tree)

    async def born(self, environment: Mapping[str, str]) -> Process:
        """A new life. The first one waits, and all else with it, until the program is loaded."""
        (said, says), (ended, ends) = _pipe(), _pipe()
        with says, ends:
            asked = f"{json.dumps(dict(environment))}\n".encode()
            socket.send_fds(self._asking, [asked], [says.fileno(), ends.fileno()])
        process = Process(int(ended.readline()))
        try:
            await process.listen(said, ended)
        except BaseException:
            process.kill()
            raise
        return process


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    """Its two ends, of which nothing is read ahead."""
    reads, writes = os.pipe()
    return os.fdopen(reads, "rb", buffering=0), os.fdopen(writes, "wb", buffering=0)
