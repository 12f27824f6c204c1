"""A bounded mailbox: one thing after another, and a task only while there is something to do."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from bot.error_places import where
from bot.tables.errors import TableError
from bot.watch.here import Here, at_table, here, working_at

log = logging.getLogger(__name__)

CAPACITY: Final = 64  # requests of people waiting at one table

Work = Callable[[], Awaitable[None]]
_Posted = tuple[Work, asyncio.Future[None], Here]


class Mailbox:
    """The work of one table, done in the order in which it came."""

    __slots__ = ("_closed", "_table_id", "_waiting", "_worker")

    def __init__(self, table_id: int) -> None:
        self._table_id = table_id
        self._waiting: deque[_Posted] | None = None
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
            return done
        if self._waiting is not None and len(self._waiting) >= CAPACITY and not own:
            done.set_exception(TableError("busy"))
            return done
        asked_by = Here() if own else here()  # what a table does by itself is nobody's press
        posted = work, done, at_table(self._table_id, asked_by)
        if self._waiting is None:
            self._waiting = deque([posted])
            self._worker = asyncio.create_task(self._work(self._waiting), name=f"table {self._table_id}")
        else:
            self._waiting.append(posted)
        return done

    def close(self) -> None:
        """Take nothing more. What waits is still done."""
        self._closed = True

    async def _work(self, waiting: deque[_Posted]) -> None:
        while waiting:
            work, done, asked_by = waiting.popleft()
            with working_at(asked_by):
                error = await self._error_of(work)
            if done.done():
                continue  # the caller was cancelled, and nobody asks any longer
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(None)
        self._waiting = self._worker = None

    async def _error_of(self, work: Work) -> TableError | None:
        """Do it; what whoever waits for it is to be told of."""
        try:
            await work()
        except TableError as refused:
            return refused
        except Exception as broken:  # noqa: BLE001 - whoever waits has to be told
            log.error("table %d: a request failed: %s", self._table_id, where(broken))
            return TableError("internal")
        return None


def _seen(done: asyncio.Future[None]) -> None:
    """Keeps asyncio from printing an error that nobody waits for."""
    if not done.cancelled():
        done.exception()
