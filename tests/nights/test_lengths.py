"""How long a game and an evening are expected to take."""

from __future__ import annotations

import pytest

from bot.engine.registry import make_rules
from bot.nights.model import PAUSE_BETWEEN_ROUNDS, evening_length
from bot.tables.clocks import FEWEST, GAMES_LOOKED_AT, deals_of, estimate, expected

KINGEN = make_rules("kingen", 4, {})


def test_a_game_of_kingen_of_which_nothing_is_known_takes_about_fifty_minutes() -> None:
    assert deals_of(KINGEN) == 10
    assert expected(KINGEN, ()) == (estimate(KINGEN), 0)
    assert estimate(KINGEN) == 10 * 52 * 6.0
    assert 50 <= estimate(KINGEN) / 60 <= 55


def test_the_estimate_follows_the_deals_of_the_rules() -> None:
    short = make_rules("whist-walloon", 4, {"deals": "4"})
    assert estimate(short) == 4 * 52 * 6.0


def test_robots_are_faster() -> None:
    assert estimate(KINGEN, robots=3) == 520 * (6.0 + 3 * 1.5) / 4
    assert estimate(KINGEN, robots=4) < estimate(KINGEN, robots=1) < estimate(KINGEN)


@pytest.mark.parametrize("games", range(FEWEST))
def test_a_few_games_do_not_tell_how_long_one_takes(games: int) -> None:
    assert expected(KINGEN, [360.0] * games) == (estimate(KINGEN), 0)


def test_what_five_games_took_here_counts_whatever_the_cards_say() -> None:
    assert expected(KINGEN, [2400.0] * 5) == (2400.0, 5)
    assert expected(KINGEN, [2400.0, 2600.0] * 3) == (2500.0, 6)


def test_a_game_that_took_very_long_changes_little() -> None:
    assert expected(KINGEN, [2400.0, 20_000.0, 2500.0, 2450.0, 60.0]) == (2450.0, 5)


def test_the_latest_games_count() -> None:
    assert expected(KINGEN, [3000.0] * GAMES_LOOKED_AT + [1000.0] * 200) == (3000.0, GAMES_LOOKED_AT)


@pytest.mark.parametrize(
    ("rounds", "games", "limit", "seconds"),
    [
        (1, 1, None, 3000.0),
        (3, 1, None, 3 * 3000 + 2 * PAUSE_BETWEEN_ROUNDS),
        (3, 2, None, 3 * 6000 + 2 * PAUSE_BETWEEN_ROUNDS),
        (3, 2, 4500.0, 3 * 4500 + 2 * PAUSE_BETWEEN_ROUNDS),
        (3, 1, 4500.0, 3 * 3000 + 2 * PAUSE_BETWEEN_ROUNDS),
        (0, 1, None, 0.0),
    ],
)
def test_an_evening_is_its_rounds_and_the_pauses_between(
    rounds: int, games: int, limit: float | None, seconds: float
) -> None:
    assert evening_length(rounds, games, 3000.0, limit) == seconds
