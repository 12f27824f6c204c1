"""Which family's contracts have which signs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from bot.engine.by_family import ByFamily
from bot.pictures.palette import Rgb
from bot.pictures.shapes import circle, polygons
from bot.pictures.signs import king, whist
from bot.pictures.signs.sign import Sign, SignShape, draw_sign
from bot.pictures.surface import Surface

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


SIGNS.register("king", king.SIGNS)
SIGNS.register("whist", whist.SIGNS)


def sign_of(contract: str) -> Sign:
    """The sign of a contract (``queens``, ``pair-9``). Raises KeyError for a contract that has none."""
    return all_signs()[re.sub(r"-\d+$", "", contract)]


def draw_sign_of(
    surface: Surface, contract: str, x: int, y: int, size: int, *, ground: Rgb, ink: Rgb
) -> None:
    """The sign of a contract around (x, y), ``size`` pixels wide and high. Raises KeyError as ``sign_of``."""
    draw_sign(surface, sign_of(contract), x, y, size, ground=ground, ink=ink)
