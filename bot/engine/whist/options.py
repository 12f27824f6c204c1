"""The options of Colour Whist (rules.md, C1 to C25 and P)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.engine.options import BATCHES, SHUFFLE, Option

DEALS: Final = Option("deals", ("16", *(str(deals) for deals in range(4, 65, 4) if deals != 16)), "C1")
TROEL_FOUR_ACES: Final = Option("troel-four-aces", ("highest-heart", "king", "no"), "C2")
REPEAT_PROPOSALS: Final = Option("repeat-proposals", ("2", "1", "3"), "C8")
PASSE_PAROLE: Final = Option("passe-parole", ("yes", "no"), "C10")
SOLO_MINIMUM: Final = Option("solo-minimum", ("5", "6"), "C12")
SMALL_MISERE: Final = Option("small-misere", ("yes", "no"), "C14")
PICCOLO: Final = Option("piccolo", ("yes", "no"), "C14")
DOUBLES: Final = Option("doubles", ("yes", "no"), "C25")


def _fixed(option: Option, value: str) -> Option:
    """An option whose value a table may not change."""
    return replace(option, values=(value,))


WALLOON_OPTIONS: Final = (
    DEALS,
    SMALL_MISERE,
    PICCOLO,
    TROEL_FOUR_ACES,
    REPEAT_PROPOSALS,
    PASSE_PAROLE,
    _fixed(SOLO_MINIMUM, "6"),
    _fixed(DOUBLES, "no"),
    SHUFFLE,
    BATCHES,
)
FLEMISH_OPTIONS: Final = (
    DEALS,
    SOLO_MINIMUM,
    DOUBLES,
    TROEL_FOUR_ACES,
    REPEAT_PROPOSALS,
    PASSE_PAROLE,
    _fixed(SMALL_MISERE, "no"),
    _fixed(PICCOLO, "no"),
    SHUFFLE,
    BATCHES,
)
