"""A picture at twice its size, sharp: layouts stay as they are, and everything is drawn twice as large."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.pictures.coverage import CoverageMask
from bot.pictures.fonts import Weight, fit, text_width
from bot.pictures.palette import Rgb
from bot.pictures.resampling import resized
from bot.pictures.shapes import Point, Polygon
from bot.pictures.sizes import Size
from bot.pictures.surface import Anchor, Surface

SCALE = 2


class Enlarged(Surface):
    """Passes on to a surface that is twice as wide and high. Its own coordinates are the small picture's."""

    def __init__(self, below: Surface) -> None:
        super().__init__(below.width // SCALE, below.height // SCALE, below.style)
        self.below = below

    def fill(self, left: int, top: int, right: int, bottom: int, ink: Rgb) -> None:
        self.below.fill(left * SCALE, top * SCALE, right * SCALE, bottom * SCALE, ink)

    def stamp(self, mask: CoverageMask, left: int, top: int, ink: Rgb) -> None:
        """The one thing that is not drawn anew, but stretched: what a mask was made from is not known."""
        width, height = mask.image.size
        larger = resized(mask.image, (width * SCALE, height * SCALE), Image.Resampling.BICUBIC)
        self.below.stamp(CoverageMask(larger), left * SCALE, top * SCALE, ink)

    def card(self, card: int, size: Size, left: int, top: int, *, dim: bool = False) -> None:
        self.below.card(card, size.doubled, left * SCALE, top * SCALE, dim=dim)

    def avatar(self, png: bytes, left: int, top: int, size: int) -> bool:
        return self.below.avatar(png, left * SCALE, top * SCALE, size * SCALE)

    def box(self, left: int, top: int, right: int, bottom: int, ink: Rgb, radius: int) -> None:
        self.below.box(left * SCALE, top * SCALE, right * SCALE, bottom * SCALE, ink, radius * SCALE)

    def disc(self, x: int, y: int, radius: int, ink: Rgb) -> None:
        self.below.disc(x * SCALE, y * SCALE, radius * SCALE, ink)

    def shape(self, shape: tuple[Polygon, ...], x: int, y: int, size: int, ink: Rgb) -> None:
        self.below.shape(shape, x * SCALE, y * SCALE, size * SCALE, ink)

    def line(self, points: Sequence[Point], width: int, ink: Rgb) -> None:
        self.below.line([(x * SCALE, y * SCALE) for x, y in points], width * SCALE, ink)

    def suit_tile(self, suit: int, left: int, top: int, size: int) -> None:
        self.below.suit_tile(suit, left * SCALE, top * SCALE, size * SCALE)

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
        """Cut where the small picture cuts it, so that both say the same. Returns the small one's width."""
        line = fit(text, weight, size, self.width if width is None else width)
        if not line:
            return 0
        room = 2 * self.below.width  # cut already
        self.below.text(line, x * SCALE, baseline * SCALE, ink, size * SCALE, weight, anchor, room)
        return text_width(line, weight, size)

    def png(self) -> bytes:
        return self.below.png()

    def release(self) -> None:
        self.below.release()
