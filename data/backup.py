"""Copies of a database, also of one in use: one file, checked, and there whole or not at all; and the
folder of those that the bot makes by itself: the latest are kept day by day, older ones week by week.

What the bot made is known by its name alone, and nothing else in the folder is touched. A copy gets that name
once it is verified (``backup``), so whatever has one is whole; what a process that was killed has left has
another, and is cleared away before the next is made.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from data.errors import BackupFailed, cause_of
from data.lock import beside, flush, remove

Check = Callable[[Path], object]
"""Looks at a copy, without changing it, before it gets the name that it was made for. Raises StoreError where
the copy is not good enough; then it never gets it."""

Source = Callable[[Path], sqlite3.Connection]
"""Opens the database that is to be copied. Raises sqlite3.Error."""


def _source(path: Path) -> sqlite3.Connection:
    # Not "ro", which would leave behind the files of the WAL that reading makes.
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)


def backup(path: Path, target: Path, check: Check | None = None, source: Source = _source) -> None:
    """Copy the database at ``path`` to ``target``, which must not exist; its folder is made. A running bot
    is not disturbed: the copy is its state at one moment. Blocks until the copy is on disk. Raises
    BackupFailed, and what ``check`` does."""
    partial = partial_of(target)
    try:
        if not path.is_file():
            raise BackupFailed("no-database", f"There is no database {path}.")
        _refuse_to_overwrite(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        with closing(source(path)) as opened:
            copy(opened, partial, path)
        if check is not None:
            check(partial)
        _refuse_to_overwrite(target)
        partial.replace(target)
        flush(target.parent)
    except sqlite3.Error as error:
        code, words = cause_of(error)
        raise BackupFailed(code, f"The database {path} could not be copied to {target}: {words}.") from error
    except OSError as error:
        raise BackupFailed(
            "cannot-write", f"The backup {target} could not be written: {error.strerror}."
        ) from error
    finally:
        remove(partial)


def dated_backup(path: Path, folder: Path, version: int, source: Source = _source) -> Path:
    """Copy a database into a folder under a name with its schema version and the time; returns the copy's
    path. Raises BackupFailed."""
    target = dated(path, folder, f"v{version}")
    backup(path, target, source=source)
    return target


def dated(path: Path, folder: Path, what: str) -> Path:
    """The name of a new copy in a folder, with what it is of and the time."""
    name = f"{path.stem}-{what}-{datetime.now(UTC).strftime('%Y%m%dT%H%M%SZ')}"
    target = folder / f"{name}{path.suffix}"
    again = 1
    while target.exists():
        again += 1
        target = folder / f"{name}-{again}{path.suffix}"
    return target


def partial_of(target: Path) -> Path:
    """Where a copy is while it is made. One that was left there half made is overwritten by the next."""
    return target.with_name(f".{target.name}.partial")


def copy(source: sqlite3.Connection, target: Path, path: Path) -> None:
    """Copy an open database, that at ``path``, to ``target``: one file, for its owner alone, sound, and on
    the disk. Raises BackupFailed ``damaged``, sqlite3.Error, OSError."""
    remove(target)
    target.touch(mode=0o600)  # it will hold everybody's hands
    with closing(sqlite3.connect(target, isolation_level=None)) as made:
        source.backup(made)
        made.execute("PRAGMA journal_mode = DELETE")  # the source's WAL mode came along; a backup is one file
        verdict = made.execute("PRAGMA integrity_check").fetchone()[0]
    if verdict != "ok":
        raise BackupFailed("damaged", f"The database {path} is damaged; restore an earlier backup.")
    flush(target)


def _refuse_to_overwrite(target: Path) -> None:
    if target.exists():
        raise BackupFailed("exists", f"{target} is there already; a backup never overwrites a file.")


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
            return Room(COPIES * size + max(size, LEFT_FREE), shutil.disk_usage(existing(self.folder)).free)
        except OSError as error:
            raise self._unreadable(error) from error

    def require_room(self) -> None:
        """Raises BackupFailed ``no-room``, ``cannot-write``."""
        room = self.room()
        if not room.is_enough:
            raise BackupFailed(
                "no-room",
                f"No backup was made in {self.folder}: it takes {mb(room.needed)} MB for a while, and"
                f" {mb(room.free)} MB are free.",
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


def existing(folder: Path) -> Path:
    """The folder, or the one above it in which it will be made."""
    return next(one for one in (folder.absolute(), *folder.absolute().parents) if one.is_dir())


def mb(size: int) -> int:
    """Megabytes of so many bytes, rounded up."""
    return -(-size // (1024 * 1024))
