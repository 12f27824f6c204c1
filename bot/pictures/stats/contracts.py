"""Contract by contract: a bar from the table's average to the left or right, and figures beside it."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.pictures.fonts import Weight
from bot.pictures.palette import BLACK, GREY, IVORY, LINE, PANEL, STRIPE, WHITE, Rgb
from bot.pictures.shapes import POINTER, polygons
from bot.pictures.signs.registry import draw_sign_of
from bot.pictures.sizes import WIDTH
from bot.pictures.stat_values import ContractHeads, ContractRow, ContractsPicture
from bot.pictures.stats.parts import BAD, GOOD, Section, bar, framed
from bot.pictures.surface import Surface
from bot.pictures.wrapping import fitting

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


def sections(value: ContractsPicture) -> list[Section]:
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
        size = fitting(head, Weight.MEDIUM, 22, 18, room)
        surface.text(head, right, top + 31, GREY, size, Weight.MEDIUM, "right", width=room)
    room = _BARS[1] - _BARS[0] - 4
    size = fitting(heads.edge, Weight.MEDIUM, 22, 18, room)
    surface.text(heads.edge, _ZERO, top + 31, GREY, size, Weight.MEDIUM, "middle", width=room)
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
    size = fitting(row.contract, Weight.MEDIUM, 27, 20, _WORDS - word)
    surface.text(row.contract, word, baseline, BLACK, size, Weight.MEDIUM, width=_WORDS - word)
    surface.text(row.average, _AVERAGE, baseline, BLACK, 26, Weight.REGULAR, "right", width=_FIGURES)
    for number, line in enumerate(below):
        size = fitting(line, Weight.REGULAR, 22, 18, _AVERAGE - word)
        under = baseline + 25 + _MADE * number
        surface.text(line, word, under, GREY, size, Weight.REGULAR, width=_AVERAGE - word)
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
    size = fitting(row.edge_word, Weight.BOLD, _BESIDE, 20, width)
    surface.text(
        row.edge_word, _ZERO - side * _AWAY, middle + 9, BLACK, size, Weight.BOLD,
        "right" if side > 0 else "left", width=width,
    )  # fmt: skip
