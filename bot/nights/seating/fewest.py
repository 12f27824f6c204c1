"""As few repeated meetings as possible, over all rounds together (N3, ``fewest``)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from bot.nights.seating.apart import Forbidden
from bot.nights.seating.designs import designed_rounds
from bot.nights.seating.lot import Lot
from bot.nights.seating.search import Annealing, Seating, Square, cost, least_growth

_TRIES: Final = 3
_STEPS: Final = 1_000_000
"""Of a try, at most."""
_STEPS_A_SEAT: Final = 8_000
"""Of a try: small nights are searched through soon."""

_NEVER: Final = 1 << 40
"""So many meetings no two people have had: with them no swap puts a forbidden pair together."""


def fewest_repeats(
    seated: Sequence[Seating], met: Square, forbidden: Forbidden, sizes: Sequence[int], lot: Lot
) -> list[Seating]:
    """The people who are seated in each round, so that the sum of C(m, 2) is as small as a search of so many
    steps finds it. Raises NoPlan ``forbidden-pairs``."""
    least = _least(met, forbidden.square, sizes, len(seated))
    best = _start(seated, forbidden, sizes, lot)
    lowest = cost(best, met, sizes)
    weights = [
        [count + _NEVER * never for count, never in zip(*rows, strict=True)]
        for rows in zip(met, forbidden.square, strict=True)
    ]
    start, begun = best, lowest
    for attempt in range(_TRIES):
        if lowest <= least or len(sizes) == 1:
            break
        if attempt > 0:
            start = _drawn(seated, forbidden, sizes, lot)
            begun = cost(start, met, sizes)
        annealing = Annealing(start, weights, sizes, lot.chance)
        annealing.run(min(_STEPS, _STEPS_A_SEAT * sum(map(len, seated))), begun - least)
        if begun - annealing.gained < lowest:
            best, lowest = annealing.best, begun - annealing.gained
    return best


def _start(seated: Sequence[Seating], forbidden: Forbidden, sizes: Sequence[int], lot: Lot) -> list[Seating]:
    """Rounds without a meeting repeated where they can be constructed, others as they are drawn."""
    everybody = len(forbidden.square)
    drawn = _drawn(seated, forbidden, sizes, lot)
    if forbidden.any or any(len(seating) < everybody for seating in seated):
        return drawn
    designed = designed_rounds(everybody, sizes)
    names = lot.shuffled(range(everybody))
    renamed = [
        [names[person] for person in seating] for seating in (*lot.shuffled(designed[:-1]), *designed[-1:])
    ]
    return [*renamed, *drawn[len(renamed) :]][: len(drawn)]


def _drawn(seated: Sequence[Seating], forbidden: Forbidden, sizes: Sequence[int], lot: Lot) -> list[Seating]:
    return [forbidden.keep_apart(lot.shuffled(seating), sizes, lot) for seating in seated]


def _least(met: Square, forbidden: Square, sizes: Sequence[int], rounds: int) -> int:
    """A bound: less than this the sum of C(m, 2) cannot grow."""
    allowed = [met[one][two] for one, two in combinations(range(len(met)), 2) if not forbidden[one][two]]
    return least_growth(allowed, rounds * sum(size * (size - 1) // 2 for size in sizes))
