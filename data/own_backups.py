"""The folder of the copies that the bot makes by itself, and which of them are kept: the latest ones day by
day, older ones week by week.

What the bot made is told by its name alone, and nothing else in the folder is touched. A copy gets that name
once it is verified (``backup``), so whatever has one is whole; what a process that was killed has left has
another, and is cleared away before the next is made.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from data.errors import BackupFailed
from data.lock import beside, flush

DAY: Final = 86400.0
WEEK: Final = 7


@dataclass(frozen=True, slots=True)
class Keep:
    """For how long copies are kept: the last of each day for ``days`` days (at least one), the last of each
    week, which begins on Monday, for ``weeks`` weeks. Days and weeks are UTC's."""

    days: int = 7
    weeks: int = 4

    @property
    def longest(self) -> int:
        """After how many days a copy is gone: it goes when the first one is made after its time."""
        return max(self.days, WEEK * self.weeks) + 1


def expired(made: Iterable[float], keep: Keep, now: float) -> frozenset[float]:
    """Those of the moments (unix seconds) whose copies are to go. The latest one stays, however old it is,
    and so does what is of a time still to come, as it is when a clock was set back: as many as there are
    days to keep, the latest of them."""
    every = sorted(set(made))
    past = [one for one in every if one <= now]
    to_come = [one for one in every if one > now]
    kept = {*past[-1:], *to_come[-keep.days :]}
    kept |= {one for one in _last_of_each(past, _day) if now - one < keep.days * DAY}
    kept |= {one for one in _last_of_each(past, _week) if now - one < keep.weeks * WEEK * DAY}
    return frozenset(every) - kept


def _last_of_each(made: Iterable[float], part: Callable[[datetime], tuple[int, ...]]) -> Iterable[float]:
    """The last moment of each day or week; ``made`` is in order."""
    return {part(datetime.fromtimestamp(one, UTC)): one for one in made}.values()


def _day(when: datetime) -> tuple[int, ...]:
    return when.year, when.month, when.day


def _week(when: datetime) -> tuple[int, ...]:
    return when.isocalendar()[:2]


OF_A_DAY: Final = "daily"
_STAMP: Final = "%Y%m%dT%H%M%SZ"
COPIES: Final = 2
"""How often a copy is there while it is verified."""
LEFT_FREE: Final = 64 * 1024 * 1024
"""Bytes, at the least: the bot goes on writing meanwhile, and stops where the disk is full."""


@dataclass(frozen=True, slots=True)
class OwnBackup:
    """A copy that the bot has made: when (unix seconds), and how many bytes it has."""

    path: Path
    at: float
    size: int


@dataclass(frozen=True, slots=True)
class Room:
    """What a copy takes on the disk while it is made, and what is free there, in bytes."""

    needed: int
    free: int

    @property
    def is_enough(self) -> bool:
        """Whether a copy can be made without bringing the bot near a full disk."""
        return self.free >= self.needed


class OwnBackups:
    """The copies of one database in one folder. Every method blocks for as long as the disk takes."""

    def __init__(self, database: Path, folder: Path, keep: Keep) -> None:
        self.database = database.absolute()
        self.folder = folder.absolute()
        self.keep = keep
        name = f"{re.escape(database.stem)}-{OF_A_DAY}-"
        self._made = re.compile(rf"{name}(\d{{8}}T\d{{6}}Z){re.escape(database.suffix)}")
        self._partial = re.compile(rf"\.{self._made.pattern}\.partial.*")

    def target(self, now: float) -> Path:
        """What a copy of this moment is called."""
        stamp = datetime.fromtimestamp(now, UTC).strftime(_STAMP)
        return self.folder / f"{self.database.stem}-{OF_A_DAY}-{stamp}{self.database.suffix}"

    def made(self) -> list[OwnBackup]:
        """The copies that are there, the oldest first. Raises BackupFailed."""
        try:
            return sorted(self._found(), key=lambda one: one.at)
        except OSError as error:
            raise self._unreadable(error) from error

    def latest(self, now: float) -> OwnBackup | None:
        """The last copy of a time that has been. Raises BackupFailed."""
        return next((one for one in reversed(self.made()) if one.at <= now), None)

    def clear(self) -> int:
        """Remove what processes that were killed have left half made; returns how many. Nobody else may be
        making one. Raises BackupFailed."""
        try:
            left = [one for one in self._entries() if self._partial.fullmatch(one.name)]
            for one in left:
                shutil.rmtree(one) if one.is_dir() else one.unlink(missing_ok=True)
        except OSError as error:
            raise self._unreadable(error) from error
        return len(left)

    def prune(self, now: float) -> tuple[Path, ...]:
        """Remove the copies whose time is over; returns which. Raises BackupFailed."""
        made = self.made()
        over = expired((one.at for one in made), self.keep, now)
        going = tuple(one.path for one in made if one.at in over)
        try:
            for path in going:
                path.unlink(missing_ok=True)
            if going:
                flush(self.folder)
        except OSError as error:
            raise self._unreadable(error) from error
        return going

    def room(self) -> Room:
        """What the next copy takes. Raises BackupFailed."""
        try:
            size = sum(one.stat().st_size for one in (self.database, *beside(self.database)) if one.exists())
            return Room(COPIES * size + max(size, LEFT_FREE), shutil.disk_usage(_existing(self.folder)).free)
        except OSError as error:
            raise self._unreadable(error) from error

    def require_room(self) -> None:
        """Raises BackupFailed ``no-room``, ``cannot-write``."""
        room = self.room()
        if not room.is_enough:
            raise BackupFailed(
                "no-room",
                f"No backup was made in {self.folder}: it takes {_mb(room.needed)} MB for a while, and"
                f" {_mb(room.free)} MB are free.",
            )

    def _entries(self) -> list[Path]:
        return sorted(self.folder.iterdir()) if self.folder.is_dir() else []

    def _found(self) -> Iterator[OwnBackup]:
        for path in self._entries():
            match = self._made.fullmatch(path.name)
            at = _moment(match[1]) if match is not None else None
            if at is not None and path.is_file() and not path.is_symlink():
                yield OwnBackup(path, at, path.stat().st_size)

    def _unreadable(self, error: OSError) -> BackupFailed:
        return BackupFailed(
            "cannot-write", f"The folder of backups {self.folder} cannot be used: {error.strerror or error}."
        )


def _moment(stamp: str) -> float | None:
    try:
        return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC).timestamp()
    except ValueError:  # a month 13: nobody's but whoever named it so
        return None


def _existing(folder: Path) -> Path:
    """The folder, or the one above it in which it will be made."""
    return next(one for one in (folder.absolute(), *folder.absolute().parents) if one.is_dir())


def _mb(size: int) -> int:
    return -(-size // (1024 * 1024))
