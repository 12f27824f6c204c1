"""A night's plan: how many people sit at each table and who sits out (N2), who sits where in each round (N3,
N4); and plans in which forbidden pairs never sit together, whatever else was asked for.

In a movement (N3, ``writer``) after each round the seat with index k moves k tables on, as the same seat.

By N3 some modes do not mind forbidden pairs, and some requests cannot be met with them. Here keeping people
apart comes first, and what matters less gives way: where somebody sits in the ranking, the mode, and at last
how many people share a table, as with robots there may be more tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from bot.nights.seating.methods import Forbidden, fewest_repeats
from bot.nights.seating.model import (
    FORBIDDEN_PAIRS,
    ROBOTS_TABLE,
    Lot,
    Mode,
    NoPlan,
    Pair,
    Plan,
    PlannedRound,
    Remainder,
    Request,
    Table,
)
from bot.nights.seating.search import Seating, above_share, met, repeats, square_of, tables_of

# Tables, byes and the movement

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
    return tuple(PlannedRound(_moved_on(first, number)) for number in range(start, start + request.rounds))


def _moved_on(first: Sequence[Table], times: int) -> tuple[Table, ...]:
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


# A plan


def seat(request: Request) -> Plan:
    """Plan a night, or what is left of it. The same request, its people in any order, always gives the same
    plan. It may take seconds. Raises NoPlan."""
    people = sorted(request.players)
    sizes = table_sizes(len(people), request.remainder, request.tables)
    if request.remainder is Remainder.MIXED and not request.mixed_offered:
        raise NoPlan("not-offered")
    writer = request.mode is Mode.WRITER
    rounds = movement(request, people) if writer else _planned(request, people, sizes)
    return Plan(rounds, repeats(people, met(request.history, (*request.played, *rounds))))


def _planned(request: Request, people: Sequence[str], sizes: Sequence[int]) -> tuple[PlannedRound, ...]:
    rounds = 1 if request.mode is Mode.SEEDED else request.rounds
    byes = draw_byes(request, people, len(people) - sum(sizes), rounds)
    seated = [
        [place for place, person in enumerate(people) if person not in sitting_out] for sitting_out in byes
    ]
    seatings = _seatings(request, people, seated, sizes)
    return tuple(
        PlannedRound(_tables(request, people, tables_of(seating, sizes), number), sitting_out)
        for number, (seating, sitting_out) in enumerate(
            zip(seatings, byes, strict=True), start=len(request.played)
        )
    )


def _seatings(
    request: Request, people: Sequence[str], seated: Sequence[Seating], sizes: Sequence[int]
) -> list[Seating]:
    """The places in ``people`` of those at each table, round by round."""
    if request.mode is Mode.SEEDED:
        return [_ranked(request, people, seated[0])]
    forbidden = Forbidden(people, request.forbidden)
    if request.mode is Mode.RANDOM:
        lots = [Lot(request.seed, f"round {len(request.played) + number}") for number in range(len(seated))]
        return [
            forbidden.keep_apart(lot.shuffled(one), sizes, lot) for lot, one in zip(lots, seated, strict=True)
        ]
    known = square_of(people, met(request.history, request.played))
    nothing = Fraction(0)
    tonight = above_share([[table for planned in request.played for table in planned.tables]])
    ahead = [(tonight.get(one, nothing), request.beside.get(one, nothing)) for one in people]
    lot = Lot(request.seed, f"search {len(request.played)}")
    # In two rounds nobody gets far ahead, and of two tables or the rest of a night fairness would have the
    # same people meet again; where there is a season to share over it comes first all the same.
    is_short = len(seated) <= 2 and (len(sizes) <= 2 or bool(request.played)) and not request.beside
    return fewest_repeats(seated, known, forbidden, sizes, lot, ahead, fair_first=not is_short)


def _ranked(request: Request, people: Sequence[str], seated: Seating) -> Seating:
    """By total, equal ones by the season's standings (who has no place comes last), then by lot."""
    places = {person: place for place, person in enumerate(request.standings)}
    drawn = Lot(request.seed, f"round {len(request.played)}").shuffled(seated)
    drawn.sort(key=lambda one: places.get(people[one], len(places)))
    drawn.sort(key=lambda one: request.totals.get(people[one], 0), reverse=True)
    return drawn


