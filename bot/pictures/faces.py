"""How a face is put together: what is printed in the suit's ink, as a mask, and where a court stands.

Four layouts: hands are fanned, so that only the left edge of a card shows, with its index; cards on the table
are small on a phone and have a larger index and one large suit for pips; and either of these with one huge
index, for readers who want that. All measures are shares of the card's width.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.pictures.fonts import Weight
from bot.pictures.glyphs import glyphs
from bot.pictures.shapes import SUITS
from bot.pictures.sizes import Size
from bot.pictures.style import ACE, JACK, RANKS, CardStyle, letter

SCALE = 4  # faces are drawn this much larger and averaged down
EDGE = 1.5  # width of a card's border in pixels, of sizes that are not doubled
HEIGHT = 1.4

Box = tuple[float, float, float, float]  # left, top, right, bottom
Spot = tuple[float, float, float]  # middle x and y, and how wide


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """Where things are on a face."""

    axis: float  # of index and suit below it
    cap: float  # height of the index
    widest: float
    weight: Weight
    suit: float  # how wide the suit under the index is
    court: Box  # where the picture of jack, queen or king stands
    one: Spot  # the one large suit of an ace, or of every number where there are no pips
    pips: bool = False
    panel: bool = False  # two busts in a frame, else one
    lone: bool = False  # no second suit where there is a large one

    def suit_spot(self) -> Spot:
        """The suit below the index."""
        return self.axis, _INDEX_TOP + self.cap + 0.055 + self.suit / 2, self.suit


_INDEX_TOP = 0.075
_FANNED = FaceLayout(
    axis=0.157, cap=0.265, widest=0.235, weight=Weight.BOLD, suit=0.215,
    court=(0.385, 0.05, 0.95, 1.35), one=(0.68, 0.77, 0.56), pips=True, panel=True,
)  # fmt: skip
_TABLE = FaceLayout(
    axis=0.225, cap=0.33, widest=0.36, weight=Weight.BOLD, suit=0.3,
    court=(0.39, 0.675, 0.99, 1.4), one=(0.69, 1.07, 0.52),
)  # fmt: skip
_FANNED_LARGE = FaceLayout(
    axis=0.188, cap=0.47, widest=0.29, weight=Weight.BLACK, suit=0.3,
    court=(0.39, 0.675, 0.99, 1.4), one=(0.68, 1.05, 0.56),
)  # fmt: skip
_TABLE_LARGE = FaceLayout(
    axis=0.28, cap=0.53, widest=0.45, weight=Weight.BLACK, suit=0.34,
    court=(0.45, 0.745, 0.99, 1.4), one=(0.675, 0.98, 0.58), lone=True,
)  # fmt: skip

_LEFT, _MIDDLE, _RIGHT = 0.5, 0.665, 0.83
_TOP, _BOTTOM = 0.155, 0.845


def layout_of(size: Size, *, large: bool) -> FaceLayout:
    """The layout of faces of a size."""
    if size.bold:
        return _TABLE_LARGE if large else _TABLE
    return _FANNED_LARGE if large else _FANNED


def court_box(size: Size, *, large: bool) -> tuple[int, int, int, int]:
    """Where a court's picture stands, in pixels."""
    left, top, right, bottom = (round(size.width * edge) for edge in layout_of(size, large=large).court)
    return left, top, right, bottom


def _rows(xs: Iterable[float], ys: Iterable[float]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for y in ys for x in xs)


_SIDES = (_LEFT, _RIGHT)
# Centres of the pips by rank 2..10, as shares of width and height.
_PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    _rows([_MIDDLE], [_TOP, _BOTTOM]),
    _rows([_MIDDLE], [_TOP, 0.5, _BOTTOM]),
    _rows(_SIDES, [_TOP, _BOTTOM]),
    (*_rows(_SIDES, [_TOP, _BOTTOM]), (_MIDDLE, 0.5)),
    _rows(_SIDES, [_TOP, 0.5, _BOTTOM]),
    (*_rows(_SIDES, [_TOP, 0.5, _BOTTOM]), (_MIDDLE, 0.3275)),
    (*_rows(_SIDES, [_TOP, 0.5, _BOTTOM]), (_MIDDLE, 0.3275), (_MIDDLE, 0.6725)),
    (*_rows(_SIDES, [_TOP, 0.385, 0.615, _BOTTOM]), (_MIDDLE, 0.5)),
    (*_rows(_SIDES, [_TOP, 0.385, 0.615, _BOTTOM]), (_MIDDLE, 0.27), (_MIDDLE, 0.73)),
)


class _Sheet:
    """A mask in drawing size, measured in card widths."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.image = Image.new("L", (size.width * SCALE, size.height * SCALE))
        self.unit = size.width * SCALE
        self._pen = ImageDraw.Draw(self.image)

    def suit(self, suit: int, spot: Spot, *, upside_down: bool = False) -> None:
        x, y, across = (share * self.unit for share in spot)
        turn = -across if upside_down else across
        for polygon in SUITS[suit]:
            self._pen.polygon(
                [(x + (px - 0.5) * across, y + (py - 0.5) * turn) for px, py in polygon], fill=255
            )

    def index(self, text: str, layout: FaceLayout) -> None:
        cap, widest = round(layout.cap * self.unit), round(layout.widest * self.unit)
        mask, rise = glyphs(text, cap, widest, layout.weight)
        left, top = round(layout.axis * self.unit - mask.width / 2), round(_INDEX_TOP * self.unit) - rise
        self.image.paste(255, (left, top), mask)

    def frame(self, box: tuple[int, int, int, int]) -> None:
        """A line of whole pixels around a box in pixels."""
        left, top, right, bottom = (edge * SCALE for edge in box)
        line = SCALE * self.size.scale
        outside = (left - line, top - line, right + line - 1, bottom + line - 1)
        self._pen.rectangle(outside, outline=255, width=line)


def ink_mask(card: int, size: Size, style: CardStyle) -> Image.Image:
    """Where the suit's ink is on the face of ``card``: index, suits and a court's frame, mode L."""
    suit, rank = divmod(card, RANKS)
    layout, sheet = layout_of(size, large=style.large), _Sheet(size)
    sheet.index(letter(rank, style.index), layout)
    if JACK <= rank < ACE:
        sheet.suit(suit, layout.suit_spot())
        if layout.panel:
            sheet.frame(court_box(size, large=style.large))
    elif rank == ACE or not layout.pips:
        sheet.suit(suit, layout.one)
        if not layout.lone:
            sheet.suit(suit, layout.suit_spot())
    else:
        sheet.suit(suit, layout.suit_spot())
        across = 0.225 if rank < 7 else 0.19
        for x, y in _PIPS[rank]:
            sheet.suit(suit, (x, y * HEIGHT, across), upside_down=y > 0.5)
    return sheet.image.reduce(SCALE)


def edge_mask(size: Size) -> Image.Image:
    """The border of every card, with its corners filled, not cut, mode L."""
    edge = EDGE * size.scale * SCALE
    sheet = Image.new("L", (size.width * SCALE, size.height * SCALE), 255)
    inner = (edge, edge, sheet.width - 1 - edge, sheet.height - 1 - edge)
    ImageDraw.Draw(sheet).rounded_rectangle(inner, size.radius * SCALE - edge, fill=0)
    return sheet.reduce(SCALE)
