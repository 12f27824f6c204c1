"""What pictures are drawn on. ``Surface`` knows how to lay out text and shapes; how pixels are kept is
left to ``PaletteSurface``, which the bot uses, and to the true-colour one its tests and benchmark compare
with. ``Enlarged`` draws everything twice as large on another one, where layouts stay as they are.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeVarTuple

from PIL import Image

from bot.pictures import cards, palette, shapes
from bot.pictures.canvas import (
    GROUNDS,
    STRIPS,
    Box,
    Canvas,
    OnGround,
    Strip,
    canvas,
    core_of,
    encoded,
    give_back,
    number_of,
    resized,
    strip_of,
)
from bot.pictures.palette import WHITE, Rgb
from bot.pictures.shapes import CoverageMask, Point, Polygon, rounded
from bot.pictures.style import STANDARD, CardStyle, Size, ink_of
from bot.pictures.text import Weight, fit, fitting, text_mask, text_width

_LARGEST = 1024  # pixels either way; what is larger is not looked at
_KEPT = 512  # of tables played at the same time


@lru_cache(maxsize=_KEPT)
def avatar(png: bytes, size: int) -> Image.Image | None:
    """A picture as RGB, ``size`` pixels wide and high, its middle square; None for what cannot be read."""
    try:
        with Image.open(io.BytesIO(png)) as image:
            if not 0 < max(image.size) <= _LARGEST:
                return None
            whole = image.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None  # Pillow raises any of these for a broken file
    side = min(whole.size)
    left, top = (whole.width - side) // 2, (whole.height - side) // 2
    square = resized(whole, (size, size), Image.Resampling.LANCZOS, (left, top, left + side, top + side))
    ground = Image.new("RGBA", square.size, (*palette.PANEL, 255))
    return Image.alpha_composite(ground, square).convert("RGB")


@lru_cache(maxsize=_KEPT)
def in_palette(png: bytes, size: int) -> Image.Image | None:
    """The same in the palette's colours, mixed by dots where it has none."""
    image = avatar(png, size)
    if image is None:
        return None
    colours = Image.new("P", (1, 1))
    colours.putpalette(palette.BYTES)
    return image.quantize(palette=colours, dither=Image.Dither.FLOYDSTEINBERG)


