"""N2: tables for n people, and who sits out."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.nights.seating.model import NoPlan, Remainder
from bot.nights.seating.seat import seat, table_sizes
from tests.nights.seatings import asked, is_everybody_once, people, sizes

MIXED = {
    3: [3], 4: [4], 5: [5], 6: [3, 3], 7: [4, 3], 8: [4, 4], 9: [5, 4], 10: [4, 3, 3], 11: [4, 4, 3],
    12: [4, 4, 4], 13: [5, 4, 4], 14: [4, 4, 3, 3],
}  # fmt: skip
ROBOTS = {
    2: [2], 3: [3], 4: [4], 5: [3, 2], 6: [3, 3], 7: [4, 3], 9: [3, 3, 3], 10: [4, 3, 3], 11: [4, 4, 3],
    13: [4, 3, 3, 3], 17: [4, 4, 3, 3, 3],
}  # fmt: skip


@pytest.mark.parametrize("count", MIXED)
def test_N2_mixed_by_hand(count: int) -> None:
    assert list(table_sizes(count, Remainder.MIXED)) == MIXED[count]


@pytest.mark.parametrize("count", ROBOTS)
def test_N2_robots_by_hand(count: int) -> None:
    assert list(table_sizes(count, Remainder.ROBOTS)) == ROBOTS[count]


@given(st.integers(3, 300))
def test_N2_mixed_has_as_few_tables_not_of_four_as_can_be(count: int) -> None:
    """Against all mixtures of threes, fours and fives that seat everybody."""
    found = Counter(table_sizes(count, Remainder.MIXED))
    best = min(
        (threes + fives, fives, threes)
        for threes in range(5)
        for fives in range(5)
        if (rest := count - 3 * threes - 5 * fives) >= 0 and rest % 4 == 0
    )
    assert (found[3] + found[5], found[5], found[3]) == best
    assert sum(size * number for size, number in found.items()) == count


@given(st.integers(2, 300))
def test_N2_robots_fill_up_as_few_tables_as_equally_as_can_be(count: int) -> None:
    found = table_sizes(count, Remainder.ROBOTS)
    assert len(found) == -(-count // 4) and sum(found) == count
    assert max(found) - min(found) <= 1


@pytest.mark.parametrize(("remainder", "least"), [("robots", 2), ("mixed", 3), ("bye", 4)])
@pytest.mark.parametrize("mode", ["fewest", "random", "seeded", "writer"])
def test_N2_too_few(mode: str, remainder: str, least: int) -> None:
    for count in range(least):
        with pytest.raises(NoPlan, match="too-few"):
            seat(asked(count, mode=mode, remainder=remainder))
    if mode != "writer":
        assert is_everybody_once(seat(asked(least, 1, mode, remainder)).rounds[0], people(least))


@pytest.mark.parametrize("mode", ["fewest", "random", "seeded"])
@pytest.mark.parametrize("remainder", list(Remainder))
@pytest.mark.parametrize("count", [4, 5, 6, 7, 9, 10, 11, 17])
def test_N2_everybody_has_one_seat_or_sits_out(count: int, remainder: Remainder, mode: str) -> None:
    plan = seat(asked(count, 2, mode, remainder))
    assert len(plan.rounds) == (1 if mode == "seeded" else 2)
    for planned in plan.rounds:
        assert is_everybody_once(planned, people(count))
        assert sizes(planned) == list(table_sizes(count, remainder))
        if remainder is not Remainder.MIXED:
            assert all(len(table) == 4 for table in planned.tables)
        assert len(planned.byes) == (count % 4 if remainder is Remainder.BYE else 0)


@pytest.mark.parametrize("mode", ["fewest", "random"])
@pytest.mark.parametrize("count", [5, 6, 7, 11])
def test_N2_sit_outs_differ_by_one_at_most_after_every_round(count: int, mode: str) -> None:
    sat_out = Counter(dict.fromkeys(people(count), 0))
    for planned in seat(asked(count, 2 * count, mode, "bye")).rounds:
        sat_out.update(planned.byes)
        assert max(sat_out.values()) - min(sat_out.values()) <= 1


def test_N2_who_has_sat_out_least_often_sits_out() -> None:
    sat_out = Counter({"u000": 2, "u001": 1, "u002": 1, "u004": 1, "u005": 3})
    plan = seat(asked(7, 4, "random", "bye", sat_out={**sat_out, "u999": 0}))
    assert {"u003", "u006"} < set(plan.rounds[0].byes)
    for planned in plan.rounds:
        others = set(people(7)) - set(planned.byes)
        assert max(sat_out[one] for one in planned.byes) <= min(sat_out[one] for one in others)
        sat_out.update(planned.byes)


def test_N2_of_equal_ones_the_lot_decides() -> None:
    found = {seat(asked(5, 1, "random", "bye", seed=str(seed))).rounds[0].byes for seed in range(60)}
    assert found == {(person,) for person in people(5)}
