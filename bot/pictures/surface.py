"""What pictures are drawn on. ``Surface`` knows how to lay out text and shapes; how pixels are kept is left
to ``PaletteSurface``, which the bot uses, and to the true-colour one its tests and benchmark compare with.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from typing import Literal

from PIL import Image

from bot.pictures import avatars, palette, shapes, sprites
from bot.pictures.coverage import CoverageMask
from bot.pictures.fonts import Weight, fit, text_mask, text_width
from bot.pictures.palette import OUTLINE, WHITE, Rgb
from bot.pictures.sizes import Size
from bot.pictures.style import STANDARD, CardStyle, ink_of

Anchor = Literal["left", "middle", "right"]
_SMALL_BOX = 96 * 40  # pixels
COMPRESSION = 2  # PNG level: as fast as 1 and smaller; from 3 on palette pictures cost more than they save


class Surface(ABC):
    """A picture being drawn. Coordinates are whole pixels from the upper left corner.

    All its cards and suits are in its one ``style``.
    """

    def __init__(self, width: int, height: int, style: CardStyle = STANDARD) -> None:
        self.width, self.height, self.style = width, height, style

    @abstractmethod
    def fill(self, left: int, top: int, right: int, bottom: int, ink: Rgb) -> None:
        """Fill a rectangle; ``right`` and ``bottom`` are outside."""

    @abstractmethod
    def stamp(self, mask: CoverageMask, left: int, top: int, ink: Rgb) -> None:
        """Lay ``ink`` over what is there, as much as ``mask`` covers."""

    @abstractmethod
    def card(self, card: int, size: Size, left: int, top: int, *, dim: bool = False) -> None:
        """Put a card's face, or ``sprites.BACK``, on the picture."""

    @abstractmethod
    def avatar(self, png: bytes, left: int, top: int, size: int) -> bool:
        """Put a player's own picture there, round. False, and nothing drawn, where it cannot be read."""

    @abstractmethod
    def png(self) -> bytes:
        """The picture as a PNG without any text in it."""

    def box(self, left: int, top: int, right: int, bottom: int, ink: Rgb, radius: int) -> None:
        """A filled rectangle with round corners; a small one is laid down at once, which is less work."""
        width, height = right - left, bottom - top
        if width * height <= _SMALL_BOX:
            self.stamp(shapes.rounded(width, height, radius), left, top, ink)
            return
        corners = shapes.corners(radius)
        for corner, x, y in zip(
            corners, (left, right - radius) * 2, (top, top, bottom - radius, bottom - radius), strict=True
        ):
            self.stamp(corner, x, y, ink)
        self.fill(left + radius, top, right - radius, bottom, ink)
        self.fill(left, top + radius, left + radius, bottom - radius, ink)
        self.fill(right - radius, top + radius, right, bottom - radius, ink)

    def disc(self, x: int, y: int, radius: int, ink: Rgb) -> None:
        """A filled circle around (x, y)."""
        self.stamp(shapes.rounded(2 * radius, 2 * radius, radius), x - radius, y - radius, ink)

    def shape(self, shape: tuple[shapes.Polygon, ...], x: int, y: int, size: int, ink: Rgb) -> None:
        """A shape of the unit square, ``size`` pixels wide and high, around (x, y)."""
        self.stamp(shapes.mask(shape, size), x - size // 2, y - size // 2, ink)

    def suit_tile(self, suit: int, left: int, top: int, size: int) -> None:
        """A suit symbol on a small white tile, so that its colour reads alike on any ground."""
        self.box(left, top, left + size, top + size, WHITE, size // 5)
        symbol = round(size * 0.72)
        inset = (size - symbol) // 2
        ink = ink_of(suit, self.style.colours)
        self.stamp(shapes.mask(shapes.SUITS[suit], symbol), left + inset, top + inset, ink)

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
        mask, right, down = text_mask(line, weight, size)
        self.stamp(mask, left + right, baseline + down, ink)
        return took


class PaletteSurface(Surface):
    """A picture in the designed palette: one byte a pixel, nothing computed where sprites are pasted."""

    def __init__(self, width: int, height: int, ground: Rgb, style: CardStyle = STANDARD) -> None:
        super().__init__(width, height, style)
        self.image = Image.new("P", (width, height), palette.index_of(ground))
        self.image.putpalette(palette.BYTES)

    def fill(self, left: int, top: int, right: int, bottom: int, ink: Rgb) -> None:
        self.image.paste(palette.index_of(ink), (left, top, right, bottom))

    def stamp(self, mask: CoverageMask, left: int, top: int, ink: Rgb) -> None:
        mask.lay(self.image, left, top, ink)

    def card(self, card: int, size: Size, left: int, top: int, *, dim: bool = False) -> None:
        outline = shapes.rounded(size.width, size.height, size.radius)
        for band, y, solid in sprites.bands(card, size, self.style, dim=dim):
            self.image.paste(band, (left, top + y), solid)
        outline.blend_edge(self.image, left, top, palette.dimmed(OUTLINE) if dim else OUTLINE)

    def avatar(self, png: bytes, left: int, top: int, size: int) -> bool:
        image = avatars.in_palette(png, size)
        if image is None:
            return False
        self.image.paste(image, (left, top), avatars.solid(size))
        return True

    def png(self) -> bytes:
        file = io.BytesIO()
        self.image.save(file, "PNG", compress_level=COMPRESSION)
        return file.getvalue()
