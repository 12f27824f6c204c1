"""A small drawn sign for each contract, our own: the same in titles, on score sheets, in every language.

A contract in which something is to be avoided has an eight-cornered sign, one in which it is to be won a
round one; what is to be avoided or won is drawn in it. So the sign reads without its colours.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bot.pictures.palette import Rgb
from bot.pictures.shapes import CLUBS, CROWN, DIAMONDS, HEARTS, SPADES, SUITS, Polygon, circle, polygons
from bot.pictures.surface import Surface

Shape = tuple[Polygon, ...]


class Part(NamedTuple):
    """A shape in a sign, in its ink or, for a gap, in its ground; middle and size as shares of the sign."""

    shape: Shape
    x: float = 0.5
    y: float = 0.5
    size: float = 0.64
    ink: bool = True


class Sign(NamedTuple):
    """``avoid``: eight corners; else round."""

    parts: tuple[Part, ...]
    avoid: bool = False


_DISC: Final = polygons(circle(0.5, 0.5, 0.5))
_OCTAGON: Final = polygons("M.2,.02 L.8,.02 L.98,.2 L.98,.8 L.8,.98 L.2,.98 L.02,.8 L.02,.2 Z")
_CARD: Final = polygons("M.18,.02 L.82,.02 L.82,.98 L.18,.98 Z")
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
_WHAT: Final = polygons(
    "M.2,.34 C.2,.1 .34,.0 .52,.0 C.7,.0 .84,.12 .84,.3 C.84,.5 .62,.52 .62,.7 L.42,.7 C.42,.46 .64,.42 "
    ".64,.3 C.64,.22 .58,.18 .52,.18 C.44,.18 .4,.24 .4,.34 Z " + circle(0.52, 0.88, 0.12)
)
_SPOKEN: Final = polygons(
    "M.02,.14 C.02,.08 .08,.04 .14,.04 L.86,.04 C.92,.04 .98,.08 .98,.14 L.98,.6 C.98,.66 .92,.7 .86,.7 "
    "L.5,.7 L.26,.98 L.26,.7 L.14,.7 C.08,.7 .02,.66 .02,.6 Z"
)
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


def _stack(x: float, y: float, size: float) -> tuple[Part, ...]:
    """Two cards, one on the other: a trick."""
    return (
        Part(_CARD, x + 0.13 * size, y - 0.06 * size, 0.86 * size),
        Part(_CARD, x - 0.1 * size, y + 0.06 * size, 0.98 * size, ink=False),
        Part(_CARD, x - 0.14 * size, y + 0.08 * size, 0.86 * size),
    )  # fmt: skip


def _ring(size: float, width: float) -> tuple[Part, Part]:
    return Part(_DISC, size=size), Part(_DISC, size=size - 2 * width, ink=False)


_TRICKS: Final = _stack(0.5, 0.5, 0.6)
_HEARTS: Final = (Part(SUITS[HEARTS], y=0.52, size=0.58),)
_JACKS: Final = (Part(_CAP, size=0.66),)
_QUEENS: Final = (Part(_CORONET, size=0.66),)
_KING_OF_HEARTS: Final = (Part(CROWN, y=0.29, size=0.48), Part(SUITS[HEARTS], y=0.7, size=0.44))
_LAST_TWO: Final = (
    Part(_CARD, 0.26, size=0.42),
    Part(_CARD, 0.56, size=0.5, ink=False),
    Part(_CARD, 0.56, size=0.42),
    Part(_BAR, 0.82, size=0.46),
)
_ALL: Final = tuple(
    Part(SUITS[suit], x, y, 0.3)
    for suit, x, y in (
        (SPADES, 0.33, 0.33),
        (HEARTS, 0.67, 0.34),
        (DIAMONDS, 0.33, 0.67),
        (CLUBS, 0.67, 0.67),
    )
)
_NOTHING: Final = (*_ring(0.6, 0.09), Part(_SLASH, size=0.62))
_LOWER: Final = Part(_DOWN, 0.73, 0.64, 0.4)

SIGNS: Final[dict[str, Sign]] = {
    "tricks": Sign(_TRICKS, avoid=True),
    "take-tricks": Sign(_TRICKS),
    "hearts": Sign(_HEARTS, avoid=True),
    "take-hearts": Sign(_HEARTS),
    "kings-jacks": Sign((Part(CROWN, 0.38, 0.32, 0.5), Part(_CAP, 0.6, 0.7, 0.5)), avoid=True),
    "jacks": Sign(_JACKS, avoid=True),
    "take-jacks": Sign(_JACKS),
    "queens": Sign(_QUEENS, avoid=True),
    "take-queens": Sign(_QUEENS),
    "king-of-hearts": Sign(_KING_OF_HEARTS, avoid=True),
    "take-king-of-hearts": Sign(_KING_OF_HEARTS),
    "seventh-last": Sign((Part(_SEVEN, 0.4, size=0.54), Part(_BAR, 0.75, size=0.54)), avoid=True),
    "last-two": Sign(_LAST_TWO, avoid=True),
    "take-last-two": Sign(_LAST_TWO),
    "eralash": Sign(_ALL, avoid=True),
    "take-eralash": Sign(_ALL),
    "misere": Sign((Part(_DOWN, size=0.62),), avoid=True),
    "trump": Sign((Part(_STAR, y=0.48, size=0.7),)),
    "trump-down": Sign((Part(_STAR, 0.4, 0.42, 0.52), _LOWER), avoid=True),
    "no-trump": Sign(_NOTHING),
    "no-trump-down": Sign((Part(_DISC, 0.4, 0.42, 0.5), Part(_DISC, 0.4, 0.42, 0.34, ink=False),
                           Part(_SLASH, 0.4, 0.42, 0.5), _LOWER), avoid=True),
    "order": Sign((Part(_SPOKEN, y=0.53, size=0.66), Part(_STAR, y=0.45, size=0.34, ink=False))),
    "positive": Sign((Part(_PLUS, size=0.6),)),
    "open": Sign((Part(_WHAT, size=0.62),)),
    "pair": Sign((Part(_PAWN, 0.64, 0.46, 0.46), Part(_PAWN, 0.36, 0.54, 0.58, ink=False),
                  Part(_PAWN, 0.36, 0.54, 0.48))),
    "solo": Sign((Part(_PAWN, y=0.48, size=0.6),)),
    "abondance": Sign((Part(_RISING, y=0.48, size=0.54),)),
    "troel": Sign((Part(SUITS[DIAMONDS], 0.5, 0.3, 0.36), Part(SUITS[DIAMONDS], 0.3, 0.64, 0.36),
                   Part(SUITS[DIAMONDS], 0.7, 0.64, 0.36))),
    "piccolo": Sign((Part(_CARD, size=0.6),)),
    "small-misere": Sign(_ring(0.5, 0.11), avoid=True),
    "grand-misere": Sign((*_ring(0.68, 0.08), *_ring(0.36, 0.08)), avoid=True),
    "open-misere": Sign((Part(_EYE, size=0.74), Part(_DISC, size=0.3, ink=False), Part(_DISC, size=0.14)),
                        avoid=True),
    "small-slam": Sign((Part(_HILL, y=0.46, size=0.66),)),
    "grand-slam": Sign((Part(_HILL, y=0.52, size=0.62), Part(_FLAG, y=0.4, size=0.62))),
}  # fmt: skip
"""By the engine's names of contracts, without the level of a whist bid."""


def draw(surface: Surface, contract: str, x: int, y: int, size: int, *, ground: Rgb, ink: Rgb) -> None:
    """The sign of a contract (``queens``, ``pair-9``) around (x, y), ``size`` pixels wide and high.

    Raises ``KeyError`` for a contract that has none.
    """
    sign = SIGNS[re.sub(r"-\d+$", "", contract)]
    surface.shape(_OCTAGON if sign.avoid else _DISC, x, y, size, ground)
    for part in sign.parts:
        surface.shape(
            part.shape, x + round((part.x - 0.5) * size), y + round((part.y - 0.5) * size),
            round(part.size * size), ink if part.ink else ground,
        )  # fmt: skip
