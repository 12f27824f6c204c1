"""Rounds in which nobody meets twice, by construction.

For a number q of tables people are four groups of q. In round a of the first q, table b has of group i the
person b + i·a, calculated in a field of q elements (or modulo a q without factors 2 and 3). Persons of two
groups then meet exactly once, as i·a − j·a takes each value once, and persons of one group never: a
resolvable transversal design (Colbourn and Dinitz, Handbook of Combinatorial Designs, III.3). In the round
after these the groups play among themselves. Up to three people fewer are gaps in the last group.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd
from typing import Final

from bot.nights.seating.search import Seating

_GROUPS: Final = 4

_POLYNOMIALS: Final = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101}
"""Irreducible ones, by the size of the field they make: numbers are polynomials, bit k being that of x to the
power of k, and the groups' factors are 0, 1, x and x + 1."""


def designed_rounds(people: int, sizes: Sequence[int]) -> list[Seating]:
    """Rounds at tables of these sizes for people 0 to ``people - 1``: nobody meets twice in all but the last,
    few do with the last. Empty where this construction has none."""
    tables = len(sizes)
    fits = max(sizes) <= _GROUPS and tables >= _GROUPS and _GROUPS * tables - people < _GROUPS
    if not fits or (tables not in _POLYNOMIALS and gcd(tables, 6) > 1):
        return []
    rounds = [_round(factor, tables) for factor in range(tables)]
    return [_seating(found, people) for found in (*rounds, list(_within_groups(tables)))]


def _round(factor: int, tables: int) -> list[Seating]:
    shifts = _multiples(factor, tables)
    return [
        [group * tables + _sum(table, shift, tables) for group, shift in enumerate(shifts)]
        for table in range(tables)
    ]


def _multiples(factor: int, order: int) -> tuple[int, ...]:
    """A number times the factor of each group."""
    if order not in _POLYNOMIALS:
        return tuple(group * factor % order for group in range(_GROUPS))
    doubled = factor << 1
    if doubled >= order:
        doubled ^= _POLYNOMIALS[order]
    return 0, factor, doubled, doubled ^ factor


def _sum(one: int, other: int, order: int) -> int:
    return one ^ other if order in _POLYNOMIALS else (one + other) % order


def _within_groups(tables: int) -> Iterator[Seating]:
    """Fours of each group; those whom they leave are put together."""
    groups = [range(group * tables, (group + 1) * tables) for group in range(_GROUPS)]
    whole = tables - tables % 4
    for group in groups:
        yield from (list(group[start : start + 4]) for start in range(0, whole, 4))
    yield [person for group in groups for person in group[whole:]]


def _seating(tables: list[Seating], people: int) -> Seating:
    """Larger tables first, as the sizes are; without those who are not there."""
    here = [[person for person in table if person < people] for table in tables]
    return [person for table in sorted(here, key=len, reverse=True) for person in table]
