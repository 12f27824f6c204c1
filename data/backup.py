"""Copies of a database, also of one in use: one file, checked, and there whole or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from data.errors import BackupFailed, cause_of
from data.lock import flush, remove

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
