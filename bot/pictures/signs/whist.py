"""The signs of Colour Whist's contracts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.pictures.shapes import DIAMONDS, SUITS, circle, polygons
from bot.pictures.signs.sign import CARD, DISC, Sign, SignShape, ring

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

SIGNS: Final[Mapping[str, Sign]] = {
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
