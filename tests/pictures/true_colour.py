"""The same pictures drawn the obvious way: RGBA sprites, dimmed where they are used, saved as Pillow saves.

It shares layout, masks and sprite drawing with the bot's own surface, so the two differ in nothing but
how pixels are kept: what the palette must look like, and what it is measured against.
"""

from __future__ import annotations

import io
from functools import cache

from PIL import Image

from bot.pictures import surface
from bot.pictures.palette import DIM_BY, DIM_TOWARDS, Rgb
from bot.pictures.shapes import CoverageMask, rounded
from bot.pictures.style import STANDARD, CardStyle, Size
from bot.pictures.surface import Surface
from tools.art import sheets as art


@cache
def sprite(card: int, size: Size, style: CardStyle) -> Image.Image:
    """A card as RGBA with smooth corners."""
    image = art.true_colour_card(card, size, style)
    image.putalpha(rounded(size.width, size.height, size.radius).image)
    return image


class TrueColourSurface(Surface):
    """A picture in RGBA."""

    def __init__(self, width: int, height: int, ground: Rgb, style: CardStyle = STANDARD) -> None:
        super().__init__(width, height, style)
        self.image = Image.new("RGBA", (width, height), (*ground, 255))

    def fill(self, left: int, top: int, right: int, bottom: int, ink: Rgb) -> None:
        self.image.paste((*ink, 255), (left, top, right, bottom))

    def stamp(self, mask: CoverageMask, left: int, top: int, ink: Rgb) -> None:
        self.image.paste((*ink, 255), (left, top), mask.image)

    def card(self, card: int, size: Size, left: int, top: int, *, dim: bool = False) -> None:
        image = sprite(card, size, self.style)
        if dim:
            alpha = image.getchannel("A")
            image = Image.blend(image, Image.new("RGBA", image.size, (*DIM_TOWARDS, 255)), DIM_BY)
            image.putalpha(alpha)
        self.image.alpha_composite(image, (left, top))

    def avatar(self, png: bytes, left: int, top: int, size: int) -> bool:
        image = surface.avatar(png, size)
        if image is None:
            return False
        self.image.paste(image, (left, top), surface.solid(size))
        return True

    def png(self) -> bytes:
        file = io.BytesIO()
        self.image.save(file, "PNG", compress_level=6)
        return file.getvalue()
