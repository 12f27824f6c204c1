"""Marks on cards and plates (the order of play, who won, who deals, who plays the contract, what was
said), and faces of people and robots.

What stands on a robot's head tells how strong it is: a sprout for who has just begun, an antenna for who
is steady, horns for who is strong, a scholar's cap for who teaches.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.pictures.canvas import Box
from bot.pictures.palette import BLACK, GOLD, GREY, IVORY, LINE, MAT, MUTED, PANEL, RAIL, WHITE, Rgb, mix
from bot.pictures.shapes import CROWN, DEAL, Polygon, circle, polygons
from bot.pictures.style import Size
from bot.pictures.surface import Anchor, Surface
from bot.pictures.text import Weight, drawable, set_in_lines, text_width

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


FADED = mix(PANEL, MUTED, 4 / 7)  # on plates: what is over, 3:1 and no more
_RIM = 6  # of the card that wins
FLAG = polygons("M.2,.04 L.32,.04 L.32,.98 L.2,.98 Z M.32,.08 L.94,.3 L.32,.56 Z")


def played_card(
    surface: Surface,
    card: int,
    size: Size,
    left: int,
    top: int,
    *,
    order: int,
    winning: bool,
) -> None:
    """A card on the table with its number in the order of play; the winning one framed and crowned."""
    if winning:
        box = left - _RIM, top - _RIM, left + size.width + _RIM, top + size.height + _RIM
        surface.kept(_winning_card, (left, top), box, card, size, corners=size.radius + _RIM)
    else:
        surface.card(card, size, left, top)
    order_disc(surface, order, size, left, top)


def _winning_card(surface: Surface, left: int, top: int, card: int, size: Size) -> None:
    right, bottom, radius = left + size.width, top + size.height, order_radius(size)
    surface.box(left - _RIM, top - _RIM, right + _RIM, bottom + _RIM, GOLD, size.radius + _RIM)
    surface.card(card, size, left, top)
    crown_badge(surface, right - radius + 2, top + radius - 2, radius + 4)


def order_disc(surface: Surface, order: int, size: Size, left: int, top: int) -> None:
    """A number in the order of play, where a card of ``size`` carries it."""
    radius = order_radius(size)
    x, y = left + radius + 7, top + size.height - radius - 7
    box = x - radius, y - radius, x + radius, y + radius
    surface.kept(_order_disc, (x, y), box, order, radius, corners=radius)


def _order_disc(surface: Surface, x: int, y: int, order: int, radius: int) -> None:
    surface.disc(x, y, radius, PANEL)
    digits = radius + 8
    surface.text(str(order), x, y + round(digits * 0.36), IVORY, digits, Weight.BOLD, "middle")


def order_radius(size: Size) -> int:
    """Of the disc with a card's number in the order of play."""
    return 15 if size is Size.SMALL else 18


def awaited_card(surface: Surface, left: int, top: int, size: Size) -> None:
    """Where the first card of a trick will lie, of that size."""
    right, bottom = left + size.width, top + size.height
    surface.box(left, top, right, bottom, RAIL, size.radius)
    surface.box(left + 3, top + 3, right - 3, bottom - 3, MAT, size.radius - 3)
    order_disc(surface, 1, size, left, top)


def crown_badge(surface: Surface, x: int, y: int, radius: int) -> None:
    """The winner's mark: a crown in a golden disc."""
    surface.disc(x, y, radius, PANEL)
    surface.disc(x, y, radius - 2, GOLD)
    surface.shape(CROWN, x, y, round(radius * 1.4), PANEL)


def dealer_marker(surface: Surface, x: int, y: int) -> None:
    """Two cards being dealt, in a white disc."""
    surface.kept(_dealer_marker, (x, y), (x - 19, y - 19, x + 19, y + 19))


def _dealer_marker(surface: Surface, x: int, y: int) -> None:
    surface.disc(x, y, 19, WHITE)
    lower, upper = DEAL
    surface.shape(lower, x, y, 28, MUTED)
    surface.shape(upper, x, y, 30, WHITE)
    surface.shape(upper, x, y, 25, PANEL)


def dealing(surface: Surface, x: int, y: int, size: int, inks: tuple[Rgb, Rgb] = (MUTED, IVORY)) -> None:
    """Two cards being dealt, without a disc: the lower one's colour, then the upper one's."""
    for card, ink in zip(DEAL, inks, strict=True):
        surface.shape(card, x, y, size, ink)


def place_disc(surface: Surface, place: int | None, x: int, y: int, radius: int, letters: int) -> None:
    """The place in a game, golden for the winner's; a bar for a seat that was given up."""
    if place is None:
        bar = radius // 2 + 1
        surface.fill(x - bar, y - 2, x + bar, y + 2, GREY)
        return
    surface.disc(x, y, radius, GOLD if place == 1 else LINE)
    surface.text(str(place), x, y + round(0.36 * letters), BLACK, letters, Weight.BOLD, "middle")


def mat(surface: Surface, box: Box, radius: int) -> None:
    """Where cards are played, its corners round."""
    left, top, right, bottom = box
    surface.kept(_mat, (left, top), box, right - left, bottom - top, radius)


def _mat(surface: Surface, left: int, top: int, width: int, height: int, radius: int) -> None:
    surface.box(left, top, left + width, top + height, MAT, radius)


def bidder_flag(surface: Surface, x: int, y: int, *, small: bool = False) -> None:
    """A flag in an ivory disc: whoever carries one plays the contract, the others against them."""
    if not small:
        surface.disc(x, y, 19, PANEL)
    radius = 11 if small else 17
    surface.disc(x, y, radius, IVORY)
    surface.shape(FLAG, x + 1, y, round(1.4 * radius), PANEL)


class Bubble(NamedTuple):
    """A speech bubble's height, its largest letters, the line they stand on, and its corners."""

    height: int
    letters: int
    radius: int
    baseline: int


SPEECH, NOTE, LOW_NOTE = Bubble(38, 24, 14, 28), Bubble(31, 23, 10, 23), Bubble(23, 19, 7, 18)
"""At a plate; on a strip, in a line of it."""


def speech(
    surface: Surface,
    words: str,
    x: int,
    top: int,
    width: int,
    bubble: Bubble = SPEECH,
    anchor: Anchor = "left",
) -> None:
    """What a seat last said, in a bubble at most ``width`` wide; ``x`` is its left or right end."""
    size, (line,) = set_in_lines(words, Weight.MEDIUM, (bubble.letters, 17), width - 20, 1)
    took = text_width(line, Weight.MEDIUM, size) + 20
    left = x - took if anchor == "right" else x
    surface.box(left, top, left + took, top + bubble.height, IVORY, bubble.radius)
    surface.text(line, left + 10, top + bubble.baseline, PANEL, size)


def face(
    surface: Surface,
    name: str,
    x: int,
    y: int,
    radius: int,
    *,
    avatar: bytes | None,
    robot: str | None,
    ground: Rgb,
    ink: Rgb,
) -> None:
    """A player's own picture around (x, y), in a ring of ``ground``; else the head of a ``robot`` of
    that kind, or the name's initial."""
    surface.disc(x, y, radius, ground)
    inner = radius - max(2, radius // 12)
    if avatar is not None and surface.avatar(avatar, x - inner, y - inner, 2 * inner):
        return
    if robot is not None:
        robot_head(surface, robot, x, y - round(radius / 12), round(1.25 * radius), ink, ground)
    else:
        letters = round(1.08 * radius)
        surface.text(
            drawable(name)[0].upper(), x, y + round(0.38 * radius), ink, letters, Weight.BOLD, "middle"
        )
