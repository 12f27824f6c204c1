"""Long texts as leaves that fit a phone, and the buttons that turn them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from discord import ui

from bot.ui.discord.panel import button
from bot.ui.discord.press_ids import PressId
from bot.ui.rules.leaves import AROUND, BUTTONS, LINE, ROOM, SPARE, WIDTH, rows

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
    """How high a text is on a phone, in points."""
    return sum(rows(line, 16, WIDTH) * LINE for line in text.split("\n"))


def turning(press: Callable[[int], PressId], leaf: int, count: int) -> list[ui.Button[Any]]:
    """Buttons to the leaf before and to the one after; none where there is one leaf only."""
    if count < 2:
        return []
    return [
        button(f"{BEFORE} {max(leaf, 1)}", press(max(leaf - 1, 0)), disabled=leaf == 0),
        button(f"{min(leaf + 2, count)} {AFTER}", press(min(leaf + 1, count)), disabled=leaf + 1 >= count),
    ]
