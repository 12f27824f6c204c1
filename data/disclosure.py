"""What is kept of a person, for that person: how much, and all of it, by what ``data.personal`` says.

Rows are told as they are kept, by the names of their SQL tables and columns; in place of the person stands
«you», in place of anybody else «another player». What is secret is left out, and so are names and words of
others but where a row is shown to whoever was there (``Personal.shared``).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.people.privacy import DataKind
from data.forgetting import MY_KEY, both, may_hold, means, own
from data.personal import PERSONAL, Free, Holds, Id, Key, NameColumn, Personal, Secret, Within, WritingColumn
from data.relation import Cell

YOU: Final = "you"
ANOTHER: Final = "another player"

SORTS: Final[Mapping[str, DataKind]] = {
    "players": DataKind.SELF,
    "sittings": DataKind.GAMES,
    "log": DataKind.MOVES,
    "wishes": DataKind.WISHES,
    "postings": DataKind.MESSAGES,
    "tallies": DataKind.STATISTICS,
    "games_of": DataKind.STATISTICS,
    "streaks": DataKind.STATISTICS,
    "dealt": DataKind.STATISTICS,
    "server_ratings": DataKind.STATISTICS,
    "rating_changes": DataKind.STATISTICS,
    "reviews": DataKind.STATISTICS,
    "league_members": DataKind.LEAGUES,
    "candidates": DataKind.LEAGUES,
    "league_games": DataKind.RESULTS,
    "corrections": DataKind.CORRECTIONS,
    "reports": DataKind.CORRECTIONS,
    "evening_people": DataKind.NIGHTS,
    "dailies": DataKind.DAILIES,
}
"""What is counted of how much is kept."""


@dataclass(slots=True)
class _Discloser:
    """The people of one row as one of them may be told of them, who is known by ``keys`` there, and whether
    they were ``found`` in it."""

    keys: frozenset[str]
    found: bool = False

    def is_me(self, known: Any) -> bool:  # noqa: ANN401 - a number or a text
        return str(known) in self.keys

    def person(self, known: Any) -> Any:  # noqa: ANN401 - as above
        if not self.is_me(known):
            return ANOTHER
        self.found = True
        return YOU

    def name(self, known: Any, name: str) -> str:  # noqa: ANN401 - as above
        return name


def counts(connection: sqlite3.Connection, user_id: int) -> dict[DataKind, int]:
    """How many rows there are of a person, by sort."""
    found = dict.fromkeys(DataKind, 0)
    places = _places(connection, user_id)
    for table, sort in SORTS.items():
        personal = PERSONAL[table]
        if any(isinstance(one, Within) for one in personal.columns.values()):
            found[sort] += sum(told.is_own for told in _rows(connection, table, places))
        else:
            for source in _sources(table, places):
                sql = f"SELECT count(*) {source.sql}"
                found[sort] += connection.execute(sql, source.cells).fetchone()[0]
    return found


def export(connection: sqlite3.Connection, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """All rows of a person by SQL table, fit for JSON; tables without any are left out."""
    told: dict[str, list[dict[str, Any]]] = {}
    places = _places(connection, user_id)
    for table in PERSONAL:
        rows = sorted(_rows(connection, table, places), key=lambda row: not row.is_own)
        if rows:
            told[table] = [row.cells for row in rows]
    return told


@dataclass(frozen=True, slots=True)
class _Places:
    """A person, and what they are called by leagues that call them otherwise than by their id."""

    user_id: int
    keys: Mapping[int, str]


def _places(connection: sqlite3.Connection, user_id: int) -> _Places:
    sql = (
        "SELECT this.league_id, this.id FROM league_members AS this"
        f" WHERE this.user_id = :me AND this.id <> {MY_KEY}"
    )
    return _Places(user_id, dict(connection.execute(sql, {"me": user_id}).fetchall()))


@dataclass(frozen=True, slots=True)
class _Source:
    """Rows that may be about a person, as the end of a SELECT with its ``cells``, and what the person is
    called in them."""

    sql: str
    cells: Mapping[str, Cell]
    called: frozenset[str]


def _sources(table: str, places: _Places, *, shared: bool = False) -> Iterator[_Source]:
    """Those of each league that calls them otherwise, and all others; with the ``shared`` ones where asked
    for. None twice."""
    personal = PERSONAL[table]
    more = [personal.shared] if shared and personal.shared else []
    me, own_key = {"me": places.user_id}, str(places.user_id)
    elsewhere: list[str] = []
    cells: dict[str, Cell] = {**me}
    for number, (league, key) in enumerate(places.keys.items() if personal.league else ()):
        any_of = _any((*_each(personal, MY_KEY), *_each(personal, ":key"), *more))
        sql = f"FROM {table} AS this WHERE {both(personal.league, any_of)}"
        yield _Source(sql, {**me, "key": key, "league": league}, frozenset((own_key, key)))
        elsewhere.append(f"NOT ({personal.league.replace(':league', f':league{number}')})")
        cells[f"league{number}"] = league
    if any_of := _any((*_each(personal, MY_KEY), *more)):
        sql = f"FROM {table} AS this WHERE {both(any_of, *elsewhere)}"
        yield _Source(sql, cells, frozenset((own_key,)))


def _any(conditions: Iterable[str]) -> str:
    return " OR ".join(f"({one})" for one in conditions)


def _each(personal: Personal, key: str) -> Iterator[str]:
    """The conditions of which one is enough for a row to be about the person ``:me``, whose key is ``key`` as
    SQL."""
    for name, one in personal.columns.items():
        match one:
            case Id():
                yield own(personal, name, one)
            case Key():
                yield means(name, one, key)
            case Within(_, told) if told:
                yield may_hold(name, key)
            case _:
                pass


@dataclass(frozen=True, slots=True)
class _Row:
    """A row as it is told: one of the person's own, or one that they are shown of others."""

    is_own: bool
    cells: dict[str, Any]


