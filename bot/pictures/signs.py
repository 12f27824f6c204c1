"""A small drawn sign for each contract, our own: the same in titles, on score sheets, in every language. And
marks on cards and plates (the order of play, who won, who deals, who plays the contract, what was said), and
faces of people and robots.

A contract in which something is to be avoided has an eight-cornered sign, one in which it is to be won a
round one; what is to be avoided or won is drawn in it. So the sign reads without its colours. What stands on
a robot's head tells how strong it is: a sprout for who has just begun, an antenna for who is steady, horns
for who is strong, a scholar's cap for who teaches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.engine.by_family import ByFamily
from bot.pictures.canvas import Box
from bot.pictures.palette import BLACK, GOLD, GREY, IVORY, LINE, MAT, MUTED, PANEL, RAIL, WHITE, Rgb, mix
from bot.pictures.shapes import CLUBS, CROWN, DEAL, DIAMONDS, HEARTS, SPADES, SUITS, Polygon, circle, polygons
from bot.pictures.style import Size
from bot.pictures.surface import Anchor, Surface
from bot.pictures.text import Weight, drawable, set_in_lines, text_width

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


_CAP: Final = polygons(  # a jack's, with its feather
    "M.04,.66 C.06,.4 .3,.3 .52,.32 C.74,.34 .9,.44 .94,.66 Z M.08,.72 L.9,.72 L.9,.9 L.08,.9 Z "
    "M.5,.3 C.56,.1 .76,.0 1,.04 C.92,.24 .78,.36 .58,.38 Z"
)
_CORONET: Final = polygons(  # a queen's: low points with pearls
    "M.08,.86 L.02,.36 L.22,.56 L.3,.3 L.44,.54 L.5,.2 L.56,.54 L.7,.3 L.78,.56 L.98,.36 L.92,.86 Z "
    + circle(0.5, 0.16, 0.09) + circle(0.29, 0.25, 0.08) + circle(0.71, 0.25, 0.08)
    + circle(0.04, 0.3, 0.07) + circle(0.96, 0.3, 0.07)
)  # fmt: skip
_SEVEN: Final = polygons("M.1,.04 L.9,.04 L.9,.2 L.5,.98 L.28,.98 L.66,.24 L.1,.24 Z")
_BAR: Final = polygons("M.36,.0 L.64,.0 L.64,1 L.36,1 Z")
_DOWN: Final = polygons("M.34,.04 L.66,.04 L.66,.46 L.94,.46 L.5,.98 L.06,.46 L.34,.46 Z")
_STAR: Final = polygons("M.5,.02 L.62,.37 L.99,.38 L.7,.6 L.8,.96 L.5,.75 L.2,.96 L.3,.6 L.01,.38 L.38,.37 Z")
_PLUS: Final = polygons("M.38,.06 L.62,.06 L.62,.94 L.38,.94 Z M.06,.38 L.94,.38 L.94,.62 L.06,.62 Z")
_SLASH: Final = polygons("M.8,.02 L.98,.2 L.2,.98 L.02,.8 Z")
_SPOKEN: Final = polygons(
    "M.02,.14 C.02,.08 .08,.04 .14,.04 L.86,.04 C.92,.04 .98,.08 .98,.14 L.98,.6 C.98,.66 .92,.7 .86,.7 "
    "L.5,.7 L.26,.98 L.26,.7 L.14,.7 C.08,.7 .02,.66 .02,.6 Z"
)


def _stack(x: float, y: float, size: float) -> tuple[SignShape, ...]:
    """Two cards, one on the other: a trick."""
    return (
        SignShape(CARD, x + 0.13 * size, y - 0.06 * size, 0.86 * size),
        SignShape(CARD, x - 0.1 * size, y + 0.06 * size, 0.98 * size, ink=False),
        SignShape(CARD, x - 0.14 * size, y + 0.08 * size, 0.86 * size),
    )  # fmt: skip


_TRICKS: Final = _stack(0.5, 0.5, 0.6)
_HEARTS: Final = (SignShape(SUITS[HEARTS], y=0.52, size=0.58),)
_JACKS: Final = (SignShape(_CAP, size=0.66),)
_QUEENS: Final = (SignShape(_CORONET, size=0.66),)
_KING_OF_HEARTS: Final = (SignShape(CROWN, y=0.29, size=0.48), SignShape(SUITS[HEARTS], y=0.7, size=0.44))
_LAST_TWO: Final = (
    SignShape(CARD, 0.26, size=0.42),
    SignShape(CARD, 0.56, size=0.5, ink=False),
    SignShape(CARD, 0.56, size=0.42),
    SignShape(_BAR, 0.82, size=0.46),
)
_ALL: Final = tuple(
    SignShape(SUITS[suit], x, y, 0.3)
    for suit, x, y in (
        (SPADES, 0.33, 0.33),
        (HEARTS, 0.67, 0.34),
        (DIAMONDS, 0.33, 0.67),
        (CLUBS, 0.67, 0.67),
    )
)
_NOTHING: Final = (*ring(0.6, 0.09), SignShape(_SLASH, size=0.62))
_LOWER: Final = SignShape(_DOWN, 0.73, 0.64, 0.4)

_KING_SIGNS: Final[Mapping[str, Sign]] = {
    "tricks": Sign(_TRICKS, avoid=True),
    "take-tricks": Sign(_TRICKS),
    "hearts": Sign(_HEARTS, avoid=True),
    "take-hearts": Sign(_HEARTS),
    "kings-jacks": Sign((SignShape(CROWN, 0.38, 0.32, 0.5), SignShape(_CAP, 0.6, 0.7, 0.5)), avoid=True),
    "jacks": Sign(_JACKS, avoid=True),
    "take-jacks": Sign(_JACKS),
    "queens": Sign(_QUEENS, avoid=True),
    "take-queens": Sign(_QUEENS),
    "king-of-hearts": Sign(_KING_OF_HEARTS, avoid=True),
    "take-king-of-hearts": Sign(_KING_OF_HEARTS),
    "seventh-last": Sign((SignShape(_SEVEN, 0.4, size=0.54), SignShape(_BAR, 0.75, size=0.54)), avoid=True),
    "last-two": Sign(_LAST_TWO, avoid=True),
    "take-last-two": Sign(_LAST_TWO),
    "eralash": Sign(_ALL, avoid=True),
    "take-eralash": Sign(_ALL),
    "misere": Sign((SignShape(_DOWN, size=0.62),), avoid=True),
    "trump": Sign((SignShape(_STAR, y=0.48, size=0.7),)),
    "trump-down": Sign((SignShape(_STAR, 0.4, 0.42, 0.52), _LOWER), avoid=True),
    "no-trump": Sign(_NOTHING),
    "no-trump-down": Sign((SignShape(DISC, 0.4, 0.42, 0.5), SignShape(DISC, 0.4, 0.42, 0.34, ink=False),
                           SignShape(_SLASH, 0.4, 0.42, 0.5), _LOWER), avoid=True),
    "order": Sign((SignShape(_SPOKEN, y=0.53, size=0.66), SignShape(_STAR, y=0.45, size=0.34, ink=False))),
    "positive": Sign((SignShape(_PLUS, size=0.6),)),
}  # fmt: skip
"""By the engine's names of contracts."""


