"""Columns, SQL and mappers follow from a declaration, and declarations agree with the migrated schema."""

from __future__ import annotations

import importlib
import pkgutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

import data
from data.migrate import known_migrations, prepare
from data.relation import ColumnType, Relation, many_of, one_of


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class Thing:
    """One field of each kind."""

    number: int
    share: float
    name: str
    blob: bytes
    is_big: bool
    colour: Colour
    places: tuple[int, ...]
    words: Mapping[str, str]
    counts: Mapping[int, int]
    suit: int
    suits: tuple[int, ...]
    maybe: int | None = None
    maybe_colour: Colour | None = None
    maybe_suit: int | None = None
    parts: tuple[str, ...] = ()


SUIT, SUITS = one_of("CDHS"), many_of("CDHS")
KINDS = {"suit": SUIT, "suits": SUITS, "maybe_suit": SUIT}
THINGS = Relation(
    "things",
    Thing,
    key=("owner", "number"),
    beside={"owner": int},
    elsewhere=("parts",),
    kinds=KINDS,
)
DDL = """
CREATE TABLE things (owner INTEGER NOT NULL, number INTEGER NOT NULL, share REAL NOT NULL, name TEXT NOT NULL,
    blob BLOB NOT NULL, is_big INTEGER NOT NULL, colour TEXT NOT NULL, places TEXT NOT NULL,
    words TEXT NOT NULL, counts TEXT NOT NULL, suit TEXT NOT NULL, suits TEXT NOT NULL, maybe INTEGER,
    maybe_colour TEXT, maybe_suit TEXT, PRIMARY KEY (owner, number)) STRICT, WITHOUT ROWID
"""
THING = Thing(1, 0.5, "«é»", b"\0\1", True, Colour.RED, (3, 1), {"a": "ü"}, {7: 8}, 2, (3, 0))
FULL = Thing(1, 2.0, "", b"", False, Colour.BLACK, (), {}, {}, 0, (), 0, Colour.RED, 3, ("kept elsewhere",))


@pytest.fixture
def things() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(DDL)
        yield connection


def stored(things: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return things.execute(f"{THINGS.select} ORDER BY number").fetchall()


@pytest.mark.parametrize("thing", [THING, FULL])
def test_every_kind_of_field_comes_back(things: sqlite3.Connection, thing: Thing) -> None:
    things.execute(THINGS.insert, THINGS.row(thing, 9))
    (row,) = stored(things)
    assert THINGS.value(row, parts=thing.parts) == thing
    assert row[0] == 9


def test_what_is_kept_is_readable(things: sqlite3.Connection) -> None:
    things.execute(THINGS.insert, THINGS.row(THING, 9))
    cells = (9, 1, 0.5, "«é»", b"\0\1", 1, "red", "[3, 1]", '{"a": "ü"}', '{"7": 8}', "H")
    assert stored(things) == [(*cells, '["S", "C"]', None, None, None)]


def test_an_upsert_replaces_the_row_of_its_key_and_touches_none_that_stays(
    things: sqlite3.Connection,
) -> None:
    things.execute(THINGS.upsert, THINGS.row(THING, 9))
    things.execute(THINGS.upsert, THINGS.row(FULL, 9))
    assert [THINGS.value(row, parts=FULL.parts) for row in stored(things)] == [FULL]
    before = things.total_changes
    things.execute(THINGS.upsert, THINGS.row(FULL, 9))
    assert things.total_changes == before


def test_an_upsert_of_some_columns_leaves_the_others(things: sqlite3.Connection) -> None:
    some = Relation(
        "things", Thing, key=("owner", "number"), beside={"owner": int}, elsewhere=("parts",),
        kinds=KINDS, changing=("name",),
    )  # fmt: skip
    things.execute(some.upsert, some.row(THING, 9))
    things.execute(some.upsert, some.row(FULL, 9))
    (row,) = stored(things)
    found = THINGS.value(row)
    assert (found.name, found.share) == (FULL.name, THING.share)


def test_an_update_finds_its_row_by_the_key(things: sqlite3.Connection) -> None:
    for owner in (8, 9):
        things.execute(THINGS.insert, THINGS.row(THING, owner))
    assert things.execute(THINGS.update, THINGS.keyed_last(THINGS.row(FULL, 9))).rowcount == 1
    first, second = stored(things)
    assert (THINGS.value(first), first[0]) == (THING, 8)
    assert (THINGS.value(second, parts=FULL.parts), second[0]) == (FULL, 9)


def test_a_key_that_is_the_next_number_of_a_cell() -> None:
    @dataclass(frozen=True, slots=True)
    class Item:
        id: int
        name: str

    items = Relation("items", Item, key=("id",))
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE items (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT) STRICT")
        connection.execute("CREATE TABLE cell (number INTEGER, count INTEGER) STRICT")
        connection.execute("INSERT INTO cell VALUES (2, 4)")
        for name in "ab":
            connection.execute(items.insert_unkeyed, items.unkeyed(items.row(Item(0, name))))
        assert [items.value(row) for row in connection.execute(items.select)] == [Item(2, "a"), Item(6, "b")]


def test_a_relation_may_be_one_field_or_nothing_but_a_key() -> None:
    @dataclass(frozen=True, slots=True)
    class One:
        name: str

    ones = Relation("ones", One, key=("name",))
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE ones (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")
        for _ in range(2):
            connection.execute(ones.upsert, ones.row(One("a")))
        assert [ones.value(row) for row in connection.execute(ones.select)] == [One("a")]


def test_what_a_type_does_not_tell_has_to_be_said() -> None:
    @dataclass(frozen=True, slots=True)
    class Odd:
        id: int
        parts: list[complex]

    with pytest.raises(TypeError, match="complex"):
        Relation("odd", Odd, key=("id",))
    with pytest.raises(ValueError, match="size"):
        Relation("odd", Odd, key=("id",), kinds={"parts": ColumnType("TEXT"), "size": ColumnType("TEXT")})
    with pytest.raises(ValueError, match="size"):
        Relation("odd", Odd, key=("size",), elsewhere=("parts",))


# The program's own


def declared() -> dict[str, Relation[Any]]:
    """Every relation of the program by its SQL table."""
    found: list[Relation[Any]] = []
    for module in pkgutil.walk_packages(data.__path__, "data."):
        values = vars(importlib.import_module(module.name)).values()
        found += [value for value in values if isinstance(value, Relation) and value not in found]
    assert len({one.table for one in found}) == len(found), "declared once"
    return {one.table: one for one in found}


def test_declarations_agree_with_the_migrated_schema(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    prepare(path, tmp_path, known_migrations())
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        schema = {
            table: {
                (name, sql, not (required or key), key)
                for _, name, sql, required, _, key in connection.execute(f"PRAGMA table_info({table})")
            }
            for (table,) in tables
            if table not in ("migrations", "cell")  # which no values stand for
        }
    said = {
        table: {
            (
                column.name,
                column.kind.sql,
                column.nullable,
                relation.key.index(column.name) + 1 if column.name in relation.key else 0,
            )
            for column in relation.columns
        }
        for table, relation in declared().items()
    }
    assert said == schema
