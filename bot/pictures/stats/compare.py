"""Two people side by side: for each figure two bars from the middle, the better one marked."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.pictures.fonts import Weight, drawable, text_width
from bot.pictures.marks import crown_badge, face
from bot.pictures.palette import BLACK, BLUE, GOLD, GREY, IVORY, MUTED, PANEL, RAIL, WHITE, Rgb, mix
from bot.pictures.signs.registry import draw_sign_of
from bot.pictures.sizes import WIDTH
from bot.pictures.stat_values import ComparedPerson, ComparePicture, CompareRow
from bot.pictures.stats.parts import LEFT, RIGHT, Section, bar, framed, gap, heading
from bot.pictures.surface import Anchor, Surface
from bot.pictures.wrapping import fitting, wrapped

_PEOPLE, _ROW = 120, 65
_FACE = 38
_MIDDLE = WIDTH // 2
_BAR, _SIGN, _CROWN = 16, 34, 14
_NUMBER, _NUMBERS = 32, 200  # the size of numbers, and the most they take
_BETTER: Final = BLUE
_OTHER: Final = mix(WHITE, GREY, 2 / 3)


def sections(value: ComparePicture) -> list[Section]:
    """All of it, from top to bottom."""
    people = Section(_PEOPLE, partial(_people, value.left, value.right))
    rows = [Section(_ROW, partial(_row, row, _most([row]))) for row in value.rows]
    most = _most(value.contracts)
    contracts = [Section(_ROW, partial(_row, row, most)) for row in value.contracts]
    inside = [people]
    if rows or contracts:
        inside += [gap(8), *rows, *(heading(value.contracts_word) if contracts else []), *contracts, gap(8)]
    framed_by = framed(value.title, value.subtitle, inside, value.caption, "")
    if rows or contracts or not value.empty:
        return framed_by
    bare = framed("", "", [], "", value.empty)[1:2]
    return [*framed_by[:2], *bare, *framed_by[2:]]


def _most(rows: list[CompareRow] | tuple[CompareRow, ...]) -> float:
    """What the longest bar is of."""
    return max((abs(one) for row in rows for one in (row.left, row.right) if one is not None), default=0.0)


def _people(left: ComparedPerson, right: ComparedPerson, surface: Surface, top: int) -> None:
    """Face, name and remark of both, the right one mirrored."""
    surface.fill(0, top, WIDTH, top + _PEOPLE, PANEL)
    _person(left, LEFT + _FACE, LEFT + 2 * _FACE + 16, "left", surface, top)
    _person(right, RIGHT - _FACE, RIGHT - 2 * _FACE - 16, "right", surface, top)
    surface.fill(_MIDDLE - 1, top + 18, _MIDDLE + 1, top + _PEOPLE - 18, RAIL)


def _person(one: ComparedPerson, x: int, edge: int, anchor: Anchor, surface: Surface, top: int) -> None:
    """A face around ``x``; at ``edge`` the name in one line or two, and the remark."""
    y = top + _PEOPLE // 2
    room = _MIDDLE - LEFT - 2 * _FACE - 16 - 14
    face(surface, one.name, x, y, _FACE, avatar=one.avatar, robot=None, ground=GOLD, ink=PANEL)
    size = fitting(one.name, Weight.BOLD, 32, 26, room)
    if text_width(drawable(one.name), Weight.BOLD, size) > room:
        size = fitting(one.name, Weight.BOLD, 26, 22, room, 2)
    lines = wrapped(one.name, Weight.BOLD, size, room, 2)
    baseline = y + 11 - 15 * (len(lines) - 1) - (14 if one.remark else 0)
    for number, line in enumerate(lines):
        surface.text(line, edge, baseline + 29 * number, IVORY, size, Weight.BOLD, anchor, width=room)
    below = baseline + 29 * (len(lines) - 1) + 32
    size = fitting(one.remark, Weight.REGULAR, 25, 19, room)
    surface.text(one.remark, edge, below, MUTED, size, Weight.REGULAR, anchor, width=room)


def _row(row: CompareRow, most: float, surface: Surface, top: int) -> None:
    """Numbers at the edges, the word between them, bars below from the middle outwards."""
    for text, side in ((row.left_word, -1), (row.right_word, 1)):
        better = row.better == side
        edge = LEFT if side < 0 else RIGHT
        took = surface.text(
            text, edge, top + 34, BLACK if better or not row.better else GREY, _NUMBER,
            Weight.BOLD if better else Weight.MEDIUM, "left" if side < 0 else "right", width=_NUMBERS,
        )  # fmt: skip
        if better:
            crown_badge(surface, edge - side * (took + 10 + _CROWN), top + 23, _CROWN)
    _word(row, surface, top)
    upper = top + 44
    for number, side in ((row.left, -1), (row.right, 1)):
        if number is None or not most:
            continue
        length = round((RIGHT - _MIDDLE - 3) * abs(number) / most)
        ink: Rgb = _BETTER if row.better == side else _OTHER
        start = _MIDDLE + 3 if side > 0 else _MIDDLE - 3 - max(3, length)
        if number:
            bar(surface, start, upper, start + max(3, length), upper + _BAR, ink, hollow=number < 0)
    surface.fill(_MIDDLE - 1, upper - 4, _MIDDLE + 1, upper + _BAR + 4, GREY)


def _word(row: CompareRow, surface: Surface, top: int) -> None:
    """What is compared, between the numbers, with its sign."""
    numbers = max(
        text_width(drawable(one, ""), Weight.BOLD, _NUMBER) for one in (row.left_word, row.right_word)
    )
    sign = _SIGN + 10 if row.contract_sign else 0
    room = 2 * (_MIDDLE - LEFT - min(numbers, _NUMBERS) - 2 * _CROWN - 22) - sign
    size = fitting(row.word, Weight.MEDIUM, 26, 19, room)
    took = min(room, text_width(drawable(row.word, ""), Weight.MEDIUM, size))
    left = _MIDDLE - (took + sign) // 2
    if row.contract_sign:
        draw_sign_of(surface, row.contract_sign, left + _SIGN // 2, top + 23, _SIGN, ground=PANEL, ink=IVORY)
    surface.text(row.word, left + sign, top + 32, BLACK, size, Weight.MEDIUM, width=room)
