"""Where the lines of a scale go, and how far along it something is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil, floor, log10
from typing import Final

_TIMES: Final = (1, 2, 5)


def ticks(values: Iterable[float | None], most: int = 6) -> tuple[Fraction, ...]:
    """Round numbers, two to ``most`` of them (3 or more), from one that is no higher than any value to one
    that is no lower; around 0 where there is no value. They are exact, to be made words of."""
    known = [value for value in values if value is not None] or [0.0]
    low, high = min(known), max(known)
    if low == high:
        low, high = low - 1, high + 1
    power = Fraction(10) ** floor(log10((high - low) / most))
    steps = (power * Fraction(10) ** decade * times for decade in count() for times in _TIMES)
    step = next(one for one in steps if ceil(high / one) - floor(low / one) < most)
    return tuple(step * number for number in range(floor(low / step), ceil(high / step) + 1))


@dataclass(frozen=True, slots=True)
class Scale:
    """From numbers to pixels: ``low`` is drawn at ``start``, ``high`` at ``end``."""

    low: float
    high: float
    start: int
    end: int

    def at(self, value: float) -> float:
        """The pixel, which may lie beyond the ends."""
        if self.low == self.high:
            return (self.start + self.end) / 2
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def runs(points: Iterable[tuple[float, float] | None]) -> Iterator[list[tuple[float, float]]]:
    """Points in a row, without the gaps between them."""
    run: list[tuple[float, float]] = []
    for point in (*points, None):
        if point is not None:
            run.append(point)
        elif run:
            yield run
            run = []
