"""What a sign is made of, and how it is drawn."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.pictures.palette import Rgb
from bot.pictures.shapes import Polygon, circle, polygons
from bot.pictures.surface import Surface

Shape = tuple[Polygon, ...]


class SignShape(NamedTuple):
    """A shape in a sign, in its ink or, for a gap, in its ground; middle and size as shares of the sign."""

    shape: Shape
    x: float = 0.5
    y: float = 0.5
    size: float = 0.64
    ink: bool = True


class Sign(NamedTuple):
    """``avoid``: eight corners; else round."""

    parts: tuple[SignShape, ...]
    avoid: bool = False


DISC: Final = polygons(circle(0.5, 0.5, 0.5))
OCTAGON: Final = polygons("M.2,.02 L.8,.02 L.98,.2 L.98,.8 L.8,.98 L.2,.98 L.02,.8 L.02,.2 Z")
CARD: Final = polygons("M.18,.02 L.82,.02 L.82,.98 L.18,.98 Z")


def ring(size: float, width: float) -> tuple[SignShape, SignShape]:
    """A circle, its line so wide."""
    return SignShape(DISC, size=size), SignShape(DISC, size=size - 2 * width, ink=False)


def draw_sign(surface: Surface, sign: Sign, x: int, y: int, size: int, *, ground: Rgb, ink: Rgb) -> None:
    """A sign around (x, y), ``size`` pixels wide and high."""
    surface.shape(OCTAGON if sign.avoid else DISC, x, y, size, ground)
    for part in sign.parts:
        surface.shape(
            part.shape, x + round((part.x - 0.5) * size), y + round((part.y - 0.5) * size),
            round(part.size * size), ink if part.ink else ground,
        )  # fmt: skip
