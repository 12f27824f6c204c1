"""Fixed-point numbers: tricks and points in whole parts of one.

A sum of floats is not the same everywhere: from Python 3.12 on ``sum`` makes up for what is rounded off, and
compiled code does not. What robots decide by is therefore added up in whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

ONE: Final = 1_000_000
"""So many parts there are to a trick, or to a point."""


def fixed(number: float) -> int:
    """A number in parts, to the nearest."""
    return round(number * ONE)


def all_fixed(*numbers: float) -> tuple[int, ...]:
    """The same for several."""
    return tuple(map(fixed, numbers))


def mean_and_squares(values: Sequence[int]) -> tuple[float, float]:
    """The mean of some whole numbers, and the sum of the squares of their deviations from it: each is rounded
    once, so they are the same everywhere."""
    count, total = len(values), sum(values)
    return total / count, (count * sum([value * value for value in values]) - total * total) / count
