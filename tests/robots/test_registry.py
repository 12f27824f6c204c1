"""Which robots there are."""

from __future__ import annotations

from bot.engine.registry import FAMILIES
from bot.robots.king import easy, steady
from bot.robots.registry import BY_FAMILY, DEFAULT_ROBOT, ROBOTS
from tests.engine.helpers import playing


def test_each_robot_plays_the_games_of_every_family() -> None:
    assert DEFAULT_ROBOT in ROBOTS
    for families in BY_FAMILY.values():
        assert set(families) == set(FAMILIES)


def test_a_robot_plays_as_its_module_for_the_family_says() -> None:
    view = playing("tricks").view(1)
    assert ROBOTS["easy"](view) == easy.choose(view)
    assert ROBOTS["steady"](view) == steady.choose(view)
