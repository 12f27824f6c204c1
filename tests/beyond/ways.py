"""The ways in which a press gets from a gateway to a worker: each keeps it until a worker says it is done,
and gives it to another one where that does not happen in time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, Protocol

from tests.beyond.drivers import driver

GIVEN_AGAIN: Final = 3.0
"""Seconds after which a press that nobody has said to be done is given to another worker. Discord takes the
first answer for as long, so one whose worker died is pressed again by its person, or answered too late."""
AT_ONCE: Final = 32
"""Presses that a worker has under way."""

Taken = tuple[bytes, Callable[[], Awaitable[None]]]
"""A press, and how to say that it is done."""


class Way(Protocol):
    """One connection of one process."""

    async def open(self, url: str) -> None:
        """Connect, and make the stream where there is none."""
        ...

    async def pass_on(self, press: bytes) -> None:
        """Returns once the server has it."""
        ...

    def take(self, worker: str) -> AsyncIterator[Taken]:
        """The presses that come to a worker."""
        ...


class JetStream:
    """NATS."""

    def __init__(self) -> None:
        self._stream: Any = None

    async def open(self, url: str) -> None:
        client = await driver("nats").connect(url)
        self._stream = client.jetstream()
        await self._stream.add_stream(name="PRESSES", subjects=["presses"], retention="workqueue")

    async def pass_on(self, press: bytes) -> None:
        await self._stream.publish("presses", press)

    async def take(self, worker: str) -> AsyncIterator[Taken]:
        settings = driver("nats.js.api").ConsumerConfig(ack_wait=GIVEN_AGAIN, max_ack_pending=1024)
        subscribed = await self._stream.pull_subscribe("presses", durable="workers", config=settings)
        while True:
            try:
                found = await subscribed.fetch(AT_ONCE, timeout=5.0)
            except TimeoutError:
                continue
            for one in found:
                yield one.data, one.ack


class Streams:
    """Redis."""

    def __init__(self) -> None:
        self._client: Any = None

    async def open(self, url: str) -> None:
        self._client = driver("redis.asyncio").from_url(url)
        exists = driver("redis.exceptions").ResponseError
        try:
            await self._client.xgroup_create("presses", "workers", mkstream=True)
        except exists as error:
            if "BUSYGROUP" not in str(error):
                raise

    async def pass_on(self, press: bytes) -> None:
        await self._client.xadd("presses", {"press": press}, maxlen=100_000)

    async def take(self, worker: str) -> AsyncIterator[Taken]:
        now = asyncio.get_running_loop().time
        looked = now()
        while True:
            news = await self._client.xreadgroup(
                "workers", worker, {"presses": ">"}, count=AT_ONCE, block=500
            )
            found = [one for _, entries in news for one in entries]
            if now() - looked >= GIVEN_AGAIN / 6:
                looked = now()
                left = int(GIVEN_AGAIN * 1000)
                _, claimed, *_ = await self._client.xautoclaim(
                    "presses", "workers", worker, left, count=AT_ONCE
                )
                found += claimed
            for key, fields in found:
                yield fields[b"press"], self._done(key)

    def _done(self, key: bytes) -> Callable[[], Awaitable[None]]:
        async def done() -> None:
            await self._client.xack("presses", "workers", key)

        return done


WAYS: Final[dict[str, type[JetStream] | type[Streams]]] = {"nats": JetStream, "redis": Streams}
