"""The pages of the rules as leaves that fit a phone: some sentences each, with an example while there are
any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from bot.discordkit.pages import AROUND, BUTTONS, GAP, LINE, ROOM, SELECT, SMALL, SPARE, WIDTH, lines_of
from bot.pictures.painter import picture_height
from bot.pictures.style import WIDTH as PAINTED
from bot.rules.book import Worked

BULLET: Final = 24


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
    always = AROUND + lines_of(heading, 16, WIDTH) * LINE + GAP + SELECT + BUTTONS
    first = sum(lines_of(line, 13, WIDTH) * SMALL for line in small) + GAP + (SELECT if players else 0)
    left, found, shown = [*lines], list[PagePart](), 0
    while left or shown < len(examples) or not found:
        room, number = ROOM - SPARE - always - (0 if found else first), None
        if shown < len(examples) and (found or not left or _example(examples[shown]) <= room):
            room -= _example(examples[shown])
            number, shown = shown, shown + 1
        taken: list[str] = []
        while left and (room := room - lines_of(left[0], 16, WIDTH - BULLET) * LINE) >= 0:
            taken.append(left.pop(0))
        if left and not taken and number is None:
            taken.append(left.pop(0))  # too long for any leaf
        found.append(PagePart(tuple(taken), number))
    return found


def _example(worked: Worked) -> int:
    caption = lines_of(f"{_NUMBERED} {worked.sentence}", 16, WIDTH) * LINE + GAP if worked.sentence else 0
    if worked.picture is None:
        return caption
    return caption + GAP + ceil(picture_height(worked.picture) * WIDTH / PAINTED)


_NUMBERED: Final = "Example 10 of 10."
