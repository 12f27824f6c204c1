"""How many people sit at each table and who sits out (N2); and a movement (N3, ``writer``): after each round
the seat with index k moves k tables on, as the same seat. And whose turn it is at an *odd* table: one with
more robots than others, or further from four people.

What somebody has *ahead* of the others are two numbers, the first of which counts more: tonight's rounds and
the season's nights before. To give a person an odd seat costs ``2 · c + b``, c being how many they have in
the rounds that are planned; ``first_turns`` are the numbers b. The costs add up to the least where everybody
is as near to the others as can be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from bot.nights.seating.lot import Lot
from bot.nights.seating.model import ROBOTS_TABLE, NoPlan, PlannedRound, Remainder, Request, Table

_FEWEST = {Remainder.ROBOTS: 2, Remainder.MIXED: 3, Remainder.BYE: 4}


def table_sizes(people: int, remainder: Remainder, least: int = 0) -> tuple[int, ...]:
    """The number of people at each table, larger ones first; they differ by one at most. With ``robots`` the
    other seats of four are theirs, and there are at ``least`` so many tables; with ``bye`` whoever is left
    sits out. Raises NoPlan ``too-few``."""
    if people < _FEWEST[remainder]:
        raise NoPlan("too-few")
    if remainder is Remainder.BYE:
        return (4,) * (people // 4)
    if remainder is Remainder.MIXED and people % 4 == 1:
        return (5, *(4,) * (people // 4 - 1))
    # As equal as possible means for `mixed`: four, and one table of three for each that is missing.
    tables = -(-people // ROBOTS_TABLE)
    return _equal(people, max(tables, least) if remainder is Remainder.ROBOTS else tables)


def _equal(people: int, tables: int) -> tuple[int, ...]:
    least, more = divmod(people, tables)
    return (least + 1,) * more + (least,) * (tables - more)


def draw_byes(request: Request, people: Sequence[str], count: int, rounds: int) -> list[tuple[str, ...]]:
    """For each of the rounds to plan the ``count`` of these people (in order) who sit it out: who has sat out
    least often so far, of equal ones by lot."""
    sat_out = Counter(dict(request.sat_out))
    sat_out.update(one for played in request.played for one in played.byes)
    byes: list[tuple[str, ...]] = []
    for number in range(len(request.played), len(request.played) + rounds):
        drawn = Lot(request.seed, f"byes {number}").shuffled(people)
        drawn.sort(key=lambda one: sat_out[one])
        byes.append(tuple(sorted(drawn[:count])))
        sat_out.update(byes[-1])
    return byes


_FEWEST_TABLES: Final = 4


def movement(request: Request, people: Sequence[str]) -> tuple[PlannedRound, ...]:
    """The rounds to plan for these people (in order). Raises NoPlan ``not-offered``."""
    first = _first_seats(request, people)
    start = len(request.played)
    return tuple(PlannedRound(_moved(first, number)) for number in range(start, start + request.rounds))


def _moved(first: Sequence[Table], times: int) -> tuple[Table, ...]:
    return tuple(
        tuple(first[(table - times * index) % len(first)][index] for index in range(ROBOTS_TABLE))
        for table in range(len(first))
    )


def _first_seats(request: Request, people: Sequence[str]) -> tuple[Table, ...]:
    """Who sits where in the first round, or who has that seat now."""
    lot = Lot(request.seed, f"writer {len(request.played)}")
    if request.played:
        return _taken_over(request.played[0].tables, people, lot)
    if request.remainder is not Remainder.ROBOTS and len(people) % ROBOTS_TABLE:
        raise NoPlan("not-offered")
    tables = -(-len(people) // ROBOTS_TABLE)
    if tables < _FEWEST_TABLES:
        raise NoPlan("not-offered")
    return _drawn_seats(people, tables, lot)


def _drawn_seats(people: Sequence[str], tables: int, lot: Lot) -> tuple[Table, ...]:
    """Robots all get the same index, so that no two of them ever come to one table (N2)."""
    robots = ROBOTS_TABLE * tables - len(people)
    index = lot.below(ROBOTS_TABLE)
    with_robot = set(lot.shuffled(range(tables))[:robots])
    order = iter(lot.shuffled(people))
    return tuple(
        tuple(None if seat == index and table in with_robot else next(order) for seat in range(ROBOTS_TABLE))
        for table in range(tables)
    )


def _taken_over(first: Sequence[Table], people: Sequence[str], lot: Lot) -> tuple[Table, ...]:
    """Who has come later has, by lot, a seat of one who has gone or else of a robot; the seats that are left
    are robots'. With more people than seats the movement cannot go on."""
    here = set(people)
    seats = [person for table in first for person in table]
    new = lot.shuffled(person for person in people if person not in seats)
    gone = [place for place, person in enumerate(seats) if person is not None and person not in here]
    robots = [place for place, person in enumerate(seats) if person is None]
    free = [*lot.shuffled(gone), *lot.shuffled(robots)]
    if len(new) > len(free):
        raise NoPlan("not-offered")
    takers = dict(zip(free, new, strict=False))
    now = [person if person in here else takers.get(place) for place, person in enumerate(seats)]
    return tuple(tuple(now[start : start + ROBOTS_TABLE]) for start in range(0, len(now), ROBOTS_TABLE))


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
