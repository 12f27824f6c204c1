"""People's names, fit to stand in a sentence: one line, one direction, no ink on the neighbours, no
Markdown."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LONGEST: Final = 32
_MARKS_KEPT: Final = 2
_MARKDOWN: Final = re.compile(r"([\\*_`~|>#\[\]()<@:/-])")


def clean(name: str, otherwise: str) -> str:
    """A name without control, direction and invisible characters, without stacks of combining marks, and at
    most
    ``LONGEST`` characters long; ``otherwise`` where nothing is left."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", name):
        category = unicodedata.category(character)
        if category in ("Mn", "Me"):
            marks += 1
            if marks > _MARKS_KEPT or not kept:
                continue
        else:
            marks = 0
        if category == "Zs" or character in "\t\n\r":
            character = " "
        elif category.startswith("C") and character != "\u200d":
            continue
        kept.append(character)
    text = " ".join("".join(kept).strip("\u200d ").split())
    if len(text) > LONGEST:
        text = text[: LONGEST - 1].rstrip() + "…"
    return text or otherwise


def in_text(name: str) -> str:
    """A cleaned name as Discord Markdown that shows it as it stands, mentions and links included."""
    return _MARKDOWN.sub(r"\\\1", name)
