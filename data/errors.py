"""What can go wrong with the database: a code for programs, one sentence for the operator.

No sentence holds a value that was to be stored: a log line shows a player's cards, a secret all of them.
SQLite's own messages name tables and columns only, so they may be quoted.
"""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Final

from bot.ports import StoreError

log = logging.getLogger(__name__)

DAMAGED: Final = "damaged"
"""The code where SQLite finds a page that cannot be one."""
CLOSED: Final = "closed"
"""The code of what is asked once the database is closed."""


class StoreFailure(StoreError):
    """A failure with a ``code``; its text is one sentence for the operator."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class CannotOpen(StoreFailure):
    """The database cannot be used. It is as it was, or where the last migration that went well left it."""


class NotStored(StoreFailure):
    """A change was not kept, nothing of it. Later changes may succeed."""


class NotRead(StoreFailure):
    """The database did not answer a question."""


class BackupFailed(StoreFailure):
    """No backup was made, and none was left half made."""


class Unverified(StoreFailure):
    """A copy of a database is not one that the bot could go on with."""


class RestoreFailed(StoreFailure):
    """A backup was not put in the place of the database, or, as its text says then, may not stay there."""


class MoveFailed(StoreFailure):
    """Nothing was moved, or, as its text says then, what was moved may not be on the disk yet."""


class Damage:
    """Says in the log that a database is damaged: once, however much fails because of it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._logged = False

    def failed(self, code: str) -> None:
        """Something failed with that code."""
        if code == DAMAGED and not self._logged:
            self._logged = True
            log.critical(
                "The database %s is damaged. Stop the bot and restore a backup: python -m bot restore FILE. "
                "Until then what is on a damaged page is refused.",
                self._path,
            )


_CAUSES = {
    sqlite3.SQLITE_FULL: ("disk-full", "the disk is full"),
    sqlite3.SQLITE_READONLY: ("read-only", "it cannot be written (check the permissions of file and folder)"),
    sqlite3.SQLITE_PERM: ("read-only", "it cannot be written (check the permissions of file and folder)"),
    sqlite3.SQLITE_CANTOPEN: ("cannot-open", "the file or one beside it cannot be opened (check the folder)"),
    sqlite3.SQLITE_BUSY: ("locked", "another program keeps it locked"),
    sqlite3.SQLITE_LOCKED: ("locked", "another program keeps it locked"),
    sqlite3.SQLITE_IOERR: ("disk-failed", "the disk answered with an error"),
    sqlite3.SQLITE_CORRUPT: (DAMAGED, "it is damaged (restore a backup)"),
    sqlite3.SQLITE_NOTADB: ("not-a-database", "it is not an SQLite database"),
}


def cause_of(error: sqlite3.Error) -> tuple[str, str]:
    """The code and the words (without subject or full stop) for what SQLite reported."""
    primary = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return _CAUSES.get(primary, ("refused", f"SQLite refused it ({error})"))


def not_stored(error: Exception) -> NotStored:
    """A fresh exception for a change that was not kept, safe to show: values never appear in it."""
    if isinstance(error, NotStored):
        return NotStored(error.code, str(error))
    if isinstance(error, sqlite3.Error):
        code, words = cause_of(error)
        return NotStored(code, f"The database did not keep a change: {words}.")
    return NotStored(
        "refused", f"The database did not keep a change: {type(error).__name__} while preparing it."
    )
