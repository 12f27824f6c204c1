"""Whether the second calculation of S10 is right: known values, cases by hand, shuffled packs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from tests.stats.reference import cards, games, reading

KNOWN = [
    (1, 3.841, 0.05),
    (2, 5.991, 0.05),
    (10, 18.307, 0.05),
    (30, 43.773, 0.05),
    (31, 44.985, 0.05),
    (50, 67.505, 0.05),
    (51, 68.669, 0.05),
    (30, 50.892, 0.01),
    (50, 76.154, 0.01),
    (51, 77.386, 0.01),
]
"""Degrees of freedom, critical value, upper tail: from any table of the distribution."""


@pytest.mark.parametrize(("freedom", "x", "tail"), KNOWN)
def test_s10_the_tail_is_that_of_the_tables(freedom: int, x: float, tail: float) -> None:
    assert cards.tail_by_integration(x, freedom) == pytest.approx(tail, rel=5e-4)
    assert cards.tail_by_recursion(x, freedom) == pytest.approx(tail, rel=5e-4)


@pytest.mark.parametrize("freedom", [1, 2, 29, 31, 49, 50, 51])
@pytest.mark.parametrize("x", [0.0, 0.001, 1.0, 20.0, 50.0, 51.0, 80.0, 150.0, 400.0])
def test_s10_both_ways_agree(freedom: int, x: float) -> None:
    assert cards.tail_by_integration(x, freedom) == pytest.approx(
        cards.tail_by_recursion(x, freedom), rel=1e-8
    )


WORKED = [
    (52, 40.0, 0.866877442420),
    (52, 51.0, 0.473660653282),
    (52, 90.0, 0.000618755439),
    (51, 50.0, 0.473398468556),
    (50, 49.0, 0.473128295655),
    (32, 31.0, 0.466212506217),
    (30, 45.0, 0.029424029925),
]
"""Cards in the pack, X², p: to compare with."""


@pytest.mark.parametrize(("pack", "x", "p"), WORKED)
def test_s10_worked_values(pack: int, x: float, p: float) -> None:
    assert cards.p_value(x, pack) == pytest.approx(p, rel=1e-8)


def test_s10_x_squared_by_hand() -> None:
    """Four cards, two a hand, two deals: each card is expected once."""
    assert cards.chi_squared({"AS": 1, "KS": 1, "QS": 1, "JS": 1}, 4, 2, 2) == 0
    assert cards.chi_squared({"AS": 2, "KS": 2}, 4, 2, 2) == Fraction(3, 2) * 4
    # 52 and 13: 51/39; four deals expect each card once, and one hand came four times
    same = dict.fromkeys((f"{rank}H" for rank in "23456789TJQKA"), 4)
    assert cards.chi_squared(same, 52, 13, 4) == Fraction(51, 39) * (13 * 9 + 39)


def test_s10_shuffled_cards_are_as_expected() -> None:
    """X² has the mean 51 and about twice that as its variance. The mean of 400 lies within three of its
    standard deviations, as if only 300 were independent."""
    random, pack, found = Random(7), list(range(52)), []
    for _ in range(100):
        seats: list[Counter[int]] = [Counter() for _ in range(4)]
        for _ in range(50):
            random.shuffle(pack)
            for seat, counts in enumerate(seats):
                counts.update(pack[13 * seat : 13 * seat + 13])
        found += [
            float(cards.chi_squared({str(card): n for card, n in one.items()}, 52, 13, 50)) for one in seats
        ]
    mean = sum(found) / len(found)
    assert abs(mean - 51) < 3 * (102 / 300) ** 0.5
    low = sum(cards.p_value(x, 52) < 0.1 for x in found)
    assert 20 <= low <= 60


def test_s10_cards_of_games() -> None:
    played = [game for data in games.finished(33).values() if (game := reading.read(data)) is not None]
    found = cards.came(played)
    assert {key[2] for key in found} == {"full", "cut"}
    assert {(len(kept.pack), key[1]) for key, kept in found.items()} == {
        (52, 4),
        (50, 5),
        (51, 3),
        (32, 4),
        (30, 3),
    }
    for (_, players, _), kept in found.items():
        assert kept.hand * players == len(kept.pack)
        assert sum(kept.seats.values(), Counter()) == dict.fromkeys(kept.pack, kept.deals)
        for name, counts in kept.players.items():
            assert counts.total() == kept.player_deals[name] * kept.hand
