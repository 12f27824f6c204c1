"""What tells neighbours with equal values apart (docs/rules/leagues.md, L14)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bot.leagues.season.standings import Tied, standings, tied
from tests.leagues.seasons import correct, course, game, season


def found(*games: Any, **fields: Any) -> list[Tied]:
    return tied(course(season(*games, **fields)))


LEVEL = (
    game("g1", "n1", "u1 6", "u2 0", "u3 -6"),
    game("g2", "n2", "u2 2", "u1 -1", "u3 -1"),
    game("g3", "n3", "u2 1", "u1 -2", "u3 1"),
)
"""At the end u1 and u2 have 3: u1 with one win, u2 with one and a half."""


def test_L14_wins_decide_first_and_may_be_shared() -> None:
    assert found(*LEVEL) == [Tied("u2", "u1", Fraction(3), "wins", Fraction(3, 2), Fraction(1))]


def test_L14_the_tie_break_that_comes_first_in_the_settings_decides() -> None:
    best = found(*LEVEL, settings={"ties": ["best_night", "wins"]})
    assert best == [Tied("u1", "u2", Fraction(3), "best_night", Fraction(6), Fraction(2))]
    last = found(*LEVEL, settings={"ties": ["last_night"]})
    assert last == [Tied("u2", "u1", Fraction(3), "last_night", Fraction(1), Fraction(-2))]


def test_L14_scores_are_told_in_points_though_they_are_kept_in_smaller_units() -> None:
    fields: dict[str, Any] = {"settings": {"bye": "1/7", "ties": ["best_night"]}}
    assert found(*LEVEL, **fields)[0].more == 6


def test_L14_who_missed_the_last_night_has_none_of_it() -> None:
    games = (game("g1", "n1", "u1 3", "u2 0", "u3 -3"), game("g2", "n2", "u2 3", "u4 0", "u3 -3"))
    told = found(*games, settings={"ties": ["last_night"]})
    assert told == [Tied("u2", "u1", Fraction(3), "last_night", Fraction(3), None)]


def test_L14_without_a_difference_the_place_is_shared() -> None:
    assert found(*LEVEL, settings={"ties": []}) == [Tied("u1", "u2", Fraction(3))]
    places = [one.place for one in standings(course(season(*LEVEL, settings={"ties": []})))]
    assert places == [1, 1, 3]


def test_L13_who_has_no_place_is_not_compared_with_who_has_one() -> None:
    fields: dict[str, Any] = {
        "settings": {"minimum": 1, "ties": []},
        "corrections": [correct("c1", "adjust", player="u4", value=-6)],
    }
    assert [(one.ahead, one.behind) for one in found(*LEVEL, **fields)] == [("u1", "u2")]
    assert ("u3", "u4") in [
        (one.ahead, one.behind) for one in found(*LEVEL, **{**fields, "settings": {"ties": []}})
    ]
