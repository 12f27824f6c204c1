"""N3: who sits with whom at random, by totals, and by a movement; and what is not offered."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from bot.nights.seating.model import NoPlan
from bot.nights.seating.seat import seat
from tests.nights.seatings import asked, here, meetings, people, repeats, sizes

SEEDS = range(200)


def test_N3_random_lets_everybody_meet_everybody_alike() -> None:
    met = Counter[tuple[str, str]]()
    for seed in SEEDS:
        met.update(meetings(seat(asked(8, 5, "random", seed=str(seed))).rounds))
    # Each of the 28 pairs meets in three of seven rounds: 429 of 1000, give or take four deviations of 16.
    assert len(met) == 28 and all(365 < count < 493 for count in met.values())


def test_N3_rounds_at_random_are_drawn_apart() -> None:
    first, second, third = seat(asked(16, 3, "random")).rounds
    assert len({first, second, third}) == 3


def test_N3_repeats_are_told_in_every_mode() -> None:
    history = {("u000", "u001"): 2, ("u000", "u777"): 9}
    for mode in ("fewest", "random", "seeded", "writer"):
        plan = seat(asked(16, 2, mode, history=history))
        assert plan.repeats == repeats(plan, people(16), history) > 0


# By totals


def seeded(count: int, **more: Any) -> list[list[str]]:
    (planned,) = seat(asked(count, 3, "seeded", **more)).rounds
    return [sorted(here(table)) for table in planned.tables]


def test_N3_seeded_puts_the_best_together_in_larger_tables_first() -> None:
    totals = {person: Fraction(place, 2) for place, person in enumerate(reversed(people(10)))}
    best = [["u000", "u001", "u002", "u003"], ["u004", "u005", "u006"], ["u007", "u008", "u009"]]
    assert seeded(10, totals=totals) == seeded(10, totals=totals, remainder="mixed") == best
    assert sizes(seat(asked(9, 1, "seeded", "mixed")).rounds[0]) == [5, 4]


def test_N3_seeded_takes_0_where_there_is_no_total_and_the_standings_of_equal_ones() -> None:
    totals = {"u000": Fraction(-1), "u007": Fraction(1, 3)}
    standings = ("u006", "u999", "u005", "u001", "u002")
    for seed in range(8):
        found = seeded(8, totals=totals, standings=standings, seed=str(seed))
        assert found == [["u001", "u005", "u006", "u007"], ["u000", "u002", "u003", "u004"]]


def test_N3_seeded_draws_those_whom_nothing_tells_apart() -> None:
    found = {tuple(seeded(8, standings=("u003",), seed=str(seed))[0]) for seed in range(100)}
    assert all("u003" in table for table in found) and len(found) > 25


# A movement


def test_N3_writer_moves_the_seat_with_index_k_by_k_tables() -> None:
    first, *others = (planned.tables for planned in seat(asked(18, 6, "writer")).rounds)
    assert len(first) == 5 and Counter(len(here(table)) for table in first) == {4: 3, 3: 2}
    for times, tables in enumerate(others, start=1):
        for number, table in enumerate(first):
            for index, person in enumerate(table):
                assert tables[(number + times * index) % 5][index] == person


@pytest.mark.parametrize("count", range(13, 30))
def test_N3_writer_never_brings_two_robots_together(count: int) -> None:
    for planned in seat(asked(count, 7, "writer")).rounds:
        assert max(sizes(planned)) - min(sizes(planned)) <= 1


def test_N3_writer_draws_the_first_seats() -> None:
    found = {seat(asked(16, 1, "writer", seed=str(seed))).rounds[0].tables[0][0] for seed in SEEDS}
    assert found == set(people(16))


@pytest.mark.parametrize(
    ("count", "remainder", "offered"),
    [
        (12, "robots", False), (13, "robots", True), (16, "mixed", True), (16, "bye", True),
        (17, "mixed", False), (18, "mixed", False), (17, "bye", False), (17, "robots", True),
        (12, "mixed", False), (12, "bye", False), (2, "robots", False),
    ],
)  # fmt: skip
def test_N3_writer_wants_four_tables_of_four_and_nobody_sitting_out(
    count: int, remainder: str, offered: bool
) -> None:
    if offered:
        assert len(seat(asked(count, 2, "writer", remainder)).rounds) == 2
    else:
        with pytest.raises(NoPlan, match="not-offered"):
            seat(asked(count, 2, "writer", remainder))


def test_N2_mixed_is_refused_where_the_game_has_no_such_tables() -> None:
    for mode in ("fewest", "random", "seeded", "writer"):
        with pytest.raises(NoPlan, match="not-offered"):
            seat(asked(16, 2, mode, "mixed", mixed_offered=False))
        with pytest.raises(NoPlan, match="too-few"):
            seat(asked(2, 2, mode, "mixed", mixed_offered=False))
