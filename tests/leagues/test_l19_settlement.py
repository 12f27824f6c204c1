"""Settlement (docs/rules/leagues.md, L19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

import pytest

from bot.leagues.season.report import FEW, payments
from tests.leagues.seasons import correct, game, told


def settled(balances: Mapping[str, int], paid: Sequence[Sequence[str | int]]) -> dict[str, int]:
    """What is left of balances after payments."""
    left = dict(balances)
    for payer, payee, cents in paid:
        assert isinstance(cents, int) and cents > 0 and payer != payee
        left[str(payer)] += cents
        left[str(payee)] -= cents
    return left


def fewest(balances: Mapping[str, int]) -> int:
    """The fewest payments there can be, found by taking all groups that add up to nothing away in turn."""
    rest = {one: cents for one, cents in balances.items() if cents}

    def groups(people: tuple[str, ...]) -> int:
        if not people:
            return 0
        first, *others = people
        best = 0
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                if rest[first] + sum(rest[one] for one in chosen) == 0:
                    best = max(best, 1 + groups(tuple(one for one in others if one not in chosen)))
        return best

    return len(rest) - groups(tuple(rest))


def test_L19_a_balance_is_the_stake_for_each_point_from_the_mean() -> None:
    found = told(game("g1", "n1", "u1 10", "guest x1 4", "u3 1"), settings={"stake": 25})
    assert found.the("balances") == {"u1": 125, "u3": -100, "x1": -25}  # the mean is 5
    assert found.the("payments") == [["x1", "u1", 25], ["u3", "u1", 100]]


def test_L19_games_add_up() -> None:
    games = [game("g1", "n1", "u1 3", "u2 0", "u3 -3"), game("g2", None, "u1 -1", "u2 0", "u3 1", "u4 0")]
    assert told(*games, settings={"stake": 10}).the("balances") == {"u1": 20, "u2": 0, "u3": -20, "u4": 0}


def test_L19_without_level() -> None:
    settings = {"stake": 1, "level": "yes"}
    found = told(game("g1", "n1", "u1 17", "u2 0", "u3 -17"), settings=settings, levels={"3": "13/17"})
    assert found.the("balances") == {"u1": 17, "u2": 0, "u3": -17}


def test_L19_without_stake_there_is_none() -> None:
    assert not any("balances" in line for line in told(game("g1", "n1", "u1 3", "u2 0", "u3 -3")).lines)


def test_L19_only_games_of_people_alone() -> None:
    games = [
        game("g1", "n1", "u1 3", "robot easy 0", "u3 -3"),
        game("g2", "n1", "u2 1", "guest x2 0", "u4 -1 left u5"),
    ]
    assert told(*games, settings={"stake": 1}).the("balances") == {"u2": 1, "u4": -1, "x2": 0}
    assert told(games[0], settings={"stake": 1}).lines[-2] == {"balances": {}, "payments": []}


def test_L19_a_guest_with_a_members_id_is_that_person() -> None:
    games = [game("g1", "n1", "u1 3", "u2 0", "u3 -3"), game("g2", "n1", "guest u1 3", "u2 0", "u3 -3")]
    assert told(*games, settings={"stake": 1}).the("balances") == {"u1": 6, "u2": 0, "u3": -6}


def test_L19_voided_games_are_not_paid() -> None:
    found = told(
        game("g1", "n1", "u1 3", "u2 0", "u3 -3"),
        settings={"stake": 1},
        corrections=[correct("c1", "void", game="g1")],
    )
    assert found.the("balances") == {}


@pytest.mark.parametrize(
    ("points", "balances"),
    [
        # exactly 2/3, -1/3, -1/3: down to 0, -1, -1; two cents go to the remainders 2/3 of all, by id
        ((1, 0, 0), {"u1": 1, "u2": 0, "u3": -1}),
        # exactly 1/3, 1/3, -2/3: down to 0, 0, -1; the one cent to the smallest id
        ((1, 1, 0), {"u1": 1, "u2": 0, "u3": -1}),
        ((0, 1, 1), {"u1": 0, "u2": 0, "u3": 0}),
        # exactly -5/4, -1/4, 3/4, 3/4: down to -2, -1, 0, 0 with 3/4 missing of each
        ((0, 1, 2, 2), {"u1": -1, "u2": 0, "u3": 1, "u4": 0}),
        # exactly 13/5, 3/5, -2/5, -7/5, -7/5: remainders 3/5, four times 3/5: three of them by id
        ((4, 2, 1, 0, 0), {"u1": 3, "u2": 1, "u3": 0, "u4": -2, "u5": -2}),
    ],
)
def test_L19_missing_cents_go_to_the_largest_remainders(
    points: tuple[int, ...], balances: dict[str, int]
) -> None:
    seats = [f"u{number} {one}" for number, one in enumerate(points, start=1)]
    found = told(game("g1", "n1", *seats), settings={"stake": 1})
    assert found.the("balances") == balances
    assert set(settled(balances, found.the("payments")).values()) == {0}


def test_L19_larger_remainders_come_before_smaller_ids() -> None:
    # Remainders of 1/3 at the first table, where a cent is missing; of 3/4 at the second, where three are.
    first = game("g1", "n1", "u1 2", "u2 0", "u3 0")
    games = (first, game("g2", "n1", "u4 1", "u5 0", "guest x1 0", "guest x2 0"))
    assert told(*games, settings={"stake": 1}).the("balances") == {
        "u1": 1, "u2": -1, "u3": -1, "u4": 1, "u5": 0, "x1": 0, "x2": 0,
    }  # fmt: skip


def test_L19_only_the_sum_is_rounded() -> None:
    games = [game(f"g{number}", "n1", "u1 1", "u2 0", "u3 0") for number in range(3)]
    assert told(*games, settings={"stake": 1}).the("balances") == {"u1": 2, "u2": -1, "u3": -1}


@pytest.mark.parametrize(
    ("cents", "count"),
    [
        ((), 0),
        ((0, 0), 0),
        ((5, -5), 1),
        ((5, 5, -10), 2),
        ((5, -5, 7, -7), 2),
        # each payment settles somebody, but two groups need one fewer: 1 + 4 = 5, 2 + 6 = 8
        ((1, 4, -5, 2, 6, -8), 4),
        ((3, 3, 3, -4, -5), 4),
        ((6, -1, -2, -3, 4, -4), 4),
        ((1,) * 6 + (-1,) * 6, 6),
        ((*range(1, 12), -66), 11),
        ((10, 20, 30, 40, -15, -35, -5, -45, 7, -7, 11, -11), 8),
    ],
)
def test_L19_as_few_payments_as_possible(cents: tuple[int, ...], count: int) -> None:
    balances = {f"p{number:02}": one for number, one in enumerate(cents)}
    paid = payments(balances)
    assert len(paid) == count
    assert not any(settled(balances, paid).values())


def test_L19_no_fewer_payments_would_do() -> None:
    random = Random(19)
    for people in (3, 5, 7, 8, 8, 8, 9):
        cents = [random.choice((-1, 1)) * random.randint(1, 6) for _ in range(people - 1)]
        balances = {f"p{number}": one for number, one in enumerate((*cents, -sum(cents)))}
        paid = payments(balances)
        assert len(paid) == fewest(balances)
        assert not any(settled(balances, paid).values())


def test_L19_of_more_people_at_most_one_payment_fewer_than_there_are() -> None:
    random = Random(20)
    for people in (FEW + 1, 40, 1000):
        cents = [random.randint(-1000, 1000) or 1 for _ in range(people - 1)]
        balances = {f"p{number}": one for number, one in enumerate((*cents, -sum(cents)))}
        paid = payments(balances)
        assert len(paid) < people
        assert not any(settled(balances, paid).values())


def test_L19_the_same_balances_give_the_same_payments() -> None:
    balances = {"a": 5, "b": -5, "c": 5, "d": -5, "e": 2, "f": -2}
    assert payments(balances) == payments(dict(reversed(balances.items())))
