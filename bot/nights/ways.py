"""How people are seated where the way that was chosen is not there for so many, or keeps nobody apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.nights.seating.model import Mode, Remainder
from bot.nights.settings import NightSettings

USUAL: Final = {"mode": Mode.FEWEST.value, "remainder": Remainder.ROBOTS.value}
"""What is there for any number of people."""

GIVES_WAY: Final = ("mode", "remainder", "apart")
"""What may be otherwise than was chosen, what matters least first."""


def ways(chosen: NightSettings) -> Sequence[NightSettings]:
    """As was chosen, and then with as little as can be otherwise: with nobody kept apart if nothing else is
    left."""
    usual = replace(chosen, mode=USUAL["mode"])
    robots = replace(chosen, remainder=USUAL["remainder"])
    kept = [chosen, usual, robots, replace(usual, remainder=USUAL["remainder"])]
    return list(dict.fromkeys([*kept, *(replace(one, apart=()) for one in kept)]))


def gave_way(chosen: NightSettings, taken: NightSettings) -> str:
    """What is otherwise, as an evening keeps it (``why``)."""
    return " ".join(name for name in GIVES_WAY if getattr(chosen, name) != getattr(taken, name))
