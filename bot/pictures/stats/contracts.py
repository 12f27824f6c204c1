"""Contract by contract, and two people side by side: bars and the figures beside them.

Of one person the bar goes from the table's average to the left or right; of two there are bars from the
middle for each figure, the better one marked.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.pictures.palette import (
    BLACK,
    BLUE,
    GOLD,
    GREY,
    IVORY,
    LINE,
    MUTED,
    PANEL,
    RAIL,
    STRIPE,
    WHITE,
    Rgb,
    mix,
)
from bot.pictures.shapes import POINTER, polygons
from bot.pictures.signs import crown_badge, draw_sign_of, face
from bot.pictures.stat_values import (
    ComparedPerson,
    ComparePicture,
    CompareRow,
    ContractHeads,
    ContractRow,
    ContractsPicture,
)
from bot.pictures.stats.parts import BAD, GOOD, LEFT, RIGHT, Section, bar, framed, gap, heading, nothing
from bot.pictures.style import WIDTH
from bot.pictures.surface import Anchor, Surface
from bot.pictures.text import Weight, drawable, fitting, text_width, wrapped

_HEAD, _ROW, _MADE = 46, 62, 23  # heights; of a third line
_SIGN, _SIGNS, _WORD = 44, 40, 70  # a sign's size, its middle, where words begin
_WORDS = 252  # the right end of the contract's word; what is below it may go on to the average's
_AVERAGE, _TRICKS, _BEST, _WORST = 332, 622, 704, WIDTH - 10  # the right ends of the figures
_FIGURES = 80  # their width
_BARS: Final = (346, 546)
_ZERO = sum(_BARS) // 2
_BAR, _BESIDE, _AWAY = 26, 25, 8  # a bar's height; its number's size, and how far that is from the middle
_LONGEST = _BARS[1] - _ZERO - 4
_POINT, _BACK = 16, polygons("M.9,.05 L.05,.5 L.9,.95 Z")  # of a bar that goes on


def contract_sections(value: ContractsPicture) -> list[Section]:
    """All of it, from top to bottom."""
    pixels = _pixels(value.rows)
    high = _ROW + (_MADE if any(row.made for row in value.rows) else 0)
    rows = [
        Section(high, partial(_row, row, pixels, STRIPE if number % 2 else WHITE, high))
        for number, row in enumerate(value.rows)
    ]
    inside = [Section(_HEAD, partial(_heads, value.heads)), *rows] if rows else []
    return framed(value.title, value.subtitle, inside, value.caption, value.empty)


def _pixels(rows: tuple[ContractRow, ...]) -> float:
    """To a point. What was played often decides, so that one wild deal does not make all else small."""
    for few in (False, True):
        if most := max((abs(row.edge) for row in rows if row.edge and row.few == few), default=0.0):
            return _LONGEST / most
    return 0.0


def _heads(heads: ContractHeads, surface: Surface, top: int) -> None:
    for head, right, room in (
        (heads.average, _AVERAGE, _AVERAGE - _WORD), (heads.tricks, _TRICKS, _TRICKS - _BARS[1] - 6),
        (heads.best, _BEST, _BEST - _TRICKS - 8), (heads.worst, _WORST, _WORST - _BEST - 8),
    ):  # fmt: skip
        surface.fitted_text(head, right, top + 31, GREY, (22, 18), room, anchor="right")
    room = _BARS[1] - _BARS[0] - 4
    surface.fitted_text(heads.edge, _ZERO, top + 31, GREY, (22, 18), room, anchor="middle")
    surface.fill(0, top + _HEAD - 2, WIDTH, top + _HEAD, BLACK)


def _row(row: ContractRow, pixels: float, ground: Rgb, high: int, surface: Surface, top: int) -> None:
    surface.fill(0, top, WIDTH, top + high, ground)
    middle = top + high // 2
    word = _WORD
    if row.contract_sign:
        draw_sign_of(surface, row.contract_sign, _SIGNS, middle, _SIGN, ground=PANEL, ink=IVORY)
    else:
        word = _SIGNS - _SIGN // 2
    below = list(filter(None, (row.deals, row.made)))
    baseline = middle - 3 if len(below) == 1 else middle - 14
    surface.fitted_text(row.contract, word, baseline, BLACK, (27, 20), _WORDS - word)
    surface.text(row.average, _AVERAGE, baseline, BLACK, 26, Weight.REGULAR, "right", width=_FIGURES)
    for number, line in enumerate(below):
        under = baseline + 25 + _MADE * number
        surface.fitted_text(line, word, under, GREY, (22, 18), _AVERAGE - word, Weight.REGULAR)
    _edge(row, pixels, ground, high, surface, top)
    for text, right in ((row.tricks, _TRICKS), (row.best, _BEST), (row.worst, _WORST)):
        surface.text(text, right, middle + 9, BLACK, 25, Weight.REGULAR, "right", width=_FIGURES)


def _edge(row: ContractRow, pixels: float, ground: Rgb, high: int, surface: Surface, top: int) -> None:
    """The bar from the table's average, in the middle; its number on the other side, where there is room."""
    middle = top + high // 2
    for x in _BARS:
        surface.fill(x, top, x + 1, top + high, LINE)
    surface.fill(_ZERO - 1, top, _ZERO + 1, top + high, GREY)
    edge = row.edge or 0.0
    side, ink = (1, GOOD) if edge > 0 else (-1, BAD)
    if edge:
        length = max(3, min(_LONGEST, round(abs(edge) * pixels)))
        left = _ZERO + 1 if side > 0 else _ZERO - 1 - length
        bar(
            surface, left, middle - _BAR // 2, left + length, middle + _BAR // 2, ink, hollow=row.few,
            ground=ground,
        )  # fmt: skip
        if round(abs(edge) * pixels) > _LONGEST:
            x = _ZERO + side * (_LONGEST - _POINT)
            surface.shape(POINTER if side > 0 else _BACK, x, middle, _POINT, ink)
    width = _BARS[1] - _ZERO - 2 * _AWAY
    surface.fitted_text(
        row.edge_word, _ZERO - side * _AWAY, middle + 9, BLACK, (_BESIDE, 20), width, Weight.BOLD,
        "right" if side > 0 else "left",
    )  # fmt: skip


