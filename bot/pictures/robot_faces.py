"""Robots' heads, one for each kind: what stands on it tells how strong it is.

A sprout for who has just begun, an antenna for who is steady, horns for who is strong, a scholar's cap for
who teaches.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.pictures.palette import Rgb
from bot.pictures.shapes import Polygon, circle, polygons
from bot.pictures.surface import Surface

Layers = tuple[tuple[Polygon, ...], ...]
"""Shapes in a unit square, drawn over each other: in ink, in the colour of the ground, in ink again."""

_EARS: Final = "M.02,.52 L.1,.52 L.1,.72 L.02,.72 Z M.9,.52 L.98,.52 L.98,.72 L.9,.72 Z "
_BOX: Final = (
    "M.14,.4 C.14,.32 .2,.28 .28,.28 L.72,.28 C.8,.28 .86,.32 .86,.4 L.86,.8 C.86,.88 .8,.92 .72,.92 "
    "L.28,.92 C.2,.92 .14,.88 .14,.8 Z "
)
_EYES: Final = circle(0.35, 0.52, 0.085) + circle(0.65, 0.52, 0.085)

_SPROUT: Layers = (
    polygons(
        circle(0.5, 0.64, 0.34) + "M.47,.14 L.53,.14 L.53,.34 L.47,.34 Z "
        "M.5,.22 C.47,.05 .32,0 .1,.02 C.16,.2 .32,.28 .5,.22 Z "
        "M.5,.22 C.53,.05 .68,0 .9,.02 C.84,.2 .68,.28 .5,.22 Z"
    ),
    polygons(circle(0.38, 0.58, 0.1) + circle(0.62, 0.58, 0.1) + "M.4,.76 L.6,.76 C.6,.9 .4,.9 .4,.76 Z"),
)
_ANTENNA: Layers = (
    polygons(_BOX + _EARS + "M.47,.1 L.53,.1 L.53,.3 L.47,.3 Z " + circle(0.5, 0.1, 0.08)),
    polygons(_EYES + "M.32,.72 L.68,.72 L.68,.79 L.32,.79 Z"),
)
_HORNS: Layers = (
    polygons(
        "M.14,.34 L.86,.34 L.86,.7 L.72,.94 L.28,.94 L.14,.7 Z "
        "M.14,.5 C.0,.42 -.02,.2 .08,.02 C.08,.18 .16,.28 .36,.3 L.36,.46 Z "
        "M.86,.5 C1,.42 1.02,.2 .92,.02 C.92,.18 .84,.28 .64,.3 L.64,.46 Z"
    ),
    polygons(
        "M.23,.5 L.46,.57 L.46,.67 L.23,.67 Z M.77,.5 L.54,.57 L.54,.67 L.77,.67 Z "
        "M.36,.78 L.64,.78 L.64,.85 L.36,.85 Z"
    ),
)
_CAP: Layers = (
    polygons(
        "M.5,.02 L1,.2 L.5,.38 L0,.2 Z M.9,.2 L.96,.2 L.96,.5 L.9,.5 Z " + circle(0.93, 0.52, 0.06)
        + "M.16,.32 L.84,.32 L.84,.8 C.84,.9 .78,.95 .7,.95 L.3,.95 C.22,.95 .16,.9 .16,.8 Z"
    ),
    polygons(
        "M.16,.3 L.5,.43 L.84,.3 L.84,.36 L.5,.49 L.16,.36 Z "
        + circle(0.34, 0.61, 0.135) + circle(0.66, 0.61, 0.135) + "M.4,.57 L.6,.57 L.6,.62 L.4,.62 Z "
        + "M.38,.82 L.62,.82 L.6,.88 L.4,.88 Z"
    ),
    polygons(circle(0.34, 0.61, 0.06) + circle(0.66, 0.61, 0.06)),
)  # fmt: skip

FACES: Final[Mapping[str, Layers]] = MappingProxyType(
    {"easy": _SPROUT, "steady": _ANTENNA, "strong": _HORNS, "teacher": _CAP}
)


def robot_head(surface: Surface, kind: str, x: int, y: int, size: int, ink: Rgb, ground: Rgb) -> None:
    """The head of a robot around (x, y), ``size`` pixels wide and high; of a kind that has none of its own,
    the plain one."""
    for number, shape in enumerate(FACES.get(kind, _ANTENNA)):
        surface.shape(shape, x, y, size, ground if number % 2 else ink)
