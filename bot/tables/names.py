"""What people and robots are called at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

LONGEST_NAME: Final = 100
NAMELESS: Final = "?"
ROBOT_NAMES: Final = ("Alma", "Bruno", "Clara", "Dirk", "Elsa", "Floris", "Greta", "Hugo", "Ida", "Jan")
_TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNPRINTABLE: Final = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean_name(name: str) -> str:
    """A person's name as it is stored: on one line, at most 100 characters, without control characters and
    without those that turn the direction of the text around them. Markdown, mentions and stacked accents
    are left to whoever shows it."""
    shown = "".join(
        "" if char in _TURNING else " " if unicodedata.category(char) in _UNPRINTABLE else char
        for char in name
    )
    return " ".join(shown.split())[:LONGEST_NAME].strip() or NAMELESS


def name_key(name: str) -> str:
    """What two names have in common that people take for the same one."""
    return unicodedata.normalize("NFKC", name).casefold()


def robot_name(taken: Iterable[str]) -> str:
    """A robot's name: the first that nobody at the table has."""
    used = set(taken)
    return next(name for name in ROBOT_NAMES if name not in used)
