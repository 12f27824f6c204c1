"""``python -m tools.schedules`` finds the schedules of ``bot/nights/seating/methods.py`` again: some minutes.

24 people in 7 rounds without a repeated meeting: 21 of them are numbers modulo 7 of three kinds, three stay
as they are, and each round is the one before with 1 added to all numbers. So one round is to be found in
which no two pairs have the same kinds and difference. For 20 people in 7 rounds no such order is known here;
they are found by the search that seats nights, cooled down much more slowly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from string import ascii_lowercase

from bot.nights.seating.model import Lot
from bot.nights.seating.search import Annealing, Cost, Seating, cost

ORDER = 7
KINDS = 3
FOURS = 3
"""Tables of a round that have only numbers; the three who stay have one of each kind beside them."""

Difference = tuple[int, int, int]


def cyclic() -> list[Seating]:
    """24 people in 7 rounds; the last three are those who stay."""
    first = next(_completed([], frozenset(range(KINDS * ORDER)), frozenset()))
    return [[person for table in _turned(first, number) for person in table] for number in range(ORDER)]


def _completed(
    tables: list[tuple[int, ...]], left: frozenset[int], used: frozenset[Difference]
) -> Iterator[list[tuple[int, ...]]]:
    """All ways to complete a round: fours of any kinds, then threes with one of each kind."""
    if not left:
        yield tables
        return
    fours = len(tables) < FOURS
    for table in combinations(sorted(left), 4 if fours else KINDS):
        if fours and tables and table < tables[-1]:
            continue  # the same tables in another order
        if not fours and (table[0] != min(left) or len({one // ORDER for one in table}) < KINDS):
            continue
        found = [_difference(one, other) for one, other in combinations(table, 2)]
        if len(set(found)) == len(found) and used.isdisjoint(found):
            yield from _completed([*tables, table], left - {*table}, used | {*found})


def _difference(one: int, other: int) -> Difference:
    """What stays of two numbers when 1 is added to both; the first is the smaller."""
    kinds, apart = (one // ORDER, other // ORDER), (other - one) % ORDER
    return *kinds, min(apart, ORDER - apart) if kinds[0] == kinds[1] else apart


def _turned(tables: Sequence[tuple[int, ...]], by: int) -> Iterator[list[int]]:
    for number, table in enumerate(tables):
        turned = [one // ORDER * ORDER + (one + by) % ORDER for one in table]
        yield turned if number < FOURS else [*turned, KINDS * ORDER + number - FOURS]


def cooled(people: int, rounds: int, wanted: int, steps: int = 20_000_000) -> list[Seating]:
    """A schedule at tables of four with so few repeated meetings."""
    sizes, nobody = [4] * (people // 4), [[0] * people for _ in range(people)]
    attempt = 0
    while True:
        lot = Lot(str(attempt), f"{people} people in {rounds} rounds")
        drawn = [lot.shuffled(range(people)) for _ in range(rounds)]
        annealing = Annealing(drawn, nobody, sizes, lot.chance)
        annealing.run(steps, Cost(cost(drawn, nobody, sizes) - wanted))
        if cost(annealing.best, nobody, sizes) <= wanted:
            return annealing.best
        attempt += 1


def main() -> None:
    """Print both, but for the 8th round of 24, which follows from who has not met."""
    for schedule in (cyclic(), cooled(20, 7, wanted=20)):
        for seating in schedule:
            letters = "".join(ascii_lowercase[person] for person in seating)
            print(" ".join(letters[at : at + 4] for at in range(0, len(letters), 4)))
        print()


if __name__ == "__main__":
    main()
