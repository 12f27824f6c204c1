"""How people are seated where the way that was chosen is not there for so many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.nights.seating.model import Mode, Remainder
from bot.nights.settings import NightSettings

USUAL: Final = {"mode": Mode.FEWEST.value, "remainder": Remainder.ROBOTS.value}
"""What is there for any number of people."""

GIVES_WAY: Final = ("mode", "remainder")
"""What may be otherwise than was chosen, what matters least first."""

APART: Final = "apart"
"""Said of an evening beside these (``Evening.why``) where something gave way so that people are kept apart:
organisers alone are told."""


def ways(chosen: NightSettings) -> Sequence[NightSettings]:
    """As was chosen, and then with as little as can be otherwise."""
    usual = replace(chosen, mode=USUAL["mode"])
    robots = replace(chosen, remainder=USUAL["remainder"])
    return list(dict.fromkeys([chosen, usual, robots, replace(usual, remainder=USUAL["remainder"])]))


def gave_way(chosen: NightSettings, taken: NightSettings, *, apart: bool) -> str:
    """What is otherwise, as an evening keeps it (``why``)."""
    names = [name for name in GIVES_WAY if getattr(chosen, name) != getattr(taken, name)]
    return " ".join([*names, *([APART] if apart else [])])
