"""Whoever reviews games: one after the other, in a thread of its own that rests as long as it works.

The thread is not ranked below others for the system: it mostly holds the interpreter's lock, and where it
were not run meanwhile, whoever waits for the lock would wait for that too.

That a game is to be reviewed is a kept timer, which goes only once its reviews are kept: a process that ends
before begins anew at its next start. Until then nothing of it is stored, so a game is reviewed whole or not
at all.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from typing import Final

from bot.ports import Time
from bot.replays.replay import replay_of
from bot.reviews.making import Making, NoStudy, ReviewProgress
from bot.reviews.model import Review, ReviewStore
from bot.tables.errors import TableError
from bot.tables.recovery import BrokenLog
from bot.tables.tables import Tables
from bot.timers import KeptTimers, TimerKey

log = logging.getLogger(__name__)

SLICE: Final = 0.005
"""Seconds of CPU after which the thread rests: as long as Python lets one work while others wait
(``sys.getswitchinterval``)."""
REST = 1.0
"""How long it rests, in what it has worked: it takes half of a core at most, and what is pressed comes in
between."""


NOT_BEGUN: Final = ReviewProgress(0, 1)


class ReviewTimer(StrEnum):
    """The timers of this module."""

    REVIEW = "review"


class Reviewing:
    """See the module."""

    def __init__(self, tables: Tables, store: ReviewStore, timers: KeptTimers, clock: Time) -> None:
        self._tables = tables
        self._store = store
        self._timers = timers
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, "review")
        self._one_at_a_time = asyncio.Lock()
        self._at: Making | None = None
        self._of: int | None = None  # the table whose game that is
        self._over: dict[int, asyncio.Event] = {}
        timers.declare(ReviewTimer.REVIEW, self._ring)

    async def of_table(self, table_id: int) -> Sequence[Review]:
        """The reviews of a game; none as long as there are none. Raises StoreError."""
        return await self._store.of_table(table_id)

    async def ask(self, table_id: int) -> None:
        """Have a game reviewed that is over, unless it is under way: returns at once. Raises StoreError."""
        key = TimerKey(ReviewTimer.REVIEW, table_id)
        if key not in self._timers:
            await self._timers.keep(key, self._clock.now())

    def is_under_way(self, table_id: int) -> bool:
        """Whether a game is being reviewed, or waits to be."""
        return TimerKey(ReviewTimer.REVIEW, table_id) in self._timers

    def progress(self, table_id: int) -> ReviewProgress | None:
        """How far the review of a game is; None where another is made first."""
        if self._of != table_id:
            return NOT_BEGUN if self._of is None else None
        return NOT_BEGUN if self._at is None else self._at.progress

    async def moved(self, table_id: int, seconds: float) -> None:
        """Return when the review of a game is made, or after so many seconds; at once where none is being
        made."""
        if not self.is_under_way(table_id):
            return
        over = self._over.setdefault(table_id, asyncio.Event())
        waits = {
            asyncio.ensure_future(over.wait()),
            asyncio.ensure_future(self._clock.sleep(seconds)),
        }
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()

    def close(self) -> None:
        """Have the thread end with what it is just looking at."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _ring(self, key: TimerKey) -> None:
        async with self._one_at_a_time:
            await self._review(key.subject)
        over = self._over.pop(key.subject, None)
        if over is not None:
            over.set()

    async def _review(self, table_id: int) -> None:
        if await self._store.of_table(table_id):
            return
        self._of = table_id
        try:
            making = self._at = await self._begun(table_id)
            if making is None:
                return
            loop = asyncio.get_running_loop()
            while not making.is_over:
                await loop.run_in_executor(self._thread, _work, making)
        finally:
            self._at = self._of = None
        # A former player has had their data deleted: nothing is made of them anew.
        await self._store.keep(table_id, [one for one in making.reviews() if (one.user_id or 0) >= 0])

    async def _begun(self, table_id: int) -> Making | None:
        """The review of a game, not begun yet; None where it cannot be reviewed any more."""
        try:
            table = await self._tables.get(table_id)
            entries, sat = await table.inputs()
            return await asyncio.to_thread(lambda: Making(replay_of(table.facts, entries, sat), entries))
        except TableError as refused:
            if refused.code == "store-failed":
                raise
            log.info("table %d is not reviewed: %s", table_id, refused.code)
        except (BrokenLog, NoStudy) as broken:
            log.warning("table %d cannot be reviewed: %s", table_id, type(broken).__name__)
        return None


def _work(making: Making) -> None:
    time.sleep(REST * making.go_on(SLICE))
