"""Whole numbers and dates as people write them, on paper and in spreadsheets. Whether day or month comes
first is seen in a whole column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

from bot.leagues.paper.errors import Fault, Faulty, fault
from bot.normal_form import normalized

LARGEST: Final = 1_000_000
"""What points may be at most, on either side of nought."""

_WHOLE: Final = re.compile(r"[+-]?[0-9]+")
_MINUS: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
LONGEST_FIELD: Final = 4000
"""Characters, as many as Discord's largest field for text takes."""
_LONGEST: Final = 20
"""No number has more characters; a longer one is not looked at."""


def plain(text: str, longest: int = LONGEST_FIELD) -> str:
    """The first ``longest`` characters of a text, each minus sign the same, and each white space a single one
    of its kind."""
    if text.isascii():
        return text[:longest]
    return normalized("NFKC", text, longest).translate(_MINUS)


def whole_of(text: str) -> int | None:
    """The whole number that a plain text is, None where it is none."""
    return int(text) if len(text) <= _LONGEST and _WHOLE.fullmatch(text) else None


def points_of(text: str, line: int | None = None) -> int | Fault:
    """The points that a plain text is, from whichever door it comes; a fault is ``no-points``,
    ``not-a-number`` or ``too-large``."""
    found = whole_of(text)
    if not text:
        return fault("no-points", line)
    if found is None:
        return fault("not-a-number", line, text=text)
    return too_large(found, text, line) or found


def too_large(points: int, text: str, line: int | None = None) -> Fault | None:
    """What is wrong with points that are more than can be kept."""
    return fault("too-large", line, text=text, limit=LARGEST) if abs(points) > LARGEST else None


_YEARS: Final = range(1900, 2200)
_CENTURY: Final = 2000
"""What a year of two digits is counted from."""

_TIME: Final = r"(?:[T ]\s*[0-9]{1,2}:[0-9]{2}.*)?"
_YEAR_FIRST: Final = re.compile(rf"([0-9]{{4}})([-/.])([0-9]{{1,2}})\2([0-9]{{1,2}}){_TIME}")
_YEAR_LAST: Final = re.compile(rf"([0-9]{{1,2}})([-/.])([0-9]{{1,2}})\2([0-9]{{4}}|[0-9]{{2}}){_TIME}")


class DateOrder(StrEnum):
    """What comes first where the year comes last."""

    DAY = "day-first"
    MONTH = "month-first"


class Written(NamedTuple):
    """A date whose year comes last, and which of its numbers is the day is not seen from it alone."""

    first: int
    second: int
    year: int
    has_dots: bool

    def read(self, order: DateOrder) -> date | None:
        """The date, None where there is no such."""
        day, month = (self.first, self.second) if order is DateOrder.DAY else (self.second, self.first)
        return _date(self.year, month, day)


def looks_like_date(text: str) -> bool:
    """Whether a cell is written as a date, also as one that does not exist."""
    return bool(_YEAR_FIRST.fullmatch(text) or _YEAR_LAST.fullmatch(text))


def written(text: str) -> date | Written | None:
    """A date that is clear by itself, one that is not, or None."""
    if found := _YEAR_FIRST.fullmatch(text):
        return _date(int(found[1]), int(found[3]), int(found[4]))
    if found := _YEAR_LAST.fullmatch(text):
        year = int(found[4])
        year += _CENTURY if year < 100 else 0
        return Written(int(found[1]), int(found[3]), year, found[2] == ".")
    return None


def date_of(text: str) -> date | None:
    """The date that a text alone is, None where it is none; where day and month could be either, the day
    comes first."""
    one = written(text)
    if not isinstance(one, Written):
        return one
    orders = (DateOrder.DAY,) if one.has_dots else (DateOrder.DAY, DateOrder.MONTH)
    return next((day for order in orders if (day := one.read(order)) is not None), None)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year in _YEARS else None
    except ValueError:
        return None


def dates_of(cells: Mapping[int, str], order: DateOrder | None = None) -> dict[int, date]:
    """The dates of a column, by row. ``order`` is what somebody has chosen; without it the one is taken in
    which every cell is a date, or which the dots in one tell.

    Raises Faulty: ``not-a-date``, ``mixed-dates`` where some cells are dates in one order only and others in
    the other only, ``ambiguous-dates`` where all would be dates in either, and not the same ones.
    """
    read = {row: written(text) for row, text in cells.items()}
    open_ones = {row: one for row, one in read.items() if isinstance(one, Written)}
    order = order or _order(open_ones, cells)
    found: dict[int, date] = {}
    faults: list[Fault] = []
    for row, one in read.items():
        day = one.read(order) if isinstance(one, Written) else one
        if day is None:
            faults.append(fault("not-a-date", row, text=cells[row]))
        else:
            found[row] = day
    if faults:
        raise Faulty(faults)
    return found


def _order(each: Mapping[int, Written], cells: Mapping[int, str]) -> DateOrder:
    """The order of day and month that a column has."""
    if any(one.has_dots for one in each.values()):
        return DateOrder.DAY
    only = {
        order: next((row for row, one in each.items() if _only(one) is order), None) for order in DateOrder
    }
    day, month = only[DateOrder.DAY], only[DateOrder.MONTH]
    if day is not None and month is not None:
        row = max(day, month)
        raise Faulty([fault("mixed-dates", row, text=cells[row])])
    if day is None and month is None and (row := _unclear(each)) is not None:
        raise Faulty([fault("ambiguous-dates", row, text=cells[row])])
    return DateOrder.DAY if month is None else DateOrder.MONTH


def _only(one: Written) -> DateOrder | None:
    """The one order in which this is a date."""
    fitting = [order for order in DateOrder if one.read(order) is not None]
    return fitting[0] if len(fitting) == 1 else None


def _unclear(each: Mapping[int, Written]) -> int | None:
    """The first row whose date depends on the order."""
    rows: Iterable[int] = (
        row for row, one in each.items() if len({one.read(order) for order in DateOrder}) > 1
    )
    return next(iter(rows), None)
