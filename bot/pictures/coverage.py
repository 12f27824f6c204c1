"""Coverage masks, in the forms in which they are cheap to lay on a palette picture."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from PIL import Image

from bot.pictures import palette
from bot.pictures.palette import Rgb
from bot.pictures.resampling import looked_up


class CoverageMask:
    """How far each pixel of a shape or text covers what is below. Shared between pictures, never changed."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image  # mode L, 0 for nothing to 255 for all
        self._patches: dict[tuple[int, Rgb], Image.Image] = {}

    @cached_property
    def solid(self) -> Image.Image:
        """Where everything is covered (mode 1)."""
        return looked_up(self.image, [0] * 255 + [255], "1")

    @cached_property
    def partial(self) -> tuple[tuple[int, int, int], ...]:
        """The pixels of smooth edges, covered in part: x, y and the coverage, 1..254."""
        width = self.image.width
        edge = ((at, coverage) for at, coverage in enumerate(self.image.tobytes()) if 0 < coverage < 255)
        return tuple((at % width, at // width, coverage) for at, coverage in edge)

    def patch(self, below: int, ink: Rgb) -> Image.Image:
        """The shape in ``ink`` on a ground of the one palette colour ``below``, mode P."""
        patch = self._patches.get((below, ink))
        if patch is None:
            blended = self.image.tobytes().translate(palette.blends(ink)[below])
            patch = self._patches[below, ink] = Image.frombytes("P", self.image.size, blended)
        return patch

    def cut(self, left: int, top: int, right: int, bottom: int) -> CoverageMask:
        """A rectangle of it."""
        return CoverageMask(self.image.crop((left, top, right, bottom)))

    def lay(self, image: Image.Image, left: int, top: int, ink: Rgb) -> None:
        """Lay ``ink`` over a palette picture.

        On one colour, the usual case, a ready patch is pasted; else the edge is blended by pixels.
        """
        width, height = self.image.size
        box = left, top, left + width, top + height
        lowest, highest = image.im.crop(box).getextrema()  # half the time of going by Image.crop
        if lowest == highest:
            image.paste(self.patch(lowest, ink), box)
        else:
            image.paste(palette.index_of(ink), box, self.solid)
            self.blend_edge(image, left, top, ink)

    def blend_edge(self, image: Image.Image, left: int, top: int, ink: Rgb) -> None:
        """Of a palette picture only the pixels that are covered in part; what lies below its edge is left."""
        edge = self.partial
        if top + self.image.height > image.height:
            edge = tuple(one for one in edge if top + one[1] < image.height)
        pixels: Any = image.load()  # Pillow's type allows for all modes; here it gives and takes indices
        blends = palette.blends(ink)
        for x, y, coverage in edge:
            at = left + x, top + y
            pixels[at] = blends[pixels[at]][coverage]
