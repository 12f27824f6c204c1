"""Standings, movement and the table of all time (docs/rules/leagues.md, L12 to L16)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.leagues.season.standings import all_time, totals
from tests.leagues.seasons import bye, correct, course, game, member, night, season, told


def games(night_name: str | None, *points: int, player: str = "u1") -> list[dict[str, Any]]:
    """A game for each of these points of somebody, against guests who have 1000 and win."""
    return [
        game(f"{night_name}-{player}-{number}", night_name, f"{player} {one}", "guest x1 1000", "guest x2 0")
        for number, one in enumerate(points)
    ]


def won(night_name: str | None, name: str, *seats: str) -> dict[str, Any]:
    """A game of members."""
    return game(name, night_name, *seats)


@pytest.mark.parametrize(
    ("measure", "value"),
    [("total", 17), ("average", "17/3"), ("average_game", "21/4")],
)
def test_L12_measures_of_what_counts(measure: str, value: object) -> None:
    # Nights of 12 (three games) and 9, an absence worth -4, and -5 that is dropped.
    played = [*games("n1", 5, 4, 3), *games("n2", 9), *games("n3", 1, player="u2"), *games(None, -5)]
    row = told(*played, settings={"measure": measure, "best": 3, "absence": -4})["u1"]
    assert row["counted"] == ["n1", "n2", "n3"] and row["dropped"] == ["free 2026-10-01"]
    assert row["value"] == value


def test_L12_an_average_of_averages_and_means() -> None:
    played = [*games("n1", 1, 0), *games("n2", 1, 0, 0), *games("n3", 1, player="u2")]
    settings = {"measure": "average", "night": "average", "absence": "average"}
    assert told(*played, settings=settings)["u1"]["value"] == "5/12"  # 1/2, 1/3 and their mean


def test_L12_adjustments_come_to_the_value() -> None:
    adjusted = [
        correct("c1", "adjust", player="u1", value="-5/2"),
        correct("c2", "adjust", player="u1", value=1),
        correct("c3", "adjust", player="u2", value=0),
        correct("c4", "adjust", player="u3", value=7),
    ]
    found = told(*games("n1", 4), corrections=adjusted, settings={"measure": "average"})
    assert found.values == {"u3": 7, "u1": "5/2", "u2": 0}
    assert (found["u3"]["nights"], found["u3"]["counted"]) == (0, [])


def test_L12_who_has_nothing_is_not_listed() -> None:
    found = told(*games("n1", 4), members=[member("u1"), member("u2")])
    assert list(found.values) == ["u1"]


def test_L12_with_average_game_absences_alone_are_no_value() -> None:
    found = told(*games("n1", 4), settings={"measure": "average_game", "absence": 3})
    assert list(found.values) == ["u1"]
    adjusted = [correct("c1", "adjust", player="u2", value=2)]
    found = told(*games("n1", 4), settings={"measure": "average_game", "absence": 3}, corrections=adjusted)
    assert found.values == {"u1": 4, "u2": 2}
    assert found["u2"]["counted"] == ["n1"]


def test_L12_with_average_game_a_counted_absence_may_leave_no_game_score() -> None:
    played = [*games("n1", 4), *games("n2", 1, player="u2")]
    found = told(*played, settings={"measure": "average_game", "absence": 9, "best": 1})
    assert list(found.values) == []


def test_L12_an_absence_can_bring_a_value_without_a_game() -> None:
    assert told(*games("n1", 4), settings={"absence": 1})["u2"]["value"] == 1


def test_L13_too_few_nights_have_no_place() -> None:
    played = [*games("n1", 1), *games("n2", 1), *games("n1", 90, player="u2"), *games("n2", 50, player="u3")]
    found = told(*played, settings={"minimum": 2})
    assert found.places == [(1, "u1"), (None, "u2"), (None, "u3")]
    assert found["u2"]["moved"] is None


def test_L13_nights_played_are_counted_dropped_ones_too_and_absences_not() -> None:
    played = [*games("n1", 1), *games("n2", 1), *games("n1", 5, player="u2")]
    found = told(*played, settings={"minimum": 2, "best": 1, "absence": 5})
    assert found["u1"]["place"] == 1 and found["u2"]["place"] is None


def test_L14_by_value() -> None:
    played = [*games("n1", 3), *games("n1", 9, player="u2"), *games("n1", -2, player="u3")]
    assert told(*played).places == [(1, "u2"), (2, "u1"), (3, "u3")]


def test_L14_who_is_equal_in_everything_shares_the_place() -> None:
    members = [member(name) for name in ("b", "a", "10", "9")]
    played = [
        *games("n1", 3, player="a"),
        *games("n1", 3, player="b"),
        *games("n1", 9, player="9"),
        *games("n1", 1, player="10"),
    ]
    assert told(*played, members=members).places == [(1, "9"), (2, "a"), (2, "b"), (4, "10")]


def test_L14_ids_are_ordered_by_code_point() -> None:
    names = ("é", "Z", "ba", "ab", "10", "9", "я")
    members = [member(name) for name in names]
    played = [one for name in names for one in games("n1", 0, player=name)]
    assert [player for _, player in told(*played, members=members).places] == [
        "10",
        "9",
        "Z",
        "ab",
        "ba",
        "é",
        "я",
    ]


def test_L14_wins_come_first() -> None:
    played = [won("n1", "g1", "u1 3", "u2 -3", "u3 0"), won("n2", "g2", "guest x1 9", "u2 6", "u1 0")]
    found = told(*played)
    assert found.places == [(1, "u1"), (2, "u2"), (3, "u3")]
    assert (found["u1"]["wins"], found["u2"]["wins"]) == (1, 0)


def test_L14_a_win_is_shared() -> None:
    played = [
        won("n1", "g1", "u1 3", "u2 3", "u3 -6"),
        won("n1", "g2", "u1 2", "robot easy 2", "guest x1 2", "u3 -6"),
        won("n1", "g3", "u1 0", "u2 0", "u3 0", "u4 0", "guest x1 0"),
    ]
    found = told(*played)
    assert found["u1"]["wins"] == "31/30"  # 1/2 + 1/3 + 1/5
    assert found["u2"]["wins"] == "7/10" and found["u3"]["wins"] == "1/5"
    assert found.the("all_time")[0] == ["u1", 5, 3, "31/30"]


def test_L14_wins_of_dropped_nights_count_as_games_of_the_season() -> None:
    played = [won("n1", "g1", "u1 1", "u2 0", "u3 -1"), *games("n2", 5), *games("n3", 5, player="u2")]
    found = told(*played, settings={"best": 1})
    assert found["u1"]["wins"] == 1 and found.places[:2] == [(1, "u1"), (2, "u2")]


@pytest.mark.parametrize(
    ("ties", "order"),
    [
        (["wins"], [(1, "u1"), (2, "u2"), (2, "u3")]),
        (["best_night"], [(1, "u2"), (2, "u3"), (3, "u1")]),
        (["last_night"], [(1, "u3"), (2, "u1"), (3, "u2")]),
        (["wins", "last_night"], [(1, "u1"), (2, "u3"), (3, "u2")]),
        ([], [(1, "u1"), (1, "u2"), (1, "u3")]),
    ],
)
def test_L14_ties_are_broken_in_the_order_of_the_setting(ties: list[str], order: object) -> None:
    played = [
        won("n1", "g1", "u1 4", "guest x1 0", "guest x2 -4"),
        *games("n1", 10, player="u2"), *games("n1", 1, player="u3"),
        *games("n2", 3), *games("n2", 0, player="u2"), *games("n2", 8, player="u3"),
        *games("n3", 3), *games("n3", 0, player="u2"), *games("n3", 1, player="u3"),
    ]  # fmt: skip
    # All have 10: u1 4, 3 and 3 adjusted; u2 10 and 0; u3 1, 8 and 1 adjusted. n3 was not held.
    without = [correct(f"c{one}", "void", game=f"n3-{one}-0") for one in ("u1", "u2", "u3")]
    adjust = [
        correct("a1", "adjust", player="u1", value=3), correct("a3", "adjust", player="u3", value=1),
    ]  # fmt: skip
    assert told(*played, corrections=[*without, *adjust], settings={"ties": ties}).places == order


def test_L14_the_best_night_is_one_played_and_none_is_lowest() -> None:
    adjusted = [correct("c1", "adjust", player="u2", value=-4)]
    played = [*games("n1", -4), *games("n2", 0, player="u3")]
    found = told(*played, corrections=adjusted, settings={"ties": ["best_night"]})
    assert found.places == [(1, "u3"), (2, "u1"), (3, "u2")]  # -4 is better than none


def test_L14_the_last_nights_entry_counts_dropped_or_an_absence() -> None:
    played = [
        *games("n1", 5),
        *games("n1", 5, player="u2"),
        *games("n1", 5, player="u3"),
        *games("n2", 1, player="u2"),
    ]
    settings = {"ties": ["last_night"], "best": 1, "absence": 2}
    members = [member("u1"), member("u2"), member("u3", left="2026-09-08")]
    found = told(*played, settings=settings, members=members)
    assert found["u2"]["dropped"] == ["n2"]
    assert found.places == [(1, "u1"), (2, "u2"), (3, "u3")]  # 2, 1, none


def test_L14_those_without_a_place_are_ordered_too() -> None:
    played = [
        *games("n1", 1, player="u3"),
        *games("n1", 2, player="u1"),
        won("n1", "g", "u2 1", "guest x1 0", "guest x2 0"),
    ]
    assert told(*played, settings={"minimum": 2}).places == [(None, "u1"), (None, "u2"), (None, "u3")]


def test_L15_movement_is_by_the_last_night() -> None:
    played = [
        *games("n1", 9),
        *games("n1", 5, player="u2"),
        *games("n1", 1, player="u3"),
        *games("n2", 9, player="u3"),
    ]
    found = told(*played)
    assert [(row["player"], row["place"], row["moved"]) for row in found.rows] == [
        ("u3", 1, 2), ("u1", 2, -1), ("u2", 3, -1),
    ]  # fmt: skip


def test_L15_who_was_not_listed_before_has_not_moved() -> None:
    found = told(*games("n1", 1), *games("n2", 9, player="u2"))
    assert (found["u2"]["moved"], found["u1"]["moved"]) == (None, -1)


def test_L15_with_a_single_night_only_adjustments_had_a_place_before() -> None:
    adjusted = [correct("c1", "adjust", player="u2", value=1)]
    found = told(*games("n1", 5), corrections=adjusted)
    assert (found["u1"]["moved"], found["u2"]["moved"]) == (None, -1)


def test_L15_without_a_night_nothing_moves() -> None:
    found = told(corrections=[correct("c1", "adjust", player="u2", value=1)])
    assert found["u2"]["place"] == 1 and found["u2"]["moved"] is None


def test_L15_the_last_night_takes_its_byes_and_absences_with_it() -> None:
    played = [*games("n1", 5), *games("n1", 6, player="u2"), *games("n1", 7, player="u3")]
    found = told(*played, byes=[bye("n2", "u1")], settings={"bye": 10, "absence": -3, "excused": 4},
                 nights=[night("n1"), night("n2", "u2")])  # fmt: skip
    # Before: 5, 6, 7. Now 15, 10 (excused), 4 (absent).
    assert [(row["player"], row["value"], row["moved"]) for row in found.rows[:3]] == [
        ("u1", 15, 2), ("u2", 10, 0), ("u3", 4, -2),
    ]  # fmt: skip


def test_L15_the_last_night_may_be_a_free_one() -> None:
    found = told(*games("n1", 5), *games("n1", 6, player="u2"), *games(None, 3))
    assert [(row["player"], row["moved"]) for row in found.rows] == [("u1", 1), ("u2", -1)]


def test_L15_without_the_last_night_means_and_minimum_are_those_of_before() -> None:
    played = [
        *games("n1", 10), *games("n2", 1, player="u2"), *games("n3", 0),
        *games("n1", 13, player="u2"),
    ]  # fmt: skip
    found = told(*played, settings={"absence": "average"})
    # Before n3: u1 10 and 10 for n2, u2 13 and 1. Now u1 10, 5, 0; u2 13, 1, 7.
    assert [(row["player"], row["value"], row["moved"]) for row in found.rows] == [
        ("u2", 21, 1),
        ("u1", 15, -1),
    ]
    too_few = told(*games("n1", 1), *games("n2", 1), *games("n1", 9, player="u2"), settings={"minimum": 2})
    assert too_few["u1"]["place"] == 1 and too_few["u1"]["moved"] is None


def test_L15_ties_before_are_those_of_before() -> None:
    # After n1 both have 5, and u2 has won; after n2 both have 6, and both have won once.
    played = [
        won("n1", "g1", "u2 5", "guest x1 0", "guest x2 0"), *games("n1", 5),
        won("n2", "g2", "u1 1", "guest x1 0", "guest x2 0"), *games("n2", 1, player="u2"),
    ]  # fmt: skip
    found = told(*played, settings={"ties": ["wins"]})
    assert found.places == [(1, "u1"), (1, "u2")]
    assert (found["u1"]["moved"], found["u2"]["moved"]) == (1, 0)


def test_L16_all_time() -> None:
    played = [
        won("n1", "g1", "u1 3", "u2 0", "u3 -3"),
        won(None, "g2", "u4 3", "guest u5 4", "robot easy -7"),
        won("n2", "g3", "u2 10 left u5", "u1 0", "u3 -10"),
    ]
    found = told(*played, settings={"score": "places", "best": 1, "measure": "average"})
    assert found.the("all_time") == [["u2", 10, 2, 1], ["u1", 3, 2, 1], ["u4", 3, 1, 0], ["u3", -13, 2, 0]]


def test_L16_over_seasons_each_with_its_own_levels() -> None:
    levels = {"settings": {"level": "yes"}, "levels": {"3": "1/2"}}
    first = course(season(won("n1", "g1", "u1 4", "u2 0", "u3 -4"), **levels))
    second = course(season(won("n1", "g1", "u2 2", "u1 0", "u3 -2"), won("n1", "g2", "u2 0", "u1 0", "u4 0")))
    found = [
        (one.place, one.player, one.sum, one.games, one.wins)
        for one in all_time([totals(first), totals(second)])
    ]
    third = Fraction(1, 3)
    assert found == [
        (1, "u1", 2, 3, 1 + third), (1, "u2", 2, 3, 1 + third), (3, "u4", 0, 1, third), (4, "u3", -4, 2, 0),
    ]  # fmt: skip
