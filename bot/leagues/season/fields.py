"""The pieces of the season file, and of files like it: JSON read strictly, and numbers and times in the one
form they have; what is none is ``NotASeason``.

Each reader takes what a value lies in and its name or index there, and raises NotASeason ``shape`` with that
as the path. Whole numbers are JSON integers, other rationals ``"n/d"`` in lowest terms.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar

FileFault = Literal[
    "syntax", "shape", "unknown-id", "same-id", "twice-at-table", "wrong-sum", "twice-in-round", "not-through"
]
"""No JSON, a repeated key, or NaN; a wrong, missing or unknown field or value; a night, stage or person that
is not there; an id twice; a person twice at a table; points that do not add up. In a tournament also a person
twice in a round, or in a stage or group that they did not get through to."""

SHAPE: Final[FileFault] = "shape"


class NotASeason(Exception):
    """What was read is no season, or no part of one; or no file like it, such as that of a tournament.
    ``code`` says why, ``where`` is the path of what is wrong (``games[3].seats``), empty for all of it.
    ``sums`` are what points add up to and what they have to, where that is it."""

    def __init__(self, code: FileFault, *path: str | int, sums: tuple[int, int] | None = None) -> None:
        super().__init__(code, *path)
        self.code: FileFault = code
        self.sums = sums
        self._path = path

    @property
    def where(self) -> str:
        """The path from the outermost value read."""
        steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in self._path]
        return "".join(steps).removeprefix(".")

    def under(self, *path: str | int) -> NotASeason:
        """The same, in what lies at that path of something larger. What is no JSON is so as a whole."""
        if self.code == "syntax":
            return self
        return type(self)(self.code, *path, *self._path, sums=self.sums)


class Beyond(NotASeason):
    """What was read is larger, or more, than this program takes, though the format has no such bound."""


T = TypeVar("T")
Object = dict[str, Any]

LARGEST: Final = 10**100
"""On either side of nought, of whole numbers, of numerators and of denominators."""

_FRACTION: Final = re.compile(r"-?[1-9][0-9]*/[1-9][0-9]*")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_FIRST: Final = datetime(2, 1, 1, tzinfo=UTC).timestamp()
_END: Final = datetime(9999, 1, 1, tzinfo=UTC).timestamp()
"""The times there are: any of them has a date in every zone."""


class ObjectFields:
    """The fields of one kind of object: those it needs, those that may be left out, and some of which it has
    exactly one."""

    def __init__(self, required: str, optional: str = "", either: str = "") -> None:
        self._required = required.split()
        self._either = either.split()
        self._known = frozenset((*self._required, *optional.split(), *self._either))
        # A file has many objects, and few orders of their fields.
        self._fault = lru_cache(maxsize=16)(self._find_fault)

    def read(self, kept: Any) -> Object:  # noqa: ANN401 - JSON as it comes
        """An object with these fields; the path of an error begins in it."""
        found = fields_of(kept)
        fault = self._fault(tuple(found))
        if fault is not None:
            raise NotASeason(SHAPE, fault)
        return found

    def _find_fault(self, names: tuple[str, ...]) -> str | None:
        """The field that is missing or unknown, if there is one."""
        chosen = [name for name in names if name in self._either]
        missing = [name for name in self._required if name not in names]
        if self._either and not chosen:
            missing.append(self._either[0])
        unknown = [name for name in names if name not in self._known]
        return next(iter((*missing, *unknown, *chosen[1:])), None)


# The whole


def parse(data: bytes) -> object:
    """What JSON in UTF-8 says; its objects are what ``fields_of`` takes. Raises NotASeason ``syntax``."""
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=tuple, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise NotASeason("syntax") from None


def _no_constant(name: str) -> object:
    """NaN and the infinities are Python's, not JSON's."""
    raise NotASeason("syntax")


# Containers


def fields_of(kept: Any) -> Object:  # noqa: ANN401 - JSON as it comes
    """The fields of an object by name, of a file's or of one that was kept elsewhere. A file's are parsed as
    tuples of pairs: so a repeated name is seen where they are read, and it takes less time."""
    if type(kept) is tuple:
        found: Object = dict(kept)  # pyright: ignore[reportUnknownArgumentType] - pairs of any kind
        if len(found) < len(kept):  # pyright: ignore[reportUnknownArgumentType] - as above
            raise NotASeason("syntax")
        return found
    if type(kept) is not dict:
        raise NotASeason(SHAPE)
    return kept  # pyright: ignore[reportUnknownVariableType] - values of any kind


def object_of(found: Any, key: str | int) -> Object:  # noqa: ANN401 - JSON as it comes
    """An object with any fields."""
    try:
        return fields_of(found[key])
    except NotASeason as wrong:
        raise wrong.under(key) from None


def list_of(found: Any, key: str | int, read: Callable[[Any, int], T]) -> tuple[T, ...]:  # noqa: ANN401 - as above
    """The items of a list, each read where it lies."""
    items = _list(found, key)
    if not items:
        return ()
    try:
        return tuple([read(items, index) for index in range(len(items))])
    except NotASeason as wrong:
        raise wrong.under(key) from None


def objects_of(found: Any, key: str | int, read: Callable[[Any], T]) -> tuple[T, ...]:  # noqa: ANN401 - as above
    """The objects of a list, each read for itself."""
    objects, items = _list(found, key), list[T]()
    try:
        for one in objects:
            items.append(read(one))
    except NotASeason as wrong:
        raise wrong.under(key, len(items)) from None  # the one after those that were read
    return tuple(items)


def map_of(found: Any, key: str | int, read: Callable[[Any, str], T]) -> dict[str, T]:  # noqa: ANN401 - as above
    """The values of an object, each read where it lies."""
    values = object_of(found, key)
    try:
        return {name: read(values, name) for name in values}
    except NotASeason as wrong:
        raise wrong.under(key) from None


def _list(found: Any, key: str | int) -> list[Any]:  # noqa: ANN401 - as above
    if type(found[key]) is not list:
        raise NotASeason(SHAPE, key)
    return found[key]


# Single values


def optional(found: Object, name: str, read: Callable[[Any, str], T]) -> T | None:
    """A field that may be null or left out, and is None then."""
    return None if found.get(name) is None else read(found, name)


def text(found: Any, key: str | int) -> str:  # noqa: ANN401 - as above
    """Any text."""
    if type(found[key]) is not str:
        raise NotASeason(SHAPE, key)
    return found[key]


def identity(found: Any, key: str | int) -> str:  # noqa: ANN401 - as above
    """An id: a text that is not empty, without white space."""
    kept = found[key]
    if type(kept) is not str or kept.split() != [kept]:
        raise NotASeason(SHAPE, key)
    return kept


def whole(found: Any, key: str | int) -> int:  # noqa: ANN401 - as above
    """A whole number."""
    if type(found[key]) is not int:
        raise NotASeason(SHAPE, key)
    if not -LARGEST <= found[key] <= LARGEST:
        raise Beyond(SHAPE, key)
    return found[key]


def number(found: Any, key: str | int) -> Fraction:  # noqa: ANN401 - as above
    """A rational number."""
    kept = found[key]
    if type(kept) is int:
        return Fraction(whole(found, key))
    if type(kept) is str and _FRACTION.fullmatch(kept):
        if any(len(one) > len(str(LARGEST)) for one in kept.lstrip("-").split("/")):
            raise Beyond(SHAPE, key)
        value = Fraction(kept)
        if number_as_kept(value) == kept:
            return value
    raise NotASeason(SHAPE, key)


def day(found: Any, key: str | int) -> date:  # noqa: ANN401 - as above
    """A date, ``YYYY-MM-DD``."""
    kept = found[key]
    if type(kept) is str and _DATE.fullmatch(kept):
        try:
            return date.fromisoformat(kept)
        except ValueError:
            pass
    raise NotASeason(SHAPE, key)


def time(found: Any, key: str | int) -> int:  # noqa: ANN401 - as above
    """A time, ``YYYY-MM-DDTHH:MM:SSZ``, in seconds since 1970."""
    kept = found[key]
    # A pattern would take as long as all the rest.
    if type(kept) is str and len(kept) == 20 and kept[4::3] == "--T::Z":
        try:
            seconds = int(datetime.fromisoformat(kept).timestamp())
        except ValueError:
            raise NotASeason(SHAPE, key) from None
        if _FIRST <= seconds < _END:
            return seconds
    raise NotASeason(SHAPE, key)


# As they are written


def number_as_kept(value: Fraction) -> int | str:
    """A rational number as it is written."""
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def time_as_kept(seconds: int) -> str:
    """A time as it is written."""
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
