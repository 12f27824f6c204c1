"""The drawn cards, ready to be pasted into a palette picture."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image

from bot.pictures import palette
from bot.pictures.shapes import rounded_mask
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
    """A card's face (0..51) or the ``BACK``, bright or dimmed, in palette indices. Shared: do not draw on it."""
    if dim:
        bright = sprite(card, size)
        return Image.frombytes("P", bright.size, bright.tobytes().translate(palette.dim_table()))
    row, column = divmod(card, RANKS)
    left, top = column * size.width, row * size.height
    return _sheet(size).crop((left, top, left + size.width, top + size.height))


@cache
def inner_mask(size: Size) -> Image.Image:
    """Where a card covers what is below altogether (mode 1)."""
    return rounded_mask(size.width, size.height, size.radius).point([0] * 255 + [255], "1")


@cache
def corner_masks(size: Size) -> tuple[tuple[int, int, Image.Image], ...]:
    """The smooth rims of the four round corners: left, top, and the coverage there without what is fully covered."""
    whole = rounded_mask(size.width, size.height, size.radius).point([*range(255), 0])
    side, right, bottom = size.radius, size.width - size.radius, size.height - size.radius
    return tuple((x, y, whole.crop((x, y, x + side, y + side))) for x in (0, right) for y in (0, bottom))
