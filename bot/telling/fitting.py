"""Texts within Discord's limits: whole sentences where there are several, whole words where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NewType

ALT_LONGEST: Final = 1024  # https://discord.com/developers/docs/components/reference#media-gallery
TEXT_LONGEST: Final = 4000  # of all texts of a message together
LABEL_LONGEST: Final = 80  # of a button
OPTION_LONGEST: Final = 100  # of each line of a select's option
PLACEHOLDER_LONGEST: Final = 150
FORM_LONGEST: Final = 45  # of a modal's title, and of what stands above a field
ABOUT_LONGEST: Final = 100  # below it

ELLIPSIS: Final = "…"
HELD: Final = "\u00a0"
"""A space at which no line ends."""

LOOSE: Final = " ,;:·–—"
"""What is not left standing before an ellipsis."""

AltText = NewType("AltText", str)
"""The words of a picture, no longer than Discord takes: ``alt.alt_text`` makes them."""


def fitting(parts: Sequence[str], longest: int, more: str, between: str = " ") -> str:
    """The parts, most needed first, as far as they fit whole; where some are left out, ``more`` at their end,
    which says so and where they are, and which is always said then."""
    return between.join(_kept(parts, longest, more, between))


def fitting_last(parts: Sequence[str], longest: int, more: str, between: str = " ") -> str:
    """The same of what happened one after the other: the last of it remains, after ``more``."""
    return between.join(reversed(_kept(list(reversed(parts)), longest, more, between)))


def _kept(parts: Sequence[str], longest: int, more: str, between: str) -> list[str]:
    if len(between.join(parts)) <= longest:
        return [*parts]
    kept: list[str] = []
    left = longest - len(more)
    for part in parts:
        left -= len(part) + len(between)
        if left < 0:
            break
        kept.append(part)
    return [*kept, more]


def shorten(text: str, longest: int) -> str:
    """The text, cut at a word with an ellipsis where it is too long; within a word only where the first one
    is too long already."""
    if len(text) <= longest:
        return text
    cut = text[:longest].rsplit(" ", 1)[0].rstrip(LOOSE)
    return (cut if len(cut) < longest else cut[: longest - 1]) + ELLIPSIS
