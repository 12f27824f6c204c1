"""What rounds cost, and simulated annealing: people swap tables, until as few meetings as possible are
repeated (N3).

A *seating* of a round is a list of people, by their places, table after table in the order of the sizes. The
number of steps is fixed and nothing asks a clock, so what is found is the same on every machine: chances are
made by multiplication and square roots alone, which unlike ``exp`` are the same to the last bit everywhere.

How often people meet is a square of numbers. An *odd* table is one with more robots than others, or further
from four people. What somebody has *ahead* of the others there are two numbers, the first of which counts
more: tonight's rounds and the season's nights before. To give a person an odd seat costs ``2 · c + b``, c
being how many they have in the rounds that are planned; ``first_turns`` are the numbers b. The costs add up
to the least where everybody is as near to the others as can be.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, repeat
from math import sqrt
from operator import mul
from typing import Final, NamedTuple, TypeVar

from bot.nights.seating.model import ROBOTS_TABLE, Pair, PlannedRound, pair_of

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


# Whose turn it is at an odd table

Person = TypeVar("Person")

Ahead = tuple[Fraction, Fraction]


def oddness(table: Sequence[object]) -> int:
    """How many robots sit at a table, or how far it is from four people."""
    people = sum(person is not None for person in table)
    return len(table) - people + abs(len(table) - ROBOTS_TABLE)


def above_share(nights: Iterable[Iterable[Sequence[Person | None]]]) -> dict[Person, Fraction]:
    """By how much more than their share of each night people have sat at odd tables."""
    above: dict[Person, Fraction] = defaultdict(Fraction)
    for tables in nights:
        met = [(person, oddness(table)) for table in tables for person in table if person is not None]
        share = Fraction(sum(odd for _, odd in met), max(len(met), 1))
        for person, odd in met:
            above[person] += odd - share
    return above


def first_turns(ahead: Sequence[Ahead], seats: int, rounds: int) -> tuple[list[int], int]:
    """For each of these people what their first odd seat costs, where there are so many ``seats`` in so many
    rounds; and what all of them cost at least."""
    if not seats:
        return [0] * len(ahead), 0
    keys = sorted((tonight + count, before) for tonight, before in ahead for count in range(rounds))
    last = keys[seats - 1]
    turns: list[int] = []
    for tonight, before in ahead:
        sooner = sum((tonight + count, before) < last for count in range(rounds))
        level = sooner < rounds and (tonight + sooner, before) == last
        turns.append((1 if level else 2) - 2 * sooner)
    costs = sorted(first + 2 * count for first in turns for count in range(rounds))
    return turns, sum(costs[:seats])


def unfairness(turns: Sequence[int], after: Sequence[int]) -> int:
    """What the odd seats cost that people have got from ``turns`` to ``after``."""
    counts = [(last - first) // 2 for first, last in zip(turns, after, strict=True)]
    return sum(count * (first + count - 1) for first, count in zip(turns, counts, strict=True))


# The search

Seating = list[int]


class Cost(NamedTuple):
    """What rounds add to the sum of C(m, 2), and how unfair they are."""

    repeats: int
    unfair: int = 0

    def ordered(self, fair_first: bool) -> tuple[int, int]:
        """What counts more first."""
        return (self.unfair, self.repeats) if fair_first else self

    def __sub__(self, other: Cost) -> Cost:
        return Cost(self.repeats - other.repeats, self.unfair - other.unfair)


_LEVELS: Final = 40
"""Of temperature, each with as many sweeps as the others."""

HOT: Final = 0.5
"""The chance, at the first level, that a swap is made which adds one repeated meeting."""

_COOLING: Final = 0.86
"""That chance at a level, divided by that at the level before."""

_WORST: Final = 32
"""A swap that adds so many repeated meetings is never made."""


class Annealing:
    """Some rounds, searched together. ``weights`` says for each two how often they have met before them, or
    any number of meetings that makes it dear to seat the two together, ``turns`` what an odd seat costs each
    person. ``best`` are the best seatings found: those with the fewest repeats, of equal ones
    the fairest, or with ``fair_first`` the other way round. ``gained`` is by how much less they cost than the
    first ones."""

    def __init__(
        self,
        seatings: Sequence[Seating],
        weights: Square,
        sizes: Sequence[int],
        chance: Callable[[], float],
        turns: Sequence[int] = (),
        *,
        fair_first: bool = False,
    ) -> None:
        self.best = [list(seating) for seating in seatings]
        self.gained = Cost(0, 0)
        self._seatings = [list(seating) for seating in seatings]
        self._gain = Cost(0, 0)
        self._chance = chance
        self._fair_first = fair_first
        self._weight = 1 if fair_first else 4  # of a repeated meeting, in units of unfairness
        self._beside = _beside(sizes)
        self._odd = odd_seats(sizes) if turns else [False] * len(self._beside)
        self._turns = turns_after(seatings, turns, sizes)
        self._met = [list(row) for row in weights]
        for seating in seatings:
            for seat, beside in enumerate(self._beside):
                for other in beside:
                    self._met[seating[seat]][seating[other]] += 1

    def run(self, steps: int, enough: Cost, odds: float = HOT) -> None:
        """Warm up to these ``odds`` and cool down, in about so many steps (at least one for each seat and
        level), or until ``gained`` is ``enough``."""
        seats = sum(map(len, self._seatings))
        sweeps = max(1, steps // (_LEVELS * seats))
        for _ in range(_LEVELS):
            unit = odds if self._fair_first else sqrt(sqrt(odds))
            accepted = list(accumulate(repeat(unit, _WORST * self._weight - 1), mul, initial=1.0))
            for _ in range(sweeps):
                self._sweep_all(accepted)
                if self.gained.ordered(self._fair_first) >= enough.ordered(self._fair_first):
                    return
            odds *= _COOLING

    def _sweep_all(self, accepted: Sequence[float]) -> None:
        for seating in self._seatings:
            self._gain -= self._sweep(seating, accepted)
            if self._gain.ordered(self._fair_first) > self.gained.ordered(self._fair_first):
                self.gained = self._gain
                self.best = [list(one) for one in self._seatings]

    def _sweep(self, seating: Seating, accepted: Sequence[float]) -> Cost:
        """Offer each seat of a round a swap with any other; by how much the cost has grown."""
        # Nearly all of the time is spent here: what it needs is held in locals, and nothing is called.
        met, everybody_beside, chance = self._met, self._beside, self._chance
        is_odd, turns, weight = self._odd, self._turns, self._weight
        count, worst, repeated, unfair = len(seating), len(accepted), 0, 0
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
            changes_turn, less_fair = is_odd[seat] is not is_odd[other], 0
            comes, goes = (two, one) if is_odd[seat] else (one, two)
            if changes_turn:
                less_fair = turns[comes] - turns[goes] + 2
            worse = weight * add + less_fair
            if worse > 0 and (worse >= worst or chance() >= accepted[worse]):
                continue
            if changes_turn:
                turns[comes] += 2
                turns[goes] -= 2
            self._move(one, [seating[place] for place in beside], [seating[place] for place in beside_other])
            self._move(two, [seating[place] for place in beside_other], [seating[place] for place in beside])
            seating[seat], seating[other] = two, one
            repeated += add
            unfair += less_fair
        return Cost(repeated, unfair)

    def _move(self, person: int, away: Sequence[int], to: Sequence[int]) -> None:
        met = self._met
        own = met[person]
        for other in away:
            own[other] -= 1
            met[other][person] -= 1
        for other in to:
            own[other] += 1
            met[other][person] += 1


def odd_seats(sizes: Sequence[int]) -> list[bool]:
    """For each seat whether its table is one of those of which there should be as few as possible: with more
    robots than others, or further from four people. Sizes differ by one at most."""
    furthest = max(abs(4 - size) for size in sizes)
    return [
        abs(4 - size) == furthest > min(abs(4 - size) for size in sizes)
        for size in sizes
        for _ in range(size)
    ]


def turns_after(seatings: Sequence[Seating], turns: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """How dear it is to give each person one more odd seat, after these rounds."""
    after = list(turns)
    if turns:
        for seating in seatings:
            for person, is_odd in zip(seating, odd_seats(sizes), strict=True):
                after[person] += 2 * is_odd
    return after


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
