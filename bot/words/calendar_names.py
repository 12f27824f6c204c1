"""Months and days of the week as people name them, in any of our languages (CLDR by way of Babel)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Final

from babel import Locale

from bot.normal_form import normalized
from bot.words.catalogue import languages

_SHORTEST: Final = 3
"""How many letters tell a name at the least; fewer only where a language abbreviates it so."""

_DECLINED: Final = 5
"""From how many letters on the last may be another: «пятницу», «dimanches»."""

_LONGEST: Final = 100
"""Characters. No name is longer; of a longer text the rest is not looked at."""

_WIDTHS: Final = ("wide", "abbreviated", "short")


class _Named(Enum):
    """What has names, as Babel calls it."""

    MONTH = "months"
    WEEKDAY = "days"


def plain(text: str) -> str:
    """Small letters without accents and dots, so that «Févr.» is «fevr»."""
    parted = normalized("NFKD", text, _LONGEST).casefold().replace("’", "'")
    return "".join(one for one in parted if not unicodedata.combining(one) and one != ".")


def month_named(text: str, language: str) -> int | None:
    """The month (1 to 12) of that name, whole or shortened. Where languages differ the one that is given
    counts, then the others; None where it may be several or is none."""
    return _number(_Named.MONTH, text, language)


def weekday_named(text: str, language: str) -> int | None:
    """The day of the week, Monday being 0; found as ``month_named`` says."""
    return _number(_Named.WEEKDAY, text, language)


def _number(kind: _Named, text: str, language: str) -> int | None:
    said = plain(text)
    others = [one for one in languages() if one != language]
    for spoken in ([language], others):
        for fits in (_is, _begins):
            found = {
                number for one in spoken for name, number in _names(kind, one).items() if fits(name, said)
            }
            if found:
                return found.pop() if len(found) == 1 else None
    return None


def _is(name: str, said: str) -> bool:
    return name == said


def _begins(name: str, said: str) -> bool:
    stem = said[:-1] if len(said) >= _DECLINED else said
    return len(said) >= _SHORTEST and name.startswith(stem)


@cache
def _names(kind: _Named, language: str) -> Mapping[str, int]:
    """A language's names, plain; a longer one before a shorter where they are the same."""
    forms = getattr(Locale.parse(language, sep="-"), kind.value)
    found: dict[str, int] = {}
    for width in _WIDTHS:
        for context in ("format", "stand-alone"):
            for number, name in forms[context].get(width, {}).items():
                found.setdefault(plain(name), number)
    return found
