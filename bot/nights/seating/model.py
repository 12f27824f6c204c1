"""What is asked for a night, the plan that comes of it, and why there is none; and its lot, which follows
from the night's seed (N4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from random import Random
from types import MappingProxyType
from typing import Final, Literal, TypeVar


class Mode(StrEnum):
    """Who sits with whom (N3)."""

    FEWEST = "fewest"
    RANDOM = "random"
    SEEDED = "seeded"
    WRITER = "writer"


class Remainder(StrEnum):
    """What is done where people do not make whole tables of four (N2)."""

    ROBOTS = "robots"
    MIXED = "mixed"
    BYE = "bye"


Pair = tuple[str, str]
"""Two people, the smaller id first: see ``pair_of``."""

Table = tuple[str | None, ...]
"""Who sits at a table, by seat; None for a robot."""

ROBOTS_TABLE: Final = 4
"""The seats of a table that robots may fill up."""


def pair_of(one: str, other: str) -> Pair:
    """These two as the key of what is known of them."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """Its tables, and who sits out, in order of code points."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """A night, or what is left of one, to be planned.

    ``players`` are tonight's people, in any order. What the other fields say of people who are not among
    them counts for nothing, except where they sat in ``played``. ``rounds`` are those to plan, 1 or more.
    ``played`` are tonight's rounds before these, as they were seated in the end: they are in none of the
    other fields. ``history`` says how often two have met, ``forbidden`` who never sits together, ``totals``
    is the night's running total (0 where there is none), ``standings`` the season's with the best first,
    ``sat_out`` how often each has sat out, ``beside`` how often above their share each has sat beside robots
    or at a table of another size. ``mixed_offered``: the game has tables of three and five.
    ``tables`` is how many tables there are at least where robots fill up.
    """

    players: tuple[str, ...]
    rounds: int
    mode: Mode
    remainder: Remainder
    seed: str
    history: Mapping[Pair, int] = field(default_factory=lambda: MappingProxyType({}))
    forbidden: frozenset[Pair] = frozenset()
    totals: Mapping[str, Fraction] = field(default_factory=lambda: MappingProxyType({}))
    standings: tuple[str, ...] = ()
    sat_out: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    beside: Mapping[str, Fraction] = field(default_factory=lambda: MappingProxyType({}))
    mixed_offered: bool = True
    played: tuple[PlannedRound, ...] = ()
    tables: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds asked for (with ``seeded`` the first of them alone), and ``repeats``: the sum of C(m, 2)
    over pairs of tonight's people, m being how often two will have met by history, rounds played and these.
    """

    rounds: tuple[PlannedRound, ...]
    repeats: int


Fault = Literal["too-few", "not-offered", "forbidden-pairs"]
"""Fewer people than the remainder takes (N2); a remainder or mode that is not
offered (N2, N3); pairs that could not be kept apart (N3)."""

FORBIDDEN_PAIRS: Final[Fault] = "forbidden-pairs"


class NoPlan(Exception):
    """There is no plan. ``code`` says why; ``pairs`` are, with ``forbidden-pairs``, those that sat together
    in the best seating found, in order of code points."""

    def __init__(self, code: Fault, pairs: tuple[Pair, ...] = ()) -> None:
        super().__init__(code, *pairs)
        self.code: Fault = code
        self.pairs = pairs


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