_PAWN: Final = polygons(
    circle(0.5, 0.24, 0.24) + "M.5,.44 C.74,.5 .86,.7 .88,.98 L.12,.98 C.14,.7 .26,.5 .5,.44 Z"
)
_RISING: Final = polygons(
    "M.04,.62 L.28,.62 L.28,.96 L.04,.96 Z M.38,.36 L.62,.36 L.62,.96 L.38,.96 Z M.72,.04 L.96,.04 L.96,.96 "
    "L.72,.96 Z"
)
_EYE: Final = polygons("M.0,.5 C.2,.16 .8,.16 1,.5 C.8,.84 .2,.84 .0,.5 Z")
_HILL: Final = polygons("M.0,.96 L.42,.3 L.6,.56 L.7,.44 L1,.96 Z")
_FLAG: Final = polygons("M.39,.0 L.45,.0 L.45,.4 L.39,.4 Z M.45,.0 L.8,.12 L.45,.26 Z")

_WHIST_SIGNS: Final[Mapping[str, Sign]] = {
    "pair": Sign((SignShape(_PAWN, 0.64, 0.46, 0.46), SignShape(_PAWN, 0.36, 0.54, 0.58, ink=False),
                  SignShape(_PAWN, 0.36, 0.54, 0.48))),
    "solo": Sign((SignShape(_PAWN, y=0.48, size=0.6),)),
    "abondance": Sign((SignShape(_RISING, y=0.48, size=0.54),)),
    "troel": Sign((SignShape(SUITS[DIAMONDS], 0.5, 0.3, 0.36), SignShape(SUITS[DIAMONDS], 0.3, 0.64, 0.36),
                   SignShape(SUITS[DIAMONDS], 0.7, 0.64, 0.36))),
    "piccolo": Sign((SignShape(CARD, size=0.6),)),
    "small-misere": Sign(ring(0.5, 0.11), avoid=True),
    "grand-misere": Sign((*ring(0.68, 0.08), *ring(0.36, 0.08)), avoid=True),
    "open-misere": Sign(
        (SignShape(_EYE, size=0.74), SignShape(DISC, size=0.3, ink=False), SignShape(DISC, size=0.14)),
        avoid=True,
    ),
    "small-slam": Sign((SignShape(_HILL, y=0.46, size=0.66),)),
    "grand-slam": Sign((SignShape(_HILL, y=0.52, size=0.62), SignShape(_FLAG, y=0.4, size=0.62))),
}  # fmt: skip
"""By the engine's names of bids, without the level."""


