"""A night's plan: who sits where in each round (N2 to N4)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.nights.seating.apart import Forbidden
from bot.nights.seating.fewest import fewest_repeats
from bot.nights.seating.lot import Lot
from bot.nights.seating.model import ROBOTS_TABLE, Mode, NoPlan, Plan, PlannedRound, Remainder, Request, Table
from bot.nights.seating.search import Seating, met, repeats, square_of, tables_of
from bot.nights.seating.sizes import draw_byes, movement, table_sizes


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
    return fewest_repeats(seated, known, forbidden, sizes, Lot(request.seed, f"search {len(request.played)}"))


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
