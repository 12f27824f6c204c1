"""What the courts are made of: layers, how their outlines are written, and what each suit wears."""

from __future__ import annotations

from typing import NamedTuple

from bot.pictures.palette import BLACK, BLUE, BROWN, GINGER, GOLD, GREEN, RED, WHITE, Rgb, mix
from bot.pictures.shapes import Polygon, polygons

WIDTH = 100  # of a figure's field, which is about 130 high
AXIS = 55  # of head and body; what is held stands at the left of it
SILVER = mix(WHITE, BLACK, 0.3)

Shape = tuple[Polygon, ...]


class Layer(NamedTuple):
    """A shape in a colour, with a black contour or without."""

    shape: Shape
    colour: Rgb
    contour: bool = True


class Dress(NamedTuple):
    """What a suit's courts wear."""

    robe: Rgb
    second: Rgb
    hair: Rgb
    beard: Rgb


DRESSES = (  # clubs, diamonds, hearts, spades
    Dress(GREEN, RED, BROWN, BROWN),
    Dress(GOLD, BLUE, GINGER, GINGER),
    Dress(RED, GOLD, GOLD, GOLD),
    Dress(BLUE, WHITE, BLACK, SILVER),
)


def at(path: str) -> Shape:
    """Shapes of the attributes, which stand where they are written."""
    return polygons(path)


def body(path: str) -> Shape:
    """Shapes written around the axis x = 0."""
    return tuple(tuple((x + AXIS, y) for x, y in polygon) for polygon in polygons(path))


def even(path: str) -> Shape:
    """A shape of which only the left half is written, from the axis to the axis."""
    return tuple((*half, *((2 * AXIS - x, y) for x, y in reversed(half))) for half in body(path))


def pair(path: str) -> Shape:
    """Shapes at the left and again, mirrored, at the right."""
    left = body(path)
    return (*left, *(tuple((2 * AXIS - x, y) for x, y in polygon) for polygon in left))
