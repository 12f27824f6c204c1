"""Gateway sessions, which outlive their connections, and the connections."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from playground.objects import Json
from playground.ratelimits import Window
from playground.world.places import Guild

DISPATCH = 0
KEPT_EVENTS = 2000


@dataclass(eq=False)
class Session:
    """What one shard of the bot has been told, with or without a connection at the moment."""

    id: str
    shard: tuple[int, int]
    intents: int
    seq: int = 0
    events: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))
    connection: Connection | None = None
    lost: float = 0.0
    """When its connection went."""

    def tell(self, name: str, data: Json) -> None:
        self.seq += 1
        packet = json.dumps({"op": DISPATCH, "s": self.seq, "t": name, "d": data})
        self.events.append((self.seq, packet))
        if self.connection is not None:
            self.connection.send(packet)

    def hears_of(self, guild: Guild | None) -> bool:
        """Guilds with the bot are spread over the shards; all that is not of a guild goes to the first."""
        number, count = self.shard
        if guild is None:
            return number == 0
        return guild.has_bot and (guild.id >> 22) % count == number


class Connection:
    """One WebSocket: packets go out in order, compressed when that was asked for."""

    def __init__(self, socket: web.WebSocketResponse, *, compress: bool) -> None:
        self.socket = socket
        self.session: Session | None = None
        self.cut = False
        """Closed from this side, so that the session may come back whatever the client answers."""
        self.received = Window(120, 60.0)
        """How much the client may send."""
        self._deflate = zlib.compressobj() if compress else None
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, packet: str) -> None:
        self._outbox.put_nowait(packet)

    def send_op(self, op: int, data: Any = None) -> None:
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def write(self) -> None:
        """Send what is put in, until the connection ends."""
        while (packet := await self._outbox.get()) is not None:
            try:
                if self._deflate is None:
                    await self.socket.send_str(packet)
                else:
                    data = self._deflate.compress(packet.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(data)
            except (ConnectionError, RuntimeError):
                return

    async def close(self, code: int) -> None:
        self.cut = True
        await self.socket.close(code=code)

    def stop(self) -> None:
        self._outbox.put_nowait(None)


class Refused(Exception):
    """The connection is to be closed with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code
