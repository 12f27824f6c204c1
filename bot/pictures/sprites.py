"""The drawn cards, ready to be pasted into a palette picture.

Only what takes long to draw is kept on sheets: the courts and the backs. Index, suits and border are laid on
when a face is first asked for, in the reader's style, so that a sheet a size is enough for all styles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from bot.pictures import faces, palette
from bot.pictures.canvas import Canvas, Pixels, core_of, pixels
from bot.pictures.coverage import CoverageMask
from bot.pictures.palette import OUTLINE, WHITE, Rgb
from bot.pictures.shapes import rounded
from bot.pictures.sizes import Size
from bot.pictures.style import ACE, JACK, RANKS, STANDARD, Back, CardStyle, as_seen, ink_of

CARDS = 52
BACK = CARDS  # stands for the back where a card is asked for
COURTS = 3  # jack, queen, king
KEPT = 2048  # faces, bright and dimmed: a few dozen megabytes
SHEETS = Path(__file__).resolve().parents[2] / "assets" / "cards"

Box = tuple[int, int, int, int]


def sheet_path(size: Size) -> Path:
    """Where the sheet of a size is kept."""
    return SHEETS / f"cards-{size.width}.png"


def court_cell(size: Size, suit: int, figure: int, *, large: bool) -> Box:
    """Where a court (0 jack, 1 queen, 2 king) is on the sheet: that of large faces in the second row."""
    left, top, right, bottom = faces.court_box(size, large=large)
    width, height = right - left, bottom - top
    x, y = (suit * COURTS + figure) * width, 0
    if large:
        _, plain_top, _, plain_bottom = faces.court_box(size, large=False)
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
    return CoverageMask(faces.edge_mask(size))


def _bright(card: int, size: Size, style: CardStyle) -> Image.Image:
    """A face or back put together, mode P."""
    image = Image.new("P", (size.width, size.height), palette.index_of(WHITE))
    if card == BACK:
        image.paste(_sheet(size).crop(back_cell(size, style.back)))
    else:
        suit, rank = divmod(card, RANKS)
        image = _laid(CoverageMask(faces.ink_mask(card, size, style)), image, ink_of(suit, style.colours))
        if JACK <= rank < ACE:
            cell = court_cell(size, suit, rank - JACK, large=style.large)
            image.paste(_sheet(size).crop(cell), faces.court_box(size, large=style.large))
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
