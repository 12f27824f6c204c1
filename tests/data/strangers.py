"""A database of two servers with two leagues each: somebody of each league is in every SQL table that holds
people.

What bears on standings is made by the store; the other rows are put together from what ``data.personal`` says
of their columns, so a new table that holds people is filled too, or fails.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, cast

from bot.leagues.model import Candidate, ClubMember, Report, SeasonFacts
from bot.leagues.model import MembershipWait as Why
from bot.leagues.season.model import (
    Adjust,
    Bye,
    Correction,
    Excuse,
    Guest,
    Holder,
    LeagueSeat,
    Night,
    SeasonGame,
    SeatChange,
    SeatKind,
)
from bot.leagues.season.settings import SeasonSettings
from data import personal as walks
from data.personal import (
    PERSONAL,
    Channel,
    Free,
    Id,
    Key,
    NameColumn,
    Personal,
    Secret,
    Within,
    WritingColumn,
)
from data.store import Store
from tests.data.seasons import FIRST, LEAGUE, facts
from tests.kept import enter

SERVERS: Final = (100, 200)
KEPT_SEATS: Final = 2
"""The game in which nobody gives up their seat."""
HELD: Final = (Id, Key, NameColumn, Within, WritingColumn, Channel)
"""What tells of people."""

BROUGHT: Final = ('k_1"%', 'kx1"%', 'K_1"%')
"""Keys of people who were brought along, the same in every league. Whatever takes a key for a pattern, or
capitals for small letters, takes one of them for another."""


@dataclass(frozen=True)
class Somebody:
    """A person, under another name and maybe another key in each of their leagues (by its place in
    ``World.seasons``)."""

    user_id: int
    name: str
    keys: Mapping[int, str] = field(default_factory=dict[int, str])

    @property
    def key(self) -> str:
        """Theirs where they came in here."""
        return str(self.user_id)

    @property
    def words(self) -> str:
        """What they have written, with their own name."""
        return f"written:{self.user_id % 10_000} says {self.name}"

    @property
    def direct(self) -> int:
        """The channel of their direct messages."""
        return self.user_id + 5 * 10**17


@dataclass(frozen=True)
class World:
    """``people`` by league, the last of whom is in the first league of the other server too."""

    people: Sequence[Sequence[Somebody]]
    seasons: Sequence[SeasonFacts]

    @property
    def everybody(self) -> list[Somebody]:
        """All, each once."""
        return list({one.user_id: one for league in self.people for one in league}.values())

    def league_of(self, row: Mapping[str, Any]) -> int | None:
        """Which league a row is of, by its place."""
        for at, season in enumerate(self.seasons):
            if row.get("season_id") == season.id or row.get("league_id") == season.league_id:
                return at
        table = row.get("table_id")
        return None if table is None else (table // 1000) - 1

    def named_in(self, row: Mapping[str, Any], who: Somebody) -> bool:
        """Whether a row is about somebody: their id or their key in its league is one of its values, or the
        last word of one."""
        league = self.league_of(row)
        known = {who.key} if league is None else {who.key, who.keys.get(league, who.key)}
        return any(
            str(one) in known or (isinstance(one, str) and one.rpartition(" ")[2] in known)
            for cell in row.values()
            for one in leaves(cell)
        )


def leaves(cell: Any) -> Iterator[Any]:
    """A cell, or all that is in it where it is JSON."""
    if isinstance(cell, str) and cell[:1] in ("[", "{"):
        try:
            yield from _within(json.loads(cell))
        except ValueError:
            yield cell
    else:
        yield cell


def _within(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, one in cast(dict[str, Any], value).items():
            yield key
            yield from _within(one)
    elif isinstance(value, list):
        for one in cast(list[Any], value):
            yield from _within(one)
    else:
        yield value


def holds_people(personal: Personal) -> bool:
    """Whether any of a table's columns tells of people."""
    return any(isinstance(one, HELD) for one in personal.columns.values())


def everything(path: Path) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return {
            table: [dict(row) for row in connection.execute(f"SELECT * FROM {table}")] for table in PERSONAL
        }


