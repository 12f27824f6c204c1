"""What is kept of a person, for that person: how much, and all of it, by what ``data.personal`` says.

Rows are told as they are kept, by the names of their SQL tables and columns; in place of the person stands
«you», in place of anybody else «another player», and what is secret is left out.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.people.privacy import Kept
from data.forgetting import both, columns_of, only, own
from data.personal import PERSONAL, Free, Holds, Id, Key, Personal, Secret, Within

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


@dataclass(frozen=True, slots=True)
class _Discloser:
    """People as one of them may be told of them."""

    keys: frozenset[str]

    def person(self, known: Any) -> Any:  # noqa: ANN401 - a number or a text
        return YOU if str(known) in self.keys else ANOTHER

    def name(self, known: Any, name: str) -> str:  # noqa: ANN401 - as above
        return name


def counts(connection: sqlite3.Connection, user_id: int) -> dict[Kept, int]:
    """How many rows there are of a person, by sort."""
    found = dict.fromkeys(Kept, 0)
    for table, sort in SORTS.items():
        condition = _about(table, PERSONAL[table])
        found[sort] += connection.execute(
            f"SELECT count(*) FROM {table} WHERE {condition}", {"me": user_id}
        ).fetchone()[0]
    return found


def export(connection: sqlite3.Connection, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """All rows of a person by SQL table, fit for JSON; tables without any are left out."""
    connection.row_factory = sqlite3.Row
    me = {"me": user_id}
    keys = connection.execute("SELECT id FROM league_members WHERE user_id = :me", me)
    discloser = _Discloser(frozenset({str(user_id), *(row[0] for row in keys)}))
    told = {table: _rows(connection, table, personal, discloser, me) for table, personal in PERSONAL.items()}
    return {table: rows for table, rows in told.items() if rows}


def _rows(
    connection: sqlite3.Connection,
    table: str,
    personal: Personal,
    discloser: _Discloser,
    me: Mapping[str, int],
) -> list[dict[str, Any]]:
    condition = _about(table, personal)
    own_rows = connection.execute(f"SELECT * FROM {table} WHERE {condition}", me) if condition else ()
    found = [_told(dict(row), personal, discloser) for row in own_rows]
    if personal.shared:
        others = both(personal.shared, f"NOT coalesce({condition}, FALSE)")
        rows = connection.execute(f"SELECT {', '.join(personal.shown)} FROM {table} WHERE {others}", me)
        found += [dict(row) for row in rows]
    return found


def _about(table: str, personal: Personal) -> str:
    """The condition for a row to be about the person ``:me``; empty where none can be."""
    return " OR ".join(f"({one})" for one in _each(table, personal))


def _each(table: str, personal: Personal) -> Iterator[str]:
    yield from (own(here, name, one) for at, here, name, one in columns_of(Id) if at == table)
    keys = "CAST(:me AS TEXT)"
    for name, one in personal.columns.items():
        if isinstance(one, Key):
            meant = f"{name} LIKE '% ' || :me" if one.last else f"{name} = {keys}"
            yield both(meant, only(one.where))
        elif isinstance(one, Within):
            yield f"instr({name}, {keys})"
    if any(isinstance(one, Key | Within) for one in personal.columns.values()) and personal.league:
        yield from _of_own_keys(personal)


def _of_own_keys(personal: Personal) -> Iterator[str]:
    """The same where a league calls them otherwise than by their id."""
    league = personal.league.replace(":league", "mine.league_id")
    for name, one in personal.columns.items():
        if isinstance(one, Key) and not one.last:
            yield (
                f"EXISTS (SELECT 1 FROM league_members AS mine WHERE mine.user_id = :me AND mine.id = {name}"
                f" AND ({league}))"
            )


def _told(row: dict[str, Any], personal: Personal, discloser: _Discloser) -> dict[str, Any]:
    return {
        name: _cell(personal.columns[name], cell, discloser, row)
        for name, cell in row.items()
        if not isinstance(personal.columns[name], Secret)
    }


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
        case Within(walk):
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
