"""Shapes: suits, crowns and corners as outlines, and the masks that are laid on a picture.

An outline is written as an SVG path (``M``, ``L``, ``C`` and ``Z``, absolute) and kept as polygons; masks
are drawn large and averaged down, which is what makes edges smooth.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures import palette
from bot.pictures.canvas import GROUNDS, Canvas, Pixels, looked_up, on, pixels
from bot.pictures.palette import Rgb

_LARGEST: Final = 40_000  # pixels of a mask that is looked up by what lies below it


@cache
def _all_of(colour: int) -> bytes:
    return bytes([colour]) * _LARGEST


def is_plain(ground: bytes) -> bool:
    """Whether all pixels, one at least and not too many, are of one colour."""
    return _all_of(ground[0]).startswith(ground)


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
        size = width, height = self.width, self.height
        ground = canvas.under(left, top, width, height)
        if width * height > _LARGEST:
            laid = pixels(self.blended(ground, ink), size)
        else:
            laid = self._patch(ground[0], ink) if is_plain(ground) else self._on(ground, ink)
        canvas.core.paste(laid, (left, top, left + width, top + height))

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


Point = tuple[float, float]
Polygon = tuple[Point, ...]

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
OVERSAMPLING = 8
_FINE = 4  # the same of lines, which may be as large as the picture
_CURVE_STEPS = 20
_STEM = "M.5,.6 C.53,.82 .6,.94 .72,1 L.28,1 C.4,.94 .47,.82 .5,.6 Z"


def polygons(path: str) -> tuple[Polygon, ...]:
    """The polygons of an SVG path of absolute M, L, C and Z commands."""
    found: list[list[Point]] = []
    for command, body in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", body)]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command == "M":
            found.append(points)
        elif command == "L":
            found[-1] += points
        elif command == "C":
            for start in range(0, len(points), 3):
                found[-1] += _curve(found[-1][-1], *points[start : start + 3])
    return tuple(tuple(polygon) for polygon in found)


def _curve(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    points: list[Point] = []
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        x, y = (sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))
        points.append((x, y))
    return points


def circle(x: float, y: float, r: float) -> str:
    """The path of a circle."""
    k = r * 0.5523
    return (
        f"M{x},{y - r} C{x + k},{y - r} {x + r},{y - k} {x + r},{y} "
        f"C{x + r},{y + k} {x + k},{y + r} {x},{y + r} "
        f"C{x - k},{y + r} {x - r},{y + k} {x - r},{y} C{x - r},{y - k} {x - k},{y - r} {x},{y - r} Z "
    )


# In a unit square, y downwards.
SUITS: tuple[tuple[Polygon, ...], ...] = (
    polygons(
        circle(0.5, 0.25, 0.245)
        + circle(0.25, 0.625, 0.245)
        + circle(0.75, 0.625, 0.245)
        + "M.42,.36 L.58,.36 L.66,.7 L.34,.7 Z "
        + _STEM
    ),
    polygons(
        "M.5,0 C.61,.2 .76,.38 .92,.5 C.76,.62 .61,.8 .5,1 C.39,.8 .24,.62 .08,.5 C.24,.38 .39,.2 .5,0 Z"
    ),
    polygons(
        "M.5,.98 C.41,.8 .01,.6 .01,.29 C.01,.12 .13,.03 .26,.03 C.38,.03 .47,.11 .5,.22 "
        "C.53,.11 .62,.03 .74,.03 C.87,.03 .99,.12 .99,.29 C.99,.6 .59,.8 .5,.98 Z"
    ),
    polygons(
        "M.5,0 C.57,.16 .98,.38 .98,.63 C.98,.77 .87,.85 .76,.85 C.65,.85 .56,.78 .52,.69 L.48,.69 "
        "C.44,.78 .35,.85 .24,.85 C.13,.85 .02,.77 .02,.63 C.02,.38 .43,.16 .5,0 Z " + _STEM
    ),
)
CROWN = polygons(
    "M.1,.86 L.04,.3 L.28,.52 L.5,.12 L.72,.52 L.96,.3 L.9,.86 Z " + circle(0.5, 0.12, 0.07)
    + circle(0.05, 0.29, 0.06) + circle(0.95, 0.29, 0.06)
)  # fmt: skip
DEAL = polygons("M.12,.3 L.46,.2 L.66,.82 L.3,.92 Z"), polygons("M.42,.14 L.84,.14 L.84,.8 L.42,.8 Z")
POINTER = polygons("M.1,.05 L.95,.5 L.1,.95 Z")
TRIANGLE = polygons("M.5,.1 L.97,.9 L.03,.9 Z")
TRIANGLE_DOWN = polygons("M.5,.9 L.97,.1 L.03,.1 Z")
TRIANGLE_INSIDE = polygons("M.5,.36 L.74,.77 L.26,.77 Z")
CIRCLE = polygons(circle(0.5, 0.5, 0.42))
CIRCLE_INSIDE = polygons(circle(0.5, 0.5, 0.29))


@cache
def mask(shape: tuple[Polygon, ...], size: int) -> CoverageMask:
    """The coverage of a unit-square shape, ``size`` pixels wide and high."""
    large = Image.new("L", (size * OVERSAMPLING, size * OVERSAMPLING))
    pen = ImageDraw.Draw(large)
    for polygon in shape:
        pen.polygon([(x * large.width, y * large.height) for x, y in polygon], fill=255)
    return CoverageMask(large.reduce(OVERSAMPLING))


@cache
def rounded(width: int, height: int, radius: int) -> CoverageMask:
    """The coverage of a rectangle with round corners."""
    large = Image.new("L", (width * OVERSAMPLING, height * OVERSAMPLING))
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, large.width - 1, large.height - 1), radius * OVERSAMPLING, fill=255
    )
    return CoverageMask(large.reduce(OVERSAMPLING))


def stroke(points: Sequence[Point], width: int) -> tuple[CoverageMask, int, int]:
    """A line through points given in pixels, round at its ends and corners, and where its mask begins. Not
    kept: no two are alike."""
    half = width / 2
    left, top = (floor(min(one[axis] for one in points) - half) for axis in (0, 1))
    wide, high = (ceil(max(one[axis] for one in points) + half) - low for axis, low in ((0, left), (1, top)))
    large = Image.new("L", (max(wide, 1) * _FINE, max(high, 1) * _FINE))
    pen = ImageDraw.Draw(large)
    placed = [((x - left) * _FINE, (y - top) * _FINE) for x, y in points]
    pen.line(placed, fill=255, width=width * _FINE)
    for x, y in placed:
        pen.ellipse((x - half * _FINE, y - half * _FINE, x + half * _FINE, y + half * _FINE), fill=255)
    return CoverageMask(large.reduce(_FINE)), left, top


@cache
def corners(radius: int) -> tuple[CoverageMask, CoverageMask, CoverageMask, CoverageMask]:
    """The four quarters of a disc: upper left and right, lower left and right."""
    disc, far = rounded(2 * radius, 2 * radius, radius), 2 * radius
    return (
        disc.cut(0, 0, radius, radius), disc.cut(radius, 0, far, radius),
        disc.cut(0, radius, radius, far), disc.cut(radius, radius, far, far),
    )  # fmt: skip
