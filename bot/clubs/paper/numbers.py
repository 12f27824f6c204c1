"""Whole numbers as people write them, on paper and in spreadsheets."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LARGEST: Final = 1_000_000
"""What points may be at most, on either side of nought."""

_WHOLE: Final = re.compile(r"[+-]?[0-9]+")
_MINUS: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_LONGEST: Final = 20
"""No number has more characters; a longer one is not looked at."""


def plain(text: str) -> str:
    """A text in which each minus sign is the same, and each white space a single one of its kind."""
    return unicodedata.normalize("NFKC", text).translate(_MINUS)


def whole_of(text: str) -> int | None:
    """The whole number that a plain text is, None where it is none."""
    return int(text) if len(text) <= _LONGEST and _WHOLE.fullmatch(text) else None
