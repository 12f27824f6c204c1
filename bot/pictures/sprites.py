"""The drawn cards, ready to be pasted into a palette picture.

Only what takes long to draw is kept on sheets: the courts and the backs. Index, suits and border are laid on
when a face is first asked for, in the reader's style, so that a sheet a size is enough for all styles.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from PIL import Image

from bot.pictures import faces, palette
from bot.pictures.coverage import CoverageMask
from bot.pictures.palette import OUTLINE, WHITE
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
    image.putpalette(palette.BYTES)
    if card == BACK:
        image.paste(_sheet(size).crop(back_cell(size, style.back)))
    else:
        suit, rank = divmod(card, RANKS)
        CoverageMask(faces.ink_mask(card, size, style)).lay(image, 0, 0, ink_of(suit, style.colours))
        if JACK <= rank < ACE:
            cell = court_cell(size, suit, rank - JACK, large=style.large)
            image.paste(_sheet(size).crop(cell), faces.court_box(size, large=style.large))
    _edge(size).lay(image, 0, 0, OUTLINE)
    return image


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


Band = tuple[Image.Image, int, Image.Image | None]


def bands(
    card: int, size: Size, style: CardStyle = STANDARD, *, dim: bool = False
) -> tuple[Band, Band, Band]:
    """A card in three bands: pixels, top edge, and where they cover (None: everywhere, the fast case).

    Raises ``ValueError`` where there is no such card.
    """
    return _bands(card, size, _seen(card, style), dim)


@lru_cache(maxsize=KEPT)
def _bands(card: int, size: Size, style: CardStyle, dim: bool) -> tuple[Band, Band, Band]:
    whole, solid = sprite(card, size, style, dim=dim), rounded(size.width, size.height, size.radius).solid
    width, height, radius = size.width, size.height, size.radius
    top, middle, bottom = (
        (0, 0, width, radius), (0, radius, width, height - radius), (0, height - radius, width, height),
    )  # fmt: skip
    return (
        (whole.crop(top), 0, solid.crop(top)),
        (whole.crop(middle), radius, None),
        (whole.crop(bottom), height - radius, solid.crop(bottom)),
    )
