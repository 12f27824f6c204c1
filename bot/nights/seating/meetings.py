"""How often people meet, as a square of numbers, and what that is worth (N3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from bot.nights.seating.model import Pair, PlannedRound, pair_of

Square = list[list[int]]
"""A number for each two, by their places; it is symmetrical, and 0 on the diagonal."""


def square_of(people: Sequence[str], known: Mapping[Pair, int]) -> Square:
    """What is known of each two of these people (in order), 0 where nothing is."""
    return [[known.get(pair_of(one, other), 0) for other in people] for one in people]


def met(known: Mapping[Pair, int], rounds: Iterable[PlannedRound]) -> dict[Pair, int]:
    """How often people will have met after these rounds too. A robot meets nobody."""
    counted = dict(known)
    for planned in rounds:
        for table in planned.tables:
            for one, other in combinations((person for person in table if person is not None), 2):
                pair = pair_of(one, other)
                counted[pair] = counted.get(pair, 0) + 1
    return counted


def repeats(people: Sequence[str], known: Mapping[Pair, int]) -> int:
    """The sum of C(m, 2) over the pairs of these people (in order), m being how often they have met."""
    return sum(m * (m - 1) // 2 for pair in combinations(people, 2) if (m := known.get(pair, 0)) > 1)


def least_growth(counts: Iterable[int], meetings: int) -> int:
    """By how much the sum of C(m, 2) over pairs grows at least, when so many meetings are added to those with
    these counts: the pairs who have met least often meet next. Without pairs it is 0."""
    pairs, growth = Counter(counts), 0
    while meetings and pairs:
        level = min(pairs)
        more = min(meetings, pairs.pop(level))
        # Where meetings run out within a level the rest of it stays below, which no longer matters.
        pairs[level + 1] += more
        growth += level * more
        meetings -= more
    return growth
