"""What people ask of their own data (``bot.people.ports.PrivacyStore``): how much is kept of them, and
all of it, by what ``data.personal`` says; and what is deleted of them, or of a server.

Rows are given as they are kept, by the names of their SQL tables and columns; in place of the person stands
«you», in place of anybody else «another player». What is secret is left out, and so are names and words of
others but where a row is shown to whoever was there (``Personal.shared``).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import aiosqlite

from bot.people.ports import DataCounts, DataKind, DeletionNotice, DeletionObstacle, Forgotten, Waits
from bot.tables.model import UNFINISHED
from data.connections import ChangeNotifier, DatabaseReader, Writer
from data.forgetting import (
    MY_KEY,
    Draw,
    Forgetting,
    both,
    columns_of,
    draw_pseudonym,
    guilds_of,
    is_taken,
    is_within,
    known_by,
    may_hold,
    means,
    new_pseudonym,
    only,
    own,
)
from data.leagues.standings import CalculatedSeasons
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
    """The people of one row as one of them may see them, who is known by ``keys`` there, and whether
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
            found[sort] += sum(row.is_own for row in _rows(connection, table, places))
        else:
            for source in _sources(table, places):
                sql = f"SELECT count(*) {source.sql}"
                found[sort] += connection.execute(sql, source.cells).fetchone()[0]
    return found


