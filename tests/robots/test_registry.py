"""Which robots there are."""

from __future__ import annotations

import pytest

from bot.robots.kinds import DEFAULT_ROBOT, ROBOT_KINDS
from bot.robots.king import easy, steady
from bot.robots.registry import ROBOTS, robot_of
from tests.engine.helpers import playing


def test_each_robot_plays_the_games_of_every_family() -> None:
    assert DEFAULT_ROBOT in ROBOT_KINDS
    for robots in ROBOTS.each.values():
        assert tuple(robots) == ROBOT_KINDS


def test_a_robot_plays_as_its_module_for_the_family_says() -> None:
    view = playing("tricks").view(1)
    assert robot_of(view.rules, "easy")(view) == easy.choose(view)
    assert robot_of(view.rules, "steady")(view) == steady.choose(view)
    with pytest.raises(KeyError):
        robot_of(view.rules, "brilliant")


@pytest.mark.parametrize("kinds", [("easy",), ("easy", "steady", "brilliant")])
def test_a_family_has_a_robot_of_each_kind(kinds: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="chess"):
        ROBOTS.register("chess", dict.fromkeys(kinds, easy.choose))
    assert "chess" not in ROBOTS.each
