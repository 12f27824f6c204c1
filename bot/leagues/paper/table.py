"""A spreadsheet's file as rows of cells, which are data and nothing else whatever they begin with; and which
column is what: recognised by what stands above it, else by what is in it."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.leagues.paper.typed import DateOrder, Faulty, fault, key_of, looks_like_date, plain, whole_of

MEGABYTE: Final = 1_000_000
LARGEST_CSV: Final = 5
"""Megabytes."""
MOST_ROWS: Final = 50_000
MOST_COLUMNS: Final = 200
MOST_CELLS: Final = 1_000_000
"""Rows times columns."""
LONGEST_CELL: Final = 1000
"""Characters. Of a longer cell the rest is not looked at."""

_DELIMITERS: Final = "\t;,"
_SAMPLE: Final = 50
_SAMPLE_LONGEST: Final = 100_000
"""So many rows, in so many characters, show what parts the cells."""
_ARCHIVES: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF")
"""How files of Excel, LibreOffice and PDF begin."""
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SEPARATOR_LINE: Final = re.compile(r"sep=([\t;,])\r?\n", re.IGNORECASE)
_CYRILLIC: Final = re.compile(rb"[\xc0-\xff\xa8\xb8]{4}")
"""So many accented letters in a row are none: they are Cyrillic ones of Windows."""


class TableRow(NamedTuple):
    """A row with something in it: its number, as a spreadsheet counts them from 1, and its cells."""

    number: int
    cells: tuple[str, ...]


class Head(NamedTuple):
    """What stands above a column, and what is in it first, each empty where there is nothing."""

    heading: str
    first: str


@dataclass(frozen=True, slots=True)
class CsvTable:
    """Rows of equally many cells; ``heading`` are the texts above them, empty where there are none, and
    ``heading_row`` is the number of their row."""

    heading: tuple[str, ...]
    rows: tuple[TableRow, ...]
    heading_row: int | None = None

    @property
    def heads(self) -> tuple[Head, ...]:
        """What tells each column from the others."""
        return tuple(
            Head(heading, next(iter(self.column(at).values()), "")) for at, heading in enumerate(self.heading)
        )

    def column(self, index: int) -> dict[int, str]:
        """The cells of a column that are not empty, by row."""
        return {row.number: row.cells[index] for row in self.rows if row.cells[index]}


def read_table(data: bytes) -> CsvTable:
    """The table that a file of comma-separated values holds: UTF-8, UTF-16, or Windows' letters of the West
    or Cyrillic ones; cells parted by commas, semicolons or tabs. Raises Faulty."""
    if len(data) > LARGEST_CSV * MEGABYTE:
        raise Faulty([fault("file-too-large", limit=LARGEST_CSV)])
    rows = _rows(_text(data))
    if not rows:
        raise Faulty([fault("empty-file")])
    if len(rows) > MOST_ROWS:
        raise Faulty([fault("too-many-rows", limit=MOST_ROWS)])
    width = max(len(row.cells) for row in rows)
    if width > MOST_COLUMNS:
        raise Faulty([fault("too-many-columns", limit=MOST_COLUMNS)])
    if width * len(rows) > MOST_CELLS:
        raise Faulty([fault("too-many-cells", limit=MOST_CELLS)])
    return _table([TableRow(row.number, row.cells + ("",) * (width - len(row.cells))) for row in rows], width)


def _table(rows: list[TableRow], width: int) -> CsvTable:
    first = rows[0]
    if any(whole_of(cell) is not None or looks_like_date(cell) for cell in first.cells):
        return CsvTable(("",) * width, tuple(rows))
    return CsvTable(first.cells, tuple(rows[1:]), first.number)


def _text(data: bytes) -> str:
    """The text of a file, whichever of the usual encodings it has."""
    if data.startswith(_ARCHIVES):
        raise Faulty([fault("not-text")])
    if data.startswith(_UTF_16):
        return _decoded(data, "utf-16")
    if b"\0" in data:
        return _decoded(data, "utf-16-le" if data[1:2] == b"\0" else "utf-16-be")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _decoded(data, "cp1251" if _CYRILLIC.search(data) else "cp1252")


def _decoded(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise Faulty([fault("not-text")]) from None
    if "\0" in text:
        raise Faulty([fault("not-text")])
    return text


def _rows(text: str) -> list[TableRow]:
    """The rows with something in them, of a text whose cells are parted as most of its rows are."""
    named = _SEPARATOR_LINE.match(text)
    if named:
        found = _parsed(text[named.end() :], named[1])
        return [TableRow(row.number + 1, row.cells) for row in found]
    return _parsed(text, _delimiter(text))


def _delimiter(text: str) -> str:
    """The one by which most rows have equally many cells, at least two; of several the one that makes more of
    them."""
    sample = "".join(text[:_SAMPLE_LONGEST].splitlines(keepends=True)[:_SAMPLE])

    def fit(delimiter: str) -> tuple[int, int]:
        widths: Counter[int] = Counter()
        # What is cut may end within quotes.
        with suppress(csv.Error):
            widths.update(len(cells) for cells in _cells(sample, delimiter) if any(map(str.strip, cells)))
        return max(((count, width) for width, count in widths.items() if width > 1), default=(0, 0))

    return max(_DELIMITERS, key=fit)


def _cells(text: str, delimiter: str) -> Iterator[list[str]]:
    """The cells of each row, as they stand. Raises csv.Error."""
    return (row[: MOST_COLUMNS + 1] for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def _parsed(text: str, delimiter: str) -> list[TableRow]:
    rows: list[TableRow] = []
    number = 0
    try:
        for number, cells in enumerate(_cells(text, delimiter), start=1):
            tidy = tuple(plain(cell, LONGEST_CELL).strip() for cell in cells)
            if any(tidy):
                rows.append(TableRow(number, tidy))
            if len(rows) > MOST_ROWS:
                break
    except csv.Error:
        raise Faulty([fault("bad-csv", number + 1)]) from None
    return rows


class Role(StrEnum):
    """What a column holds."""

    DATE = "date"
    NIGHT = "night"  # what a night of that date is called
    GAME = "game"  # what tells the games of a date apart: a table, a round
    PLAYER = "player"
    POINTS = "points"
    SCORES = "scores"  # the points of the player whose name stands above


class Form(StrEnum):
    """What a row is."""

    SEAT = "seat"  # of a game
    SCORES = "scores"  # a game, with a column a player
    PAIRS = "pairs"  # a game, with pairs of a player and points
    TOTALS = "totals"  # a player, with what they have in all


WORDS: Final[Mapping[Role, frozenset[str]]] = {
    Role.DATE: frozenset(("date", "day", "when", "datum", "dag", "jour", "дата", "день", "число")),
    Role.NIGHT: frozenset(
        (
            *("night", "evening", "session", "avond", "speelavond", "kaartavond", "speeldag"),
            *("soirée", "soiree", "séance", "вечер", "игровой вечер"),
        )
    ),
    Role.GAME: frozenset(
        (
            *("game", "table", "round", "match", "no", "no.", "nr", "nr.", "n°", "№", "#"),
            *("partij", "spel", "tafel", "ronde", "partie", "manche", "tour", "tablée"),
            *("игра", "партия", "стол", "тур", "раунд"),
        )
    ),
    Role.PLAYER: frozenset(
        (
            *("player", "name", "member", "who", "speler", "speelster", "naam", "lid", "wie"),
            *("joueur", "joueuse", "nom", "membre", "qui", "игрок", "имя", "участник", "фамилия"),
        )
    ),
    Role.POINTS: frozenset(
        (
            *(
                "points",
                "point",
                "pts",
                "score",
                "value",
                "result",
                "total",
                "punten",
                "punt",
                "ptn",
                "uitslag",
            ),
            *("resultaat", "totaal", "stand", "waarde", "valeur", "résultat", "очки", "счёт", "счет"),
            *("результат", "итог"),
            *("итого", "всего", "сумма"),
        )
    ),
}
"""What stands above a column in the languages of ours, in small letters and without a number after it."""

IGNORED: Final = frozenset(
    (
        *(
            "place",
            "rank",
            "sum",
            "check",
            "remarks",
            "comment",
            "notes",
            "plaats",
            "rang",
            "som",
            "controle",
        ),
        *("opmerking", "opmerkingen", "classement", "somme", "contrôle", "remarque", "remarques", "место"),
        *("контроль", "примечание", "заметки"),
    )
)
"""What stands above a column that tells nothing of a result."""

_NUMBERED: Final = re.compile(r"[\s_]*[0-9]+$")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_LONE: Final = (Role.DATE, Role.NIGHT)
"""Of these there is one column at most."""


@dataclass(frozen=True, slots=True)
class ColumnReading:
    """What each column is, None where it is nothing to us; and which of day and month comes first in dates,
    None where that is to be seen from them."""

    roles: tuple[Role | None, ...]
    order: DateOrder | None = None

    def with_column(self, role: Role | None, index: int) -> ColumnReading:
        """With another role for a column; where there can be but one of that role, the one that had it has
        none. Raises IndexError where there is no such column."""
        roles = [None if role in _LONE and one is role else one for one in self.roles]
        roles[index] = role
        return replace(self, roles=tuple(roles))

    def with_order(self, order: DateOrder) -> ColumnReading:
        """With day or month first."""
        return replace(self, order=order)

    def columns(self, role: Role) -> tuple[int, ...]:
        """The columns of that role."""
        return tuple(index for index, one in enumerate(self.roles) if one is role)

    @property
    def form(self) -> Form | None:
        """What a row is, None where these columns do not make up any."""
        players, points = len(self.columns(Role.PLAYER)), len(self.columns(Role.POINTS))
        if self.columns(Role.SCORES):
            return None if players else Form.SCORES
        if players != points or not players:
            return None
        if players > 1:
            return Form.PAIRS
        is_of_games = self.columns(Role.DATE) or self.columns(Role.NIGHT) or self.columns(Role.GAME)
        return Form.SEAT if is_of_games else Form.TOTALS


def recognised(table: CsvTable) -> ColumnReading:
    """What the columns of a table seem to be."""
    named = [_by_word(heading) for heading in table.heading]
    named = [_as_filled(table, at, role) for at, role in enumerate(named)]
    for lone in _LONE:
        named = _first_only(named, lone)
    ignored = {at for at, heading in enumerate(table.heading) if _word(heading) in IGNORED}
    open_ones = [at for at, role in enumerate(named) if role is None and at not in ignored]
    return ColumnReading(tuple(_by_content(table, named, open_ones)))


def _word(heading: str) -> str:
    return _NUMBERED.sub("", key_of(heading)) if heading else ""


def _by_word(heading: str) -> Role | None:
    return next((role for role, words in WORDS.items() if _word(heading) in words), None)


def _as_filled(table: CsvTable, index: int, role: Role | None) -> Role | None:
    """A role that a heading tells, unless what is below it tells otherwise: nights may be known by their
    dates, and days by their numbers."""
    if role not in (Role.DATE, Role.NIGHT):
        return role
    cells = table.column(index).values()
    return Role.DATE if not cells or any(map(looks_like_date, cells)) else Role.NIGHT


def _first_only(roles: Sequence[Role | None], role: Role) -> list[Role | None]:
    first = next((at for at, one in enumerate(roles) if one is role), None)
    return [None if one is role and at != first else one for at, one in enumerate(roles)]


def _by_content(table: CsvTable, named: Sequence[Role | None], open_ones: Sequence[int]) -> list[Role | None]:
    """The roles, those of columns without a word we know found from what is in them."""
    roles = list(named)
    contents = {at: list(table.column(at).values()) for at in open_ones}
    dates = [at for at in open_ones if contents[at] and all(map(looks_like_date, contents[at]))]
    if dates and Role.DATE not in roles:
        roles[dates[0]] = Role.DATE
    numbers = [at for at in open_ones if contents[at] and all(map(_NUMBER.fullmatch, contents[at]))]
    texts = [at for at in open_ones if contents[at] and at not in dates and at not in numbers]
    is_paired = len(texts) > 1 and all(at + 1 in numbers for at in texts)
    if Role.PLAYER not in roles and (is_paired or table.heading_row is None or len(numbers) < 3):
        roles = [Role.PLAYER if at in texts else role for at, role in enumerate(roles)]
    if Role.PLAYER not in roles:
        scores = [at for at in numbers if table.heading[at]]
        roles = [Role.SCORES if at in scores else role for at, role in enumerate(roles)]
        # With a column a player, one of points is their sum.
        return [None if role is Role.POINTS and scores else role for role in roles]
    return _with_points(roles, numbers) if Role.POINTS not in roles else roles


def _with_points(roles: list[Role | None], numbers: Sequence[int]) -> list[Role | None]:
    """Numbers that nothing is said of: after each of several players their points; of one player the last
    are points, and those before tell games apart."""
    players = [at for at, role in enumerate(roles) if role is Role.PLAYER]
    if len(players) > 1:
        points = [at for at in numbers if at - 1 in players]
        return [Role.POINTS if at in points else role for at, role in enumerate(roles)]
    for at in numbers:
        roles[at] = Role.POINTS if at == numbers[-1] else Role.GAME
    return roles
