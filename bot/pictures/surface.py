"""What pictures are drawn on. ``Surface`` knows how to lay out text and shapes; how pixels are kept is left to
``PaletteSurface``, which the bot uses, and to the true-colour one its tests and benchmark compare with.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from typing import Literal

from PIL import Image

from bot.pictures import palette, shapes, sprites
from bot.pictures.fonts import Weight, ascent, fit, text_mask, text_width
from bot.pictures.palette import BLACK, OUTLINE, RED, WHITE, Rgb
from bot.pictures.sizes import Size

Anchor = Literal["left", "middle", "right"]
COMPRESSION = 1  # PNG level: higher ones cost several times as long and save little on palette pictures


class Surface(ABC):
    """A picture being drawn. Coordinates are whole pixels from the upper left corner."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    @abstractmethod
    def fill(self, left: int, top: int, right: int, bottom: int, ink: Rgb) -> None:
        """Fill a rectangle; ``right`` and ``bottom`` are outside."""

    @abstractmethod
    def stamp(self, mask: Image.Image, left: int, top: int, ink: Rgb) -> None:
        """Lay ``ink`` over what is there, as much as ``mask`` (mode L) covers."""

    @abstractmethod
    def card(self, card: int, size: Size, left: int, top: int, *, dim: bool = False) -> None:
        """Put a card's face, or ``sprites.BACK``, on the picture."""

    @abstractmethod
    def png(self) -> bytes:
        """The picture as a PNG without any text in it."""

    def box(self, left: int, top: int, right: int, bottom: int, ink: Rgb, radius: int) -> None:
        """A filled rectangle with round corners."""
        corner = shapes.rounded_mask(2 * radius, 2 * radius, radius)
        for x, cut in ((left, 0), (right - radius, radius)):
            self.stamp(corner.crop((cut, 0, cut + radius, radius)), x, top, ink)
            self.stamp(corner.crop((cut, radius, cut + radius, 2 * radius)), x, bottom - radius, ink)
        self.fill(left + radius, top, right - radius, bottom, ink)
        self.fill(left, top + radius, left + radius, bottom - radius, ink)
        self.fill(right - radius, top + radius, right, bottom - radius, ink)

    def disc(self, x: int, y: int, radius: int, ink: Rgb) -> None:
        """A filled circle around (x, y)."""
        self.stamp(shapes.rounded_mask(2 * radius, 2 * radius, radius), x - radius, y - radius, ink)

    def shape(self, shape: tuple[shapes.Polygon, ...], x: int, y: int, size: int, ink: Rgb) -> None:
        """A shape of the unit square, ``size`` pixels wide and high, around (x, y)."""
        self.stamp(shapes.mask(shape, size, size), x - size // 2, y - size // 2, ink)

    def suit_tile(self, suit: int, left: int, top: int, size: int) -> None:
        """A suit symbol on a small white tile, so that black and red read alike on any ground."""
        self.box(left, top, left + size, top + size, WHITE, size // 5)
        symbol = round(size * 0.72)
        ink = RED if suit in (shapes.DIAMONDS, shapes.HEARTS) else BLACK
        inset = (size - symbol) // 2
        self.stamp(shapes.suit_mask(suit, symbol), left + inset, top + inset, ink)

    def text(
        self,
        text: str,
        x: int,
        baseline: int,
        ink: Rgb,
        size: int,
        weight: Weight = Weight.MEDIUM,
        anchor: Anchor = "left",
        width: int | None = None,
    ) -> int:
        """Draw one line of text, cut to ``width`` pixels with an ellipsis. Returns the width it took.

        ``x`` is the line's left end, middle or right end, as ``anchor`` says.
        """
        line = fit(text, weight, size, self.width if width is None else width)
        if not line:
            return 0
        took = text_width(line, weight, size)
        left = x - {"left": 0, "middle": took // 2, "right": took}[anchor]
        self.stamp(text_mask(line, weight, size), left - 1, baseline - ascent(weight, size), ink)
        return took


class PaletteSurface(Surface):
    """A picture in the designed palette: one byte a pixel, nothing computed where sprites are pasted."""

    def __init__(self, width: int, height: int, ground: Rgb) -> None:
        super().__init__(width, height)
        self.image = Image.new("P", (width, height), palette.index_of(ground))
        self.image.putpalette(palette.BYTES)

    def fill(self, left: int, top: int, right: int, bottom: int, ink: Rgb) -> None:
        self.image.paste(palette.index_of(ink), (left, top, right, bottom))

    def stamp(self, mask: Image.Image, left: int, top: int, ink: Rgb) -> None:
        """Coverage becomes colours by one table for each colour below; there is seldom more than one."""
        region = self.image.crop((left, top, left + mask.width, top + mask.height))
        coverage = mask.tobytes()
        below = region.getcolors(256) or []
        for _, index in below:
            assert isinstance(index, int)
            table = palette.blend_table(index, ink)
            blended = Image.frombytes("P", mask.size, coverage.translate(table))
            if len(below) == 1:
                self.image.paste(blended, (left, top))
            else:
                only = [0] * 256
                only[index] = 255
                self.image.paste(blended, (left, top), region.point(only, "1"))

    def card(self, card: int, size: Size, left: int, top: int, *, dim: bool = False) -> None:
        edge = palette.dimmed(OUTLINE) if dim else OUTLINE
        self.image.paste(sprites.sprite(card, size, dim=dim), (left, top), sprites.inner_mask(size))
        for x, y, rim in sprites.corner_masks(size):
            self.stamp(rim, left + x, top + y, edge)

    def png(self) -> bytes:
        file = io.BytesIO()
        self.image.save(file, "PNG", compress_level=COMPRESSION)
        return file.getvalue()
