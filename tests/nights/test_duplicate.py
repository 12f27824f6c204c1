"""Duplicate rounds: each seat against the same seat at the other tables, exactly."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.season.model import Holder, SeatKind
from bot.nights.outcome import DuplicateGame, differences, duplicate_lines

ROBOT = Holder(SeatKind.ROBOT, "steady")


def people(*names: str) -> tuple[Holder, ...]:
    """``"r"`` is a robot, ``"g:jan"`` a guest, all others are members."""
    return tuple(
        ROBOT
        if one == "r"
        else Holder(SeatKind.GUEST, one[2:])
        if ":" in one
        else Holder(SeatKind.MEMBER, one)
        for one in names
    )


def lines(*games: DuplicateGame) -> list[tuple[int, str, Fraction, int]]:
    return [(one.place, one.member, one.score, one.games) for one in duplicate_lines(games)]


def test_a_seat_is_compared_with_the_mean_of_that_seat() -> None:
    """First seats made 12, 3 and 0: 5 on the average."""
    found = differences([(12, -4, -4, -4), (3, 0, 0, -3), (0, 1, 2, -3)])
    assert [one[0] for one in found] == [7, -2, -5]
    assert [one[1] for one in found] == [-3, 1, 2]
    assert [one[2] for one in found] == [Fraction(-10, 3), Fraction(2, 3), Fraction(8, 3)]


def test_a_table_alone_differs_from_nothing() -> None:
    assert differences([(12, -4, -4, -4)]) == [(0, 0, 0, 0)]
    assert differences([]) == []


def test_tables_of_other_sizes_play_other_cards() -> None:
    assert differences([(4, 0, -4), (2, 0, 0, -2), (0, 0, 0, 0)]) == [(0, 0, 0), (1, 0, 0, -1), (-1, 0, 0, 1)]


def test_differences_of_rounds_add_up_and_equal_ones_share_a_place() -> None:
    """Ann and Dirk sat on the first seat in turn, a robot in the same place counts in the mean."""
    first = DuplicateGame(1, people("ann", "bob", "r", "g:jan"), (10, -2, -4, -4))
    other = DuplicateGame(1, people("dirk", "r", "cees", "r"), (4, 0, 0, -4))
    later = DuplicateGame(2, people("bob", "ann", "r", "r"), (1, -1, 0, 0))
    last = DuplicateGame(2, people("cees", "dirk", "r", "r"), (-1, 1, 0, 0))
    assert lines(first, other, later, last) == [
        (1, "ann", Fraction(2), 2),  # 3 − 1
        (2, "cees", Fraction(1), 2),  # 2 − 1
        (3, "bob", Fraction(0), 2),  # −1 + 1
        (3, "jan", Fraction(0), 1),
        (5, "dirk", Fraction(-2), 2),  # −3 + 1
    ]


ROUND = st.integers(3, 5).flatmap(
    lambda seats: st.lists(
        st.lists(st.integers(-200, 200), min_size=seats, max_size=seats), min_size=1, max_size=16
    )
)


@given(ROUND)
def test_the_differences_of_a_seat_add_up_to_nought(tables: list[list[int]]) -> None:
    found = differences(tables)
    assert all(sum(column) == 0 for column in zip(*found, strict=True))
    for table, own in zip(tables, found, strict=True):
        assert sum(own) == sum(table) - Fraction(sum(map(sum, tables)), len(tables))


@given(st.lists(ROUND, min_size=1, max_size=4), st.randoms())
def test_the_order_of_tables_and_rounds_is_nothing_to_anybody(
    rounds: list[list[list[int]]], random: Random
) -> None:
    games = [
        DuplicateGame(
            number,
            tuple(Holder(SeatKind.MEMBER, f"u{number * 7 + at + seat}") for seat in range(len(one))),
            tuple(one),
        )
        for number, tables in enumerate(rounds)
        for at, one in enumerate(tables)
    ]
    shuffled = [*games]
    random.shuffle(shuffled)
    assert duplicate_lines(shuffled) == duplicate_lines(games)
    assert sum(one.score for one in duplicate_lines(games)) == 0
