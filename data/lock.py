"""A database's files, and the lock that keeps a second bot out of one that is being used.

Two bots on one database would answer every press twice. The lock is an exclusive lock on an empty file
beside the database, taken through SQLite because its locks do what is needed everywhere: they hold between
processes and within one, are not inherited by children, and go when the process goes, however it went.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from data.errors import CannotOpen, cause_of

PATIENCE = 0.5
"""Seconds: a health check looks at the lock for a moment, which must not keep a starting bot out."""


def lock_file(database: Path) -> Path:
    """Where the lock of a database is."""
    return database.with_name(database.name + ".lock")


def take(database: Path) -> sqlite3.Connection:
    """Take the lock; closing the connection gives it back. Raises CannotOpen ``in-use``, or another code
    when the lock file cannot be made."""
    lock = None
    try:
        lock = sqlite3.connect(lock_file(database), timeout=PATIENCE, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if lock is not None:
            lock.close()
        code, words = cause_of(error)
        if code == "locked":
            raise CannotOpen(
                "in-use", f"Another bot is using the database {database}; stop it first."
            ) from None
        raise CannotOpen(
            code, f"The lock beside the database, {lock_file(database)}, cannot be taken: {words}."
        ) from error
    return lock


def is_taken(database: Path) -> bool:
    """Whether a running bot holds the lock."""
    if not lock_file(database).exists():
        return False
    look = sqlite3.connect(f"{lock_file(database).resolve().as_uri()}?mode=ro", uri=True, timeout=0)
    try:
        look.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            return True
        raise
    finally:
        look.close()
    return False


ENDINGS: Final = ("-journal", "-wal", "-shm")


def beside(path: Path) -> Iterator[Path]:
    """The files that SQLite may keep beside a database: what is not in it yet, or is to be undone."""
    for ending in ENDINGS:
        yield path.with_name(path.name + ending)


def remove(path: Path) -> None:
    """Remove a database that is no longer wanted, and what SQLite may have left beside it."""
    if path.parent.is_dir():
        for file in (path, *beside(path)):
            file.unlink(missing_ok=True)


def look_at(path: Path) -> sqlite3.Connection:
    """A connection that changes neither a database nor its folder. Raises sqlite3.Error."""
    # Where there is no WAL, reading must not make one: "immutable" says that nobody is writing.
    immutable = int(not path.with_name(path.name + "-wal").exists())
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable={immutable}", uri=True)


def flush(path: Path) -> None:
    """Bring a file or folder to the disk. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
