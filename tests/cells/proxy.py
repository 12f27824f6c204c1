"""A network between a cell and the broker that can be cut: nothing is closed, and nothing comes through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


class Proxy:
    """Forwards between whoever connects to ``url`` and a server, unless it is cut. What was sent meanwhile
    arrives once it is mended, as TCP has it."""

    def __init__(self, target: str) -> None:
        self.url = ""
        self._target = urlsplit(target)
        self._is_whole = asyncio.Event()
        self._is_whole.set()
        self._tasks: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """From now on nothing comes through."""
        self._is_whole.clear()

    def mend(self) -> None:
        """What was held up comes through, and all else again."""
        self._is_whole.set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with suppress(OSError):
            await self._is_whole.wait()
            there = await asyncio.open_connection(self._target.hostname, self._target.port)
            await asyncio.gather(self._carry(reader, there[1]), self._carry(there[0], writer))
        writer.close()

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self._is_whole.wait()
                target.write(data)
                await target.drain()
        except OSError:
            pass
        finally:
            target.close()

    async def close(self) -> None:
        """Break off what there is."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def proxy(target: str) -> AsyncGenerator[Proxy]:
    """One before the server at an address such as ``nats://127.0.0.1:4222``."""
    made = Proxy(target)
    server = await asyncio.start_server(made.connected, "127.0.0.1", 0)
    made.url = f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()
        await made.close()
