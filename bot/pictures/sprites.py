"""The drawn cards, ready to be pasted into a palette picture."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image

from bot.pictures import palette
from bot.pictures.shapes import rounded
from bot.pictures.sizes import Size

CARDS, RANKS = 52, 13
BACK = CARDS  # the back's number on a sheet
SHEETS = Path(__file__).resolve().parents[2] / "assets" / "cards"


def sheet_path(size: Size) -> Path:
    """Where the sheet of a size is kept. The index style is part of the name."""
    return SHEETS / f"english-{size.width}.png"


@cache
def _sheet(size: Size) -> Image.Image:
    with Image.open(sheet_path(size)) as sheet:
        sheet.load()
        return sheet


@cache
def sprite(card: int, size: Size, *, dim: bool = False) -> Image.Image:
    """A card's face (0..51) or the ``BACK``, bright or dimmed. Shared: do not draw on it.

    Raises ``ValueError`` for any other number.
    """
    if not 0 <= card <= BACK:
        raise ValueError(f"there is no card {card}")
    if dim:
        bright = sprite(card, size)
        return Image.frombytes("P", bright.size, bright.tobytes().translate(palette.dim_table()))
    row, column = divmod(card, RANKS)
    left, top = column * size.width, row * size.height
    return _sheet(size).crop((left, top, left + size.width, top + size.height))


Band = tuple[Image.Image, int, Image.Image | None]


@cache
def bands(card: int, size: Size, *, dim: bool = False) -> tuple[Band, Band, Band]:
    """A card in three bands: pixels, top edge, and where they cover (None: everywhere, the fast case)."""
    whole, solid = sprite(card, size, dim=dim), rounded(size.width, size.height, size.radius).solid
    width, height, radius = size.width, size.height, size.radius
    top, middle, bottom = (
        (0, 0, width, radius), (0, radius, width, height - radius), (0, height - radius, width, height),
    )  # fmt: skip
    return (
        (whole.crop(top), 0, solid.crop(top)),
        (whole.crop(middle), radius, None),
        (whole.crop(bottom), height - radius, solid.crop(bottom)),
    )
