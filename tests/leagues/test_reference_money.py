"""The reference itself, by examples worked out by hand: balances and payments (L19), ratings (L20)."""

from __future__ import annotations

from itertools import permutations
from math import exp, sqrt
from random import Random
from typing import Any

import pytest

from tests.leagues.reference.season import differences
from tests.leagues.reference.settling import faults_of_payments, most_payments
from tests.leagues.small import event, found, game, season

# L19


def test_L19_points_from_the_mean_of_the_table_without_level() -> None:
    games = [game("g1", "n1", "a 9", "guest x 5", "c 3", "d -1"), game("g2", "n1", "a 3", "b 0", "c 0")]
    values = season("a b c d", games, stake=5, level="yes", levels={"3": 2})
    assert found(values, "balances") == {"a": 25 + 10, "b": -5, "c": -5 - 5, "d": -25, "x": 5}


def test_L19_only_games_of_people_at_the_end_though_a_seat_was_given_up() -> None:
    with_robot = game("g1", "n1", "a 9", "b 0", "robot easy 0 left c")
    games = [with_robot, game("g2", "n1", "a 3 left c", "b 0", "d 0")]
    assert found(season("a b c d", games, stake=1), "balances") == {"a": 2, "b": -1, "d": -1}


def test_L19_cents_missing_go_to_the_largest_remainders_then_to_the_smallest_ids() -> None:
    """Exactly 1/3, 1/3 and -2/3: rounded down 0, 0 and -1, and all remainders are a third."""
    games = [game("g1", "n1", "u2 1", "u10 1", "Z 0")]
    assert found(season("u2 u10 Z", games, stake=1), "balances") == {"Z": 0, "u10": 0, "u2": 0}
    # 2/3, -1/3 and -1/3: 0, -1, -1, and one cent each to two of three equal remainders, by code point.
    games = [game("g1", "n1", "u2 1", "u10 0", "Z 0")]
    assert found(season("u2 u10 Z", games, stake=1), "balances") == {"Z": 0, "u10": 0, "u2": 0}
    # 5/3, -4/3, -1/3: 1, -2, -1 with 2/3 each, two cents are missing: Z and u10.
    games = [game("g1", "n1", "u2 2", "u10 -1", "Z 0")]
    assert found(season("u2 u10 Z", games, stake=1), "balances") == {"Z": 0, "u10": -1, "u2": 1}


def test_L19_a_guest_with_a_members_id_is_that_person() -> None:
    games = [game("g1", "n1", "a 3", "b 0", "c 0"), game("g2", "n1", "guest a 3", "b 0", "c 0")]
    assert found(season("a b c", games, stake=1), "balances") == {"a": 4, "b": -2, "c": -2}


def test_L19_no_line_without_stake() -> None:
    games = [game("g1", "n1", "a 3", "b 0", "c 0")]
    with pytest.raises(StopIteration):
        found(season("a b c", games), "balances")


@pytest.mark.parametrize(
    ("payments", "fault"),
    [
        ([["b", "a", 3], ["d", "c", 5]], None),
        ([["d", "c", 5], ["b", "a", 3]], None),
        ([["b", "c", 3], ["d", "c", 2], ["d", "a", 3]], "3 payments where 2 are enough"),
        ([["b", "a", 3]], "c still has 5"),
        ([["a", "b", -3], ["d", "c", 5]], "no payment"),
        ([["b", "a", 3.0], ["d", "c", 5]], "no payment"),
        ([["b", "a", 3], ["d", "c", 5], ["e", "e", 1]], "no payment"),
        ([["b", "a", 3], ["d", "c", 5], ["x", "a", 1]], "no payment"),
    ],
)
def test_L19_payments_settle_with_as_few_as_possible(payments: list[object], fault: str | None) -> None:
    faults = faults_of_payments({"a": 3, "b": -3, "c": 5, "d": -5, "e": 0}, payments)
    assert (faults == []) if fault is None else fault in faults[0]


def test_L19_the_fewest_payments_are_those_of_trying_everything() -> None:
    """In any order a group ends where those so far add up to 0."""
    random = Random("fewest")
    for _ in range(40):
        amounts = [random.choice((-3, -2, -1, 1, 2, 3)) for _ in range(random.randint(2, 6))]
        amounts = [*amounts, *([-sum(amounts)] if sum(amounts) else [])]
        ends = max(
            sum(sum(order[:end]) == 0 for end in range(1, len(order) + 1)) for order in permutations(amounts)
        )
        assert most_payments(dict(enumerate_ids(amounts))) == len(amounts) - ends


def enumerate_ids(amounts: list[int]) -> list[tuple[str, int]]:
    return [(f"p{at}", cents) for at, cents in enumerate(amounts)]


def test_L19_with_more_than_twelve_people_one_fewer_is_few_enough() -> None:
    thirteen = dict(enumerate_ids([1, -1] * 6 + [2, -2]))
    assert most_payments(thirteen) == 13
    assert most_payments({person: thirteen[person] for person in list(thirteen)[:12]}) == 6


# L20

MU, SIGMA = 25.0, 25.0 / 3
BETA, TAU, KAPPA = SIGMA / 2, 25 / 300, 0.0001