def export(connection: sqlite3.Connection, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """All rows of a person by SQL table, fit for JSON; tables without any are left out."""
    exported: dict[str, list[dict[str, Any]]] = {}
    places = _places(connection, user_id)
    for table in PERSONAL:
        rows = sorted(_rows(connection, table, places), key=lambda row: not row.is_own)
        if rows:
            exported[table] = [row.cells for row in rows]
    return exported


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
            case Within(_, disclosed) if disclosed:
                yield may_hold(name, key)
            case _:
                pass


@dataclass(frozen=True, slots=True)
class _Row:
    """A row as it is disclosed: one of the person's own, or one that they are shown of others."""

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
            disclosed = {
                name: _cell(holds, cell, discloser, row)
                for name, cell in row.items()
                if not _is_withheld(holds := personal.columns[name])
            }
            if discloser.found:
                yield _Row(True, disclosed)
            elif is_shared:
                yield _Row(False, {name: row[name] for name in personal.shown})


def _is_withheld(holds: Holds) -> bool:
    return isinstance(holds, Secret) or (isinstance(holds, Within) and not holds.disclosed)


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


_NOT_OVER: Final = ", ".join(repr(one.value) for one in UNFINISHED)
_LIVE: Final = "('sign-up', 'check-in', 'playing')"

# A table is called by the third number of its place in an evening, else by its id.
_TABLES: Final = """
SELECT tables.id, iif(tables.guild_id IS NULL AND tables.venue <> 'answered', NULL, tables.channel_id),
    CAST(coalesce(json_extract('[' || replace(tables.place, '.', ',') || ']', '$[2]'), tables.id) AS TEXT)
FROM tables
WHERE {condition} ORDER BY tables.id
"""
_SITS: Final = """
(tables.host_id = :me OR EXISTS
    (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.user_id = :me))
"""
_HAS_SAT: Final = f"""
(EXISTS (SELECT 1 FROM json_each(tables.gone) AS gone WHERE gone.key = {MY_KEY}) OR EXISTS
    (SELECT 1 FROM sittings WHERE sittings.table_id = tables.id AND sittings.user_id = :me))
"""
_IS_ON: Final = f"tables.state IN ({_NOT_OVER})"
_SEATED: Final = _TABLES.format(condition=f"{_IS_ON} AND {_SITS}")
# Where they had a seat before: the table knows it, and would keep it anew. A daily deal that is over is
# veiled as long as others play it, and is forgotten with all tables of its person.
_LEFT: Final = _TABLES.format(
    condition=f"({_IS_ON} AND NOT {_SITS} AND {_HAS_SAT}) OR (NOT {_IS_ON} AND tables.veiled"
    f" AND tables.guild_id IS NOT NULL AND ({_SITS} OR {_HAS_SAT}))"
)
_EVENINGS: Final = f"""
SELECT evenings.id, evenings.channel_id, leagues.name FROM evenings
JOIN leagues ON leagues.id = evenings.league_id
WHERE evenings.stage IN {_LIVE} AND (
    EXISTS (SELECT 1 FROM json_tree(evenings.plan) AS one WHERE one.atom = :me)
    OR evenings.id IN (
        SELECT people.evening_id FROM evening_people AS people WHERE people.user_id = :me AND
            (people.answer IN ('in', 'late', 'maybe') OR people.here_at IS NOT NULL OR people.substitute)
    )
) ORDER BY evenings.starts_at
"""
_REPORTS: Final = """
SELECT reports.id, NULL, leagues.name FROM reports JOIN seasons ON seasons.id = reports.season_id
JOIN leagues ON leagues.id = seasons.league_id
WHERE reports.by = :me OR EXISTS (SELECT 1 FROM json_each(reports.awaited) AS one WHERE one.value = :me)
ORDER BY reports.id
"""
_WAITING: Final = {Waits.TABLE: _SEATED, Waits.LEFT: _LEFT, Waits.NIGHT: _EVENINGS, Waits.REPORT: _REPORTS}
_FOUNDED: Final = "SELECT name FROM leagues WHERE creator = :me ORDER BY name"
_OF_PEOPLE_ALONE: Final = ("players", "unshared_players", "timers")
"""Tables by which nobody is known who is in no other: they go with the last of those."""
_GUILDS: Final = " UNION ".join(
    f"SELECT {table}.guild_id FROM {table} WHERE {table}.guild_id > 0"
    for table in ("tables", "guilds", "presets", "leagues", "series", "evenings", "tallies")
)
_ABOUT: Final = (
    ("league", "SELECT leagues.id FROM leagues WHERE leagues.guild_id = :guild"),
    ("night", "SELECT evenings.id FROM evenings WHERE evenings.guild_id = :guild"),
    ("server", "SELECT :guild AS id"),
)
"""What messages of a server can be about beside its tables."""


class StoredPrivacy:
    """A PrivacyStore in SQLite."""

    def __init__(
        self,
        writer: Writer,
        reader: DatabaseReader,
        calculated: CalculatedSeasons,
        games_changed: ChangeNotifier,
        draw: Draw = draw_pseudonym,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._calculated = calculated
        self._games_changed = games_changed
        self._draw = draw

    async def counts(self, user_id: int) -> DataCounts:
        """How much is kept of a person, by sort."""
        return DataCounts(await self._reader.at_one_moment(lambda connection: counts(connection, user_id)))

    async def export(self, user_id: int) -> Mapping[str, Any]:
        """All that is kept of a person, fit for JSON."""
        return await self._reader.at_one_moment(lambda connection: export(connection, user_id))

    async def asked(self, user_id: int) -> DeletionNotice:
        """What a person is to be warned of before."""

        async def job(connection: aiosqlite.Connection) -> DeletionNotice:
            founded = await connection.execute_fetchall(_FOUNDED, {"me": user_id})
            return DeletionNotice(
                await _is_known(connection, user_id),
                await _waiting(connection, user_id),
                tuple(row[0] for row in founded),
                await guilds_of(connection, user_id),
            )

        return await self._writer.run(job)

    async def pseudonym(self) -> int:
        """A number by which nobody's results are kept."""
        return await self._writer.run(lambda connection: new_pseudonym(connection, self._draw))

    async def forget(
        self, user_id: int, called: Mapping[int | None, str], now: float, pseudonym: int = 0
    ) -> Forgotten | tuple[DeletionObstacle, ...] | None:
        """Delete everything about a person. Under a pseudonym that was given it is done once, whether there
        is anything or not: so that all that is asked for again is done, and nothing that has come since."""

        async def job(connection: aiosqlite.Connection) -> Forgotten | tuple[DeletionObstacle, ...] | None:
            if pseudonym and await is_taken(connection, pseudonym):
                return None
            if waiting := await _waiting(connection, user_id):
                return waiting
            if not pseudonym and not await _is_known(connection, user_id):
                return None
            me = await known_by(connection, user_id)
            new = pseudonym or await new_pseudonym(connection, self._draw)
            return await Forgetting(connection, me, new, called, now).done()

        done = await self._writer.run(job)
        if isinstance(done, Forgotten):
            await self._let_go()
        return done

    async def guilds(self) -> frozenset[int]:
        """All servers that something is kept of."""
        return frozenset(row["guild_id"] for row in await self._reader.rows(_GUILDS))

    async def forget_guild(self, guild_id: int) -> frozenset[int]:
        """Delete everything of a server."""

        async def job(connection: aiosqlite.Connection) -> frozenset[int]:
            here = {"guild": guild_id}
            people = await _people(connection, guild_id)
            await connection.execute("PRAGMA defer_foreign_keys = ON")
            for kind, ids in _ABOUT:
                subjects = f"SELECT '{kind} ' || ours.id FROM ({ids}) AS ours"
                await connection.execute(
                    f"DELETE FROM postings AS this WHERE this.subject IN ({subjects})", here
                )
            deepest = sorted(PERSONAL.items(), key=lambda found: -found[1].server.count("SELECT"))
            for table, personal in deepest:
                if personal.server:
                    await connection.execute(f"DELETE FROM {table} AS this WHERE {personal.server}", here)
            known = await _people(connection, None)
            forgotten = frozenset(one for one in people - known if one > 0)
            for table, _, name, one in columns_of(Id):
                if table in _OF_PEOPLE_ALONE:
                    sql = f"DELETE FROM {table} AS this WHERE {both(f'this.{name} = ?', only(one.where))}"
                    await connection.executemany(sql, [(user_id,) for user_id in sorted(forgotten)])
            return forgotten

        forgotten = await self._writer.run(job)
        await self._let_go()
        return forgotten

    async def _let_go(self) -> None:
        """What was deleted is nowhere else either: not in memory, and not in the WAL."""
        self._calculated.forget()
        self._games_changed.ring()
        await self._writer.let_go()


async def _waiting(connection: aiosqlite.Connection, user_id: int) -> tuple[DeletionObstacle, ...]:
    found: list[DeletionObstacle] = []
    for what, sql in _WAITING.items():
        rows = await connection.execute_fetchall(sql, {"me": user_id})
        found += [DeletionObstacle(what, *row) for row in rows]
    return tuple(found)


async def _is_known(connection: aiosqlite.Connection, user_id: int) -> bool:
    """Whether anything is kept of a person."""
    asked = [
        f"SELECT 1 FROM {table} AS this WHERE {own(here, name, one)}"
        for table, here, name, one in columns_of(Id)
    ]
    asked += [
        f"SELECT 1 FROM {table} AS this WHERE {means(name, one, MY_KEY)}"
        for table, _, name, one in columns_of(Key)
    ]
    for sql in asked:
        if list(await connection.execute_fetchall(f"{sql} LIMIT 1", {"me": user_id})):
            return True
    for table, _, name, one in columns_of(Within):
        sql = f"SELECT this.{name} FROM {table} AS this WHERE {may_hold(name, MY_KEY)}"
        rows = await connection.execute_fetchall(sql, {"me": user_id})
        if any(is_within(one.walk, str(user_id), row[0]) for row in rows):
            return True
    return False


async def _people(connection: aiosqlite.Connection, guild_id: int | None) -> frozenset[int]:
    """Everybody of whom there is a row, but for what is kept of people alone: of a server, or of any."""
    found: set[int] = set()
    for table, personal, name, one in columns_of(Id):
        if table not in _OF_PEOPLE_ALONE and not personal.within:
            found |= await _whose(connection, table, personal, name, only(one.where), guild_id)
    for table, personal, name, one in columns_of(Key):
        if not one.last:
            meant = both(only(one.where), f"this.{name} GLOB '[1-9]*'", f"this.{name} NOT GLOB '*[^0-9]*'")
            found |= await _whose(connection, table, personal, name, meant, guild_id)
    return frozenset(found)


async def _whose(
    connection: aiosqlite.Connection,
    table: str,
    personal: Personal,
    name: str,
    condition: str,
    guild_id: int | None,
) -> set[int]:
    if guild_id is not None and not personal.server:
        return set()
    wanted = both(condition, "" if guild_id is None else personal.server, f"this.{name} IS NOT NULL")
    rows = await connection.execute_fetchall(
        f"SELECT DISTINCT CAST(this.{name} AS INTEGER) FROM {table} AS this WHERE {wanted}",
        {"guild": guild_id},
    )
    return {row[0] for row in rows}
