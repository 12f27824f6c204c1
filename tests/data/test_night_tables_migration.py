"""The columns by which a table belongs to an evening: those that there were belong to none."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.migrate import known_migrations, prepare
from tests.data.test_given_seats_migration import TABLE

TABLE_OF_12 = TABLE.replace("nudged, rematch_of", "nudged, rematch_of, seats_given").replace(
    "0, ?)", "0, ?, 1)"
)
PLACED = "UPDATE tables SET place = ? WHERE id = ?"


def test_tables_that_there_were_have_no_place_and_no_veil(tmp_path: Path) -> None:
    path, ours = tmp_path / "a.sqlite3", known_migrations()
    prepare(path, tmp_path, ours[:12])
    with closing(sqlite3.connect(path)) as connection, connection:
        for row in ((1, None), (2, 1)):
            connection.execute(TABLE_OF_12, row)
    prepare(path, tmp_path, ours[:13])
    with closing(sqlite3.connect(path)) as connection:
        kept = connection.execute("SELECT id, place, time_up, duplicate, veiled FROM tables ORDER BY id")
        assert kept.fetchall() == [(1, None, 0, 0, 0), (2, None, 0, 0, 0)]
        connection.execute(PLACED, ("12.1.1.1", 1))
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(PLACED, ("12.1.1.1", 2))
