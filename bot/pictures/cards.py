"""Cards: how a face is put together, the drawn cards ready to be pasted, and suits for buttons.

There are four layouts: hands are fanned, so that only the left edge of a card shows, with its index; cards
on the table are small on a phone and have a larger index and one large suit for pips; and either of these
with one huge index, for readers who want that. All measures of a face are shares of the card's width.

Only what takes long to draw is kept on sheets: the courts and the backs. Index, suits and border are laid
on when a face is first asked for, in the reader's style, so that a sheet a size is enough for all styles.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.pictures import palette
from bot.pictures.canvas import Box, Canvas, Pixels, core_of, pixels
from bot.pictures.palette import OUTLINE, WHITE, Rgb
from bot.pictures.shapes import SUITS, CoverageMask, rounded
from bot.pictures.style import (
    ACE,
    JACK,
    RANKS,
    STANDARD,
    Back,
    CardStyle,
    Colours,
    Size,
    as_seen,
    ink_of,
    letter,
)
from bot.pictures.text import Weight, glyphs

SCALE = 4  # faces are drawn this much larger and averaged down
EDGE = 1.5  # width of a card's border in pixels, of sizes that are not doubled
HEIGHT = 1.4

_Shares = tuple[float, float, float, float]  # left, top, right, bottom
_Spot = tuple[float, float, float]  # middle x and y, and how wide


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """Where things are on a face."""

    axis: float  # of index and suit below it
    cap: float  # height of the index
    widest: float
    weight: Weight
    suit: float  # how wide the suit under the index is
    court: _Shares  # where the picture of jack, queen or king stands
    one: _Spot  # the one large suit of an ace, or of every number where there are no pips
    pips: bool = False
    panel: bool = False  # two busts in a frame, else one
    lone: bool = False  # no second suit where there is a large one

    def suit_spot(self) -> _Spot:
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


def _in_rows(xs: Iterable[float], ys: Iterable[float]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for y in ys for x in xs)


_SIDES = (_LEFT, _RIGHT)
# Centres of the pips by rank 2..10, as shares of width and height.
_PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    _in_rows([_MIDDLE], [_TOP, _BOTTOM]),
    _in_rows([_MIDDLE], [_TOP, 0.5, _BOTTOM]),
    _in_rows(_SIDES, [_TOP, _BOTTOM]),
    (*_in_rows(_SIDES, [_TOP, _BOTTOM]), (_MIDDLE, 0.5)),
    _in_rows(_SIDES, [_TOP, 0.5, _BOTTOM]),
    (*_in_rows(_SIDES, [_TOP, 0.5, _BOTTOM]), (_MIDDLE, 0.3275)),
    (*_in_rows(_SIDES, [_TOP, 0.5, _BOTTOM]), (_MIDDLE, 0.3275), (_MIDDLE, 0.6725)),
    (*_in_rows(_SIDES, [_TOP, 0.385, 0.615, _BOTTOM]), (_MIDDLE, 0.5)),
    (*_in_rows(_SIDES, [_TOP, 0.385, 0.615, _BOTTOM]), (_MIDDLE, 0.27), (_MIDDLE, 0.73)),
)


class _Sheet:
    """A mask in drawing size, measured in card widths."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.image = Image.new("L", (size.width * SCALE, size.height * SCALE))
        self.unit = size.width * SCALE
        self._pen = ImageDraw.Draw(self.image)

    def suit(self, suit: int, spot: _Spot, *, upside_down: bool = False) -> None:
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


CARDS = 52
BACK = CARDS  # stands for the back where a card is asked for
COURTS = 3  # jack, queen, king
KEPT = 2048  # faces, bright and dimmed: a few dozen megabytes
SHEETS = Path(__file__).resolve().parents[2] / "assets" / "cards"
SUIT_PICTURES = {
    deck: [SHEETS / f"{name}.png" for name in names.split()]
    for deck, names in (
        (Colours.TWO, "clubs diamonds hearts spades"),
        (Colours.FOUR, "clubs_green diamonds_blue hearts_red spades_black"),
    )
}
"""The suits of each deck as they stand on buttons, under the names that a screen reader says."""


def sheet_path(size: Size) -> Path:
    """Where the sheet of a size is kept."""
    return SHEETS / f"cards-{size.width}.png"


def court_cell(size: Size, suit: int, figure: int, *, large: bool) -> Box:
    """Where a court (0 jack, 1 queen, 2 king) is on the sheet: that of large faces in the second row."""
    left, top, right, bottom = court_box(size, large=large)
    width, height = right - left, bottom - top
    x, y = (suit * COURTS + figure) * width, 0
    if large:
        _, plain_top, _, plain_bottom = court_box(size, large=False)
        y = plain_bottom - plain_top
    return x, y, x + width, y + height


def back_cell(size: Size, back: Back) -> Box:
    """Where a back is on the sheet: in the third row."""
    _, _, _, top = court_cell(size, 0, 0, large=True)
    left = list(Back).index(back) * size.width
    return left, top, left + size.width, top + size.height


@cache
def _sheet(size: Size) -> Image.Image:
    with Image.open(sheet_path(size)) as sheet:
        sheet.load()
        return sheet


