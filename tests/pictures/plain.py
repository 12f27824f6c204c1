"""The same pictures in the same palette, each drawn anew by Pillow and saved by it: nothing of one picture
serves another but sprites and masks. What is kept has to look like this, and is measured against it.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

from PIL import Image

from bot.pictures import cards, palette, surface
from bot.pictures.canvas import looked_up
from bot.pictures.palette import OUTLINE, Rgb
from bot.pictures.shapes import CoverageMask, rounded
from bot.pictures.style import STANDARD, CardStyle, Size
from bot.pictures.surface import Surface

COMPRESSION = 2  # PNG level: as fast as 1 and smaller


class PlainSurface(Surface):
    """A picture in mode P, as Pillow draws it."""

    def __init__(self, width: int, height: int, ground: Rgb, style: CardStyle = STANDARD) -> None:
        super().__init__(width, height, style)
        self.image = Image.new("P", (width, height), palette.index_of(ground))
        self.image.putpalette(palette.BYTES)

    def fill(self, left: int, top: int, right: int, bottom: int, ink: Rgb) -> None:
        self.image.paste(palette.index_of(ink), (left, top, right, bottom))

    def stamp(self, mask: CoverageMask, left: int, top: int, ink: Rgb) -> None:
        box = left, top, left + mask.width, top + mask.height
        lowest, highest = self.image.im.crop(box).getextrema()
        if lowest == highest:
            self.image.paste(_patch(mask, lowest, ink), box)
        else:
            self.image.paste(palette.index_of(ink), box, _solid(mask))
            self._edge(mask, left, top, ink)

    def card(self, card: int, size: Size, left: int, top: int, *, dim: bool = False) -> None:
        outline = rounded(size.width, size.height, size.radius)
        self.image.paste(cards.sprite(card, size, self.style, dim=dim), (left, top), _solid(outline))
        self._edge(outline, left, top, palette.dimmed(OUTLINE) if dim else OUTLINE)

    def avatar(self, png: bytes, left: int, top: int, size: int) -> bool:
        image = surface.in_palette(png, size)
        if image is None:
            return False
        self.image.paste(image, (left, top), surface.solid(size))
        return True

    def png(self) -> bytes:
        file = io.BytesIO()
        self.image.save(file, "PNG", compress_level=COMPRESSION)
        return file.getvalue()

    def _edge(self, mask: CoverageMask, left: int, top: int, ink: Rgb) -> None:
        """Blend the pixels that are covered in part, of those that are on the picture."""
        pixels: Any = self.image.load()  # Pillow's type allows for all modes; here it gives and takes indices
        blends = palette.blends(ink)
        for x, y, coverage in _partial(mask):
            at = left + x, top + y
            if 0 <= at[0] < self.width and 0 <= at[1] < self.height:
                pixels[at] = blends[pixels[at]][coverage]


@lru_cache(maxsize=4096)
def _patch(mask: CoverageMask, below: int, ink: Rgb) -> Image.Image:
    blended = mask.image.tobytes().translate(palette.blends(ink)[below])
    return Image.frombytes("P", mask.image.size, blended)


@lru_cache(maxsize=4096)
def _solid(mask: CoverageMask) -> Image.Image:
    return looked_up(mask.image, [0] * 255 + [255], "1")


@lru_cache(maxsize=4096)
def _partial(mask: CoverageMask) -> tuple[tuple[int, int, int], ...]:
    edge = ((at, coverage) for at, coverage in enumerate(mask.image.tobytes()) if 0 < coverage < 255)
    return tuple((at % mask.width, at // mask.width, coverage) for at, coverage in edge)