def _tables(
    request: Request, people: Sequence[str], tables: Sequence[Seating], number: int
) -> tuple[Table, ...]:
    """Seats are drawn, and with them the numbers of equally large tables, where these say nothing (N4)."""
    lot = Lot(request.seed, f"seats {number}")
    if request.mode is not Mode.SEEDED:
        tables = sorted(lot.shuffled(tables), key=len, reverse=True)
    robots = request.remainder is Remainder.ROBOTS
    return tuple(
        tuple(
            lot.shuffled(
                [*(people[one] for one in table), *[None] * (ROBOTS_TABLE - len(table) if robots else 0)]
            )
        )
        for table in tables
    )


_LOTS: Final = 40
"""So many draws of the first seats of a movement are tried: people of one index never meet."""


def seat_apart(request: Request) -> tuple[Plan, bool]:
    """Plan a night without a forbidden pair at any table, and tell whether anything gave way for that. Takes
    up to some seconds. Raises NoPlan as ``seat`` does, but never ``forbidden-pairs``."""
    plan = _found(request)
    if plan is not None and is_apart(plan.rounds, request.forbidden):
        return plan, False
    if plan is not None and request.mode is Mode.SEEDED:
        moved = _moved(request, plan.rounds[0])
        if moved is not None:
            return replace(plan, rounds=(moved,)), True
    for other in _others(request):
        plan = _found(other)
        if plan is not None and is_apart(plan.rounds, request.forbidden):
            return plan, True
    raise AssertionError("with more tables than anyone has partners there is a plan")


def is_apart(rounds: Iterable[PlannedRound], forbidden: Iterable[Pair]) -> bool:
    """Whether none of these pairs sits together."""
    return met({}, rounds).keys().isdisjoint(forbidden)


def _found(request: Request) -> Plan | None:
    try:
        return seat(request)
    except NoPlan as refused:
        if refused.code != FORBIDDEN_PAIRS:
            raise
        return None


def _others(request: Request) -> Iterator[Request]:
    """What is asked for instead, the least different first."""
    if request.mode is Mode.WRITER:
        yield from (replace(request, seed=f"{request.seed} apart {lot}") for lot in range(_LOTS))
    mode = Mode.RANDOM if request.mode is Mode.RANDOM else Mode.FEWEST
    if request.mode is not mode:
        request = replace(request, mode=mode)
        yield request
    people = len(request.players)
    least = -(-people // ROBOTS_TABLE) + (1 if request.remainder is Remainder.ROBOTS else 0)
    for tables in range(least, people + 1):
        yield replace(request, remainder=Remainder.ROBOTS, tables=tables)


def _moved(request: Request, ranked: PlannedRound) -> PlannedRound | None:
    """A round by ranking in which people have changed places with those ranked next to them, as few and as
    near as tell forbidden pairs apart; None where no exchange helps."""
    places = {one: place for place, one in enumerate(request.standings)}
    order = sorted(
        (one for table in ranked.tables for one in table if one is not None),
        key=lambda one: (-request.totals.get(one, 0), places.get(one, len(places))),
    )
    rank = {one: place for place, one in enumerate(order)}
    tables = {one: number for number, table in enumerate(ranked.tables) for one in table if one is not None}
    here = {pair for pair in request.forbidden if tables.keys() >= {*pair}}
    names: dict[str, str] = {one: one for one in tables}  # who sits in whose place
    while together := _together(here, tables):
        swaps = (
            (_together(here, _swapped(tables, one, other)), abs(rank[one] - rank[other]), one, other)
            for one in sorted({one for pair in here if tables[pair[0]] == tables[pair[1]] for one in pair})
            for other in order
            if tables[one] != tables[other]
        )
        left, _, one, other = min(swaps, default=(together, 0, "", ""))
        if left >= together:
            return None
        tables = _swapped(tables, one, other)
        names = {place: {one: other, other: one}.get(person, person) for place, person in names.items()}
    seated = tuple(tuple(one if one is None else names[one] for one in table) for table in ranked.tables)
    return replace(ranked, tables=seated)


def _together(pairs: Iterable[Pair], tables: Mapping[str, int]) -> int:
    return sum(tables[one] == tables[other] for one, other in pairs)


def _swapped(tables: Mapping[str, int], one: str, other: str) -> dict[str, int]:
    return {**tables, one: tables[other], other: tables[one]}
