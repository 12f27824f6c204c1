"""A spreadsheet's file as rows of cells. Whatever a cell begins with, it is data and nothing else."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.leagues.paper.typed import Faulty, fault, looks_like_date, plain, whole_of

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
        """How each column is told from others."""
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
