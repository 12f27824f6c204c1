"""How a season counts: its settings, each declared once with all that it may be, and sets of them by name;
what panels offer of them, to choose from and to type. Typed numbers are held to limits, so that scores stay
of a size that can be kept and shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from itertools import permutations
from types import MappingProxyType
from typing import Any, Final, Literal, Self

from bot.leagues.season.fields import (
    SHAPE,
    NotASeason,
    Object,
    list_of,
    map_of,
    number,
    number_as_kept,
    text,
    whole,
)

TABLES: Final = (3, 4, 5)
"""How many seats tables have."""

MOST_NIGHTS: Final = 366
MOST_CENTS: Final = 100_000

_SIZES: Final = frozenset(map(str, TABLES))

PlacePoints = Mapping[int, tuple[Fraction, ...]]
"""What each place is worth, by the number of seats."""


@dataclass(frozen=True, slots=True)
class Word:
    """One of some words, or any number where ``or_number``."""

    words: tuple[str, ...]
    or_number: bool = False

    def read(self, found: Object, name: str) -> str | Fraction:
        """The value that is kept under a name. Raises NotASeason."""
        if self.or_number and found[name] not in self.words:
            return number(found, name)
        if found[name] not in self.words:
            raise NotASeason(SHAPE, name)
        return found[name]

    def as_kept(self, value: str | Fraction) -> int | str:
        """A value, fit for JSON."""
        return value if isinstance(value, str) else number_as_kept(value)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number of at least ``least``, or one of some words. People are offered those that are
    ``usual``, and can type any up to ``most``; ``unit`` is what they type."""

    least: int
    words: tuple[str, ...] = ()
    usual: tuple[int, ...] = ()
    most: int = MOST_NIGHTS
    unit: str = "nights"

    def read(self, found: Object, name: str) -> int | str:
        """The value that is kept under a name. Raises NotASeason."""
        if found[name] in self.words:
            return found[name]
        if whole(found, name) < self.least:
            raise NotASeason(SHAPE, name)
        return found[name]

    def as_kept(self, value: int | str) -> int | str:
        """A value, fit for JSON."""
        return value


@dataclass(frozen=True, slots=True)
class WordList:
    """Some words in an order, none of them twice."""

    words: tuple[str, ...]

    def read(self, found: Object, name: str) -> tuple[str, ...]:
        """The value that is kept under a name. Raises NotASeason."""
        chosen = list_of(found, name, text)
        for index, word in enumerate(chosen):
            if word not in self.words or word in chosen[:index]:
                raise NotASeason(SHAPE, name, index)
        return chosen

    def as_kept(self, value: tuple[str, ...]) -> list[str]:
        """A value, fit for JSON."""
        return list(value)


@dataclass(frozen=True, slots=True)
class ByPlace:
    """A number for each place, by the number of seats; what is left out is the default's."""

    default: PlacePoints

    def read(self, found: Object, name: str) -> PlacePoints:
        """The value that is kept under a name. Raises NotASeason."""
        given = map_of(found, name, _row)
        return {**self.default, **{len(row): row for row in given.values()}}

    def as_kept(self, value: PlacePoints) -> dict[str, list[int | str]]:
        """A value, fit for JSON."""
        return {str(seats): [number_as_kept(one) for one in value[seats]] for seats in TABLES}


def _row(rows: Object, size: str) -> tuple[Fraction, ...]:
    """What the places of a table of that size are worth."""
    row = list_of(rows, size, number) if size in _SIZES else ()
    if str(len(row)) != size:
        raise NotASeason(SHAPE, size)
    return row