_WHAT: Final = polygons(
    "M.2,.34 C.2,.1 .34,.0 .52,.0 C.7,.0 .84,.12 .84,.3 C.84,.5 .62,.52 .62,.7 L.42,.7 C.42,.46 .64,.42 "
    ".64,.3 C.64,.22 .58,.18 .52,.18 C.44,.18 .4,.24 .4,.34 Z " + circle(0.52, 0.88, 0.12)
)

COMMON: Final[Mapping[str, Sign]] = {"open": Sign((SignShape(_WHAT, size=0.62),))}
"""The signs that are no family's own: that of a contract still to be named."""


def _of_new_contracts(family: str, signs: Mapping[str, Sign]) -> None:
    """A picture names a contract and no family."""
    if taken := all_signs().keys() & signs.keys():
        raise ValueError(f"contracts of these names have signs already: {', '.join(sorted(taken))}")


SIGNS: Final = ByFamily[Mapping[str, Sign]]("signs", _of_new_contracts)


def all_signs() -> Mapping[str, Sign]:
    """Every sign there is, by the engine's names of contracts, without the level of a bid."""
    return {name: sign for signs in (COMMON, *SIGNS.each.values()) for name, sign in signs.items()}


SIGNS.register("king", _KING_SIGNS)
SIGNS.register("whist", _WHIST_SIGNS)


def sign_of(contract: str) -> Sign:
    """The sign of a contract (``queens``, ``pair-9``). Raises KeyError for a contract that has none."""
    return all_signs()[re.sub(r"-\d+$", "", contract)]


def draw_sign_of(
    surface: Surface, contract: str, x: int, y: int, size: int, *, ground: Rgb, ink: Rgb
) -> None:
    """The sign of a contract around (x, y), ``size`` pixels wide and high. Raises KeyError as ``sign_of``."""
    draw_sign(surface, sign_of(contract), x, y, size, ground=ground, ink=ink)


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
_SCHOLAR: Layers = (
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
    {"easy": _SPROUT, "steady": _ANTENNA, "strong": _HORNS, "teacher": _SCHOLAR}
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
