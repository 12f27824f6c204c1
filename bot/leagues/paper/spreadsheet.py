"""A spreadsheet's season: its games by night, or what its players have in all (docs/results-on-paper.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from bot.leagues.paper.table import ColumnReading, CsvTable, Form, Role, TableRow
from bot.leagues.paper.typed import LARGEST, Fault, Faulty, Known, Roster, dates_of, fault, key_of, whole_of
from bot.leagues.season.model import (
    MEMBER,
    Adjust,
    Correction,
    Holder,
    Insert,
    LeagueSeat,
    Member,
    Night,
    Season,
    SeasonGame,
)
from bot.leagues.season.settings import TABLES, SeasonSettings
from bot.tables.model import clean_name
from bot.timers import zone_or_utc

MOST_GAMES: Final = 20_000
MOST_PEOPLE: Final = 5_000
MOST_NIGHTS: Final = 5_000
MOST_CORRECTIONS: Final = 20_000
"""In a season that is brought along; people are members and guests."""

NOON: Final = time(12)
"""When the first game of a date is said to have been played, local time; each further one a second later. A
spreadsheet tells dates alone, and only the order of games matters (L20)."""

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,12}(?:[.,][0-9]{1,6})?")
_NO_FRACTION: Final = re.compile(r"[.,]0+$")


class SpreadsheetDefaults(NamedTuple):
    """What a spreadsheet does not tell of the season that is made of it: its time zone, the day to which what
    has no date belongs, who brings it along (an id), its settings and its name."""

    zone: str
    day: date
    by: str
    settings: SeasonSettings
    name: str | None = None


class _Spot(NamedTuple):
    """Where a game belongs: a date, what its night is called, what tells it apart from others."""

    day: date
    night: str
    game: str


class _Score(NamedTuple):
    """What a row says of a seat."""

    row: int
    name: str
    points: int


@dataclass(slots=True)
class _Played:
    """A game as it is put together; ``row`` is the first that tells of it."""

    spot: _Spot
    row: int
    scores: list[_Score] = field(default_factory=list[_Score])


def season_of(table: CsvTable, reading: ColumnReading, known: Known, origin: SpreadsheetDefaults) -> Season:
    """The season that a table tells of. Members whose names are known, however they are written, have their
    ids; others ``p1``, ``p2`` and so on. All have joined on the date of their first game. Raises Faulty with
    what is wrong, by rows."""
    if not table.rows:
        raise Faulty([fault("empty-file")])
    maker = _Maker(table, reading, known, origin)
    match reading.form:
        case None:
            raise Faulty([fault("no-form")])
        case Form.TOTALS:
            season = maker.of_totals()
        case _:
            season = maker.of_games()
    if faults := [*maker.faults, *too_many(season)]:
        raise Faulty(faults)
    return season


def too_many(season: Season) -> Iterator[Fault]:
    """What there is more of in a season than is taken."""
    if len(games_of(season)) > MOST_GAMES:
        yield fault("too-many-games", limit=MOST_GAMES)
    if len(season.members) + len(season.guests) > MOST_PEOPLE:
        yield fault("too-many-people", limit=MOST_PEOPLE)
    if len(season.nights) > MOST_NIGHTS:
        yield fault("too-many-nights", limit=MOST_NIGHTS)
    if len(season.corrections) > MOST_CORRECTIONS:
        yield fault("too-many-corrections", limit=MOST_CORRECTIONS)


def games_of(season: Season) -> list[SeasonGame]:
    """All games, those that were inserted too."""
    return [*season.games, *(one.change.game for one in season.corrections if isinstance(one.change, Insert))]


class _Maker:
    """Makes a season; ``faults`` are those found on the way."""

    def __init__(
        self, table: CsvTable, reading: ColumnReading, known: Known, origin: SpreadsheetDefaults
    ) -> None:
        self.faults: list[Fault] = []
        self._is_dated = True  # without dates nobody can tell which rows are one game
        self._table = table
        self._form = reading.form
        self._order = reading.order
        self._columns = cache(reading.columns)
        self._origin = origin
        self._zone = zone_or_utc(origin.zone)
        self._members = Roster(known)

    # A row a player

    def of_totals(self) -> Season:
        """A season without games, in which each player's value is adjusted by what they have (L12)."""
        (player,), (points,) = self._columns(Role.PLAYER), self._columns(Role.POINTS)
        listed: dict[str, str] = {}
        corrections: list[Correction] = []
        for row in self._table.rows:
            name, value = self._name(row, player), self._value(row, points)
            if name is None or value is None:
                continue
            member = self._member(name, row.number)
            if member in listed:
                names = (listed[member], clean_name(name))
                self._tell("names-twice", row.number, name=listed[member], names=names)
            listed.setdefault(member, clean_name(name))
            event = f"c{len(corrections) + 1}"
            made = self._moment(self._origin.day, 0)
            corrections.append(Correction(event, made, self._origin.by, "", Adjust(member, value)))
        joined = dict.fromkeys(listed, self._origin.day)
        return self._season(joined, (), (), tuple(corrections))

    # Rows of games

    def of_games(self) -> Season:
        """A season with a planned night for each date, and for each name of one on it."""
        self._judge_headings()
        played = [one for one in self._played() if one.scores]
        for one in played if self._is_dated else ():
            self._judge(one)
        played.sort(key=lambda one: one.spot.day)  # and as they stand within a date
        nights: dict[tuple[date, str], Night] = {}
        joined: dict[str, date] = {}
        games: list[SeasonGame] = []
        of_day: Counter[date] = Counter()
        for one in played:
            day, label, _ = one.spot
            night = nights.setdefault((day, label), Night(f"n{len(nights) + 1}", day))
            at = self._moment(day, of_day[day])
            of_day[day] += 1
            seats = [
                LeagueSeat(Holder(MEMBER, self._member(name, row)), points)
                for row, name, points in one.scores
            ]
            games.append(SeasonGame.of(f"g{len(games) + 1}", night.id, at, at, None, seats))
            for seat in seats:
                joined.setdefault(seat.holder.id, day)
        return self._season(joined, tuple(nights.values()), tuple(games), ())

    def _played(self) -> list[_Played]:
        """The games, in the order of their first rows."""
        spots = self._spots()
        if self._form is Form.SEAT:
            games: dict[_Spot, _Played] = {}
            for row in self._table.rows:
                game = games.setdefault(spots[row.number], _Played(spots[row.number], row.number))
                game.scores += self._seats(row)
            return list(games.values())
        return [_Played(spots[row.number], row.number, list(self._seats(row))) for row in self._table.rows]

    def _seats(self, row: TableRow) -> Iterator[_Score]:
        """The seats that a row tells of; where both name and points are missing there is none."""
        if self._form is Form.SCORES:
            for column in self._columns(Role.SCORES):
                points = self._points(row, column) if row.cells[column] else None
                if points is not None:
                    yield _Score(row.number, self._table.heading[column], points)
            return
        pairs = zip(self._columns(Role.PLAYER), self._columns(Role.POINTS), strict=True)
        for player, column in pairs:
            if self._form is Form.PAIRS and not row.cells[player] and not row.cells[column]:
                continue
            name, points = self._name(row, player), self._points(row, column)
            if name is not None and points is not None:
                yield _Score(row.number, name, points)

    def _spots(self) -> dict[int, _Spot]:
        """Where the game of each row belongs. An empty cell says what the one above it says."""
        days = dict[int, date]()
        for column in self._columns(Role.DATE):
            days = self._dates(column)
        labels = self._filled(self._columns(Role.NIGHT))
        games = self._filled(self._columns(Role.GAME))
        spots: dict[int, _Spot] = {}
        day = next(iter(days.values()), self._origin.day)
        for row in self._table.rows:
            day = days.get(row.number, day)
            spots[row.number] = _Spot(day, labels[row.number], games[row.number])
        return spots

    def _dates(self, column: int) -> dict[int, date]:
        try:
            return dates_of(self._table.column(column), self._order)
        except Faulty as faulty:
            self.faults += faulty.faults
            self._is_dated = False
            return {}

    def _filled(self, columns: Sequence[int]) -> dict[int, str]:
        """What stands in these columns, by row."""
        last = [""] * len(columns)
        found: dict[int, str] = {}
        for row in self._table.rows:
            last = [row.cells[column] or above for column, above in zip(columns, last, strict=True)]
            found[row.number] = "\n".join(last)
        return found

    def _judge(self, one: _Played) -> None:
        """Say what is wrong with a game."""
        players = len(one.scores)
        if players < min(TABLES):
            self._tell("too-few-players", one.row, players=players, least=min(TABLES))
        if players > max(TABLES):
            self._tell("too-many-players", one.row, players=players, most=max(TABLES))
        seen: set[str] = set()
        for row, name, _ in one.scores:
            key = self._members.key_of(name)
            if key in seen:
                self._tell("twice-at-table", row, name=clean_name(name))
            seen.add(key)

    def _judge_headings(self) -> None:
        """Say which columns of players have no name, or the name of an earlier one."""
        row, seen = self._table.heading_row or 1, dict[str, str]()
        for column in self._columns(Role.SCORES):
            name = self._table.heading[column]
            if not name:
                self._tell("no-name", row)
            elif key_of(name) in seen:
                first = seen[key_of(name)]
                self._tell("names-twice", row, name=first, names=(first, clean_name(name)))
            seen.setdefault(key_of(name), clean_name(name))

    # Cells

    def _name(self, row: TableRow, column: int) -> str | None:
        if not row.cells[column]:
            self._tell("no-name", row.number)
        return row.cells[column] or None

    def _points(self, row: TableRow, column: int) -> int | None:
        whole = whole_of(row.cells[column])
        if whole is not None and abs(whole) <= LARGEST:
            return whole
        value = self._value(row, column)
        if value is not None and value.denominator != 1:
            self._tell("not-whole", row.number, text=row.cells[column])
            return None
        return None if value is None else int(value)

    def _value(self, row: TableRow, column: int) -> Fraction | None:
        """The number in a cell; a comma or a point parts its decimals."""
        text = row.cells[column]
        if not text:
            self._tell("empty-cell", row.number, column=self._table.heading[column] or str(column + 1))
        elif not _NUMBER.fullmatch(text):
            self._tell("not-a-number", row.number, text=text)
        elif abs(value := Fraction(text.replace(",", "."))) > LARGEST:
            self._tell("too-large", row.number, text=text, limit=LARGEST)
        else:
            return value
        return None

    def _member(self, name: str, row: int) -> str:
        found = self._members.id_of(name)
        if isinstance(found, Fault):
            self._tell(found.code, row, **found.details)
            return ""
        return found

    def _tell(self, code: str, row: int, **details: object) -> None:
        self.faults.append(fault(code, row, **details))

    # The season

    def _moment(self, day: date, number: int) -> int:
        """When a game of that date was played, in unix seconds."""
        return int(datetime.combine(day, NOON, self._zone).timestamp()) + number

    def _season(
        self,
        joined: Mapping[str, date],
        nights: tuple[Night, ...],
        games: tuple[SeasonGame, ...],
        corrections: tuple[Correction, ...],
    ) -> Season:
        origin, names = self._origin, self._members.names
        members = tuple(Member(one, names[one], day) for one, day in joined.items() if one)
        return Season(
            origin.settings, self._zone.key, members, nights, games, (), corrections, name=origin.name
        )
