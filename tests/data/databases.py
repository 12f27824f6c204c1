"""A database looked at and changed past the program, as a shell would."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any


def rows(path: Path, *tables: str) -> dict[str, Sequence[tuple[Any, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables}


def change(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def spoil(path: Path) -> None:
    """Let the disk have lost the first page, with the list of tables."""
    data = bytearray(path.read_bytes())
    data[100:4096] = bytes(3996)
    path.write_bytes(data)


def spoil_table(path: Path, table: str) -> None:
    """Let the disk have lost the first page of a table; the file is in one piece otherwise."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
        ((size,),) = connection.execute("PRAGMA page_size")
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : page * size] = bytes(size)
    path.write_bytes(data)


def verified(path: Path, done: str) -> str:
    """What is said of a copy of the example, by what is counted past the program."""
    counts = "count(*), count(started_at), (SELECT count(*) FROM log), (SELECT count(*) FROM deals)"
    ((tables, games, entries, deals),) = rows_of(path, f"SELECT {counts} FROM tables")
    return (
        f"{done} and verified: {tables} tables; {games} games played again from {entries} log entries,"
        f" with {deals} deals."
    )


def rows_of(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def files(folder: Path) -> list[str]:
    """What there is, folders included."""
    return sorted(file.name for file in folder.iterdir()) if folder.exists() else []


@contextmanager
def room_for(size: int) -> Generator[None]:
    """No file may grow beyond this size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
