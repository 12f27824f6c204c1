"""What a panel offers of a season's settings: values to choose from, and numbers that are typed.

Values are given as JSON has them, for ``SeasonSettings.changed``. Typed numbers are held to limits, so that
scores stay of a size that can be kept and shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, Final

from bot.leagues.season.fields import NotASeason, number_as_kept
from bot.leagues.season.settings import LEGAL, TABLES, ByPlace, SeasonSettings, Whole, Word, WordList

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
