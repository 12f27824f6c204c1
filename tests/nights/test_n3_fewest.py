"""N3: as few repeated meetings as possible."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.nights.seating import methods
from bot.nights.seating.methods import designed_rounds
from bot.nights.seating.model import Lot, Pair, Remainder
from bot.nights.seating.search import Annealing, Cost, cost, least_growth, together
from bot.nights.seating.seat import seat, table_sizes
from tests.bench.bench_seating import FEWEST, ROUNDS
from tests.nights.seatings import asked, is_everybody_once, meetings, people, repeats

CASES = [(count, rounds) for count in FEWEST for rounds in ROUNDS]


@pytest.mark.parametrize(("count", "rounds"), CASES)
def test_N3_fewest_without_history(count: int, rounds: int) -> None:
    wanted = FEWEST[count][rounds - ROUNDS[0]]
    for seed in ("one", "two"):
        plan = seat(asked(count, rounds, seed=seed))
        assert plan.repeats == repeats(plan, people(count)) <= 1.1 * wanted
        assert all(is_everybody_once(planned, people(count)) for planned in plan.rounds)


def test_N3_fewest_for_64_people_in_8_rounds_is_planned_in_five_seconds() -> None:
    """With a history in which no construction helps, and the search never sees that it has ended."""
    lot = Lot("history", "test")
    history = {two: lot.below(9) for two in combinations(people(64), 2)}
    start = process_time()
    seat(asked(64, 8, history=history))
    assert process_time() - start < 5


@pytest.mark.parametrize("remainder", list(Remainder))
def test_N3_fewest_spreads_a_season_evenly(remainder: Remainder) -> None:
    """After six nights of 3 rounds people have met nearly as evenly as they could."""
    count, history = 23, Counter[Pair]()
    for night in range(6):
        plan = seat(asked(count, 3, remainder=remainder, seed=str(night), history=dict(history)))
        assert plan.repeats == repeats(plan, people(count), history)
        history.update(meetings(plan.rounds))
    pairs = count * (count - 1) // 2
    least = least_growth([0] * pairs, history.total())
    assert sum(m * (m - 1) // 2 for m in history.values()) <= 1.1 * least + 10


def test_N3_fewest_minds_history_and_not_that_of_others() -> None:
    """Eight people who have always met in the same two fours."""
    history = {two: 5 for two in combinations(people(8), 2) if (two[0] < "u004") == (two[1] < "u004")}
    plan = seat(asked(8, 1, history={**history, ("u000", "u999"): 9}))
    assert plan.repeats == 12 * 10 + 4 * 5
    assert all(sum(person < "u004" for person in table if person) == 2 for table in plan.rounds[0].tables)


@pytest.mark.parametrize("count", [16, 19, 20, 28, 29, 32, 44, 64, 128])
def test_N3_constructed_rounds_repeat_no_meeting(count: int) -> None:
    sizes = table_sizes(count, Remainder.ROBOTS)
    rounds = designed_rounds(count, sizes)
    assert len(rounds) == len(sizes) + 1
    apart = [frozenset(pair) for seating in rounds[:-1] for pair in together(seating, sizes)]
    assert len(set(apart)) == len(apart) > 0
    assert all(sorted(seating) == list(range(count)) for seating in rounds)


def test_N3_the_fifth_round_of_sixteen_completes_the_plane() -> None:
    pairs = {frozenset(two) for one in designed_rounds(16, (4,) * 4) for two in together(one, (4,) * 4)}
    assert len(pairs) == 16 * 15 // 2


@pytest.mark.parametrize(("count", "remainder"), [(12, "robots"), (24, "robots"), (17, "mixed"), (36, "bye")])
def test_N3_where_nothing_is_constructed_the_search_begins_anywhere(count: int, remainder: str) -> None:
    assert designed_rounds(count, table_sizes(count, Remainder(remainder))) == []


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 11), st.sampled_from(list(Remainder)), st.integers(1, 3))
def test_N3_the_search_knows_what_its_rounds_cost(
    seed: int, count: int, remainder: Remainder, rounds: int
) -> None:
    if count < 4:
        remainder = Remainder.MIXED
    lot, sizes = Lot(str(seed), "test"), table_sizes(count, remainder)
    weights = [[0] * count for _ in range(count)]
    for one, two in combinations(range(count), 2):
        weights[one][two] = weights[two][one] = lot.below(4)
    start = [lot.shuffled(range(count))[: sum(sizes)] for _ in range(rounds)]
    annealing = Annealing(start, weights, sizes, lot.chance)
    annealing.run(2000, enough=Cost(10**9))
    assert annealing.gained.repeats == cost(start, weights, sizes) - cost(annealing.best, weights, sizes) >= 0
    assert [sorted(one) for one in annealing.best] == [sorted(one) for one in start]


@given(st.lists(st.integers(0, 4), min_size=1, max_size=6), st.integers(0, 9))
def test_N3_no_growth_is_smaller_than_the_least(counts: list[int], meetings: int) -> None:
    """The smallest growth, one meeting after another."""
    met, grown = list(counts), 0
    for _ in range(meetings):
        place = met.index(min(met))
        grown += met[place]
        met[place] += 1
    assert least_growth(counts, meetings) == grown


def test_N3_who_sits_out_is_chosen_before_who_meets(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the search, the same people sit out, and as the lot of random has them."""
    request = asked(14, 4, remainder="bye")
    byes = [planned.byes for planned in seat(request).rounds]
    monkeypatch.setattr(methods, "_SEARCHES", ())
    assert [planned.byes for planned in seat(request).rounds] == byes
    assert [planned.byes for planned in seat(asked(14, 4, "random", "bye")).rounds] == byes