_PEOPLE, _COMPARED_ROW = 120, 65
_FACE = 38
_MIDDLE = WIDTH // 2
_COMPARED_BAR, _COMPARED_SIGN, _CROWN = 16, 34, 14
_NUMBER, _NUMBERS = 32, 200  # the size of numbers, and the most they take
_BETTER: Final = BLUE
_OTHER: Final = mix(WHITE, GREY, 2 / 3)


def compared_sections(value: ComparePicture) -> list[Section]:
    """All of it, from top to bottom."""
    people = Section(_PEOPLE, partial(_people, value.left, value.right))
    rows = [Section(_COMPARED_ROW, partial(_compared_row, row, _most([row]))) for row in value.rows]
    most = _most(value.contracts)
    contracts = [Section(_COMPARED_ROW, partial(_compared_row, row, most)) for row in value.contracts]
    inside = [people]
    if not rows and not contracts:
        inside += [nothing(value.empty)] if value.empty else []
    else:
        inside += [gap(8), *rows, *(heading(value.contracts_word) if contracts else []), *contracts, gap(8)]
    return framed(value.title, value.subtitle, inside, value.caption, "")


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
    surface.fitted_text(one.remark, edge, below, MUTED, (25, 19), room, Weight.REGULAR, anchor)


def _compared_row(row: CompareRow, most: float, surface: Surface, top: int) -> None:
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
    _compared_word(row, surface, top)
    upper = top + 44
    for number, side in ((row.left, -1), (row.right, 1)):
        if number is None or not most:
            continue
        length = round((RIGHT - _MIDDLE - 3) * abs(number) / most)
        ink: Rgb = _BETTER if row.better == side else _OTHER
        start = _MIDDLE + 3 if side > 0 else _MIDDLE - 3 - max(3, length)
        if number:
            bar(surface, start, upper, start + max(3, length), upper + _COMPARED_BAR, ink, hollow=number < 0)
    surface.fill(_MIDDLE - 1, upper - 4, _MIDDLE + 1, upper + _COMPARED_BAR + 4, GREY)


def _compared_word(row: CompareRow, surface: Surface, top: int) -> None:
    """What is compared, between the numbers, with its sign."""
    numbers = max(
        text_width(drawable(one, ""), Weight.BOLD, _NUMBER) for one in (row.left_word, row.right_word)
    )
    sign = _COMPARED_SIGN + 10 if row.contract_sign else 0
    room = 2 * (_MIDDLE - LEFT - min(numbers, _NUMBERS) - 2 * _CROWN - 22) - sign
    size = fitting(row.word, Weight.MEDIUM, 26, 19, room)
    took = min(room, text_width(drawable(row.word, ""), Weight.MEDIUM, size))
    left = _MIDDLE - (took + sign) // 2
    if row.contract_sign:
        draw_sign_of(
            surface,
            row.contract_sign,
            left + _COMPARED_SIGN // 2,
            top + 23,
            _COMPARED_SIGN,
            ground=PANEL,
            ink=IVORY,
        )
    surface.text(row.word, left + sign, top + 32, BLACK, size, Weight.MEDIUM, width=room)
