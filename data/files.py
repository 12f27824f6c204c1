"""A database's files: the file itself and those that SQLite keeps beside it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

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
