"""Copies of a database, also of one in use: one file, checked, and there whole or not at all."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from data.errors import BackupFailed, cause_of


def backup(path: Path, target: Path) -> None:
    """Copy the database at ``path`` to ``target``, which must not exist; its folder is made. A running bot
    is not disturbed: the copy is its state at one moment. Blocks until the copy is on disk. Raises
    BackupFailed."""
    partial = target.with_name(f".{target.name}.partial")
    try:
        if not path.is_file():
            raise BackupFailed("no-database", f"There is no database {path}.")
        _refuse_to_overwrite(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        _remove(partial)
        partial.touch(mode=0o600)  # it will hold everybody's hands
        _copy(path, partial)
        _refuse_to_overwrite(target)
        partial.replace(target)
        _flush(target.parent)
    except sqlite3.Error as error:
        code, words = cause_of(error)
        raise BackupFailed(code, f"The database {path} could not be copied to {target}: {words}.") from error
    except OSError as error:
        raise BackupFailed(
            "cannot-write", f"The backup {target} could not be written: {error.strerror}."
        ) from error
    finally:
        _remove(partial)


def dated_backup(path: Path, folder: Path, version: int) -> Path:
    """Copy a database into a folder under a name with its schema version and the time; returns the copy's
    path. Raises BackupFailed."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    name = f"{path.stem}-v{version}-{stamp}"
    target = folder / f"{name}{path.suffix}"
    again = 1
    while target.exists():
        again += 1
        target = folder / f"{name}-{again}{path.suffix}"
    backup(path, target)
    return target


def _copy(path: Path, partial: Path) -> None:
    with (
        # Not "ro", which would leave behind the files of the WAL that reading makes.
        closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as source,
        closing(sqlite3.connect(partial, isolation_level=None)) as copy,
    ):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # the source's WAL mode came along; a backup is one file
        verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
    if verdict != "ok":
        raise BackupFailed("damaged", f"The database {path} is damaged; restore an earlier backup.")
    _flush(partial)


def _refuse_to_overwrite(target: Path) -> None:
    if target.exists():
        raise BackupFailed("exists", f"{target} is there already; a backup never overwrites a file.")


def _remove(partial: Path) -> None:
    """Remove an unfinished copy and what SQLite may have left beside it."""
    if partial.parent.is_dir():
        for ending in ("", "-journal", "-wal", "-shm"):
            partial.with_name(partial.name + ending).unlink(missing_ok=True)


def _flush(path: Path) -> None:
    """Bring a file or folder to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
