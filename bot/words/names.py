"""People's names, fit to stand in a sentence: one line, one direction, no ink on the neighbours, no
Markdown."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from bot.normal_form import normalized

LONGEST: Final = 32
LONGEST_QUOTED: Final = 200
LONGEST_READ: Final = 1000
"""Characters: a longer text is cut before anything is made of it."""
_MARKS_KEPT: Final = 2
_JOINER: Final = "\u200d"  # holds families of emoji together
_NO_INK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # blank, though Unicode says letter or symbol
_LOOSE_JOINERS: Final = re.compile(rf"(?<!\S){_JOINER}+|{_JOINER}+(?=[\s{_JOINER}]|$)")
_MARKDOWN: Final = re.compile(r"([\\*_`~|>#\[\]()<@:/-])")


def clean(name: str, otherwise: str) -> str:
    """A tidy name, at most ``LONGEST`` characters long; ``otherwise`` where nothing is left."""
    text = tidy(name)
    if len(text) > LONGEST:
        text = text[: LONGEST - 1].rstrip(f" {_JOINER}") + "…"
    return text or otherwise


def tidy(name: str) -> str:
    """A name without control, direction and invisible characters and without stacks of combining marks;
    empty where nothing is left. Of a longer one the first ``LONGEST_READ`` characters."""
    seen = normalized("NFC", "".join(map(_seen, name[:LONGEST_READ])), LONGEST_READ)
    text = _LOOSE_JOINERS.sub("", _with_few_marks(" ".join(seen.split())))
    return " ".join(text.split())


def _seen(character: str) -> str:
    category = unicodedata.category(character)
    if category.startswith("Z") or character in "\t\n\r":
        return " "
    unseen = category.startswith("C") and character != _JOINER
    return "" if unseen or character in _NO_INK else character


def _with_few_marks(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        bare = not kept or kept[-1] == " "
        if marks <= _MARKS_KEPT and not (marks and bare):
            kept.append(character)
    return "".join(kept)


def quoted(typed: str) -> str:
    """What somebody has typed, to be told again in a sentence: in one line, in one direction, not too long,
    and as Discord Markdown that shows it as it stands."""
    text = tidy(typed)
    return in_text(text if len(text) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 1]}…")


def in_text(name: str) -> str:
    """A cleaned name as Discord Markdown that shows it as it stands, mentions and links included."""
    return _MARKDOWN.sub(r"\\\1", name)
