"""``/metrics`` and ``/healthz``, for whoever watches over the bot from this machine or its network."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final, Self

from aiohttp import web
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from bot.ports import StoreError
from bot.watch.health import judged
from bot.watch.watch import Watch

log = logging.getLogger(__name__)

PROVED_EVERY: Final = 60.0
"""Seconds without a change that was stored, after which a look at the health stores something."""

PROVED_AGAIN: Final = 5.0
"""The same while nothing can be stored, so that it is seen soon that it can again."""

PROVED_WITHIN: Final = 5.0
LARGEST_REQUEST: Final = 1024

Prove = Callable[[], Awaitable[None]]
"""Stores something. Raises StoreError."""


class CannotListen(OSError):
    """The address that was asked for cannot be had; ``strerror`` is a sentence for the operator."""


class WatchServer:
    """Listens until it is closed."""

    def __init__(self, watch: Watch, prove: Prove, runner: web.AppRunner) -> None:
        self._watch = watch
        self._prove = prove
        self._runner = runner
        self._proving = asyncio.Lock()
        self._proved_at = -PROVED_EVERY

    @classmethod
    async def start(cls, watch: Watch, prove: Prove, address: str, port: int) -> Self:
        """Listen; with port 0 on one that is free. Raises CannotListen."""
        app = web.Application(client_max_size=LARGEST_REQUEST)
        runner = web.AppRunner(app, access_log=None, handle_signals=False)
        server = cls(watch, prove, runner)
        app.router.add_get("/metrics", server.metrics)
        app.router.add_get("/healthz", server.healthz)
        await runner.setup()
        try:
            await web.TCPSite(runner, address, port).start()
        except OSError as error:
            await runner.cleanup()
            reason = error.strerror or "it cannot be had"
            raise CannotListen(
                error.errno,
                f"HARTENHEER_WATCH_PORT: {address} port {port} cannot be listened at ({reason})",
            ) from error
        log.info("metrics and health are at http://%s:%d", address, server.port)
        return server

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._runner.addresses[0][1]

    async def close(self) -> None:
        """Listen no more."""
        await self._runner.cleanup()

    async def metrics(self, _: web.Request) -> web.Response:
        """What Prometheus fetches."""
        return web.Response(
            body=self._watch.meters.text(), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
        )

    async def healthz(self, _: web.Request) -> web.Response:
        """200 where the bot is well, else 503; either says why."""
        await self._prove_if_idle()
        health = judged(self._watch.vitals())
        return web.json_response(health.as_json(), status=200 if health.is_well else 503)

    async def _prove_if_idle(self) -> None:
        """Where nothing was stored lately nobody knows whether it could be: store something, and see. However
        many ask, it is done once a minute, or more often while it fails."""
        async with self._proving:
            storing = self._watch.vitals().storing
            stored_lately = storing.stored_ago is not None and storing.stored_ago < PROVED_EVERY
            fails = storing.failing_for > 0
            pause = PROVED_AGAIN if fails else PROVED_EVERY
            if (stored_lately and not fails) or monotonic() - self._proved_at < pause:
                return
            self._proved_at = monotonic()
            try:
                async with asyncio.timeout(PROVED_WITHIN):
                    await self._prove()
            except (StoreError, TimeoutError) as error:
                log.warning("nothing could be stored to see whether that goes: %s", type(error).__name__)
