"""Coverage masks, in the forms in which they are cheap to lay on a palette picture."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Final

from PIL import Image

from bot.pictures import palette
from bot.pictures.canvas import Canvas, Pixels, core_of, pixels
from bot.pictures.grounds import GROUNDS, on
from bot.pictures.palette import Rgb
from bot.pictures.resampling import looked_up

_LARGEST: Final = 40_000  # pixels of a mask that is looked up by what lies below it


@cache
def _all_of(colour: int) -> bytes:
    return bytes([colour]) * _LARGEST


def is_plain(ground: bytes) -> bool:
    """Whether all pixels, one at least, are of one colour."""
    alike = _all_of(ground[0])
    return alike.startswith(ground) if len(ground) <= _LARGEST else ground == ground[:1] * len(ground)


class CoverageMask:
    """How far each pixel of a shape or text covers what is below. Shared between pictures, never changed."""

    def __init__(self, image: Image.Image) -> None:
        self.width, self.height = image.size
        self.image = image  # mode L, 0 for nothing to 255 for all
        self._patches: dict[tuple[int, Rgb], Pixels] = {}

    @cached_property
    def solid(self) -> Image.Image:
        """Where everything is covered (mode 1)."""
        return looked_up(self.image, [0] * 255 + [255], "1")

    @cached_property
    def partial(self) -> tuple[tuple[int, int], ...]:
        """The pixels of smooth edges, covered in part: their place, row by row, and the coverage, 1..254."""
        pixels = enumerate(self.image.tobytes())
        return tuple((at, coverage) for at, coverage in pixels if 0 < coverage < 255)

    @cached_property
    def outside(self) -> tuple[int, ...]:
        """The pixels that are not covered at all, by their place."""
        return tuple(at for at, coverage in enumerate(self.image.tobytes()) if not coverage)

    def cut(self, left: int, top: int, right: int, bottom: int) -> CoverageMask:
        """A rectangle of it."""
        return CoverageMask(self.image.crop((left, top, right, bottom)))

    def lay(self, canvas: Canvas, left: int, top: int, ink: Rgb) -> None:
        """Lay ``ink`` over what is on the canvas.

        What comes of it follows from the pixels below, so it is made once for each such ground and pasted.
        """
        width, height = self.width, self.height
        box = left, top, left + width, top + height
        if width * height > _LARGEST:
            self._blend(canvas, left, top, ink)
            return
        ground = canvas.under(left, top, width, height)
        canvas.core.paste(self._patch(ground[0], ink) if is_plain(ground) else self._on(ground, ink), box)

    def _patch(self, below: int, ink: Rgb) -> Pixels:
        """The shape in ``ink`` on a ground of the one palette colour ``below``."""
        patch = self._patches.get((below, ink))
        if patch is None:
            blended = self.image.tobytes().translate(palette.blends(ink)[below])
            patch = self._patches[below, ink] = pixels(blended, self.image.size)
        return patch

    def _on(self, ground: bytes, ink: Rgb) -> Pixels:
        """The same on a ground of several colours."""
        key = on((self, ink), ground)
        found = GROUNDS.find(key)
        if found is None:
            found = pixels(self.blended(ground, ink), self.image.size)
            GROUNDS.keep(key, found)
        return found

    def blended(self, ground: bytes, ink: Rgb) -> bytes:
        """``ink`` laid over the palette's indices ``ground``, as many as the mask has pixels."""
        width, height = self.image.size
        inside = Image.frombytes("L", (width, height), ground)
        inside.paste(palette.index_of(ink), (0, 0, width, height), self.solid)
        laid, blends = bytearray(inside.tobytes()), palette.blends(ink)
        for at, coverage in self.partial:
            laid[at] = blends[ground[at]][coverage]
        return bytes(laid)

    def _blend(self, canvas: Canvas, left: int, top: int, ink: Rgb) -> None:
        """Pixel by pixel, where it is large or reaches over the edge of the picture."""
        width, height = self.image.size
        canvas.core.paste(palette.index_of(ink), (left, top, left + width, top + height), core_of(self.solid))
        blends, at = palette.blends(ink), canvas.core.pixel_access(0)
        for place, coverage in self.partial:
            x, y = left + place % width, top + place // width
            if 0 <= x < canvas.width and 0 <= y < canvas.height:
                at[x, y] = blends[at[x, y]][coverage]
