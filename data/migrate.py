"""Brings a database to this program's version, or refuses it and leaves it alone.

``migrations/NNNN_name.sql`` take a database from version NNNN-1 to NNNN. Each runs in one transaction
together with the record of it; ``PRAGMA user_version`` holds the version. A migration that was published is
never edited.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.cells.model import ALONE, Cell
from data.backup import dated_backup
from data.errors import CannotOpen, cause_of
from data.lock import look_at

FOLDER: Final = Path(__file__).with_name("migrations")
APPLICATION_ID: Final = 0x48415254
"""Marks a file as ours ("HART"): ``PRAGMA application_id``."""

_OWN_TABLE: Final = """
CREATE TABLE IF NOT EXISTS migrations (
    version    INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    checksum   TEXT NOT NULL,
    applied_at REAL NOT NULL
) STRICT
"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema. ``sql`` is a script without BEGIN and COMMIT."""

    version: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        """SHA-256 of the script, in hex."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


def known_migrations(folder: Path = FOLDER) -> tuple[Migration, ...]:
    """The migrations in a folder, in order. Raises ValueError when their numbers are not 1, 2, 3, …"""
    found: list[Migration] = []
    for file in sorted(folder.glob("*.sql")):
        match = re.fullmatch(r"(\d{4})_(\w+)", file.stem)
        if match is None or int(match[1]) != len(found) + 1:
            raise ValueError(f"{file.name} is not migration {len(found) + 1:04}")
        found.append(Migration(int(match[1]), match[2], file.read_text(encoding="utf-8")))
    return tuple(found)


def prepare(path: Path, backups: Path, known: Sequence[Migration]) -> None:
    """Make the database at ``path`` if it is not there, and migrate it if it is older than ``known``, after
    a copy of it was put into the folder ``backups``. Raises CannotOpen, the database unchanged, and
    BackupFailed."""
    try:
        if path.exists() and not path.is_file():
            raise CannotOpen("cannot-open", f"{path} is not a file, so it cannot be the database.")
        if not path.exists():
            path.touch(mode=0o600)  # it will hold everybody's hands
        if not os.access(path, os.W_OK):  # SQLite would say so at the first change, and leave a WAL behind
            raise CannotOpen("read-only", f"The database {path} may not be written; check its permissions.")
        version = version_of(path, known)
        if version == len(known):
            return
        if version:
            dated_backup(path, backups, version)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for migration in known[version:]:
                _apply(connection, migration, path)
    except sqlite3.Error as error:
        code, words = cause_of(error)
        raise CannotOpen(code, f"The database {path} cannot be used: {words}.") from error
    except OSError as error:
        raise CannotOpen("read-only", f"The database {path} cannot be made: {error.strerror}.") from error


def version_of(path: Path, known: Sequence[Migration]) -> int:
    """The version of a database, 0 for an empty one. Looks without writing, as it may not be ours. Raises
    CannotOpen where it is not, or is newer than ``known``; sqlite3.Error."""
    with closing(look_at(path)) as look:
        version = int(look.execute("PRAGMA user_version").fetchone()[0])
        application = look.execute("PRAGMA application_id").fetchone()[0]
        if look.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
            return 0
        if application != APPLICATION_ID:
            raise CannotOpen("foreign", f"{path} is a database of another program; name a file of its own.")
        if version > len(known):
            raise CannotOpen(
                "database-newer",
                f"The database {path} has version {version}, this program knows version {len(known)}:"
                " update the program, or restore a backup made by this version.",
            )
        applied = look.execute("SELECT version, checksum FROM migrations ORDER BY version").fetchall()
    if applied != [(migration.version, migration.checksum) for migration in known[:version]]:
        raise CannotOpen(
            "migrations-differ",
            f"The database {path} was made by migrations other than this program's; use its own program.",
        )
    return version


def cell_of(connection: sqlite3.Connection) -> Cell:
    """Which part of the bot a database is of: all of it where its version knows of no parts."""
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'cell'").fetchone() is None:
        return ALONE
    return Cell(*connection.execute("SELECT number, count FROM cell").fetchone())


def _apply(connection: sqlite3.Connection, migration: Migration, path: Path) -> None:
    """Run one migration and record it, both or neither."""
    # Tables can only be rebuilt with foreign keys off, which a transaction cannot change; they are checked
    # below.
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        # executescript commits what is open before it starts, so the script opens the transaction itself.
        connection.executescript(f"BEGIN IMMEDIATE;\n{migration.sql}")
        if not connection.in_transaction:
            raise ValueError(f"migration {migration.version:04} ends its transaction")
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise CannotOpen(
                "migration-failed",
                f"The database {path} could not be migrated to version {migration.version}:"
                " rows would refer to others that are not there.",
            )
        connection.execute(_OWN_TABLE)
        connection.execute(
            "INSERT INTO migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)",
            (migration.version, migration.name, migration.checksum, time.time()),
        )
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {migration.version}")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        code, words = cause_of(error)
        raise CannotOpen(
            code if code != "refused" else "migration-failed",
            f"The database {path} could not be migrated to version {migration.version}: {words}.",
        ) from error
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
