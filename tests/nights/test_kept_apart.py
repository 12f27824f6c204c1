"""Who is kept apart never sits together on a night, whatever mode and remainder were chosen."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.nights.model import Evening, NightError, NightPlace, NightSettings, Round
from bot.nights.planning import APART, Past, planned, planned_somehow, require_apart, swapped
from bot.nights.seating.model import Mode, Remainder
from bot.nights.seating.seat import seat
from bot.tables.errors import TableError
from bot.tables.model import Invited
from bot.tables.table import Table
from tests.nights.held import Held
from tests.nights.seatings import asked, is_everybody_once
from tests.properties import tries
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, House

Pairs = tuple[tuple[int, int], ...]
MODES = tuple(one.value for one in Mode)
REMAINDERS = tuple(one.value for one in Remainder)


def evening(apart: Pairs, **settings: object) -> Evening:
    chosen = NightSettings(apart=apart, **settings)  # pyright: ignore[reportArgumentType]
    return Evening(1, 1, 1, 1, 1, 1, "n1", date(2026, 11, 24), 0.0, chosen, "seed")


def seated(one: Evening, people: int, played: tuple[Round, ...] = (), past: Past | None = None) -> Evening:
    return planned_somehow(one, range(1, people + 1), past or Past(), played)


def assert_apart(one: Evening, people: int) -> None:
    for each in one.plan:
        assert sorted(each.people) == list(range(1, people + 1))
        for table in each.tables:
            assert any(person is not None for person in table)
            assert not [pair for pair in one.settings.apart if {*pair} <= {*table}], (one.plan, table)


@st.composite
def nights(draw: st.DrawFn) -> tuple[Evening, int]:
    people = draw(st.integers(2, 22))
    every = [*combinations(range(1, people + 1), 2)]
    pairs = draw(st.lists(st.sampled_from(every), max_size=draw(st.sampled_from((1, 2, 12))), unique=True))
    made = evening(
        tuple(sorted(pairs)),
        rounds=draw(st.integers(1, 4)),
        mode=draw(st.sampled_from(MODES)),
        remainder=draw(st.sampled_from(REMAINDERS)),
    )
    return made, people


@tries(60)
@given(nights(), st.integers(0, 2))
def test_nobody_ever_sits_with_whom_they_are_kept_apart_from(made: tuple[Evening, int], gone: int) -> None:
    """In the first plan, and in the one for those who are still there after a round."""
    first, people = made
    drawn = seated(first, people)
    assert_apart(drawn, people)
    left = max(2, people - gone)
    totals = {one: Fraction(one * 7 % 5) for one in range(1, left + 1)}
    later = seated(replace(drawn, round=1), left, drawn.plan[:1], Past(totals=totals))
    assert_apart(replace(later, plan=later.plan[1:]), left)


@tries(15)
@given(nights())
def test_what_an_organiser_allows_is_seated_as_if_nobody_were_kept_apart(made: tuple[Evening, int]) -> None:
    first, people = made
    without = replace(first, settings=replace(first.settings, apart=()))
    assert seated(replace(first, together=True), people).plan == seated(without, people).plan


def test_four_of_whom_two_are_kept_apart_are_two_and_two_with_robots() -> None:
    drawn = seated(evening(((1, 2),), rounds=3), 4)
    for each in drawn.plan:
        assert [sum(one is not None for one in table) for table in each.tables] == [2, 2]
        assert [len(table) for table in each.tables] == [4, 4]
    assert drawn.why == APART


@pytest.mark.parametrize(("mode", "people"), [("fewest", 8), ("random", 8), ("seeded", 8), ("writer", 16)])
def test_the_mode_is_kept_where_that_can_be(mode: str, people: int) -> None:
    """Nothing public is said: the way that was chosen is the one that is taken."""
    drawn = seated(evening(((1, 2),), mode=mode, rounds=3), people)
    assert_apart(drawn, people)
    assert drawn.why in ("", APART)
    assert all(len(one.tables) == people // 4 for one in drawn.plan)
    if mode == "writer":
        first, second = drawn.plan[0].tables, drawn.plan[1].tables
        moved = tuple(tuple(first[(at - seat) % 4][seat] for seat in range(4)) for at in range(4))
        assert second == moved


def test_best_against_best_moves_those_next_to_each_other() -> None:
    """Of twelve in their order, first and second change places with as few as can be."""
    totals = {one: Fraction(100 - one) for one in range(1, 13)}
    drawn, gave_way = planned(evening(((1, 2),), mode="seeded"), range(1, 13), Past(totals=totals), ())
    assert gave_way
    tables = [{*table} for table in drawn.plan[0].tables]
    assert tables == [{1, 3, 4, 5}, {2, 6, 7, 8}, {9, 10, 11, 12}]


def test_an_exchange_that_brings_together_who_is_kept_apart_is_refused() -> None:
    before = Round(((1, 3, None, None), (2, 4, None, None)))
    kept = evening(((1, 2),))
    with pytest.raises(NightError, match="kept-apart"):
        require_apart(kept, swapped(before, 3, 2))
    require_apart(kept, swapped(before, 3, 4))
    require_apart(replace(kept, together=True), swapped(before, 3, 2))


def test_N3_the_command_seats_as_before() -> None:
    """What a night adds is asked for by nights alone."""
    request = asked(9, 2)
    assert request.tables == 0
    assert all(is_everybody_once(one, request.players) for one in seat(request).rounds)


def seat_of(table: Table, user_id: int) -> int:
    return next(number for number, seat in enumerate(table.facts.seats) if seat.user_id == user_id)


async def test_a_seat_is_not_for_whom_its_table_is_kept_from(house: House) -> None:
    """Neither given to them, by the program or an organiser, nor taken by them, until organisers allow it."""
    held = await Held.of(house, BEN, CEES, DORA, EVA, settings=NightSettings(apart=((ANN, EVA),)))
    await held.seated([[ANN, BEN, CEES, DORA]])
    table = await held.begun(NightPlace(1, 1))
    ben = seat_of(table, BEN)
    with pytest.raises(TableError, match="kept-out"):
        await table.seat_by_program(ben, Invited(EVA, "Eva"))
    await table.seat_by_program(ben, None)
    with pytest.raises(TableError, match="kept-out"):
        await table.take_seat(EVA, "Eva", ben)
    told = await held.evenings.details(held.evening.id, 1)
    with pytest.raises(NightError, match="kept-apart"):
        await held.evenings.seat_now(told, NightPlace(1, 1, 1), ben, EVA, "Eva")
    await held.evenings.seat_together(told)
    await table.take_seat(EVA, "Eva", ben)
    assert table.facts.seats[ben].user_id == EVA


async def test_the_seat_of_whom_somebody_is_kept_from_is_theirs_to_have(house: House) -> None:
    held = await Held.of(house, BEN, CEES, DORA, EVA, settings=NightSettings(apart=((ANN, EVA),)))
    await held.seated([[ANN, BEN, CEES, DORA]])
    table = await held.open(NightPlace(1, 1))
    await table.seat_by_program(seat_of(table, ANN), Invited(EVA, "Eva"))
    with pytest.raises(TableError, match="kept-out"):
        await table.seat_by_program(seat_of(table, BEN), Invited(ANN, "Ann"))
