"""The rebuilding of ``wishes``, by which several cards can be queued."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.migrate import known_migrations, prepare
from tests.data.test_given_seats_migration import TABLE

NEW_TABLE = TABLE.replace("nudged, rematch_of", "nudged, rematch_of, seats_given").replace(
    "0, ?)", "0, ?, 0)"
)


def test_a_card_that_was_queued_is_the_first_of_a_list(tmp_path: Path) -> None:
    path, ours = tmp_path / "a.sqlite3", known_migrations()
    prepare(path, tmp_path, ours[:9])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(NEW_TABLE, (1, None))
        connection.executemany(
            "INSERT INTO wishes VALUES (1, ?, ?, ?)", [(11, "QH", 0), (12, None, 1), (13, "2C", 1)]
        )
    prepare(path, tmp_path, ours[:10])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        kept = connection.execute("SELECT * FROM wishes ORDER BY user_id").fetchall()
        assert kept == [(1, 11, '["QH"]', 0), (1, 12, "[]", 1), (1, 13, '["2C"]', 1)]
        for nothing in (None, "QH", '{"0": "QH"}'):
            with pytest.raises((sqlite3.IntegrityError, sqlite3.OperationalError)):
                connection.execute("INSERT INTO wishes VALUES (1, 14, ?, 0)", (nothing,))
        connection.execute("DELETE FROM tables")
        assert connection.execute("SELECT count(*) FROM wishes").fetchall() == [(0,)]
