"""What is drawn by lot: all of it follows from the night's seed (N4)."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

RECIPE: Final = "hartenheer-seating 1"


class Lot:
    """The chance of one purpose. Of ``Random`` only ``random`` is used, which gives the same numbers in all
    versions of Python."""

    def __init__(self, seed: str, purpose: str) -> None:
        # Any text that JSON can hold is a seed, also one with half a surrogate pair.
        text = f"{RECIPE};purpose={purpose};seed={seed}".encode("utf-8", "surrogatepass")
        self.chance = Random(int.from_bytes(sha256(text).digest(), "big")).random
        """A number from 0 up to 1."""

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``."""
        return int(self.chance() * bound)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in an order drawn by lot (Fisher-Yates from the last place down)."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order