def by_hand(ratings: list[tuple[float, float]], ranks: list[int]) -> list[list[float]]:
    """Weng and Lin's Bradley-Terry with partial pairing at a table of five at most, where everybody is in
    everybody's window: each is compared with all others, and the changes are averaged."""
    variances = [sigma**2 + TAU**2 for _, sigma in ratings]
    after: list[list[float]] = []
    for i, (mu, _) in enumerate(ratings):
        better, surer = 0.0, 0.0
        for q, (other, _) in enumerate(ratings):
            if q != i:
                c = sqrt(variances[i] + variances[q] + 2 * BETA**2)
                p = 1 / (1 + exp((other - mu) / c))
                won = 1 if ranks[q] > ranks[i] else 0.5 if ranks[q] == ranks[i] else 0
                better += variances[i] / c * (won - p)
                surer += sqrt(variances[i]) / c * variances[i] / c**2 * p * (1 - p)
        others = len(ratings) - 1
        spread = sqrt(variances[i]) * sqrt(max(1 - surer / others, KAPPA))
        after.append([round(mu + better / others, 6), round(spread, 6)])
    return after


def test_L20_places_are_the_ranks_and_the_pool_begins_from_the_default() -> None:
    after = by_hand([(MU, SIGMA)] * 4, [1, 2, 2, 4])
    games = [game("g1", "n1", "a 9", "b 5", "c 5", "guest x -19")]
    assert found(season("a b c", games), "ratings") == dict(zip("abcx", after, strict=True))


def test_L20_robots_have_the_files_ratings_and_keep_them() -> None:
    given = {"a": (30.0, 5.0), "b": (MU, SIGMA), "easy": (20.0, 1.0)}
    first = by_hand([given["a"], given["easy"], given["b"], (MU, SIGMA)], [1, 2, 3, 4])
    games = [game("g1", "n1", "a 3", "robot easy 2", "b 1", "robot other 0")]
    values = season("a b", games, ratings={"a": [30, 5.0], "z": [1.0, 1.0]}, robots={"easy": [20.0, 1]})
    assert found(values, "ratings") == {"a": first[0], "b": first[2]}


def test_L20_in_the_order_in_which_they_ended_then_by_id() -> None:
    one = game("g2", "n1", "a 3", "b 2", "c 1", at="2026-09-08T19:00:00Z")
    other = game("g10", "n1", "b 3", "c 2", "a 1", at="2026-09-08T20:00:00Z") | {"ended": one["ended"]}
    here, there = ({"games": games} for games in ([one, other], [other | {"id": "g1"}, one | {"id": "g2"}]))
    base = season("a b c", [])
    ratings = found(base | here, "ratings")
    assert ratings == found(base | there, "ratings")
    assert list(ratings) == ["a", "b", "c"]
    assert ratings != found(base | {"games": [other | {"id": "g3"}, one]}, "ratings")
    assert ratings != found(base | {"games": [other | {"ended": "2026-09-08T19:00:01Z"}, one]}, "ratings")


def test_L20_rated_if_two_people_at_the_end_and_nobody_gave_up_a_seat() -> None:
    alone = game("g1", "n1", "a 3", "robot easy 2", "robot easy 1")
    given_up = game("g2", "n1", "a 3", "b 2", "robot easy 1 left x")
    corrected = event("c1", "player", game="g2", seat=2, robot="hard")
    assert found(season("a b", [alone, given_up]), "ratings") == {}
    assert found(season("a b", [alone, given_up], corrections=[corrected]), "ratings").keys() == {"a", "b"}


def test_L20_a_guest_with_a_members_id_is_that_person() -> None:
    games = [game("g1", "n1", "guest a 3", "b 2", "robot easy 1")]
    assert found(season("a b", games), "ratings").keys() == {"a", "b"}


def test_L20_voiding_a_game_rates_the_later_ones_anew() -> None:
    one = game("g1", "n1", "a 3", "b 2", "c 1")
    other = game("g2", "n1", "a 3", "b 2", "c 1", at="2026-09-08T20:00:00Z")
    void = [event("c1", "void", game="g1")]
    assert found(season("a b c", [one, other], corrections=void), "ratings") == found(
        season("a b c", [one]), "ratings"
    )


# What is taken for the same


@pytest.mark.parametrize(
    ("printed", "same"),
    [
        ({"ratings": {"a": [1.000001, 2.0], "b": [1.0, 2]}}, True),
        ({"ratings": {"a": [1.000002, 2.0], "b": [1.0, 2.0]}}, False),
        ({"ratings": {"a": [1.0000001, 2.0], "b": [1.0, 2.0]}}, False),
        ({"ratings": {"b": [1.0, 2.0], "a": [1.0, 2.0]}}, False),
        ({"ratings": {"a": [1.0, 2.0]}}, False),
    ],
)
def test_ratings_may_differ_in_how_the_sixth_decimal_is_rounded(printed: dict[str, Any], same: bool) -> None:
    expected = {"ratings": {"a": [1.0, 2.0], "b": [1.0, 2.0]}}
    assert (differences([printed], [expected]) == []) is same


def test_other_lines_differ_in_anything_but_the_order_of_keys() -> None:
    assert differences([{"b": 1, "a": [1, "1/2"]}], [{"a": [1, "1/2"], "b": 1}]) == []
    for other in ({"b": 1.0, "a": [1, "1/2"]}, {"b": True, "a": [1, "1/2"]}, {"b": 1, "a": ["1/2", 1]}):
        assert differences([other], [{"a": [1, "1/2"], "b": 1}]) != []
    assert differences([], [{"a": 1}]) != []
