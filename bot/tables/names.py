"""What people and robots are called at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from bot.normal_form import normalized
from bot.robots.kinds import DEFAULT_ROBOT

LONGEST_NAME: Final = 100
NAMELESS: Final = "?"
_LOOKED_AT: Final = 1000
"""Characters: what is longer is no name, and is cut before anything is made of it."""
ROBOT_NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "easy": ("Mimi", "Nino", "Lola", "Momo", "Pia"),
        "steady": ("Alma", "Bruno", "Clara", "Dirk", "Elsa"),
        "strong": ("Magnus", "Regina", "Maximus", "Valeria", "Rex"),
        "teacher": ("Minerva", "Plato", "Athena", "Mentor", "Sokrates"),
    }
)
"""By the kind of robot, of whose strength they tell: little names, plain ones, those of the mighty and of the
wise. As many as there are seats at a table, so that one is always free."""
_TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNPRINTABLE: Final = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean_name(name: str) -> str:
    """A person's name as it is stored: on one line, at most 100 characters, without control characters and
    without those that turn the direction of the text around them. Markdown, mentions and stacked accents
    are left to whoever shows it."""
    shown = "".join(
        "" if char in _TURNING else " " if unicodedata.category(char) in _UNPRINTABLE else char
        for char in name[:_LOOKED_AT]
    )
    return " ".join(shown.split())[:LONGEST_NAME].strip() or NAMELESS


def name_key(name: str) -> str:
    """What two names have in common that people take for the same one."""
    return normalized("NFKC", name, _LOOKED_AT).casefold()


def robot_name(kind: str, taken: Iterable[str]) -> str:
    """A robot's name: the first of its kind's that nobody else at the table has."""
    used = set(map(name_key, taken))
    names = ROBOT_NAMES.get(kind, ROBOT_NAMES[DEFAULT_ROBOT])
    return next(name for name in names if name_key(name) not in used)
