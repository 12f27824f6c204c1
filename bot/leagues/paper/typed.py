"""What people type or bring: numbers and dates as they are written, whom a name means, and what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cache, cached_property
from itertools import count
from typing import Final, NamedTuple

from bot.leagues.season.model import Guest, Holder, SeatKind
from bot.normal_form import normalized
from bot.tables.model import clean_name, name_key

# What is wrong

MOST_FAULTS: Final = 50
"""How many faults of one text or file are reported."""

LONGEST_DETAIL: Final = 200
"""Characters of what a fault repeats of a text or file."""

SHEET: Final = (
    "unknown-name",  # name
    "ambiguous-name",  # name, names: whom it may mean
    "twice-at-table",  # name
    "too-long",  # limit: characters
    "no-names",
    "no-points",
    "too-few-players",  # players, least
    "too-many-players",  # players, most
    "wrong-count",  # found, players
    "not-a-number",  # text
    "too-large",  # text, limit
    "unknown-contract",  # text
    "same-deal",  # deal
    "too-many-deals",  # deals
    "too-few-deals",  # found, deals
    "wrong-sum",  # deal, points, sum, contract
    "wrong-deal",  # deal, points, sums: any of which would do
    "wrong-total",  # name, points, sum
    "wrong-game",  # points, sum
    "not-a-date",  # text
    "not-yet",  # text
    "weekday-differs",  # text, date
)
"""Of a result on paper; ``line`` is one of the text."""

SPREADSHEET: Final = (
    "ambiguous-name",  # name, names
    "twice-at-table",  # name
    "file-too-large",  # limit: megabytes
    "not-text",
    "bad-csv",
    "empty-file",
    "too-many-rows",  # limit
    "too-many-columns",  # limit
    "too-many-cells",  # limit
    "no-form",
    "empty-cell",  # column
    "no-name",
    "not-a-number",  # text
    "not-whole",  # text
    "too-large",  # text, limit
    "not-a-date",  # text
    "mixed-dates",  # text
    "ambiguous-dates",  # text
    "too-few-players",  # players, least
    "too-many-players",  # players, most
    "names-twice",  # name, names: as they are written
    "too-many-games",  # limit
)
"""Of a spreadsheet; ``line`` is a row, the first being 1."""

SEASON_FILE: Final = (
    "file-too-large",  # limit: megabytes
    "newer-version",  # version, known
    "file-syntax",
    "file-shape",  # where
    "file-unknown-id",  # where
    "file-same-id",  # where
    "file-twice-at-table",  # where
    "file-wrong-sum",  # where, points, sum
    "file-out-of-bounds",  # where, limit
    "file-bad-text",  # where
    "too-many-games",  # limit
    "too-many-people",  # limit
    "too-many-nights",  # limit
    "too-many-corrections",  # limit
    "settings-too-fine",  # limit
    "ambiguous-name",  # name, names
    "names-twice",  # name, names
)
"""Of a season file; ``line`` is None."""

IMPORT: Final = tuple(dict.fromkeys((*SPREADSHEET, *SEASON_FILE)))

CODES: Final = frozenset((*SHEET, *IMPORT))


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: one of ``CODES``, the line or row where, counted from 1, None for the whole;
    and what a sentence about it may name, as it was typed."""

    code: str
    line: int | None = None
    details: Mapping[str, object] = field(default_factory=dict[str, object])

    def __post_init__(self) -> None:
        assert self.code in CODES, self.code


class Faulty(Exception):
    """What was typed or brought cannot be taken; nothing came of it. ``faults`` are those found, at least one
    and at most ``MOST_FAULTS``, in the order of their lines; those of the whole come last."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        ordered = sorted(faults, key=lambda fault: (fault.line is None, fault.line or 0))
        self.faults = tuple(ordered[:MOST_FAULTS])
        super().__init__(self.faults)

    def __str__(self) -> str:
        return ", ".join(fault.code for fault in self.faults)


def fault(code: str, line: int | None = None, /, **details: object) -> Fault:
    """A fault with these details, of which texts are cut."""
    return Fault(code, line, {name: _cut(value) for name, value in details.items()})


def _cut(value: object) -> object:
    return value[:LONGEST_DETAIL] if isinstance(value, str) else value


# Numbers and dates. Whether day or month comes first is seen in a whole column

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


# Whom a name means

GUEST_MARK: Final = "+"
"""What stands before the name of a guest."""

MOST_CANDIDATES: Final = 5
"""How many people are named whom a name may mean."""

LONGEST_SLUG: Final = 60
"""How many characters of a new guest's name become their id."""


class PaperPerson(NamedTuple):
    """Who may have a seat, and what they are called in full."""

    holder: Holder
    name: str