_PLACE_POINTS: Final = ByPlace({
    3: (Fraction(90), Fraction(45), Fraction(0)),
    4: (Fraction(90), Fraction(60), Fraction(30), Fraction(0)),
    5: (Fraction(90), Fraction(68), Fraction(45), Fraction(23), Fraction(0)),
})  # fmt: skip
_ABSENCE: Final = Word(("nothing", "average"), or_number=True)
_TIES: Final = ("wins", "best_night", "last_night")


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What a seat scores, whatever becomes of it: ``score`` and ``place_points`` (L5), ``level`` (L6)."""

    score: Literal["points", "places", "both"] = field(
        default="points", metadata={"legal": Word(("points", "places", "both"))}
    )
    place_points: PlacePoints = field(
        default_factory=lambda: _PLACE_POINTS.default, metadata={"legal": _PLACE_POINTS}, hash=False
    )
    level: Literal["no", "yes"] = field(default="no", metadata={"legal": Word(("no", "yes"))})

    @classmethod
    def legal(cls) -> dict[str, Any]:
        """What each setting may be, in their order."""
        return {one.name: one.metadata["legal"] for one in fields(cls)}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Settings as ``stored`` said; what it left out is the default. Raises NotASeason ``shape``."""
        return cls(**{name: cls._declared(name).read(dict(stored), name) for name in stored})

    @classmethod
    def _declared(cls, name: str) -> Any:  # noqa: ANN401 - each reads and writes values of its own type
        legal = cls.legal()
        if name not in legal:
            raise NotASeason(SHAPE, name)
        return legal[name]

    def stored(self) -> dict[str, Any]:
        """All of them that have a value, fit for JSON."""
        values = {name: (legal, getattr(self, name)) for name, legal in self.legal().items()}
        return {name: legal.as_kept(value) for name, (legal, value) in values.items() if value is not None}

    def changed(self, name: str, kept: object) -> Self:
        """With another value of one of them, given as JSON has it. Raises NotASeason ``shape``."""
        return replace(self, **{name: self._declared(name).read({name: kept}, name)})


@dataclass(frozen=True, slots=True)
class SeasonSettings(GameSettings):
    """The settings of a season; the defaults where nothing else was chosen.

    ``left`` and ``bye``: what a seat given up and a round sat out are worth (L7, L8), beside what a seat
    scores. ``night``: how game scores make a night's (L9).
    ``free``: whether games outside nights count (L3). ``absence`` and ``excused``: what a night missed is
    worth (L10). ``best``: how many entries count (L11). ``measure``: what becomes of them (L12).
    ``minimum``: how many nights earn a place (L13). ``ties``: what ranks equal values (L14). ``stake``: whole
    cents a point (L19).
    """

    left: str | Fraction = field(
        default="nothing", metadata={"legal": Word(("nothing", "lowest"), or_number=True)}
    )
    bye: str | Fraction = field(default="nothing", metadata={"legal": Word(("nothing",), or_number=True)})
    night: Literal["sum", "average"] = field(default="sum", metadata={"legal": Word(("sum", "average"))})
    free: Literal["count", "ignore"] = field(default="count", metadata={"legal": Word(("count", "ignore"))})
    absence: str | Fraction = field(default="nothing", metadata={"legal": _ABSENCE})
    excused: str | Fraction = field(default="average", metadata={"legal": _ABSENCE})
    best: int | Literal["all"] = field(
        default="all", metadata={"legal": Whole(1, ("all",), (4, 6, 8, 10, 12))}
    )
    measure: Literal["total", "average", "average_game"] = field(
        default="total", metadata={"legal": Word(("total", "average", "average_game"))}
    )
    minimum: int = field(default=0, metadata={"legal": Whole(0, usual=(0, 3, 4, 5, 6, 8, 10))})
    ties: tuple[str, ...] = field(default=_TIES, metadata={"legal": WordList(_TIES)})
    stake: int = field(
        default=0, metadata={"legal": Whole(0, (), (0, 1, 2, 5, 10, 20, 50), MOST_CENTS, "cents")}
    )


LEGAL: Final[Mapping[str, Any]] = MappingProxyType(SeasonSettings.legal())
"""What each setting may be, in the order in which people are offered them."""


PRESETS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType({
    "sum": {},
    "best": {"best": 8},
    "places": {"score": "places"},
    "average-game": {"measure": "average_game"},
})  # fmt: skip
"""What each changes of the defaults, as JSON has it."""


def preset(name: str) -> SeasonSettings:
    """The settings of a preset. Raises KeyError for one that there is not."""
    return SeasonSettings.read(PRESETS[name])


def preset_of(settings: SeasonSettings) -> str | None:
    """The preset that these are; None where they are chosen otherwise."""
    return next((name for name in PRESETS if preset(name) == settings), None)


# What a panel offers; values are as JSON has them, for ``SeasonSettings.changed``

LARGEST: Final = 100_000
"""Of a number of points, either way."""
LARGEST_DENOMINATOR: Final = 100

NONE: Final = "-"
"""How no words at all are written."""

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(?:[.,][0-9]{1,9}|/[0-9]{1,9})?", re.ASCII)
_WHOLE: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_ROWS: Final = re.compile(r"[;\n]")
_MINUS: Final = str.maketrans("−–", "--")


def offered(name: str) -> tuple[Any, ...]:
    """The values of a setting that can be chosen without typing; of points for places there are none."""
    match LEGAL[name]:
        case Word(words):
            return words
        case Whole(_, words, usual):
            return (*words, *usual)
        case WordList(words):
            # The usual order first, then others of all, then of fewer.
            sizes = range(len(words), -1, -1)
            return tuple([list(order) for size in sizes for order in permutations(words, size)])
        case _:
            return ()


