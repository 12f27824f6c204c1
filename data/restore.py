"""Puts a backup in the place of the database.

At every moment the database is the old one or the new one, each whole. A WAL that stayed behind would be
taken for one of the new database and spoil it. So the old one is brought into one file first, which SQLite
does only where nobody else has it open, and is held while the new one takes its name.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from data import lock
from data.backup import Check, copy, dated, dated_backup, partial_of
from data.errors import BackupFailed, RestoreFailed, cause_of
from data.lock import beside, flush, look_at, remove
from data.migrate import APPLICATION_ID, cell_of, known_migrations, version_of

UNKNOWN_NUMBERS: Final = 1000
"""How many numbers are left out where nobody knows which were used after the backup was made."""

_UNREADABLE: Final = ("damaged", "not-a-database")

# Of tables, leagues, evenings and whatever else has numbers that are never used again.
_LAST_NUMBERS: Final = """
SELECT name, coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = numbered.name), 0)
FROM sqlite_schema AS numbered WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'
"""
_FORGET_LAST_NUMBER: Final = "DELETE FROM sqlite_sequence WHERE name = ?"
_SET_LAST_NUMBER: Final = "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)"


def restore(backup: Path, path: Path, check: Check) -> Path | None:
    """Put a backup in the place of the database at ``path``, where there need not be one; its folder is made.
    What was there goes into the folder ``backups`` beside it first: returns where, None where nothing was.
    ``check`` is called with a copy of the backup, before anything is changed, and that is what is then put in
    place. Numbers that were used since stay used: buttons in messages carry them. Blocks until all
    is on the disk. Raises StoreError, and what ``check`` does."""
    place = path.resolve()
    partial = partial_of(place)
    try:
        _require_backup(backup, place)
        _require_place(place)
        place.parent.mkdir(parents=True, exist_ok=True)
        with closing(lock.take(path)):
            try:
                _copied(backup, partial)
                _keep_numbers(place, partial)
                check(partial)
                kept = _kept(path)
                _put_in_place(partial, place)
            finally:
                remove(partial)
    except sqlite3.Error as error:
        raise _failed(path, *cause_of(error)) from error
    except OSError as error:
        raise _failed(path, "cannot-write", error.strerror or type(error).__name__) from error
    _flush_folder(place)
    return kept


def _failed(path: Path, code: str, words: str) -> RestoreFailed:
    return RestoreFailed(code, f"Nothing was restored, and {path} is as it was: {words}.")


# What is refused


def _require_backup(backup: Path, place: Path) -> None:
    """Raises RestoreFailed, CannotOpen, sqlite3.Error."""
    if not backup.is_file():
        raise RestoreFailed("no-backup", f"There is no backup {backup}.")
    if place.exists() and backup.samefile(place):
        raise RestoreFailed("same", f"{backup} is the database itself: name a backup of it.")
    if not os.access(backup, os.R_OK):
        raise RestoreFailed("no-backup", f"{backup} may not be read; check its permissions.")
    with _read(backup):
        version = version_of(backup, known_migrations())
    if version == 0:
        raise RestoreFailed("empty", f"There is nothing in {backup}: name another backup.")


def _require_place(place: Path) -> None:
    """Raises RestoreFailed where the place is taken by something else, or is not ours to fill."""
    if place.exists() and not place.is_file():
        raise RestoreFailed("not-a-file", f"{place} is not a file, so it cannot be the database.")
    if _is_foreign(place):
        raise RestoreFailed("foreign", f"{place} is a database of another program; name a file of its own.")
    # The bot could not open a file that belongs to somebody else, such as root.
    if place.exists() and place.stat().st_uid != os.geteuid():
        raise RestoreFailed("not-owner", f"{place} belongs to another user: restore as that one.")


def _is_foreign(place: Path) -> bool:
    try:
        with closing(look_at(place)) as look:
            application = look.execute("PRAGMA application_id").fetchone()[0]
            return application != APPLICATION_ID and bool(_count(look))
    except sqlite3.Error:  # not there, or damaged: nobody's
        return False


def _count(look: sqlite3.Connection) -> int:
    return look.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]


# What is put in place


def _copied(backup: Path, partial: Path) -> None:
    """Raises StoreError, sqlite3.Error, OSError."""
    with _read(backup), closing(look_at(backup)) as source:
        copy(source, partial, backup)


@contextmanager
def _read(backup: Path) -> Generator[None]:
    """Where it cannot be read, that is said of the backup, and not of the database. Raises RestoreFailed."""
    try:
        yield
    except sqlite3.Error as error:
        code, words = cause_of(error)
        if code not in _UNREADABLE:
            raise
        raise RestoreFailed(code, f"{backup} is no backup to restore: {words}.") from error


def _keep_numbers(place: Path, partial: Path) -> None:
    with closing(sqlite3.connect(partial)) as restored, restored:
        own, used = last_numbers(restored), _last_numbers_at(place)
        # What an older backup has no table for yet is made by a migration, and goes on from its number too.
        last = {name: _last(own.get(name, 0), used.get(name)) for name in {**own, **used}}
        cell = cell_of(restored)
        set_last_numbers(restored, {name: cell.last_number(number) for name, number in last.items()})
    flush(partial)


def _last(own: int, used: int | None) -> int:
    """The number to go on from. Fewer than the backup has were used in a database that does not go on from
    it."""
    return used if used is not None and used >= own else own + UNKNOWN_NUMBERS


def _last_numbers_at(place: Path) -> dict[str, int]:
    """The last numbers in the database that is there; none where they cannot be read."""
    try:
        with closing(look_at(place)) as look:
            return last_numbers(look)
    except sqlite3.Error:
        return {}


def last_numbers(connection: sqlite3.Connection) -> dict[str, int]:
    """The last number that was given of each kind of thing, 0 where none was."""
    return dict(connection.execute(_LAST_NUMBERS).fetchall())


def set_last_numbers(connection: sqlite3.Connection, last: Mapping[str, int]) -> None:
    """Have each kind of thing go on from a number."""
    connection.executemany(_FORGET_LAST_NUMBER, [(name,) for name in last])
    connection.executemany(_SET_LAST_NUMBER, last.items())


# What was there


def _kept(path: Path) -> Path | None:
    """Keep what is there: a copy as before a migration, or where it is too damaged for one, its files as they
    are. Raises RestoreFailed, OSError."""
    place, folder = path.resolve(), path.parent / "backups"
    if not any(file.exists() for file in (place, *beside(place))):
        return None
    version = _version_at(place)
    if version is not None:
        try:
            # By a look alone: a connection that may write could lose the WAL of one that is damaged.
            return dated_backup(path, folder, version, source=look_at)
        except BackupFailed as error:
            if error.code not in _UNREADABLE:
                words = f"Nothing was restored, as what is there could not be kept. {error}"
                raise RestoreFailed(error.code, words) from error
    return _kept_as_it_is(place, dated(path, folder, "damaged"))


def _version_at(place: Path) -> int | None:
    """The version that the database there says it has; None where it cannot be read."""
    try:
        with closing(look_at(place)) as look:
            return look.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error:
        return None


def _kept_as_it_is(place: Path, target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    for file in (one for one in (place, *beside(place)) if one.exists()):
        kept = target.with_name(target.name + file.name.removeprefix(place.name))
        partial = partial_of(kept)
        try:
            partial.touch(mode=0o600)
            shutil.copyfile(file, partial)
            flush(partial)
            partial.replace(kept)
        finally:
            remove(partial)
    flush(target.parent)
    return target


# The change


def _put_in_place(partial: Path, place: Path) -> None:
    """Raises RestoreFailed, sqlite3.Error, OSError; then the old one is still there."""
    with _held(place):
        for file in beside(place):  # of one that is damaged, or not there; they are kept
            file.unlink(missing_ok=True)
        flush(place.parent)
        partial.replace(place)


@contextmanager
def _held(place: Path) -> Generator[None]:
    """The old database is in one file and nobody else has it open; where it is damaged or there is none there
    is nothing to hold. Raises RestoreFailed, sqlite3.Error."""
    if not place.exists():
        yield
        return
    with closing(
        sqlite3.connect(f"{place.as_uri()}?mode=rw", uri=True, timeout=lock.PATIENCE, isolation_level=None)
    ) as old:
        try:
            old.execute("PRAGMA journal_mode = DELETE")
            old.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            code, _ = cause_of(error)
            if code == "locked":
                words = f"Nothing was restored: another program has {place} open; close it first."
                raise RestoreFailed(code, words) from None
            if code not in _UNREADABLE:
                raise
        yield


def _flush_folder(place: Path) -> None:
    """Bring the new name to the disk. Raises RestoreFailed."""
    try:
        flush(place.parent)
    except OSError as error:
        words = f"{place} was restored, but may not be on the disk yet: {error.strerror}."
        raise RestoreFailed("disk-failed", words) from error
