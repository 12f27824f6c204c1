"""Every column of the schema is said to hold people, or to hold none."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from data.migrate import known_migrations, prepare
from data.personal import PERSONAL, Channel, Fate, Free, Id, Key, NameColumn, Where
from data.privacy import counts, export


def schema(folder: Path) -> dict[str, set[str]]:
    path = folder / "a.sqlite3"
    prepare(path, folder, known_migrations())
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        return {
            table: {row[0] for row in connection.execute("SELECT name FROM pragma_table_xinfo(?)", (table,))}
            for (table,) in tables
        }


def test_every_column_is_declared(tmp_path: Path) -> None:
    declared = {table: set(personal.columns) for table, personal in PERSONAL.items()}
    assert declared == schema(tmp_path), "say in data/personal.py what the column holds of people"


def test_what_is_called_after_people_holds_them() -> None:
    """A column by a usual name for a person that is said to hold nobody."""
    for table, personal in PERSONAL.items():
        for name, one in personal.columns.items():
            if name in ("user_id", "host_id", "creator") and table != "former_players":
                assert isinstance(one, Id), (table, name)


def test_names_stand_beside_somebody() -> None:
    for table, personal in PERSONAL.items():
        for one in personal.columns.values():
            if isinstance(one, NameColumn):
                assert isinstance(personal.columns[one.of], Id | Key), table


def test_what_does_not_go_knows_where_it_is() -> None:
    """Names are by server, keys by league."""
    for table, personal in PERSONAL.items():
        held = list(personal.columns.values())
        if personal.fate is Fate.RENAMED and any(isinstance(one, NameColumn) for one in held):
            assert personal.server, table
        if any(isinstance(one, Key) for one in held):
            assert personal.league, table
        assert set(personal.shown) <= personal.columns.keys(), table


def test_a_server_owns_what_names_it() -> None:
    for table, personal in PERSONAL.items():
        if "guild_id" in personal.columns:
            assert personal.server, table


def unqualified(sql: str, columns: set[str]) -> set[str]:
    """The columns that a condition names without their table; texts and names of tables are none."""
    bare = re.sub(r"'[^']*'", "''", sql)
    words = re.findall(r"(?<![\w.:])(?:(?:FROM|JOIN|AS) )?[a-z_]+(?![\w.(])", bare)
    return {word for word in words if " " not in word} & columns


def test_conditions_name_the_table_of_each_column(tmp_path: Path) -> None:
    """In a subquery a column without it is taken for one of the inner table."""
    columns = {name for names in schema(tmp_path).values() for name in names}
    assert unqualified("EXISTS (SELECT 1 FROM points AS mine WHERE mine.id = id)", columns) == {"id"}
    path = tmp_path / "a.sqlite3"
    asked = [
        condition
        for one in PERSONAL.values()
        for condition in (one.server, one.league, one.within, one.shared)
    ]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO league_members VALUES (1, 'a key', '', 1, 0, '', NULL)")
        connection.set_trace_callback(asked.append)
        counts(connection, 1)
        export(connection, 1)
    assert sum("this." in one for one in asked) > 2 * len(PERSONAL)
    assert {one: bare for one in asked if (bare := unqualified(one, columns))} == {}


def test_conditions_say_the_same_in_sql_and_out_of_it() -> None:
    rows = [{"kind": kind} for kind in ("hand", "handy", "call", "table")]
    for where in (Where("kind", ("hand", "call")), Where("kind", ("hand",), begins=True)):
        with closing(sqlite3.connect(":memory:")) as connection:
            for row in rows:
                sql = f"SELECT {where.sql} FROM (SELECT :kind AS kind) AS this"
                (met,) = connection.execute(sql, row).fetchone()
                assert bool(met) == where.is_met(row)
    assert isinstance(PERSONAL["texts"].columns["text"], Free)
    assert isinstance(PERSONAL["postings"].columns["channel_id"], Channel)
