"""A bounded mailbox: one thing after another, and a task only while there is something to do."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from bot.error_places import where
from bot.tables.errors import TableError

log = logging.getLogger(__name__)

CAPACITY: Final = 64  # requests of people waiting at one table

Work = Callable[[], Awaitable[None]]


class Mailbox:
    """The work of one table, done in the order in which it came."""

    def __init__(self, table_id: int) -> None:
        self._table_id = table_id
        self._waiting: deque[tuple[Work, asyncio.Future[None]]] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def worker(self) -> asyncio.Task[None] | None:
        """The task that is at work, if there is any."""
        return self._worker

    @property
    def is_closed(self) -> bool:
        """Whether nothing is taken any longer."""
        return self._closed

    def post(self, work: Work, *, own: bool = False) -> asyncio.Future[None]:
        """Have work done; ``own`` is the table's, which always finds room. The future, which may be ignored
        or cancelled without effect on the work, ends with it or raises its TableError; ``busy`` when too
        much waits, ``closing`` when nothing is taken any longer, ``internal`` for any other error, which is
        logged."""
        done = asyncio.get_running_loop().create_future()
        done.add_done_callback(_seen)
        if self._closed:
            done.set_exception(TableError("closing"))
        elif len(self._waiting) >= CAPACITY and not own:
            done.set_exception(TableError("busy"))
        else:
            self._waiting.append((work, done))
            if self._worker is None:
                self._worker = asyncio.create_task(self._work(), name=f"table {self._table_id}")
        return done

    def close(self) -> None:
        """Take nothing more. What waits is still done."""
        self._closed = True

    async def _work(self) -> None:
        while self._waiting:
            work, done = self._waiting.popleft()
            error: TableError | None = None
            try:
                await work()
            except TableError as refused:
                error = refused
            except Exception as broken:  # noqa: BLE001 - whoever waits has to be told
                log.error("table %d: a request failed: %s", self._table_id, where(broken))
                error = TableError("internal")
            if done.done():
                continue  # the caller was cancelled, and nobody asks any longer
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(None)
        self._worker = None


def _seen(done: asyncio.Future[None]) -> None:
    """Keeps asyncio from printing an error that nobody waits for."""
    if not done.cancelled():
        done.exception()
