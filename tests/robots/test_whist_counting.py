"""What a hand counts in Colour Whist, as docs/robots/easy.md has it."""

from __future__ import annotations

import pytest

from bot.engine.cards import SUIT_LETTERS, named
from bot.robots.study import ONE
from bot.robots.whist.easy import (
    ALONE,
    SAFE,
    SAFE_ASIDE,
    SAFE_LATER,
    SOLID,
    TOGETHER,
    aside,
    counted,
    hopeless,
)

STRONG = "AH KH QH 6H 3H AS KS 4S 7C 6C 5C 3D 2D"
FLAT = "JH 6H 3H TS 8S 4S 9C 6C 5C 2C 9D 7D 3D"
LOW = "2C 3C 5C 7C 2D 4D 5D 2H 3H 6H 2S 4S 5S"


def count(hand: str, places: tuple[int, ...], suit: str) -> float:
    return counted(named(hand))[places[SUIT_LETTERS.index(suit)]] / ONE


def test_tricks_with_a_partner() -> None:
    # Five trumps 2.0, their ace, king and queen 2.25; ace and guarded king of spades 1.75; two diamonds 0.2.
    assert count(STRONG, TOGETHER, "H") == 6.2
    # Four trumps 1.6, and nothing else.
    assert count(FLAT, TOGETHER, "C") == 1.6


def test_tricks_alone() -> None:
    # The honours 2.9, one trump more than four 0.75; ace and king of spades 2.0; two diamonds 0.3.
    assert count(STRONG, ALONE, "H") == 5.95


def test_short_suits_count_with_three_trumps_only() -> None:
    with_three = "4H 3H 2H 4S 3S 2S 9C 8C 7C 6C 5C 4C 3C"
    assert count(with_three, TOGETHER, "H") == round(3 * 0.4 + 1.25, 3), "no diamond"
    with_two = "3H 2H 4S 3S 2S 9C 8C 7C 6C 5C 4C 3C 2C"
    assert count(with_two, TOGETHER, "H") == 0.8


@pytest.mark.parametrize(
    ("spades", "counted_for_it"), [("KS", 0.25), ("KS 2S", 0.75), ("QS", 0.0), ("QS 2S", 0.25)]
)
def test_a_king_or_queen_needs_a_guard(spades: str, counted_for_it: float) -> None:
    hand = f"3H 2H {spades}"
    assert count(hand, TOGETHER, "H") == round(0.8 + counted_for_it, 3)


@pytest.mark.parametrize(
    ("hand", "suit", "expected"),
    [
        (STRONG, "H", False),
        (STRONG, "S", True),  # three cards
        (FLAT, "C", True),  # four cards, too few tricks
        ("AH KH QH AS KS AD KD 9C 8C 7C 6C 5C 4C", "H", True),
        ("AH KH QH 2H AS KS AD KD 9C 8C 7C 6C 5C", "H", False),
    ],
)
def test_a_hopeless_hand_has_fewer_than_four_cards_or_three_and_a_half_tricks(
    hand: str, suit: str, expected: bool
) -> None:
    assert hopeless(named(hand), SUIT_LETTERS.index(suit)) is expected


def test_danger_is_less_in_lower_and_longer_suits() -> None:
    def danger(hand: str) -> float:
        return -counted(named(hand))[SAFE] / ONE

    assert danger("2C 3C 4C") == 0
    assert danger("2C") < danger("5C") < danger("KC")
    assert danger("2C 4C 6C KC") < danger("KC")
    assert danger(LOW) < 0.5 < danger(FLAT) < danger(STRONG)


def test_danger_without_a_card_and_after_one_trick() -> None:
    counts = counted(named("2C 3C 4C 2D 3D 4D 2H 3H 4H 2S 3S AS 7D"))
    assert counts[SAFE_ASIDE] > counts[SAFE], "without the ace of spades"
    assert aside(named("2C 3C 4C 2D 3D 4D 2H 3H 4H 2S 3S 5D QS")) == named("QS").bit_length() - 1
    assert counts[SAFE_LATER] == counts[SAFE_ASIDE]
    assert counted(named(LOW))[SAFE_LATER] < -ONE, "piccolo needs an ace or a king"


def test_solid_tricks() -> None:
    assert counted(named("AC KC QC 2C AD"))[SOLID] == 4 * ONE
    assert counted(named("AC KC QC JC TC 9C 8C 2C AD"))[SOLID] == 9 * ONE, (
        "the others have five clubs at most"
    )
