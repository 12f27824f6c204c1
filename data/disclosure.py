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

from bot.people.privacy import Kept
from data.forgetting import MY_KEY, both, may_hold, means, own
from data.personal import PERSONAL, Free, Holds, Id, Key, Name, Personal, Secret, Within, Words

YOU: Final = "you"
ANOTHER: Final = "another player"

SORTS: Final[Mapping[str, Kept]] = {
    "players": Kept.SELF,
    "sittings": Kept.GAMES,
    "log": Kept.MOVES,
    "wishes": Kept.WISHES,
    "postings": Kept.MESSAGES,
    "tallies": Kept.STATISTICS,
    "games_of": Kept.STATISTICS,
    "streaks": Kept.STATISTICS,
    "dealt": Kept.STATISTICS,
    "server_ratings": Kept.STATISTICS,
    "rating_changes": Kept.STATISTICS,
    "reviews": Kept.STATISTICS,
    "league_members": Kept.LEAGUES,
    "candidates": Kept.LEAGUES,
    "league_games": Kept.RESULTS,
    "corrections": Kept.CORRECTIONS,
    "reports": Kept.CORRECTIONS,
    "evening_people": Kept.NIGHTS,
    "dailies": Kept.DAILIES,
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


def counts(connection: sqlite3.Connection, user_id: int) -> dict[Kept, int]:
    """How many rows there are of a person, by sort."""
    found = dict.fromkeys(Kept, 0)
    me = {"me": user_id}
    for table, sort in SORTS.items():
        personal = PERSONAL[table]
        if any(isinstance(one, Within) for one in personal.columns.values()):
            found[sort] += sum(told.is_own for told in _rows(connection, table, personal, me))
        else:
            source = _from(table, personal, _each(personal))
            found[sort] += connection.execute(f"SELECT count(*) {source}", me).fetchone()[0]
    return found


def export(connection: sqlite3.Connection, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """All rows of a person by SQL table, fit for JSON; tables without any are left out."""
    told: dict[str, list[dict[str, Any]]] = {}
    for table, personal in PERSONAL.items():
        rows = sorted(_rows(connection, table, personal, {"me": user_id}), key=lambda row: not row.is_own)
        if rows:
            told[table] = [row.cells for row in rows]
    return told


@dataclass(frozen=True, slots=True)
class _Row:
    """A row as it is told: one of the person's own, or one that they are shown of others."""

    is_own: bool
    cells: dict[str, Any]


def _rows(
    connection: sqlite3.Connection, table: str, personal: Personal, me: Mapping[str, int]
) -> Iterator[_Row]:
    """The rows of a person, and those that they are shown."""
    conditions = [*_each(personal), *filter(None, [personal.shared])]
    if not conditions:
        return
    source = _from(table, personal, conditions)
    key = "mine.id" if personal.league else "NULL"
    found = connection.execute(f"SELECT {personal.shared or 'FALSE'}, {key}, this.* {source}", me)
    names = [one[0] for one in found.description[2:]]
    for is_shared, own_key, *cells in found:
        discloser = _Discloser(frozenset({str(me["me"]), *([] if own_key is None else [own_key])}))
        row = dict(zip(names, cells, strict=True))
        told = _told(row, personal, discloser)
        if discloser.found:
            yield _Row(True, told)
        elif is_shared:
            yield _Row(False, {name: row[name] for name in personal.shown})


def _from(table: str, personal: Personal, conditions: Iterable[str]) -> str:
    """All rows that meet one of some conditions, as the end of a SELECT. What a league calls the person
    ``:me`` otherwise than by their id is ``mine.id`` there."""
    join = ""
    if personal.league:
        league = personal.league.replace(":league", "mine.league_id")
        join = f"LEFT JOIN league_members AS mine ON {both('mine.user_id = :me', league)} "
    return f"FROM {table} AS this {join}WHERE {' OR '.join(f'({one})' for one in conditions)}"


def _each(personal: Personal) -> Iterator[str]:
    """The conditions by which a row may be about the person ``:me``: one of them is enough."""
    keys = (MY_KEY, "mine.id") if personal.league else (MY_KEY,)
    for name, one in personal.columns.items():
        match one:
            case Id():
                yield own(personal, name, one)
            case Key():
                yield from (means(name, one, key) for key in keys)
            case Within(_, told) if told:
                yield from (may_hold(name, key) for key in keys)
            case _:
                pass


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
        case Name(of) | Words(of):
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
