"""How few repeated meetings there can be (N3): the best known, what no plan is below, and the best of all
plans where these can be gone through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb, factorial, prod
from typing import Any

from tests.nights.reference.seating_check import Asked, Round, forbidden, meetings, repeats
from tests.nights.reference.seating_request import ROBOT

BEST_KNOWN = {
    8: (12, 24, 40, 60, 84, 120),
    12: (9, 18, 30, 45, 63, 90),
    16: (0, 0, 0, 24, 48, 72),
    20: (0, 0, 0, 6, 25, 50),
    32: (0, 0, 0, 0, 0, 4),
    64: (0, 0, 0, 0, 0, 0),
}
"""By the number of people, at tables of four and without history: the sum for 3 rounds, for 4, up to 8."""
FIRST, LAST = 3, 8

ENOUGH = 20_000
"""As many plans are gone through."""


def best_known(people: int, rounds: int) -> int:
    """The smallest sum known."""
    return BEST_KNOWN[people][rounds - FIRST]


def evenly(meetings: int, pairs: int) -> int:
    """The least sum of C(m, 2) over so many pairs (or boxes) that have so many meetings in all."""
    each, more = divmod(meetings, pairs)
    return (pairs - more) * comb(each, 2) + more * comb(each + 1, 2)


def at_least(sizes: Sequence[int], byes: int, rounds: int) -> int:
    """No plan of so many rounds has a smaller sum, whatever the history. ``sizes`` are the numbers of people
    at the tables, the same in each round.

    Two bounds, of which the larger holds. At best all meetings are spread evenly over all pairs. And C(m, 2)
    is the number of pairs of rounds in both of which the two sit together: of any two rounds, those at one
    table of the later can at best come evenly from all tables of the earlier, or from having sat out."""
    people = sum(sizes) + byes
    by_pairs = evenly(rounds * sum(comb(size, 2) for size in sizes), max(comb(people, 2), 1))
    by_rounds = comb(rounds, 2) * sum(evenly(size, len(sizes) + byes) for size in sizes)
    return max(by_pairs, by_rounds)


def fewest(asked: Asked, rounds: Sequence[Round]) -> int | None:
    """The smallest sum that a plan with these byes and numbers of people at tables can have without a
    forbidden pair; None where there are too many plans to go through."""
    seated = [[[one for one in table if one != ROBOT] for table in round_["tables"]] for round_ in rounds]
    if prod(_ways(list(map(len, tables))) for tables in seated) > ENOUGH:
        return None
    not_together = forbidden(asked)
    choices = [
        [
            {"tables": split, "byes": []}
            for split in splits(sorted(one for table in tables for one in table), list(map(len, tables)))
            if not_together.isdisjoint(meetings(split))
        ]
        for tables in seated
    ]
    return min(repeats(asked, plan) for plan in product(*choices))


def splits(people: list[str], sizes: list[int]) -> Iterator[list[Any]]:
    """All ways to put people at tables of these sizes; tables of one size are not told apart."""
    if not people:
        yield []
        return
    first, *others = people
    for size in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(size)
        for company in combinations(others, size - 1):
            left = [one for one in others if one not in company]
            yield from ([[first, *company], *tables] for tables in splits(left, rest))


def _ways(sizes: list[int]) -> int:
    """How many ways ``splits`` finds."""
    alike = prod(factorial(times) for times in Counter(sizes).values())
    return factorial(sum(sizes)) // prod(map(factorial, sizes)) // alike
