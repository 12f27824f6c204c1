"""A database in which nothing is kept yet, at the cost of copying a file.

Every migration there has ever been is run for one that is made anew. What these tests look at begins after
that; how a database is made and migrated is tried in ``tests/data``, and by every test that lets the store
make its own.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from data.migrate import known_migrations, prepare


def put_empty(path: Path) -> Path:
    """Put it where nothing is yet, with its folder; returns the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600, exist_ok=False)
    path.write_bytes(_migrated())
    return path


@cache
def _migrated() -> bytes:
    """What the migrations make of an empty file, once a process."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        prepare(path, Path(folder), known_migrations())
        return path.read_bytes()
