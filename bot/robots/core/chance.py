"""Chance that is the same everywhere: a row of numbers that follows from a seed (splitmix64: G. Steele,
D. Lea and C. Flood, 2014)."""

from __future__ import annotations

import numpy as np

from bot.robots.core.deal import Cards
from bot.robots.core.inlined import inlined


@inlined
def draw(random: Cards) -> float:
    """A number from 0 to below 1. ``random`` is the row, of which one number is used up."""
    state = np.uint64(random[0]) + np.uint64(0x9E3779B97F4A7C15)
    random[0] = np.int64(state)
    mixed = (state ^ state >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return np.float64(mixed >> np.uint64(11)) / 9007199254740992.0