@dataclass(frozen=True)  # without slots, as ``keys`` is kept in it
class Known:
    """Those whom a name may mean. ``robots`` are kinds of robots by what they are called."""

    people: tuple[PaperPerson, ...]
    robots: Mapping[str, str] = field(default_factory=dict[str, str])

    def of_kind(self, kind: SeatKind) -> list[PaperPerson]:
        """The members, or the guests."""
        return [person for person in self.people if person.holder.kind is kind]

    @cached_property
    def keys(self) -> Mapping[PaperPerson, str]:
        """What everybody's name has in common with others that mean them. A sheet names many."""
        return {person: key_of(person.name) for person in self.people}


def key_of(name: str) -> str:
    """What two names have in common that mean the same person, however they are written."""
    return name_key(clean_name(name))


def holder_of(typed: str, known: Known) -> PaperPerson | Fault:
    """Who is meant: a robot by its kind, anybody by their id, a member, a guest, the one whose name begins
    so, the one whose name has it in it. With ``+`` before it, a guest: one who is known by just this name,
    else a new one. A fault is ``unknown-name`` or ``ambiguous-name``."""
    if typed.startswith(GUEST_MARK):
        return _guest(typed.removeprefix(GUEST_MARK).strip(), known)
    key = key_of(typed)
    robots = {key_of(word): kind for word, kind in known.robots.items()}
    if key in robots:
        return PaperPerson(Holder(SeatKind.ROBOT, robots[key]), clean_name(typed))
    for found in _rounds(typed, key, known):
        if len(found) == 1:
            return found[0]
        if found:
            return _ambiguous(typed, found)
    return fault("unknown-name", name=clean_name(typed))


def new_guests(named: Iterable[PaperPerson], known: Known) -> tuple[Guest, ...]:
    """Those of the guests who were not known before."""
    old = {person.holder for person in known.people}
    return tuple(
        Guest(one.holder.id, one.name)
        for one in dict.fromkeys(named)
        if one.holder.kind is SeatKind.GUEST and one.holder not in old
    )


def _rounds(typed: str, key: str, known: Known) -> Iterable[list[PaperPerson]]:
    """Who may be meant, the likeliest first."""

    def some(people: Iterable[PaperPerson], fits: Callable[[str], bool]) -> list[PaperPerson]:
        return [person for person in people if fits(known.keys[person])]

    yield [person for person in known.people if person.holder.id == typed][:1]
    yield some(known.of_kind(SeatKind.MEMBER), lambda name: name == key)
    yield some(known.of_kind(SeatKind.GUEST), lambda name: name == key)
    yield some(known.people, lambda name: name.startswith(key))
    yield some(known.people, lambda name: key in name)


def _guest(name: str, known: Known) -> PaperPerson | Fault:
    if not name:
        return fault("unknown-name", name=GUEST_MARK)
    key = key_of(name)
    found = [person for person in known.of_kind(SeatKind.GUEST) if known.keys[person] == key]
    # Of several of a name the one is meant who is known from paper: another is meant by their id.
    on_paper = [person for person in found if person.holder.id.startswith(GUEST_MARK)]
    found = on_paper if len(on_paper) == 1 else found
    if len(found) > 1:
        return _ambiguous(name, found)
    return found[0] if found else PaperPerson(Holder(SeatKind.GUEST, _new_id(name, known)), clean_name(name))


def _new_id(name: str, known: Known) -> str:
    """An id for a guest of that name, which nobody has."""
    first = GUEST_MARK + "-".join(key_of(name).split())[:LONGEST_SLUG]
    taken, one, number = {person.holder.id for person in known.people}, first, 1
    while one in taken:
        number += 1
        one = f"{first}-{number}"
    return one


def _ambiguous(typed: str, found: list[PaperPerson]) -> Fault:
    names = tuple(person.name for person in found[:MOST_CANDIDATES])
    return fault("ambiguous-name", name=clean_name(typed), names=names)


class Roster:
    """Who is meant by the names of a spreadsheet: the members whom we know, and new ones. ``names`` are what
    they are called, by id; ``key_of`` is the function of that name, which does nothing twice."""

    def __init__(self, known: Known) -> None:
        self.names: dict[str, str] = {}
        self.key_of = cache(key_of)
        self._ids: dict[str, str] = {}
        self._known: dict[str, list[tuple[str, str]]] = {}
        for person in known.of_kind(SeatKind.MEMBER):
            self._known.setdefault(key_of(person.name), []).append((person.holder.id, person.name))
        taken = {person.holder.id for person in known.people}
        self._new = (one for one in map("p{}".format, count(1)) if one not in taken)

    def id_of(self, name: str) -> str | Fault:
        """Whose name this is, however it is written; a fault where it is the name of two."""
        key = self.key_of(name)
        if key not in self._ids:
            found = self._known.get(key) or [(next(self._new), clean_name(name))]
            if len(found) > 1:
                names = tuple(one for _, one in found[:MOST_CANDIDATES])
                return fault("ambiguous-name", name=clean_name(name), names=names)
            one, called = found[0]
            self._ids[key], self.names[one] = one, called
        return self._ids[key]
