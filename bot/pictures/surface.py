"""What pictures are drawn on. ``Surface`` knows how to lay out text and shapes; how pixels are kept is
left to ``PaletteSurface``, which the bot uses, and to the true-colour one its tests and benchmark compare
with. ``Enlarged`` draws everything twice as large on another one, where layouts stay as they are.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from functools import cache, lru_cache
from itertools import count
from typing import Literal, NamedTuple, TypeVarTuple

from PIL import Image

from bot.pictures import cards, palette, shapes
from bot.pictures.cache import GROUNDS, TAILS, OnGround
from bot.pictures.canvas import Box, PngTail, canvas, core_of, encoded, give_back, resized, tail_of
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
_numbers = count()


@cache
def _number_of(style: CardStyle) -> int:
    """A number for each style: hashed faster."""
    return next(_numbers)


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
        covers: bool = False,
    ) -> None:
        """Paint a part of the picture, or put it there as it was painted before.

        ``paint`` is given a surface, ``at``, and ``facts``. What it paints lies within ``box`` and follows
        from the facts, the style and what lies below alone, wherever it is; ``covers``: nothing of what lies
        below is left.
        """
        paint(self, *at, *facts)

    def tail(self, facts: Hashable, top: int, paint: Callable[[], object]) -> None:
        """Paint the picture from ``top`` to its lower edge, where nothing else is painted; or leave that to
        the PNG, which has it from an earlier picture. It follows from ``facts``, the ground and the style
        alone, wherever it begins."""
        paint()

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


class PaletteSurface(Surface):
    """A picture in the designed palette: one byte a pixel, nothing computed where sprites are pasted."""

    def __init__(self, width: int, height: int, ground: Rgb, style: CardStyle = STANDARD) -> None:
        super().__init__(width, height, style)
        self._ground = palette.index_of(ground)
        self._laid: list[_Laid] = []
        self._look = _number_of(style)
        self._tail: tuple[int, Hashable, PngTail | None] | None = (
            None  # where it begins, its key, and if known it
        )
        self.canvas = canvas(width, height, self._ground)

    @property
    def image(self) -> Image.Image:
        """The picture as it is, in mode P, but for a tail that is known."""
        return self.canvas.image

    def fill(self, left: int, top: int, right: int, bottom: int, ink: Rgb) -> None:
        self._laid.append(_Laid(left, top, right, bottom, ink))
        self.canvas.core.paste(palette.index_of(ink), (left, top, right, bottom))

    def stamp(self, mask: CoverageMask, left: int, top: int, ink: Rgb) -> None:
        self._laid.append(_Laid(left, top, left + mask.width, top + mask.height, (mask, ink)))
        mask.lay(self.canvas, left, top, ink)

    def card(self, card: int, size: Size, left: int, top: int, *, dim: bool = False) -> None:
        self._laid.append(_Laid(left, top, left + size.width, top + size.height, (card, size, dim)))
        cards.lay(self.canvas, card, size, self.style, left, top, dim=dim)

    def avatar(self, png: bytes, left: int, top: int, size: int) -> bool:
        image = in_palette(png, size)
        if image is None:
            return False
        self._laid.append(_Laid(left, top, left + size, top + size, (png, size)))
        self.canvas.core.paste(core_of(image), (left, top, left + size, top + size), core_of(solid(size)))
        return True

    def png(self) -> bytes:
        if self._tail is None:
            return encoded(self.canvas)
        top, key, tail = self._tail
        if tail is None:
            tail = tail_of(self.canvas, top)
            TAILS.keep(key, tail)
        return encoded(self.canvas, top, tail)

    def tail(self, facts: Hashable, top: int, paint: Callable[[], object]) -> None:
        key = facts, self._look, self._ground, self.width, self.height - top
        known = TAILS.find(key)
        self._tail = top, key, known
        if known is None:
            paint()

    def kept(
        self,
        paint: Callable[[Surface, int, int, *Facts], object],
        at: tuple[int, int],
        box: Box,
        *facts: *Facts,
        covers: bool = False,
    ) -> None:
        left, top, right, bottom = box
        if left < 0 or top < 0 or right > self.width or bottom > self.height:
            paint(self, *at, *facts)  # what lies beside the picture is not known
            return
        what = paint, facts, self._look, right - left, bottom - top
        key = OnGround(what, () if covers else self._below(box))
        known = GROUNDS.find(key)
        if known is None:
            laid_before = len(self._laid)
            paint(self, *at, *facts)
            del self._laid[laid_before:]
            GROUNDS.keep(key, self.canvas.core.crop(box))
        else:
            self.canvas.core.paste(known, box)
        self._laid.append(_Laid(left, top, right, bottom, what))

    def _below(self, box: Box) -> Hashable:
        """What lies there: the ground, and what was laid down on it, in order, as seen from the box. Each
        pixel follows from those of them that cover it, so equal answers are equal pixels; and to look at the
        pixels would take longer than most of what is kept takes to paste."""
        left, top, right, bottom = box
        return self._ground, *(
            (one.what, one.left - left, one.top - top, one.right - left, one.bottom - top)
            for one in self._laid
            if one.left < right and one.right > left and one.top < bottom and one.bottom > top
        )

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
