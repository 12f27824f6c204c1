"""The daily copies of the database: when the next is due, who makes it, which are removed."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Protocol, Self

from bot.errors import where
from bot.ports import StoreError
from bot.retry import Backoff
from bot.timers import TimerKey, Timers

log = logging.getLogger(__name__)


MINUTE: Final = 60.0
DAY: Final = 86400.0
AFTER_START: Final = 120.0
"""Seconds after a start in which nothing is made up for: there is enough to do."""
FIRST_PAUSE: Final = 3600.0
LONGEST_PAUSE: Final = 6 * 3600.0
"""Seconds until a copy that failed is tried again: they grow from the first to the longest."""


def next_due(last: float | None, minute: int, now: float) -> float:
    """The moment (unix seconds) at which the next copy is due, where one is wanted each day at that minute
    of UTC's day, and the last one was made at ``last``: at once where there is none since that minute was
    last. A copy of a time to come, as there is when the clock was set back, is none."""
    today = now - now % DAY + minute * MINUTE
    before = today if today <= now else today - DAY
    return before + DAY if last is not None and before <= last <= now else now


NO_ROOM, CANNOT_WRITE, UNSOUND, OTHER = "no-room", "cannot-write", "unsound", "other"
REASONS: Final = (NO_ROOM, CANNOT_WRITE, UNSOUND, OTHER)
"""Why there is no copy, as far as it matters for what is to be done."""

_REASON_OF: Final = {
    "no-room": NO_ROOM,
    "disk-full": NO_ROOM,
    "cannot-write": CANNOT_WRITE,
    "read-only": CANNOT_WRITE,
    "cannot-open": CANNOT_WRITE,
    "disk-failed": CANNOT_WRITE,
    "no-folder": CANNOT_WRITE,
    "unplayable": UNSOUND,
    "differs": UNSOUND,
    "refers-to-nothing": UNSOUND,
    "unreadable": UNSOUND,
    "damaged": UNSOUND,
    "not-a-database": UNSOUND,
}


def reason_of(code: str) -> str:
    """Which of ``REASONS`` the store's code of a failure is."""
    return _REASON_OF.get(code, OTHER)


@dataclass(frozen=True, slots=True)
class MadeBackup:
    """A copy that was made and verified: of which moment (unix seconds), of how many bytes, how many tables
    it has, how many games were played again, and how many tables are parked."""

    at: float
    size: int
    tables: int
    games: int
    parked: int

    @property
    def text(self) -> str:
        """To be kept."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str | None) -> Self | None:
        """What was kept; None where there is nothing, or nothing that this program understands."""
        try:
            kept: Any = json.loads(text or "")
            return cls(
                float(kept["at"]), *(int(kept[name]) for name in ("size", "tables", "games", "parked"))
            )
        except (ValueError, TypeError, KeyError, OverflowError):
            return None


@dataclass(frozen=True, slots=True)
class Failed:
    """A copy that could not be made: when, which of ``REASONS``, and how often in a row by now. ``sentence``
    is for the log."""

    at: float
    reason: str
    times: int
    sentence: str


@dataclass(frozen=True, slots=True)
class BackupState:
    """How the daily copies stand: whether they are made at all, the moment of the last that is there and what
    was verified of it, where that is known; why there is none since, and when the next one is due."""

    wanted: bool
    at: float | None = None
    made: MadeBackup | None = None
    failed: Failed | None = None
    due: float | None = None
    working: bool = False


@dataclass(frozen=True, slots=True)
class Stock:
    """What the database holds: tables by state, which are parked, and how many people had a seat in a game
    that was going on in the last day, and in the last week."""

    tables: Mapping[str, int]
    parked: tuple[int, ...]
    day: int
    week: int


class Copy(Protocol):
    """A copy that is there, and the moment (unix seconds) that it is of."""

    @property
    def at(self) -> float:
        """Of which moment."""
        ...


class Folder(Protocol):
    """Where copies are. Every method blocks, and raises StoreError."""

    def latest(self, now: float) -> Copy | None:
        """The last copy of a time that has been."""
        ...

    def clear(self) -> int:
        """Remove what was left half made; returns how many files."""
        ...

    def prune(self, now: float) -> tuple[Path, ...]:
        """Remove the copies whose time is over, never the last one; returns which."""
        ...

    def require_room(self) -> None:
        """Refuse where a copy would bring the bot near a full disk."""
        ...

    def target(self, now: float) -> Path:
        """What a copy of this moment is called."""
        ...


Make = Callable[[Path, float], Awaitable[MadeBackup]]
"""Makes and verifies a copy of that name and moment. Raises StoreError, and then has made none. Where it is
cancelled it leaves nothing behind."""

Tell = Callable[[Failed], Awaitable[None]]
"""Tells whoever owns the application of a failure."""


class TextStore(Protocol):
    """Texts that are kept by key. Raise StoreError."""

    async def text(self, key: str) -> str | None:
        """The text of a key."""
        ...

    async def keep_text(self, key: str, text: str) -> None:
        """Keep or replace it."""
        ...


class StockStore(Protocol):
    """Whoever counts what there is."""

    async def stock(self, now: float) -> Stock:
        """What there is. Raises StoreError."""
        ...


MADE: Final = "backup"
NOTIFIED: Final = "backup-told"
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
        if await self._may_notify(now):
            await self._note(NOTIFIED, str(now))
            try:
                await self._tell(self._failed)
            except Exception as error:  # noqa: BLE001 - a failure that cannot be told is in the log already
                log.warning("the owner was not told of it: %s", where(error))

    async def _may_notify(self, now: float) -> bool:
        """Whether the owner has been told nothing for a day; also where the clock was set back."""
        try:
            notified = float(await self._notes.text(NOTIFIED) or "-inf")
        except (StoreError, ValueError):
            return True
        return not 0.0 <= now - notified < DAY

    async def _note(self, key: str, text: str) -> None:
        try:
            await self._notes.keep_text(key, text)
        except StoreError as error:
            log.warning("what is known of the backup was not noted: %s", error)

    def _wait(self, when: float) -> None:
        self._due = when
        self._timers.set(_KEY, when, self._is_due)
