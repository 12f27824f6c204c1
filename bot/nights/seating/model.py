"""What is asked for a night, the plan that comes of it, and why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal


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
