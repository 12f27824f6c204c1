"""What is leafed through: how much of it fits a phone, and the buttons that turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from discord import ui

from bot.discordkit.interactions import PressId
from bot.discordkit.panel import button
from bot.pictures.text import Weight, font

T = TypeVar("T")

# Points of a phone, of which 844 are its height and 390 its width, in Discord's client

ROOM: Final = 678
"""What is left for messages."""
LINE: Final = 22
SMALL: Final = 18
GAP: Final = 8
SELECT: Final = 44 + GAP
BUTTONS: Final = 40 + GAP
AROUND: Final = 2 * 13 + 5 + GAP
"""The container's frame, and the separator with its gap."""
WIDTH: Final = 329
SPARE: Final = 20
"""For what a client draws larger than is known here, and leaves empty around a heading."""

LONGEST: Final = 3600
"""Characters of a leaf, so that there is room for a heading and a note (``fitting.TEXT_LONGEST``)."""

BEFORE: Final = "‹"
AFTER: Final = "›"


def leaves(lines: Iterable[str], besides: int = 0) -> list[list[str]]:
    """The lines, as many to a leaf as fit beside a row of buttons and ``besides`` more points of height; at
    least one leaf, and at least one line on each."""
    room = ROOM - SPARE - AROUND - BUTTONS - besides
    found: list[list[str]] = [[]]
    left, letters = room, LONGEST
    for line in lines:
        height = height_of(line)
        if found[-1] and (height > left or len(line) >= letters):
            found.append([])
            left, letters = room, LONGEST
        found[-1].append(line)
        left, letters = left - height, letters - len(line) - 1
    return found


def shelves(parts: Sequence[str], besides: float) -> list[range]:
    """Which of these texts, of some lines each, stand on which leaf: as many as fit beside ``besides`` points
    of height, and one at least."""
    room, longest = ROOM - SPARE - AROUND - besides, LONGEST
    found: list[range] = []
    begin, height, letters = 0, 0, 0
    for number, part in enumerate(parts):
        needed = height_of(part)
        if number > begin and (height + needed > room or letters + len(part) >= longest):
            found.append(range(begin, number))
            begin, height, letters = number, 0, 0
        height, letters = height + needed, letters + len(part) + 1
    return [*found, range(begin, len(parts))]


def height_of(text: str) -> int:
    """How high a text is, in points."""
    return sum(lines_of(line, 16, WIDTH) * LINE for line in text.split("\n"))


def lines_of(text: str, size: int, width: int) -> int:
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


class Page(NamedTuple, Generic[T]):
    """Some of what there is: which page it is, from 0, of how many."""

    shown: Sequence[T]
    number: int
    of: int


def page_of(every: Sequence[T], number: int, size: int) -> Page[T]:
    """A page of so many; the last where there are not as many pages (any more), and one where there is
    nothing."""
    of = max(pages_of(len(every), size), 1)
    number = min(number, of - 1)
    return Page(every[number * size : (number + 1) * size], number, of)


def pages_of(count: int, size: int) -> int:
    """How many pages of a size there are of so many."""
    return -(-count // size)


def turning(press: Callable[[int], PressId], number: int, of: int) -> list[ui.Button[Any]]:
    """Buttons to the page before and to the one after; none where there is one page only. Pages are counted
    from 0."""
    if of < 2:
        return []
    return [
        button(f"{BEFORE} {max(number, 1)}", press(max(number - 1, 0)), disabled=number == 0),
        button(f"{min(number + 2, of)} {AFTER}", press(min(number + 1, of)), disabled=number + 1 >= of),
    ]
