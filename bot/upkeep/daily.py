"""A verified copy of the database each day, and the old ones removed.

When one is due follows from the copies that are there, so nothing else is stored for it: one that was missed
while the bot was off is made up for after the start, and a clock that is set does no harm. A copy is made in
a process of its own; here it is only waited for.
"""

from __future__ import annotations

import asyncio
import logging
from enum import StrEnum
from typing import Final

from bot.error_places import where
from bot.ports import StoreError
from bot.retry import Backoff
from bot.timers import TimerKey, Timers
from bot.upkeep.model import BackupState, Failed, MadeBackup, reason_of
from bot.upkeep.ports import Folder, Make, Tell, TextStore
from bot.upkeep.schedule import AFTER_START, DAY, FIRST_PAUSE, LONGEST_PAUSE, next_due

log = logging.getLogger(__name__)

MADE: Final = "backup"
TOLD: Final = "backup-told"
"""The keys of what is noted: what was verified last, and when the owner was last told of a failure."""


class BackupTimer(StrEnum):
    """The timer of this module."""

    DUE = "backup-due"


_KEY: Final = TimerKey(BackupTimer.DUE, 0)


class DailyBackups:
    """Makes them. ``minute`` is that of UTC's day; None: they are not wanted."""

    def __init__(
        self, timers: Timers, folder: Folder, make: Make, notes: TextStore, tell: Tell, minute: int | None
    ) -> None:
        self._timers = timers
        self._folder = folder
        self._make = make
        self._notes = notes
        self._tell = tell
        self._minute = minute
        self._at: float | None = None
        self._made: MadeBackup | None = None
        self._failed: Failed | None = None
        self._due: float | None = None
        self._working = False
        self._retry = Backoff(FIRST_PAUSE, LONGEST_PAUSE)

    @property
    def state(self) -> BackupState:
        """How they stand."""
        return BackupState(
            self._minute is not None, self._at, self._made, self._failed, self._due, self._working
        )

    async def start(self) -> None:
        """Look what is there, clear away what a process that was killed has left, and wait for the next. What
        fails then is tried again when the next is due."""
        if self._minute is None:
            return
        now = self._timers.time.now()
        try:
            self._made = MadeBackup.read(await self._notes.text(MADE))
            if cleared := await asyncio.to_thread(self._folder.clear):
                log.warning("%d files of a backup that was cut short are removed", cleared)
            latest = await asyncio.to_thread(self._folder.latest, now)
        except StoreError as error:
            log.warning("the backups that are there cannot be looked at: %s", error)
            latest = None
        self._at = None if latest is None else latest.at
        self._wait(max(next_due(self._at, self._minute, now), now + AFTER_START))

    async def _is_due(self) -> None:
        """Make one, whatever comes of it, and wait for the next."""
        assert self._minute is not None
        self._working, now = True, self._timers.time.now()
        try:
            await self._made_at(now)
        except StoreError as error:
            await self._has_failed(getattr(error, "code", ""), str(error))
        except OSError as error:
            await self._has_failed("", f"The backup could not be begun: {error.strerror or error}.")
        finally:
            self._working = False
        if self._failed is not None:
            self._wait(self._timers.time.now() + self._retry.pause())
        else:
            self._wait(next_due(self._at, self._minute, self._timers.time.now()))

    async def _made_at(self, now: float) -> None:
        """Raises StoreError, OSError."""
        await asyncio.to_thread(self._folder.clear)
        await self._prune()
        await asyncio.to_thread(self._folder.require_room)
        made = await self._make(self._folder.target(now), now)
        self._at, self._made, self._failed = now, made, None
        self._retry.succeeded()
        log.info("a backup was made and verified: %d tables, %d games", made.tables, made.games)
        await self._note(MADE, made.text)
        await self._prune()

    async def _prune(self) -> None:
        """Raises StoreError."""
        now = self._timers.time.now()
        for path in await asyncio.to_thread(self._folder.prune, now):
            log.info("the backup %s is removed: its time is over", path.name)

    async def _has_failed(self, code: str, sentence: str) -> None:
        now = self._timers.time.now()
        times = 1 + (self._failed.times if self._failed is not None else 0)
        self._failed = Failed(now, reason_of(code), times, sentence)
        log.error("no backup was made: %s", sentence)
        if await self._may_be_told(now):
            await self._note(TOLD, str(now))
            try:
                await self._tell(self._failed)
            except Exception as error:  # noqa: BLE001 - a failure that cannot be told is in the log already
                log.warning("the owner was not told of it: %s", where(error))

    async def _may_be_told(self, now: float) -> bool:
        """Whether the owner has been told nothing for a day; also where the clock was set back."""
        try:
            told = float(await self._notes.text(TOLD) or "-inf")
        except (StoreError, ValueError):
            return True
        return not 0.0 <= now - told < DAY

    async def _note(self, key: str, text: str) -> None:
        try:
            await self._notes.keep_text(key, text)
        except StoreError as error:
            log.warning("what is known of the backup was not noted: %s", error)

    def _wait(self, when: float) -> None:
        self._due = when
        self._timers.set(_KEY, when, self._is_due)
