"""What each part of a season file has to look like ("The season file"): checks that yield every fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from math import gcd, isfinite
from typing import Any
from zoneinfo import ZoneInfo

Fault = tuple[str, str]
"""A code, and where."""
Check = Callable[[Any, str], Iterator[Fault]]
"""A value and its path give the faults in it."""


def inside(where: str, name: str) -> str:
    """The path of a field."""
    return f"{where}.{name}" if where else name


def only(is_right: Callable[[Any], bool]) -> Check:
    """A value by itself."""

    def check(value: Any, where: str) -> Iterator[Fault]:
        if not is_right(value):
            yield "shape", where

    return check


def listed(check: Check, sizes: tuple[int, ...] | None = None) -> Check:
    """A list, of one of these sizes."""

    def check_all(value: Any, where: str) -> Iterator[Fault]:
        if not isinstance(value, list) or (sizes is not None and len(value) not in sizes):
            yield "shape", where
            return
        for at, one in enumerate(value):
            yield from check(one, f"{where}[{at}]")

    return check_all


def by_id(check: Check) -> Check:
    """An object whose keys are ids."""

    def check_all(value: Any, where: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield "shape", where
            return
        for name, one in value.items():
            if not is_id(name):
                yield "shape", inside(where, name)
            yield from check(one, inside(where, name))

    return check_all


def record(needed: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    """An object with these fields and no others."""
    known = {**needed, **(optional or {})}

    def check_all(value: Any, where: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield "shape", where
            return
        for name in needed.keys() - value.keys():
            yield "shape", inside(where, name)
        for name, one in value.items():
            if name not in known:
                yield "shape", inside(where, name)
            else:
                yield from known[name](one, inside(where, name))

    return check_all


def with_one_of(choices: Mapping[str, Check], rest: Callable[[Mapping[str, Check]], Check]) -> Check:
    """An object that has exactly one of these fields, besides the rest. Where there is none, or one too
    many, the object and each field it may be about is a right place to name."""

    def check_all(value: Any, where: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield "shape", where
            return
        had = [name for name in choices if name in value]
        if len(had) != 1:
            yield "shape", where
            yield from (("shape", inside(where, name)) for name in had or choices)
        yield from rest({name: choices[name] for name in had})(value, where)

    return check_all


# Values


def is_whole(value: Any) -> bool:
    return type(value) is int


def is_id(value: Any) -> bool:
    return isinstance(value, str) and value != "" and not any(letter.isspace() for letter in value)


def is_number(value: Any) -> bool:
    """Whole numbers are JSON integers, others "n/d" in lowest terms."""
    if is_whole(value):
        return True
    found = re.fullmatch(r"-?([1-9][0-9]*)/([1-9][0-9]*)", value) if isinstance(value, str) else None
    return found is not None and int(found[2]) > 1 and gcd(int(found[1]), int(found[2])) == 1


def is_date(value: Any) -> bool:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return False
    return _can(date.fromisoformat, value)


def is_time(value: Any) -> bool:
    form = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
    return isinstance(value, str) and bool(re.fullmatch(form, value)) and _can(datetime.fromisoformat, value)


def is_zone(value: Any) -> bool:
    return isinstance(value, str) and _can(ZoneInfo, value)


def is_float(value: Any) -> bool:
    """A part of a rating."""
    return type(value) in (int, float) and isfinite(value)


def _can(make: Callable[[str], object], value: str) -> bool:
    try:
        make(value)
    except (ValueError, KeyError, OSError):  # no such date; no such zone; a folder of zones
        return False
    return True


# The parts of a season file

ID, TEXT = only(is_id), only(lambda value: isinstance(value, str))
WHOLE, NUMBER, DATE, TIME = only(is_whole), only(is_number), only(is_date), only(is_time)
WHOLE_NOT_NEGATIVE = only(lambda value: is_whole(value) and value >= 0)
POSITIVE = only(lambda value: is_number(value) and not str(value).startswith("-") and value != 0)
RATING = listed(only(is_float), (2,))
TIES = ("wins", "best_night", "last_night")


def or_null(check: Check) -> Check:
    return lambda value, where: iter(()) if value is None else check(value, where)


def word(*words: str, other: Callable[[Any], bool] = lambda _: False) -> Check:
    """One of these words, or something else that is right."""
    return only(lambda value: (isinstance(value, str) and value in words) or other(value))


def ties(value: Any, where: str) -> Iterator[Fault]:
    """Words without repeats; of a repeated one the list is a right place too."""
    yield from listed(word(*TIES))(value, where)
    if isinstance(value, list):
        for at, one in enumerate(value):
            if one in value[:at]:
                yield from (("shape", f"{where}[{at}]"), ("shape", where))


SETTINGS = record(
    {},
    {
        "score": word("points", "places", "both"),
        "place_points": record({}, {size: listed(NUMBER, (int(size),)) for size in "345"}),
        "level": word("yes", "no"),
        "left": word("nothing", "lowest", other=is_number),
        "bye": word("nothing", other=is_number),
        "night": word("sum", "average"),
        "free": word("count", "ignore"),
        "absence": word("nothing", "average", other=is_number),
        "excused": word("nothing", "average", other=is_number),
        "best": word("all", other=lambda value: is_whole(value) and value >= 1),
        "measure": word("total", "average", "average_game"),
        "minimum": WHOLE_NOT_NEGATIVE,
        "ties": ties,
        "stake": WHOLE_NOT_NEGATIVE,
    },
)
WHO: dict[str, Check] = {"player": ID, "guest": ID, "robot": ID}
SEAT = with_one_of(WHO, lambda who: record({"points": WHOLE, **who}, {"left": listed(ID)}))
GAME = record(
    {"id": ID, "night": or_null(ID), "started": TIME, "ended": TIME, "seats": listed(SEAT, (3, 4, 5))},
    {"sum": or_null(WHOLE)},
)
MEMBER = record({"id": ID, "name": TEXT, "joined": DATE}, {"left": or_null(DATE)})
NIGHT = record({"id": ID, "date": DATE}, {"excused": listed(ID)})
BYE = record({"night": ID, "round": WHOLE, "player": ID})
EVENT: dict[str, Check] = {"id": ID, "at": TIME, "by": ID, "reason": TEXT}
DOINGS: dict[str, dict[str, Check]] = {
    "void": {"game": ID},
    "points": {"game": ID, "points": listed(WHOLE)},
    "insert": {"game": GAME},
    "adjust": {"player": ID, "value": NUMBER},
    "excuse": {"night": ID, "player": ID},
    "undo": {"event": ID},
}
"""What each correction has besides an event's own fields; ``player`` chooses who besides."""


def correction(value: Any, where: str) -> Iterator[Fault]:
    """L17. What one without a known ``do`` has to have cannot be said."""
    if not isinstance(value, dict):
        yield "shape", where
        return
    doing = value.get("do")
    event: dict[str, Check] = {**EVENT, "do": word(*DOINGS, "player")}
    if doing == "player":
        fields = {**event, "game": ID, "seat": WHOLE}
        yield from with_one_of(WHO, lambda who: record({**fields, **who}))(value, where)
    elif isinstance(doing, str) and doing in DOINGS:
        yield from record({**event, **DOINGS[doing]})(value, where)
    else:
        yield "shape", inside(where, "do")


SEASON = record(
    {
        "season": only(lambda value: is_whole(value) and value == 1),
        "settings": SETTINGS,
        "zone": only(is_zone),
        "members": listed(MEMBER),
        "nights": listed(NIGHT),
        "games": listed(GAME),
    },
    {
        "name": TEXT,
        "guests": listed(record({"id": ID, "name": TEXT})),
        "levels": record({}, {"3": POSITIVE, "5": POSITIVE}),
        "robots": by_id(RATING),
        "ratings": by_id(RATING),
        "byes": listed(BYE),
        "corrections": listed(correction),
    },
)
