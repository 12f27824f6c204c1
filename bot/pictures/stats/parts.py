"""What the pictures of statistics are put together from: sections below each other, headings, tiles, bars."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.pictures.bands import CAPTION, CLUB, caption_band, club_band
from bot.pictures.palette import BLACK, BLUE, GINGER, GREY, LINE, WHITE, Rgb
from bot.pictures.stat_values import Tile
from bot.pictures.style import WIDTH
from bot.pictures.surface import Anchor, Surface
from bot.pictures.text import Weight, fit, fitting, set_in_lines, text_width, wrapped

GROUND: Final = WHITE
LEFT: Final = 28
RIGHT: Final = WIDTH - LEFT
GOOD: Final = BLUE
BAD: Final = GINGER  # apart from blue for every eye; and never the only thing that tells

AXIS: Final = 22
"""The size of letters along an axis."""

_HEADING, _TILES, _TILE_LINE = 56, 78, 27
_NOTE, _NOTES = 33, 3  # a line of a note, and how many at most
_EMPTY = 150
_EDGE, _AXIS_WORD = 8, 220  # what is free beside words below an axis; their greatest width
_HOLLOW = 3  # how thick the edge of a hollow bar is


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a picture, as wide as it; ``draw`` is given the surface and where the part begins."""

    height: int
    draw: Callable[[Surface, int], None]


def height_of(sections: Iterable[Section]) -> int:
    """All of them, in pixels."""
    return sum(section.height for section in sections)


def stack(sections: Iterable[Section], surface: Surface) -> None:
    """Draw them below each other."""
    top = 0
    for section in sections:
        section.draw(surface, top)
        top += section.height


def framed(title: str, subtitle: str, inside: Sequence[Section], caption: str, empty: str) -> list[Section]:
    """The sections with the club's band above and the caption below; in place of none, ``empty``."""
    bare = [] if inside or not empty else [nothing(empty)]
    return [
        titled(title, subtitle), *inside, *bare,
        *foot(caption),
    ]  # fmt: skip


def titled(title: str, subtitle: str) -> Section:
    """The club's band."""
    return Section(CLUB, lambda surface, _: club_band(surface, title, subtitle))


def foot(caption: str) -> list[Section]:
    """The line along the bottom, where there is one; else a little paper."""
    return captioned(caption) or [gap(16)]


def captioned(caption: str) -> list[Section]:
    """The line along the bottom, where there is one."""
    return [Section(CAPTION, lambda surface, top: caption_band(surface, caption, top))] if caption else []


def gap(height: int) -> Section:
    """Paper."""
    return Section(height, lambda _surface, _top: None)


def nothing(text: str) -> Section:
    """In place of all that there is not."""
    return Section(_EMPTY, partial(_nothing, text))


