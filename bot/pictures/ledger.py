"""The ledger below a score sheet: who has named what, triangles and circles as on the paper one."""

from __future__ import annotations

from typing import Final

from bot.pictures.fonts import Weight, text_width
from bot.pictures.palette import BLACK, GREY, STRIPE, WHITE, Rgb
from bot.pictures.shapes import CIRCLE, CIRCLE_INSIDE, TRIANGLE, TRIANGLE_INSIDE
from bot.pictures.surface import Surface
from bot.pictures.values import ContractLedger, LedgerRow, Mark

_HEAD, _ROW, _FOOT = 48, 40, 6
_MARGIN, _GAP = 14, 10  # of the first column; between what stands in it
_LARGEST, _SMALLEST = 24, 20
_MARK, _APART = 28, 32  # a mark's size, and from one to the next
_SHAPES: Final = {Mark.TRIANGLE: (TRIANGLE, TRIANGLE_INSIDE), Mark.CIRCLE: (CIRCLE, CIRCLE_INSIDE)}


def height_of(ledger: ContractLedger) -> int:
    """The ledger's height in pixels."""
    return _HEAD + len(ledger.rows) * _ROW + _FOOT


def least_width(ledger: ContractLedger) -> int:
    """What its first column needs, in pixels."""
    return max(_width(row, _SMALLEST + 2) for row in ledger.rows) + _MARGIN + _GAP if ledger.rows else 0


def _width(row: LedgerRow, size: int) -> int:
    left = text_width(row.left, Weight.REGULAR, _SMALLEST) + _GAP if row.left else 0
    return text_width(row.label, Weight.MEDIUM, size) + left


def draw(
    ledger: ContractLedger, names: tuple[str, ...], surface: Surface, top: int, lefts: list[int]
) -> None:
    """Draw the ledger from ``top`` on; ``lefts`` are the left ends of the players' columns and the right end
    of the last one."""
    baseline, size = top + 34, _size(ledger, lefts[0])
    surface.text(ledger.title, _MARGIN, baseline, BLACK, 25, Weight.BOLD, width=lefts[0] - _MARGIN - _GAP)
    for name, left, right in zip(names, lefts, lefts[1:], strict=False):
        middle = (left + right) // 2
        surface.text(name, middle, baseline, BLACK, 23, anchor="middle", width=right - left - 14)
    top += _HEAD
    for number, row in enumerate(ledger.rows):
        ground = WHITE if number % 2 else STRIPE
        surface.fill(0, top, lefts[-1], top + _ROW, ground)
        if row.owed and number and not ledger.rows[number - 1].owed:
            surface.fill(0, top, lefts[-1], top + 2, GREY)
        _row(surface, row, top, lefts, size, ground)
        top += _ROW


def _row(surface: Surface, row: LedgerRow, top: int, lefts: list[int], size: int, ground: Rgb) -> None:
    baseline, right = top + 29, lefts[0] - _GAP
    used = surface.text(row.left, right, baseline, GREY, _SMALLEST, Weight.REGULAR, "right", width=100)
    surface.text(row.label, _MARGIN, baseline, BLACK, size, width=right - used - _MARGIN - _GAP)
    outline, inside = _SHAPES[row.mark]
    owed = row.owed or (0,) * len(row.named)
    for player, (named, more) in enumerate(zip(row.named, owed, strict=True)):
        middle = (lefts[player] + lefts[player + 1]) // 2
        x = middle - (named + more - 1) * _APART // 2
        for number in range(named + more):
            surface.shape(outline, x + number * _APART, top + _ROW // 2, _MARK, BLACK)
            if number >= named:
                surface.shape(inside, x + number * _APART, top + _ROW // 2, _MARK, ground)


def _size(ledger: ContractLedger, width: int) -> int:
    """The largest type, down to the smallest still read on a phone, in which every label fits."""
    size = _LARGEST
    while size > _SMALLEST and any(_width(row, size) > width - _MARGIN - _GAP for row in ledger.rows):
        size -= 1
    return size