def typing(name: str) -> str:
    """What is typed for a setting: a ``number`` of points, ``nights``, ``cents``, or points for ``places``;
    empty where nothing is."""
    match LEGAL.get(name):
        case Word(or_number=True):
            return "number"
        case Whole(unit=unit):
            return unit
        case ByPlace():
            return "places"
        case _:
            return ""


def takes_typing(name: str) -> bool:
    """Whether a setting takes a number, or numbers, that are typed."""
    return bool(typing(name))


def read_typed(name: str, text: str) -> Any:  # noqa: ANN401 - of the setting's own type
    """What somebody typed for a setting; None where it is nothing for it. Numbers have a decimal point or
    comma, or are fractions (``-5/2``). Points for places are a row for each size of table, all in a line
    (``90 60 30 0``) with ``;`` between rows; tie-breaks are typed by their names, in order."""
    typed = text.strip().translate(_MINUS)
    match LEGAL[name]:
        case Word(or_number=True):
            return _number(typed)
        case Whole(least, most=most):
            return _whole(typed, least, most)
        case ByPlace():
            return _rows(typed)
        case WordList() as legal:
            return _order(legal, typed)
        case _:
            return None


def with_typed(settings: SeasonSettings, name: str, text: str) -> SeasonSettings | None:
    """The settings with what was typed for one of them; None where it is nothing for it. Points for places
    of sizes of table that were not typed stay as they are."""
    kept = read_typed(name, text)
    if kept is None:
        return None
    if isinstance(LEGAL[name], ByPlace):
        kept = {**settings.stored()[name], **kept}
    return settings.changed(name, kept)


def read_number(text: str) -> Fraction | None:
    """A number as it is typed, «-2.5», «5/2»; None where it is none, or beyond what is kept."""
    kept = _number(text)
    return None if kept is None else Fraction(kept)


def written(name: str, kept: Any) -> str:  # noqa: ANN401 - of the setting's own type
    """A value, given as JSON has it, as a short text that ``with_written`` reads again."""
    match LEGAL[name]:
        case ByPlace():
            return ";".join(" ".join(map(str, row)) for row in kept.values())
        case WordList():
            return ",".join(kept) or NONE
        case _:
            return str(kept)


def with_written(settings: SeasonSettings, name: str, text: str) -> SeasonSettings | None:
    """The settings with a value of one of them that was ``written``; None where the text is none."""
    legal = LEGAL.get(name)
    if legal is None:
        return None
    if isinstance(legal, Word | Whole) and text in legal.words:
        return settings.changed(name, text)
    if isinstance(legal, WordList) and text == NONE:
        return settings.changed(name, [])
    return with_typed(settings, name, text)


def _number(typed: str) -> int | str | None:
    """A number within the limits, as JSON has it."""
    if not _NUMBER.fullmatch(typed):
        return None
    numerator, _, denominator = typed.replace(",", ".").partition("/")
    if denominator and not int(denominator):
        return None
    value = Fraction(numerator) / int(denominator or 1)
    is_kept = abs(value) <= LARGEST and value.denominator <= LARGEST_DENOMINATOR
    return number_as_kept(value) if is_kept else None


def _whole(typed: str, least: int, most: int) -> int | None:
    return int(typed) if _WHOLE.fullmatch(typed) and least <= int(typed) <= most else None


def _rows(typed: str) -> dict[str, list[int | str]] | None:
    """Points for places by size of table. Where nothing but ``/`` is between numbers it parts them."""
    rows = [row.split() if " " in row.strip() else row.strip().split("/") for row in _ROWS.split(typed)]
    values = [_all(_number, row) for row in rows]
    sizes = [len(row) for row in rows]
    if len({*sizes}) < len(sizes) or not {*sizes} <= {*TABLES}:
        return None
    return {str(len(row)): row for row in values if row is not None} if None not in values else None


def _all(read: Callable[[str], int | str | None], parts: Iterable[str]) -> list[int | str] | None:
    """Each part read; None where one of them is nothing."""
    found = [read(part) for part in parts]
    kept = [one for one in found if one is not None]
    return kept if len(kept) == len(found) else None


def _order(legal: WordList, typed: str) -> Sequence[str] | None:
    names = typed.lower().replace("-", "_").replace(",", " ").split()
    try:
        return list(legal.read({"ties": names}, "ties"))
    except NotASeason:
        return None