def _nothing(text: str, surface: Surface, top: int) -> None:
    size, lines = set_in_lines(text, Weight.MEDIUM, (30, 24), RIGHT - LEFT, 3)
    baseline = top + (_EMPTY - (len(lines) - 1) * 38) // 2 + 10
    for number, line in enumerate(lines):
        surface.text(line, WIDTH // 2, baseline + number * 38, GREY, size, Weight.MEDIUM, "middle")


def heading(word: str) -> list[Section]:
    """A word above what follows, where there is one."""
    return [Section(_HEADING, partial(draw_heading, word, LEFT, RIGHT))] if word else []


def draw_heading(word: str, left: int, right: int, surface: Surface, top: int) -> None:
    """A word over a rule."""
    surface.fitted_text(word, left, top + 36, GREY, (25, 21), right - left)
    surface.fill(left, top + 46, right, top + 48, LINE)


def note(text: str, weight: Weight = Weight.REGULAR, ink: Rgb = BLACK) -> list[Section]:
    """A sentence or two in up to three lines, where there is something to say."""
    if not text:
        return []
    size, lines = set_in_lines(text, weight, (25, 21), RIGHT - LEFT, _NOTES)

    def draw(surface: Surface, top: int) -> None:
        for number, line in enumerate(lines):
            surface.text(line, LEFT, top + 28 + _NOTE * number, ink, size, weight, width=RIGHT - LEFT)

    return [Section(_NOTE * len(lines) + 10, draw)]


def tiles(shown: Sequence[Tile]) -> list[Section]:
    """Numbers beside each other, where there are any."""
    if not shown:
        return []
    lines = max(len(one) for one in _tile_words(shown, _tile_room(shown, LEFT, RIGHT))[1])
    return [Section(_TILES + _TILE_LINE * lines, partial(draw_tiles, shown, LEFT, RIGHT))]


def draw_tiles(shown: Sequence[Tile], left: int, right: int, surface: Surface, top: int) -> None:
    """Numbers between two edges, their words below in up to two lines."""
    pitch = (right - left) / max(1, len(shown))
    room = _tile_room(shown, left, right)
    number_size = min((fitting(tile.number, Weight.BOLD, 44, 26, room) for tile in shown), default=44)
    size, lines = _tile_words(shown, room)
    below = top + 66 + _TILE_LINE * max((len(one) for one in lines), default=0)
    for index, tile in enumerate(shown):
        middle = round(left + pitch * (index + 0.5))
        if index:
            edge = round(left + pitch * index)
            surface.fill(edge - 1, top + 20, edge + 1, below, LINE)
        surface.text(tile.number, middle, top + 56, BLACK, number_size, Weight.BOLD, "middle", width=room)
        for number, line in enumerate(lines[index]):
            baseline = top + 86 + number * _TILE_LINE
            surface.text(line, middle, baseline, GREY, size, Weight.REGULAR, "middle", width=room)


def _tile_room(shown: Sequence[Tile], left: int, right: int) -> int:
    return (right - left) // max(1, len(shown)) - 14


def _tile_words(shown: Sequence[Tile], room: int) -> tuple[int, list[list[str]]]:
    """The size of what is below the numbers, and its lines."""
    size = min((fitting(tile.word, Weight.REGULAR, 24, 20, room, 2) for tile in shown), default=24)
    return size, [wrapped(tile.word, Weight.REGULAR, size, room, 2) for tile in shown]


def bar(
    surface: Surface, left: int, top: int, right: int, bottom: int, ink: Rgb, *, hollow: bool = False,
    ground: Rgb = GROUND,
) -> None:  # fmt: skip
    """A bar of a chart, three pixels at least; a hollow one is its edge alone."""
    width, height = max(3, right - left), max(3, bottom - top)
    radius = min(4, width // 2, height // 2)
    surface.box(left, top, left + width, top + height, ink, radius)
    if hollow and width > 2 * _HOLLOW and height > 2 * _HOLLOW:
        inside = left + _HOLLOW, top + _HOLLOW, left + width - _HOLLOW, top + height - _HOLLOW
        surface.box(*inside, ground, max(1, radius - 1))


def line_of(
    surface: Surface, text: str, x: int, middle: int, ink: Rgb, sizes: tuple[int, int], weight: Weight,
    anchor: Anchor = "left", width: int = WIDTH,
) -> int:  # fmt: skip
    """A line set around a height, in letters between two sizes so that it is not cut. Returns its width."""
    size = fitting(text, weight, *sizes, width)
    return surface.text(text, x, middle + round(0.36 * size), ink, size, weight, anchor, width=width)


def below_axis(surface: Surface, places: Iterable[tuple[int, str]], top: int, free: int = _EDGE) -> None:
    """Words around places along an axis that ends at ``top``, from left to right: each within the picture,
    none over another, the first from ``free`` on; what finds no room is left out."""
    for x, word in places:
        line = fit(word, Weight.REGULAR, AXIS, _AXIS_WORD)
        took = text_width(line, Weight.REGULAR, AXIS)
        left = min(max(x - took // 2, _EDGE), WIDTH - _EDGE - took)
        if line and left >= free:
            surface.text(line, left, top + 28, GREY, AXIS, Weight.REGULAR)
            free = left + took + 10
