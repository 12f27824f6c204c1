"""Simulated annealing: people swap tables, until as few meetings as possible are repeated (N3).

A *seating* of a round is a list of people, by their places, table after table in the order of the sizes. The
number of steps is fixed and nothing asks a clock, so what is found is the same on every machine: chances are
made by multiplication alone, which unlike ``exp`` is exact to the last bit everywhere.

How often people meet is a square of numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, combinations, repeat
from operator import mul
from typing import Final

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


Seating = list[int]

_LEVELS: Final = 40
"""Of temperature, each with as many sweeps as the others."""

_HOT: Final = 0.5
"""The chance, at the first level, that a swap is made which adds one repeated meeting."""

_COOLING: Final = 0.86
"""That chance at a level, divided by that at the level before."""

_WORST: Final = 32
"""A swap that adds so many repeated meetings is never made."""


class Annealing:
    """Some rounds, searched together. ``weights`` says for each two how often they have met before them, or
    any number of meetings that makes it dear to seat the two together. ``best`` are the best seatings found,
    ``gained`` by how much their sum of C(m, 2) is below that of the first ones."""

    def __init__(
        self,
        seatings: Sequence[Seating],
        weights: Square,
        sizes: Sequence[int],
        chance: Callable[[], float],
    ) -> None:
        self.best = [list(seating) for seating in seatings]
        self.gained = 0
        self._seatings = [list(seating) for seating in seatings]
        self._gain = 0
        self._chance = chance
        self._beside = _beside(sizes)
        self._met = [list(row) for row in weights]
        for seating in seatings:
            for seat, beside in enumerate(self._beside):
                for other in beside:
                    self._met[seating[seat]][seating[other]] += 1

    def run(self, steps: int, enough: int) -> None:
        """Warm up and cool down, in about so many steps (at least one for each seat and level), or until
        ``gained`` is ``enough``."""
        seats = sum(map(len, self._seatings))
        sweeps = max(1, steps // (_LEVELS * seats))
        odds = _HOT
        for _ in range(_LEVELS):
            accepted = list(accumulate(repeat(odds, _WORST - 1), mul, initial=1.0))
            for _ in range(sweeps):
                self._sweep_all(accepted)
                if self.gained >= enough:
                    return
            odds *= _COOLING

    def _sweep_all(self, accepted: Sequence[float]) -> None:
        for seating in self._seatings:
            self._gain -= self._sweep(seating, accepted)
            if self._gain > self.gained:
                self.gained = self._gain
                self.best = [list(one) for one in self._seatings]

    def _sweep(self, seating: Seating, accepted: Sequence[float]) -> int:
        """Offer each seat of a round a swap with any other; by how much the sum has grown."""
        # Nearly all of the time is spent here: what it needs is held in locals, and nothing is called.
        met, everybody_beside, chance = self._met, self._beside, self._chance
        count, worst, grown = len(seating), len(accepted), 0
        for seat, beside in enumerate(everybody_beside):
            other = int(chance() * count)
            if other == seat or other in beside:
                continue
            beside_other = everybody_beside[other]
            one, two = seating[seat], seating[other]
            one_met, two_met = met[one], met[two]
            add = len(beside) + len(beside_other)
            for place in beside:
                person = seating[place]
                add += two_met[person] - one_met[person]
            for place in beside_other:
                person = seating[place]
                add += one_met[person] - two_met[person]
            if add > 0 and (add >= worst or chance() >= accepted[add]):
                continue
            self._move(one, [seating[place] for place in beside], [seating[place] for place in beside_other])
            self._move(two, [seating[place] for place in beside_other], [seating[place] for place in beside])
            seating[seat], seating[other] = two, one
            grown += add
        return grown

    def _move(self, person: int, away: Sequence[int], to: Sequence[int]) -> None:
        met = self._met
        own = met[person]
        for other in away:
            own[other] -= 1
            met[other][person] -= 1
        for other in to:
            own[other] += 1
            met[other][person] += 1


def _beside(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """For each seat the others of its table."""
    beside: list[tuple[int, ...]] = []
    for size in sizes:
        table = range(len(beside), len(beside) + size)
        beside += [tuple(other for other in table if other != seat) for seat in table]
    return beside


def cost(seatings: Sequence[Seating], weights: Square, sizes: Sequence[int]) -> int:
    """By how much these rounds make the sum of C(m, 2) grow."""
    met = [list(row) for row in weights]
    added = 0
    for seating in seatings:
        for one, two in together(seating, sizes):
            added += met[one][two]
            met[one][two] += 1
            met[two][one] += 1
    return added


def together(seating: Seating, sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Each two who sit at one table."""
    return [pair for table in tables_of(seating, sizes) for pair in combinations(table, 2)]


def tables_of(seating: Seating, sizes: Sequence[int]) -> list[Seating]:
    """The people at each table."""
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    return [seating[start : start + size] for start, size in zip(starts, sizes, strict=True)]
