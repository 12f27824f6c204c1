"""Which deal a day has, and what a robot makes of it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.daily.deal import (
    KING_DEAL,
    PLAYERS,
    ROBOTS,
    WHIST_DEALS,
    Chain,
    contract_of,
    dealt,
    hands,
    options_of,
    par,
    preset_of,
    rules_of,
    taught_as,
)
from bot.daily.model import DailyGame
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


@pytest.mark.parametrize("game", DailyGame)
@pytest.mark.parametrize("day", WEEK, ids=contract_of)
def test_one_deal_is_all_there_is(day: date, game: DailyGame) -> None:
    played = dealt(day, game, Chain().secret(day))
    assert played.view(None).plan == ((contract_of(day),) if game is DailyGame.KING else ("",))
    assert can_be_duplicate(played.rules)
    assert sum(hand.bit_count() for hand in hands(day, game, Chain().secret(day))) == 52


def test_the_two_games_of_a_day_have_other_cards() -> None:
    king, whist = (hands(MONDAY, game, Chain().secret(MONDAY)) for game in DailyGame)
    assert king != whist


def test_colour_whist_is_flemish_and_walloon_in_turn() -> None:
    played = [preset_of(day, DailyGame.WHIST) for day in WEEK]
    assert played == [("whist-walloon-deal", "whist-flemish-deal")[number % 2] for number in range(7)]
    assert {taught_as(day, DailyGame.WHIST) for day in WEEK} == {"whist-flemish", "whist-walloon"}


@pytest.mark.parametrize("game", DailyGame)
@pytest.mark.parametrize("day", [WEEK[4], WEEK[6]], ids=contract_of)
def test_robots_play_the_same_for_the_same_cards(day: date, game: DailyGame) -> None:
    """Each from its own view; the person's seat as well, which is what their points are compared with."""

    def course() -> tuple[list[int], list[int]]:
        there, played = dealt(day, game, Chain().secret(day)), list[int]()
        choose = robot_of(rules_of(day, game), ROBOTS)
        while there.turn != OVER:
            played.append(choose(there.view(there.turn)))
            there.apply(played[-1])
        return played, there.points

    played, points = course()
    assert course() == (played, points)
    assert par(day, game, Chain().secret(day)) == points[0]


def test_nobody_is_offered_it() -> None:
    assert {KING_DEAL, *WHIST_DEALS} <= {preset.name for preset in every_preset()}
    assert not {KING_DEAL, *WHIST_DEALS} & {preset.name for preset in presets()}
    assert options_of(MONDAY, DailyGame.KING) == {"deal": "tricks"}
    assert all(rules_of(MONDAY, game).players == PLAYERS for game in DailyGame)