@cache
def _edge(size: Size) -> CoverageMask:
    return CoverageMask(edge_mask(size))


def _bright(card: int, size: Size, style: CardStyle) -> Image.Image:
    """A face or back put together, mode P."""
    image = Image.new("P", (size.width, size.height), palette.index_of(WHITE))
    if card == BACK:
        image.paste(_sheet(size).crop(back_cell(size, style.back)))
    else:
        suit, rank = divmod(card, RANKS)
        image = _laid(CoverageMask(ink_mask(card, size, style)), image, ink_of(suit, style.colours))
        if JACK <= rank < ACE:
            cell = court_cell(size, suit, rank - JACK, large=style.large)
            image.paste(_sheet(size).crop(cell), court_box(size, large=style.large))
    return _laid(_edge(size), image, OUTLINE)


def _laid(mask: CoverageMask, image: Image.Image, ink: Rgb) -> Image.Image:
    laid = Image.frombytes("P", image.size, mask.blended(image.tobytes(), ink))
    laid.putpalette(palette.BYTES)
    return laid


@lru_cache(maxsize=KEPT)
def _sprite(card: int, size: Size, style: CardStyle, dim: bool) -> Image.Image:
    if not dim:
        return _bright(card, size, style)
    bright = _sprite(card, size, style, False)
    image = Image.frombytes("P", bright.size, bright.tobytes().translate(palette.dim_table()))
    image.putpalette(palette.BYTES)
    return image


def sprite(card: int, size: Size, style: CardStyle = STANDARD, *, dim: bool = False) -> Image.Image:
    """A card's face (0..51) or the ``BACK``, bright or dimmed. Shared: do not draw on it.

    Raises ``ValueError`` for any other number.
    """
    return _sprite(card, size, _seen(card, style), dim)


def _seen(card: int, style: CardStyle) -> CardStyle:
    if not 0 <= card <= BACK:
        raise ValueError(f"there is no card {card}")
    return as_seen(style, None if card == BACK else card)


@dataclass(frozen=True, slots=True, eq=False)
class _Face:
    """A card as it is pasted: all of it, and of its round corners what is pasted over what lay there. The
    same only as itself, which is looked up faster."""

    whole: Pixels
    corners: tuple[_Corner, ...]
    outline: Rgb


class _Corner(NamedTuple):
    """Where a corner is on the card, how far the card covers it, and the card's own pixels there."""

    x: int
    y: int
    mask: CoverageMask
    pixels: bytes


def lay(
    canvas: Canvas, card: int, size: Size, style: CardStyle, left: int, top: int, *, dim: bool = False
) -> None:
    """Put a card on a picture; of what lies there its round corners leave a little.

    Raises ``ValueError`` where there is no such card.
    """
    face, radius, core = _face(card, size, _seen(card, style), dim), size.radius, canvas.core
    places = [(left + corner.x, top + corner.y) for corner in face.corners]
    grounds = canvas.under_each(places, radius, radius)
    core.paste(face.whole, (left, top, left + size.width, top + size.height))
    for (x, y), corner in zip(places, _corners_on(face, grounds), strict=True):
        core.paste(corner, (x, y, x + radius, y + radius))


@lru_cache(maxsize=KEPT)
def _corners_on(face: _Face, grounds: bytes) -> tuple[Pixels, ...]:
    """The corners on what lies below them, one after the other; neighbours in a hand overlap alike again and
    again."""
    size = len(grounds) // len(face.corners)
    return tuple(
        _corner(corner, grounds[number * size : (number + 1) * size], face.outline)
        for number, corner in enumerate(face.corners)
    )


@lru_cache(maxsize=4 * KEPT)
def _corner(corner: _Corner, ground: bytes, outline: Rgb) -> Pixels:
    """A corner on what lies below it."""
    mask, mixed, blends = corner.mask, bytearray(corner.pixels), palette.blends(outline)
    for at in mask.outside:
        mixed[at] = ground[at]
    for at, coverage in mask.partial:
        mixed[at] = blends[ground[at]][coverage]
    return pixels(bytes(mixed), mask.image.size)


def forget() -> None:
    """Forget what lay below cards."""
    _corners_on.cache_clear()
    _corner.cache_clear()


@lru_cache(maxsize=KEPT)
def _face(card: int, size: Size, style: CardStyle, dim: bool) -> _Face:
    whole = _sprite(card, size, style, dim)
    radius, far, low = size.radius, size.width - size.radius, size.height - size.radius
    corners = tuple(
        _Corner(x, y, mask, whole.crop((x, y, x + radius, y + radius)).tobytes())
        for x, y, mask in zip((0, far, 0, far), (0, 0, low, low), _corners_of(size), strict=True)
    )
    return _Face(core_of(whole), corners, palette.dimmed(OUTLINE) if dim else OUTLINE)


@cache
def _corners_of(size: Size) -> tuple[CoverageMask, ...]:
    whole, radius = rounded(size.width, size.height, size.radius), size.radius
    far, low = size.width - radius, size.height - radius
    return tuple(
        whole.cut(x, y, x + radius, y + radius)
        for x, y in ((0, 0), (far, 0), (0, low), (far, low))
    )  # fmt: skip
