"""A small drawn sign for each contract, our own: the same in titles, on score sheets, in every language.

A contract in which something is to be avoided has an eight-cornered sign, one in which it is to be won a
round one; what is to be avoided or won is drawn in it. So the sign reads without its colours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.engine.by_family import ByFamily
from bot.pictures.palette import Rgb
from bot.pictures.shapes import CLUBS, CROWN, DIAMONDS, HEARTS, SPADES, SUITS, Polygon, circle, polygons
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
