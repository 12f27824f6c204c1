"""Whole numbers as people write them, on paper and in spreadsheets."""

from __future__ import annotations

import re
from typing import Final

from bot.leagues.paper.errors import Fault, fault
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
