"""The rebuilding of ``tables``, by which a table may have no host."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from data.migrate import known_migrations, prepare

TABLE = """
INSERT INTO tables (id, channel_id, host_id, preset, options, players, pace, title, robots, secret, press_ids,
    gone, state, seq, created_at, notice, nudged, rematch_of)
VALUES (?, 2, 1, 'kingen', '{}', 4, 'none', '', 'steady', zeroblob(32), '[]', '{}', 'lobby', 0, 1.0, '', 0, ?)
"""
INDEXES = """
SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'tables' AND sql IS NOT NULL
ORDER BY name
"""


def test_numbers_indexes_and_what_refers_to_tables_stay(tmp_path: Path) -> None:
    path, ours = tmp_path / "a.sqlite3", known_migrations()
    prepare(path, tmp_path, ours[:8])
    with closing(sqlite3.connect(path)) as connection, connection:
        for row in ((1, None), (2, 1), (9, None)):
            connection.execute(TABLE, row)
        connection.execute("DELETE FROM tables WHERE id = 9")
        connection.execute("INSERT INTO log VALUES (2, 0, 'deck', 1.0, NULL)")
        indexes = connection.execute(INDEXES).fetchall()
    prepare(path, tmp_path, ours[:9])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        assert connection.execute(INDEXES).fetchall() == indexes and len(indexes) == 2
        kept = connection.execute("SELECT id, host_id, rematch_of, seats_given FROM tables ORDER BY id")
        assert kept.fetchall() == [(1, 1, None, 0), (2, 1, 1, 0)]
        new = TABLE.replace("nudged, rematch_of", "nudged, rematch_of, seats_given").replace(
            "0, ?)", "0, ?, 1)"
        )
        assert connection.execute(new, (None, None)).lastrowid == 10
        assert connection.execute("SELECT name FROM sqlite_sequence").fetchall() == [("tables",)]
        connection.execute("DELETE FROM tables WHERE id = 2")
        assert connection.execute("SELECT count(*) FROM log").fetchall() == [(0,)]


def test_numbers_go_on_where_no_table_is_left(tmp_path: Path) -> None:
    path, ours = tmp_path / "a.sqlite3", known_migrations()
    prepare(path, tmp_path, ours[:8])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(TABLE, (7, None))
        connection.execute("DELETE FROM tables")
    prepare(path, tmp_path, ours[:9])
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall() == [("tables", 7)]