def solid(size: int) -> Image.Image:
    """Where a round avatar covers (mode 1)."""
    return rounded(size, size, size // 2).solid


Anchor = Literal["left", "middle", "right"]
Facts = TypeVarTuple("Facts")
_SMALL_BOX = 96 * 40  # pixels


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
        """Put a card's face, or ``cards.BACK``, on the picture."""

    @abstractmethod
    def avatar(self, png: bytes, left: int, top: int, size: int) -> bool:
        """Put a player's own picture there, round. False, and nothing drawn, where it cannot be read."""

    @abstractmethod
    def png(self) -> bytes:
        """The picture as a PNG without any text in it."""

    def kept(
        self,
        paint: Callable[[Surface, int, int, *Facts], object],
        at: tuple[int, int],
        box: Box,
        *facts: *Facts,
        corners: int | None = None,
    ) -> None:
        """Paint a part of the picture, or put it there as it was painted before.

        ``paint`` is given a surface, ``at``, and ``facts``. What it paints lies within ``box`` and follows
        from the facts, the style and what lies below alone, wherever it is; ``corners``: of what lies below
        nothing is left but in round corners of that radius.
        """
        paint(self, *at, *facts)

    def band(
        self, paint: Callable[[Surface, int, *Facts], object], top: int, height: int, *facts: *Facts
    ) -> None:
        """Paint the picture from edge to edge, ``height`` pixels from ``top`` on, where nothing else is
        painted; or leave that to the PNG, which has it from an earlier picture: best before anything else is.
        It follows from the facts, the ground and the style alone, wherever it begins."""
        paint(self, top, *facts)

    def release(self) -> None:  # noqa: B027 - most have nothing to give
        """Say that this surface is looked at no more: what it is kept in may serve the next one."""

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

    def line(self, points: Sequence[shapes.Point], width: int, ink: Rgb) -> None:
        """A line through points, ``width`` pixels thick, round at its ends and corners."""
        mask, left, top = shapes.stroke(points, width)
        self.stamp(mask, left, top, ink)

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

    def fitted_text(
        self,
        text: str,
        x: int,
        baseline: int,
        ink: Rgb,
        sizes: tuple[int, int],
        width: int,
        weight: Weight = Weight.MEDIUM,
        anchor: Anchor = "left",
    ) -> int:
        """Draw a line in the largest letters, from the first of two sizes down to the second, in which it is
        not cut. Returns the width it took."""
        size = fitting(text, weight, *sizes, width)
        return self.text(text, x, baseline, ink, size, weight, anchor, width)


class _Laid(NamedTuple):
    """What was laid down somewhere: facts from which its pixels follow, but for what lies below and the style
    of the surface."""

    left: int
    top: int
    right: int
    bottom: int
    what: Hashable


class _Band(NamedTuple):
    """Where it is, what it follows from, and the strip where it is known."""

    top: int
    bottom: int
    key: Hashable
    known: Strip | None


class PaletteSurface(Surface):
    """A picture in the designed palette: one byte a pixel, nothing computed where sprites are pasted.
    ``whole``: it is wanted as an image, so that bands are painted that a PNG would have from earlier ones."""

    def __init__(
        self, width: int, height: int, ground: Rgb, style: CardStyle = STANDARD, *, whole: bool = False
    ) -> None:
        super().__init__(width, height, style)
        self._whole = whole
        self._ground = palette.index_of(ground)
        self._laid: list[_Laid] = []
        self._look = number_of(style)
        self._bands: list[_Band] = []

    @cached_property
    def canvas(self) -> Canvas:
        """What it is painted on, taken when something first is."""
        known = [(band.top, band.bottom) for band in self._bands if band.known]
        return canvas(self.width, self.height, self._ground, known)

    @property
    def image(self) -> Image.Image:
        """The picture as it is, in mode P; of one that is not ``whole`` bands may be missing."""
        return self.canvas.image

    def fill(self, left: int, top: int, right: int, bottom: int, ink: Rgb) -> None:
        self._laid.append(_Laid(left, top, right, bottom, number_of(ink)))
        self.canvas.core.paste(palette.index_of(ink), (left, top, right, bottom))

    def stamp(self, mask: CoverageMask, left: int, top: int, ink: Rgb) -> None:
        self._laid.append(_Laid(left, top, left + mask.width, top + mask.height, number_of(mask, ink)))
        mask.lay(self.canvas, left, top, ink)

    def card(self, card: int, size: Size, left: int, top: int, *, dim: bool = False) -> None:
        self._laid.append(_Laid(left, top, left + size.width, top + size.height, number_of(card, size, dim)))
        cards.lay(self.canvas, card, size, self.style, left, top, dim=dim)

    def avatar(self, png: bytes, left: int, top: int, size: int) -> bool:
        image = in_palette(png, size)
        if image is None:
            return False
        self._laid.append(_Laid(left, top, left + size, top + size, number_of(png, size)))
        self.canvas.core.paste(core_of(image), (left, top, left + size, top + size), core_of(solid(size)))
        return True

    def png(self) -> bytes:
        strips, at = list[Strip](), 0
        for top, bottom, key, known in sorted(self._bands, key=lambda band: band.top):
            if at < top:
                strips.append(strip_of(self.canvas, at, top))
            strips.append(known or strip_of(self.canvas, top, bottom))
            if known is None:
                STRIPS.keep(key, strips[-1])
            at = bottom
        if at < self.height:
            strips.append(strip_of(self.canvas, at, self.height))
        return encoded(self.width, self.height, strips)

    def band(
        self, paint: Callable[[Surface, int, *Facts], object], top: int, height: int, *facts: *Facts
    ) -> None:
        key = paint, facts, self._look, self._ground, self.width, height
        known = None if self._whole else STRIPS.find(key)
        self._bands.append(_Band(top, top + height, key, known))
        if known is None:
            laid_before = len(self._laid)
            paint(self, top, *facts)
            del self._laid[laid_before:]

    def kept(
        self,
        paint: Callable[[Surface, int, int, *Facts], object],
        at: tuple[int, int],
        box: Box,
        *facts: *Facts,
        corners: int | None = None,
    ) -> None:
        left, top, right, bottom = box
        if left < 0 or top < 0 or right > self.width or bottom > self.height:
            paint(self, *at, *facts)  # what lies beside the picture is not known
            return
        what = number_of(paint, facts, self._look, right - left, bottom - top)
        grounds = {box: self._below(box)} if corners is None else self._corners(box, corners)
        keys = {part: OnGround(what, ground) for part, ground in grounds.items()}
        known = {part: pixels for part, key in keys.items() if (pixels := GROUNDS.find(key)) is not None}
        if len(known) == len(keys):
            for part, pixels in known.items():
                self.canvas.core.paste(pixels, part)
        else:
            laid_before = len(self._laid)
            paint(self, *at, *facts)
            del self._laid[laid_before:]
            for part, key in keys.items():
                GROUNDS.keep(key, self.canvas.core.crop(part))
        self._laid.append(_Laid(left, top, right, bottom, what))

    def _below(self, box: Box) -> Hashable:
        """What lies there: the ground, and what was laid down on it, in order, as seen from the box. Each
        pixel follows from those of them that cover it, so equal answers are equal pixels; and to look at the
        pixels would take longer than most of what is kept takes to paste."""
        left, top, right, bottom = box
        return self._ground, *[
            (what, its_left - left, its_top - top, its_right - left, its_bottom - top)
            for its_left, its_top, its_right, its_bottom, what in self._laid
            if its_left < right and its_right > left and its_top < bottom and its_bottom > top
        ]

    def _corners(self, box: Box, size: int) -> dict[Box, Hashable]:
        """What is kept of a part that has round corners, each with what it depends on of what lies below: the
        whole of it, and after that its corners one by one, as fewer grounds come together at one than at all
        four; all at once where it is nothing but corners."""
        left, top, right, bottom = box[0], box[1], box[2] - size, box[3] - size
        places = (left, top), (right, top), (left, bottom), (right, bottom)
        below, area = self.canvas.under_each(places, size, size), size * size
        if right - left <= size and bottom - top <= size:
            return {box: below}
        corners = {
            (x, y, x + size, y + size): (corner, below[corner * area : (corner + 1) * area])
            for corner, (x, y) in enumerate(places)
        }
        return {box: None, **corners}

    def release(self) -> None:
        give_back(self.canvas)


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