def _people() -> list[list[Somebody]]:
    """Five to a league, of whom three were brought along, and one who is in two. Each id is the beginning of
    the next one's."""
    made: list[list[Somebody]] = []
    for league in range(4):
        first = 123_456_789_012_345_60 + 1_000_000 * league
        ids = (first, first * 10 + 1, first + 2, first + 3, first + 4)
        keys = (None, None, *BROUGHT)
        made.append(
            [
                Somebody(
                    user_id, f"Name{league}{'abcde'[at]}", {league: str(user_id) if key is None else key}
                )
                for at, (user_id, key) in enumerate(zip(ids, keys, strict=True))
            ]
        )
    both = Somebody(998_877_665_544_332_211, "Namezboth", {0: "998877665544332211", 2: 'q\\"z'})
    made[0].append(both)
    made[2].append(both)
    return made


async def make(path: Path) -> World:
    """Make it there."""
    people = _people()
    store = await Store.open(path)
    try:
        seasons = [await _league(store, at, people[at]) for at in range(4)]
    finally:
        await store.close()
    world = World(people, seasons)
    with closing(sqlite3.connect(path)) as connection:
        _fill(connection, world)
        connection.commit()
    return world


async def _league(store: Store, at: int, people: Sequence[Somebody]) -> SeasonFacts:
    """A league with a season of two games, and something of each sort that bears on standings."""

    def member(one: Somebody) -> ClubMember:
        return ClubMember(0, one.keys[at], one.name, one.user_id, 1000.0, FIRST)

    creator = people[0]
    new = replace(LEAGUE, guild_id=SERVERS[at // 2], name=f"League {at}", creator=creator.user_id)
    league = await store.leagues.create(new, facts(SeasonSettings()), member(creator))
    for one in people[1:]:
        await enter(store.leagues, replace(member(one), league_id=league.id))
    (season,) = await store.seasons.seasons(league.id)
    await store.seasons.add_night(season.id, Night("n1", FIRST))
    for number, seated in enumerate(
        (people[:4], (*people[3:5], *people[:2]), (*people[4:], *people[:3])[:4])
    ):
        await store.seasons.confirm(
            (await store.seasons.report(_report(at, season, number, people[0], seated))).id, None
        )
    for number, one in enumerate(people):
        await store.seasons.add_bye(season.id, Bye("n1", number + 1, one.keys[at]))
        await store.leagues.keep_candidate(Candidate(league.id, one.user_id, one.name, Why.ASKED, 1.0))
    *_, first = (await store.seasons.results(season.id, 0, 9))[0]
    changes = (
        Excuse("n1", people[2].keys[at]),
        Excuse("n1", people[3].keys[at]),
        Adjust(people[4].keys[at], Fraction(2)),
        SeatChange(first.game.id, 0, Holder(SeatKind.MEMBER, people[4].keys[at])),
    )
    for number, change in enumerate(changes):
        by = people[number % 2]
        await store.seasons.correct(season.id, Correction("", 2000, by.key, by.words, change))
    waiting = _report(at, season, 7, people[0], people[:4], awaited=(people[1].user_id,))
    await store.seasons.report(waiting)
    return season


def _report(
    at: int,
    season: SeasonFacts,
    number: int,
    by: Somebody,
    seated: Sequence[Somebody],
    *,
    awaited: tuple[int, ...] = (),
) -> Report:
    """A game of four, with points that nobody else makes; mostly a guest has taken the last seat."""
    ended = 1_790_000_000 + 10_000 * number
    guest = Guest(f"guest{at}{number}", f"Nameguest{at}{number}")
    seats = [
        LeagueSeat(Holder(SeatKind.MEMBER, one.keys[at]), 1 << 4 * number + seat)
        for seat, one in enumerate(seated)
    ]
    if number != KEPT_SEATS:
        seats[3] = LeagueSeat(Holder(SeatKind.GUEST, guest.id), 0, (seated[3].keys[at],))
    game = SeasonGame.of(f"p{number}", "n1", ended - 100, ended, None, seats)
    return Report(0, season.id, by.user_id, by.words, game, awaited, 1.0, (guest,))


MADE_BY_THE_STORE: Final = frozenset(
    (
        *("leagues", "league_members", "candidates", "season_members", "nights", "byes", "league_games"),
        *("corrections", "reports"),
    )
)
"""What bears on standings."""

OF_NO_LEAGUE: Final = ("players", "unshared_players", "dailies")
"""Of which whoever is in two leagues has one row."""

WITHIN: Final[Mapping[walks.Walk, Any]] = {
    walks.by_person: lambda one, other: {str(one.user_id): 1, str(other.user_id): 2},
    walks.in_settings: lambda one, other: {
        "apart": [[one.user_id, other.user_id]],
        "invited": [other.user_id, one.user_id],
    },
    walks.rounds: lambda one, other: [
        {"tables": [[one.user_id, None, other.user_id]], "byes": [one.user_id]}
    ],
}
"""JSON with two people, by the walk that finds them."""


def _fill(connection: sqlite3.Connection, world: World) -> None:
    """A row of each person in every other table that holds people, with somebody else of their league in the
    second seat of their table; and who is excused, as a file that is brought along may say."""
    for league, season in enumerate(world.seasons):
        excused = json.dumps([one.keys[league] for one in world.people[league]])
        connection.execute("UPDATE nights SET excused = ? WHERE season_id = ?", (excused, season.id))
    for league, people in enumerate(world.people):
        for at, one in enumerate(people):
            other = people[(at + 1) % len(people)]
            for table, personal in PERSONAL.items():
                if table in MADE_BY_THE_STORE or not holds_people(personal):
                    continue
                place = _Place(world, league, at, 0)
                _insert(connection, table, _row(connection, table, personal, place, one, other))
                if table in ("seats", "sittings", "results"):
                    second = replace(place, seat=1)
                    _insert(connection, table, _row(connection, table, personal, second, other, one))


@dataclass(frozen=True)
class _Place:
    world: World
    league: int
    at: int
    seat: int

    @property
    def number(self) -> int:
        """A number that is of this league and person alone."""
        return 1000 * (self.league + 1) + self.at

    @property
    def cells(self) -> dict[str, Any]:
        """What columns are that hold nothing of people, where it matters."""
        season = self.world.seasons[self.league]
        return {
            **dict.fromkeys(("id", "table_id", "evening_id", "series_id", "nonce", "number"), self.number),
            "league_id": season.league_id,
            "season_id": season.id,
            "guild_id": SERVERS[self.league // 2],
            "seat": self.seat,
            "day": f"2026-10-{1 + self.league:02}",
            "date": f"2026-11-{1 + self.at:02}",
            "state": "finished",
            "stage": "over",
            "seal": "a" * 64,
            "kind": "won",
            "mu": 25.0,
            "sigma": 8.0,
            "subject": f"table {self.number}",
        }


def _row(
    connection: sqlite3.Connection,
    table: str,
    personal: Personal,
    place: _Place,
    one: Somebody,
    other: Somebody,
) -> dict[str, Any]:
    """A row about somebody."""
    columns = connection.execute(f"SELECT name, type FROM pragma_table_info('{table}')").fetchall()
    nothing: Mapping[str, Any] = {"INTEGER": 0, "REAL": 0.0, "TEXT": "", "BLOB": bytes(32)}
    ((sql,),) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,))
    empty = {"array": "[]", "object": "{}"}
    empty = {name: empty[kind] for name, kind in re.findall(r"json_type\((\w+)\) = '(\w+)'", sql)}
    row = {name: {**empty, **place.cells}.get(name, nothing[kind]) for name, kind in columns}
    if table == "tables":
        row |= dict.fromkeys(("rematch_of", "place", "interaction_id"))
    if table == "timers":
        row["about"] = place.number
    for name, holds in personal.columns.items():
        match holds:
            case Id(where, as_text):
                # In ``tallies`` the person it is about is another than whose row it is.
                who = other if where is not None and "user_id" in personal.columns else one
                row[name] = who.key if as_text else who.user_id
            case Key():
                row[name] = one.keys[place.league]
            case NameColumn():
                row[name] = one.name
            case WritingColumn():
                row[name] = one.words
            case Channel(instead):
                row[name] = one.direct if instead is None else 7
            case Within(walk, _):
                row[name] = json.dumps(WITHIN[walk](one, other), separators=(",", ":"))
            case Secret() | Free():
                pass
        if isinstance(holds, Id | Key) and holds.where is not None:
            row[holds.where.column] = holds.where.texts[0]
    return row


def _insert(connection: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
    names = ", ".join(row)
    marks = ", ".join(f":{name}" for name in row)
    ignore = "OR IGNORE" if table in OF_NO_LEAGUE else ""
    connection.execute(f"INSERT {ignore} INTO {table} ({names}) VALUES ({marks})", row)
