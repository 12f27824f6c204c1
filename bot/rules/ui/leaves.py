"""The pages of the rules as leaves that fit a phone: some sentences each, with an example while there are
any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

from bot.pictures.painter import picture_height
from bot.pictures.style import WIDTH as PAINTED
from bot.pictures.text import Weight, font
from bot.rules.book import Worked

ROOM: Final = 678
"""What is left for messages of a phone's 844 points of height (390 are its width), in Discord's client."""
LINE: Final = 22
SMALL: Final = 18
GAP: Final = 8
SELECT: Final = 44 + GAP
BUTTONS: Final = 40 + GAP
AROUND: Final = 2 * 13 + 5 + GAP
"""The container's frame, and the separator with its gap."""
WIDTH: Final = 329
BULLET: Final = 24
SPARE: Final = 20
"""For what a client draws larger than is known here, and leaves empty around a heading."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """What stands on a leaf: sentences, and the number of an example, None where there is none."""

    lines: tuple[str, ...]
    example: int | None = None


def parts(
    heading: str, lines: Sequence[str], examples: Sequence[Worked], small: Sequence[str], *, players: bool
) -> list[PagePart]:
    """A page cut into leaves. On the first one stand the ``small`` lines too, and with ``players`` a second
    list to choose from; where they leave no room for an example, it is on the next one."""
    always = AROUND + rows(heading, 16, WIDTH) * LINE + GAP + SELECT + BUTTONS
    first = sum(rows(line, 13, WIDTH) * SMALL for line in small) + GAP + (SELECT if players else 0)
    left, found, shown = [*lines], list[PagePart](), 0
    while left or shown < len(examples) or not found:
        room, number = ROOM - SPARE - always - (0 if found else first), None
        if shown < len(examples) and (found or not left or _example(examples[shown]) <= room):
            room -= _example(examples[shown])
            number, shown = shown, shown + 1
        taken: list[str] = []
        while left and (room := room - rows(left[0], 16, WIDTH - BULLET) * LINE) >= 0:
            taken.append(left.pop(0))
        if left and not taken and number is None:
            taken.append(left.pop(0))  # too long for any leaf
        found.append(PagePart(tuple(taken), number))
    return found


def _example(worked: Worked) -> int:
    caption = rows(f"{_NUMBERED} {worked.sentence}", 16, WIDTH) * LINE + GAP if worked.sentence else 0
    if worked.picture is None:
        return caption
    return caption + GAP + ceil(picture_height(worked.picture) * WIDTH / PAINTED)


_NUMBERED: Final = "Example 10 of 10."


def rows(text: str, size: int, width: int) -> int:
    """On how many lines a text stands, in a font about as wide as Discord's."""
    count, left = 1, float(width)
    for word in text.replace("*", "").replace("`", "").split():
        needed = _width(word, size)
        if needed > left and left < width:
            count, left = count + 1, float(width)
        left -= needed + _width(" ", size)
    return count


@lru_cache(maxsize=16384)
def _width(text: str, size: int) -> float:
    return font(Weight.MEDIUM, 100).getlength(text) * size / 100
