"""Which deal a day has, and what a robot makes of it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.daily.deal import (
    PLAYERS,
    PRESET,
    ROBOTS,
    Chain,
    contract_of,
    dealt,
    hands,
    options_of,
    par,
    rules_of,
)
from bot.engine.game import OVER
from bot.engine.registry import every_preset, presets
from bot.robots.registry import robot_of
from bot.tables.recovery import can_be_duplicate

MONDAY = date(2026, 11, 23)
WEEK = [MONDAY + timedelta(days=number) for number in range(7)]


def test_each_weekday_has_another_of_the_deals_of_kingen() -> None:
    assert [contract_of(day) for day in WEEK] == [
        "tricks", "hearts", "kings-jacks", "queens", "king-of-hearts", "seventh-last", "trump",
    ]  # fmt: skip
    assert contract_of(MONDAY + timedelta(days=7)) == "tricks"


@pytest.mark.parametrize("day", WEEK, ids=contract_of)
def test_one_deal_is_all_there_is(day: date) -> None:
    game = dealt(day, Chain().secret(day))
    assert game.view(None).plan == (contract_of(day),)
    assert can_be_duplicate(game.rules)
    assert sum(hand.bit_count() for hand in hands(day, Chain().secret(day))) == 52


@pytest.mark.parametrize("day", [WEEK[4], WEEK[6]], ids=contract_of)
def test_robots_play_the_same_for_the_same_cards(day: date) -> None:
    """Each from its own view; the person's seat as well, which is what their points are compared with."""

    def course() -> tuple[list[int], list[int]]:
        game, played = dealt(day, Chain().secret(day)), list[int]()
        choose = robot_of(rules_of(day), ROBOTS)
        while game.turn != OVER:
            played.append(choose(game.view(game.turn)))
            game.apply(played[-1])
        return played, game.points

    played, points = course()
    assert course() == (played, points)
    assert par(day, Chain().secret(day)) == points[0]


def test_nobody_is_offered_it() -> None:
    assert PRESET in [preset.name for preset in every_preset()]
    assert PRESET not in [preset.name for preset in presets()]
    assert options_of(MONDAY) == {"deal": "tricks"} and rules_of(MONDAY).players == PLAYERS
