"""A database of many servers: on each of them everything that the example has, under numbers of its own."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from data.personal import PERSONAL
from tests.data.databases import change

Row = dict[str, Any]

STEP: Final = 10_000
"""What numbers of one server and of the next are apart."""

PRIVATE: Final = 12
"""The example's table of no server."""

PASSED_ON: Final = ("season_id", "league_id", "evening_id", "table_id")
"""Columns that tell which server a row is of that does not name it."""

_NUMBERS: Final = (
    *PASSED_ON,
    "series_id",
    "rematch_of",
    "best_table",
    "worst_table",
    "nonce",
    "interaction_id",
)
_NUMBERED: Final = ("tables", "leagues", "seasons", "reports", "series", "evenings")
_GAMES: Final = {"league_games": ("id",), "corrections": ("thing", "change"), "disputes": ("game",)}
_OF_NOBODY: Final = (
    "players", "unshared_players", "former_players",
    "dailies", "daily_servers", "texts", "cell", "migrations",
)  # fmt: skip

MORE: Final = """
INSERT INTO former_players VALUES (-5);
INSERT INTO season_guests VALUES (1, 'g1', 'Gus');
INSERT INTO disputes VALUES (1, 't11', 77);
INSERT INTO given_ratings VALUES (1, 'robot', 'easy', 25.0, 8.0);
INSERT INTO timers VALUES ('review', 6, 0, 5.0), ('server-gone', 1, 0, 5.0);
INSERT INTO postings (nonce, subject, kind, about, channel_id, begun_at, message_id) VALUES
    (81, 'league 1', 'night', 0, 2, 1.0, NULL), (82, 'night 1', 'night', 0, 2, 1.0, NULL),
    (83, 'server 1', 'night', 0, 2, 1.0, NULL), (84, 'league 99', 'night', 0, 2, 1.0, NULL);
INSERT INTO tournaments VALUES (1, 1, 1, 'seed', '{}', '[[1, 0]]', NULL, 0);
INSERT INTO entrants VALUES (1, 12, 'Lint', NULL);
INSERT OR IGNORE INTO texts VALUES ('backup', '{}'), ('overwrite', '');
"""
"""What ``tests.data.somebody`` lacks: a message is about a league that is gone."""


def rows(path: Path) -> dict[str, list[Row]]:
    """All rows, by SQL table, in an order of their own."""
    with closing(sqlite3.connect(path)) as connection:
        found: dict[str, list[Row]] = {}
        for table in PERSONAL:
            names = columns(connection, table)
            rows = connection.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()
            found[table] = [dict(zip(names, row, strict=True)) for row in sorted(rows, key=repr)]
        return found


def columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """Those that are written."""
    return [one[0] for one in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]


def make(path: Path, example: Path, guilds: Sequence[int]) -> None:
    """Make it at ``path`` of an example of one server; what is of no server is there once."""
    shutil.copyfile(example, path)
    change(path, MORE)
    there = rows(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        for table, found in there.items():
            if table in _OF_NOBODY:
                continue
            connection.execute(f"DELETE FROM {table}")
            for at, guild in enumerate(guilds):
                for row in found:
                    if at == 0 or server_of(table, row, [1]) is not None:
                        _insert(connection, table, _moved(table, row, at * STEP, guild))
        connection.execute("UPDATE daily_servers SET guild_id = ?", (guilds[-1],))


def _insert(connection: sqlite3.Connection, table: str, row: Row) -> None:
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", [*row.values()])


def _moved(table: str, row: Row, by: int, guild: int) -> Row:
    """A row of the example as one of another server."""
    moved = {name: value + by if value and name in _NUMBERS else value for name, value in row.items()}
    if row.get("guild_id"):
        moved["guild_id"] = guild
    if table in _NUMBERED:
        moved["id"] = row["id"] + by
    for name in _GAMES.get(table, ()):
        moved[name] = re.sub(r"\bt(\d+)\b", lambda found: f"t{int(found[1]) + by}", row[name])
    if table == "postings":
        kind, _, number = row["subject"].partition(" ")
        moved["subject"] = f"{kind} {guild if kind == 'server' else int(number) + by}"
    if table == "timers" and row["kind"] in ("review", "server-gone"):
        moved["subject"] = row["subject"] + by if row["kind"] == "review" else guild
    return moved


def server_of(table: str, row: Mapping[str, Any], guilds: Sequence[int]) -> int | None:
    """Which server a row is of."""
    if table in _OF_NOBODY:
        return None
    if "guild_id" in row:
        return row["guild_id"] or None
    if table in ("postings", "timers"):
        kind, number = row["kind"], row["subject"]
        if table == "postings":
            kind, number = row["subject"].split()
            number = int(number)
        if kind in ("server", "server-gone"):
            return number
        if kind not in ("table", "night", "league", "review") or number % STEP in (PRIVATE, 99):
            return None
        return guilds[number // STEP]
    number = next(row[name] for name in PASSED_ON if name in row)
    return None if number == PRIVATE else guilds[number // STEP]