def _rows(connection: sqlite3.Connection, table: str, places: _Places) -> Iterator[_Row]:
    """The rows of a person, and those that they are shown."""
    personal = PERSONAL[table]
    for source in _sources(table, places, shared=True):
        found = connection.execute(f"SELECT {personal.shared or 'FALSE'}, this.* {source.sql}", source.cells)
        names = [one[0] for one in found.description[1:]]
        for is_shared, *cells in found:
            discloser = _Discloser(source.called)
            row = dict(zip(names, cells, strict=True))
            told = _told(row, personal, discloser)
            if discloser.found:
                yield _Row(True, told)
            elif is_shared:
                yield _Row(False, {name: row[name] for name in personal.shown})


def _told(row: dict[str, Any], personal: Personal, discloser: _Discloser) -> dict[str, Any]:
    return {
        name: _cell(personal.columns[name], cell, discloser, row)
        for name, cell in row.items()
        if not _is_withheld(personal.columns[name])
    }


def _is_withheld(holds: Holds) -> bool:
    return isinstance(holds, Secret) or (isinstance(holds, Within) and not holds.told)


def _cell(holds: Holds, cell: Any, discloser: _Discloser, row: Mapping[str, Any]) -> Any:  # noqa: ANN401 - SQLite's
    if cell is None or isinstance(cell, bytes):
        return None
    match holds:
        case Id(where) | Key(where) if where is not None and not where.is_met(row):
            return cell
        case Key(_, True):
            words, _, last = str(cell).rpartition(" ")
            return f"{words} {discloser.person(last)}"
        case Id() | Key():
            return discloser.person(cell)
        case NameColumn(of) | WritingColumn(of):
            return cell if discloser.is_me(row[of]) else None
        case Within(walk, _):
            return walk(json.loads(cell), discloser)
        case Free() if isinstance(cell, str):
            return _read(cell)
        case _:
            return cell


def _read(text: str) -> Any:  # noqa: ANN401 - what JSON can hold
    """What is kept as JSON as the value it is, any other text as it stands."""
    try:
        return json.loads(text) if text[:1] in ("[", "{") else text
    except ValueError:
        return text
