"""The podium at the end of a game: who has won stands highest, players of one place equally high."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import cos, radians, sin

from bot.pictures.bands import BAND, CAPTION, caption_band, title_band
from bot.pictures.marks import face
from bot.pictures.palette import FELT, GOLD, IVORY, MAT, MUTED, PANEL, RAIL
from bot.pictures.shapes import CROWN, Polygon
from bot.pictures.style import MARGIN, WIDTH
from bot.pictures.surface import Surface
from bot.pictures.text import Weight, set_in_lines
from bot.pictures.values import PodiumEntry, PodiumPicture

_STEPS = (176, 122, 84, 60, 48)  # heights, from the highest; after a tie the next one follows
_FACE, _WINNER = 44, 54  # radius
_ABOVE = 100  # from the title down to the middle of the winner's face: crown and laurel
_UNDER = 84  # below a face: name and points
_WREATH = 20  # and the laurel's foot, below a winner's
_WIDEST, _GAP = 184, 8
_REMARK, _REMARKS, _LINES = 28, 12, 3  # a line of what is remarked, the space around, and how many at most


def _leaf(x: float, y: float, turn: float) -> Polygon:
    """A leaf from (x, y) on, pointing where ``turn`` says, clockwise from the top."""
    shape = ((0.0, 0.0), (0.032, -0.05), (0.036, -0.1), (0.0, -0.17), (-0.036, -0.1), (-0.032, -0.05))
    return tuple(
        (x + right * cos(turn) - down * sin(turn), y + right * sin(turn) + down * cos(turn))
        for right, down in shape
    )


def _laurel() -> tuple[Polygon, ...]:
    """Two branches with leaves on either side, open at the top; in the unit square."""
    leaves: list[Polygon] = []
    for side in (1, -1):
        for number in range(6):
            angle = side * radians(172 - 23 * number)
            x, y = 0.5 + 0.405 * sin(angle), 0.5 - 0.405 * cos(angle)
            ahead = angle - side * radians(90)
            leaves += [_leaf(x, y, ahead + side * radians(lean)) for lean in (34, -10)]
    return tuple(leaves)


LAUREL = _laurel()


def podium_height(value: PodiumPicture) -> int:
    """The picture's height in pixels."""
    return _floor() + _remarks(value) + (CAPTION if value.caption else 0)


def draw_podium(value: PodiumPicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × its height, all felt."""
    title_band(surface, value.title, value.subtitle, None, "")
    order = _arranged(value.entries)
    pitch = _pitch(len(order))
    left = (WIDTH - pitch * len(order)) // 2
    places = sorted({entry.place for entry in order})
    heights = {place: _STEPS[min(level, len(_STEPS) - 1)] for level, place in enumerate(places)}
    surface.fill(0, _floor(), WIDTH, podium_height(value), RAIL)
    for number, entry in enumerate(order):
        middle = left + pitch * number + pitch // 2
        _player(surface, entry, middle, pitch - _GAP, heights[entry.place], winner=entry.place == places[0])
    if value.caption:
        caption_band(surface, value.caption, podium_height(value) - CAPTION)


def _floor() -> int:
    return BAND + _ABOVE + _WINNER + _WREATH + _UNDER + _STEPS[0]


def _remarks(value: PodiumPicture) -> int:
    """Height below the steps."""
    pitch = _pitch(len(value.entries))
    lines = max((len(_remark(entry, pitch - _GAP)[1]) for entry in value.entries), default=0)
    return lines * _REMARK + _REMARKS


def _pitch(players: int) -> int:
    """From one step to the next."""
    return min(_WIDEST + _GAP, (WIDTH - 2 * MARGIN) // max(1, players))


def _remark(entry: PodiumEntry, width: int) -> tuple[int, list[str]]:
    """The size of what is remarked, and its lines."""
    size, lines = set_in_lines(entry.remark, Weight.REGULAR, (22, 19), width, _LINES)
    return size, [line for line in lines if line]


def _arranged(entries: Sequence[PodiumEntry]) -> list[PodiumEntry]:
    """From left to right: the best in the middle, then each place whole, at whichever side has fewer."""
    middle: list[PodiumEntry] = []
    left: list[PodiumEntry] = []
    right: list[PodiumEntry] = []
    for _, group in groupby(sorted(entries, key=lambda entry: entry.place), lambda entry: entry.place):
        if not middle:
            middle = list(group)
        elif len(left) <= len(right):
            left = [*group, *left]
        else:
            right += group
    return [*left, *middle, *right]


def _player(
    surface: Surface, entry: PodiumEntry, middle: int, width: int, height: int, *, winner: bool
) -> None:
    """A step with its number, and who stands on it."""
    top, left, right = _floor() - height, middle - width // 2, middle + width // 2
    radius = _WINNER if winner else _FACE
    y = top - _UNDER - radius - (_WREATH if winner else 0)
    if winner:
        surface.shape(LAUREL, middle, y, 3 * radius, GOLD)
        surface.disc(middle, y, radius + 6, FELT)
        surface.shape(CROWN, middle, y - radius - 24, 46, GOLD)
    face(
        surface, entry.name, middle, y, radius, avatar=entry.avatar, robot=entry.robot,
        ground=GOLD if winner else RAIL, ink=PANEL if winner else MUTED,
    )  # fmt: skip
    weight = Weight.BOLD if winner else Weight.MEDIUM
    surface.fitted_text(entry.name, middle, top - 50, IVORY, (27, 22), width, weight, "middle")
    surface.text(
        entry.points, middle, top - 14, GOLD if winner else IVORY, 32, Weight.BOLD, "middle", width=width
    )
    surface.box(left, top, right, _floor() + 12, GOLD if winner else MAT, 12)
    surface.fill(left, _floor(), right, _floor() + 12, RAIL)
    figure = min(84, height - 8)
    surface.text(
        str(entry.place), middle, top + (height + round(figure * 0.72)) // 2, PANEL if winner else IVORY,
        figure, Weight.BLACK, "middle",
    )  # fmt: skip
    size, lines = _remark(entry, width)
    for line, words in enumerate(lines):
        surface.text(
            words, middle, _floor() + 28 + line * _REMARK, MUTED, size, Weight.REGULAR, "middle", width=width
        )
