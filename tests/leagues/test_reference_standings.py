"""The reference itself, by examples worked out by hand: what nights are worth, and standings (L9 to L16)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.leagues.small import event, found, game, night, places, rows, season, worth

ONE = [game("g1", "n1", "a 9", "b 5", "c 5", "d -19")]
"""A table of four: places 1, 2, 2, 4."""


def two_nights() -> list[dict[str, Any]]:
    """After the first a has 3, b 2, c 1; after the second b has 7, a 4, c 2."""
    return [game("g1", "n1", "a 3", "b 2", "c 1"), game("g2", "n2", "a 1", "b 5", "c 1")]


# L9 to L12


def test_L09_sum_or_average_of_a_night() -> None:
    games = [*ONE, game("g2", "n1", "a 2", "b 0", "c 0", "d 0")]
    assert worth(season("a b c d", games))["a"] == 11
    assert worth(season("a b c d", games, night="average"))["a"] == "11/2"


def test_L10_a_member_on_the_nights_date() -> None:
    people = "a,b,c,on 2026-09-08,after 2026-09-09,gone 2020-01-01 2026-09-08,going 2020-01-01 2026-09-09"
    values = season(people, [game("g1", "n1", "a 3", "b 2", "c 1")], absence=-7)
    assert [who for who, value in worth(values).items() if value == -7] == ["going", "on"]


def test_L10_dates_of_joining_and_leaving_bear_on_absence_only() -> None:
    values = season("a 2026-12-01,b,c 2020-01-01 2020-01-02", [game("g1", "n1", "a 3", "b 2", "c 1")])
    assert worth(values) == {"a": 3, "b": 2, "c": 1}


def test_L10_free_nights_know_no_absence() -> None:
    assert worth(season("a b c d", [game("g1", None, "a 3", "b 2", "c 1")], absence=-7)).keys() == {
        "a",
        "b",
        "c",
    }


def test_L10_excused_is_the_mean_of_the_nights_played_the_free_ones_too() -> None:
    nights = [night("n1", "2026-09-08"), night("n2", "2026-09-15", "a"), night("n3", "2026-09-22", "a", "d")]
    games = [
        game("g1", "n1", "a 10", "b 0", "c 0"),
        game("g2", "n2", "d 0", "b 0", "c 0"),
        game("g3", "n3", "e 0", "b 0", "c 0"),
        game("g4", None, "a 5", "b 0", "c 0"),
    ]
    values = season("a b c d e f", games, nights, absence="nothing", excused="average")
    assert rows(values)["a"]["counted"] == ["n1", "free 2026-09-08", "n2", "n3"]
    assert (rows(values)["a"]["value"], rows(values)["a"]["nights"]) == (30, 2)
    assert "f" not in rows(values)  # never played: the mean of nothing is nothing
    assert worth(season("a b c d e f", games, nights, excused="nothing"))["a"] == 15
    unexcused = season("a b c d e f", games, nights, absence="average", excused="nothing")
    assert (worth(unexcused)["a"], rows(unexcused)["d"]["counted"]) == (15, ["n1", "n2"])


def test_L11_of_equal_entries_nights_played_come_first_then_earlier_ones() -> None:
    nights = [night(f"n{at}", f"2026-09-0{at}") for at in (1, 2, 3, 4)]
    games = [game(f"g{at}", f"n{at}", "a 5" if at in (2, 4) else "d 5", "b 0", "c 0") for at in (1, 2, 3, 4)]
    for best, counted in ((1, ["n2"]), (2, ["n2", "n4"]), (3, ["n1", "n2", "n4"])):
        row = rows(season("a b c d", games, nights, best=best, absence=5))["a"]
        assert row["counted"] == counted
        assert row["dropped"] == [one for one in ("n1", "n2", "n3", "n4") if one not in counted]


def test_L12_total_average_and_average_of_games() -> None:
    games = [*ONE, game("g2", "n1", "a 2", "b 0", "c 0", "d 0"), game("g3", "n2", "a 1", "b 0", "c 0", "d 0")]
    for measure, value in (("total", 12), ("average", 6), ("average_game", 4)):
        assert worth(season("a b c d", games, measure=measure))["a"] == value
    assert worth(season("a b c d", games, measure="average_game", night="average"))["a"] == 4


def test_L12_absences_do_not_count_by_game_and_yet_are_among_the_best() -> None:
    games = [game("g1", "n1", "a 3", "b 2", "c 1"), game("g2", "n2", "d 0", "b 0", "c 0")]
    assert worth(season("a b c d", games, absence=50, measure="average_game"))["a"] == 3
    best = season("a b c d", games, absence=50, measure="average_game", best=1)
    assert worth(best) == {"b": 2, "c": 1}


@pytest.mark.parametrize("measure", ["total", "average", "average_game"])
@pytest.mark.parametrize("value", [0, "-5/2"])
def test_L12_an_adjustment_alone_begins_from_0(measure: str, value: object) -> None:
    adjust = event("c1", "adjust", player="d", value=value)
    assert rows(season("a b c d", two_nights(), measure=measure, corrections=[adjust]))["d"] == {
        "place": 4, "player": "d", "value": value, "nights": 0, "games": 0, "wins": 0,
        "counted": [], "dropped": [], "moved": 0,
    }  # fmt: skip


# L13 to L15


def test_L13_who_has_played_too_few_nights_comes_last_and_has_no_place() -> None:
    """a and d have 9 each, d has it of the last night (L14)."""
    games = [game("g1", "n1", "a 9", "b 5", "c 1"), game("g2", "n2", "d 9", "b 5", "c 1")]
    assert places(season("a b c d", games, minimum=2)) == [("b", 1), ("c", 2), ("d", None), ("a", None)]


def test_L14_shared_places_are_listed_by_id() -> None:
    games = [game("g1", "n1", "é 5", "u2 1", "u10 1", "Z 0")]
    assert places(season("u2 é Z u10", games)) == [("é", 1), ("u10", 2), ("u2", 2), ("Z", 4)]


def test_L14_wins_are_shared_by_all_who_have_the_seat_at_the_end() -> None:
    games = [game("g1", "n1", "a 5", "guest b 5", "robot easy 5"), game("g2", "n2", "a 5", "b 5", "c 0")]
    row = rows(season("a b c", games))
    assert [row[player]["wins"] for player in "abc"] == ["5/6", "1/2", 0]


@pytest.mark.parametrize(
    ("ties", "order"),
    [
        ([], [("a", 1), ("b", 1), ("c", 3)]),
        (["wins"], [("a", 1), ("b", 1), ("c", 3)]),
        (["best_night"], [("b", 1), ("a", 2), ("c", 3)]),
        (["last_night", "best_night"], [("b", 1), ("a", 2), ("c", 3)]),
        (["wins", "last_night"], [("b", 1), ("a", 2), ("c", 3)]),
    ],
)
def test_L14_ties_are_broken_in_the_order_of_the_setting(ties: list[str], order: object) -> None:
    games = [game("g1", "n1", "a 3", "b 1", "c 1"), game("g2", "n2", "a 2", "b 4", "c 1")]
    assert places(season("a b c", games, ties=ties)) == order


def test_L14_the_last_night_may_be_dropped_or_an_absence_and_none_is_lowest() -> None:
    """a dropped -9 there, b was absent for -3, and d was no member any more."""
    games = [game("g1", "n1", "a 1", "b 1", "d 1"), game("g2", "n2", "a -9", "c 0", "e 0")]
    people = "a,b,c,d 2020-01-01 2026-09-10,e"
    values = season(people, games, best=1, absence=-3, ties=["last_night"])
    assert places(values) == [("b", 1), ("a", 2), ("d", 3), ("c", 4), ("e", 4)]


def test_L15_moved_since_the_standings_without_the_last_night() -> None:
    assert places(season("a b c", two_nights())) == [("b", 1), ("a", 2), ("c", 3)]
    assert [row["moved"] for row in rows(season("a b c", two_nights())).values()] == [1, -1, 0]


def test_L15_the_last_night_may_be_free_and_is_none_with_free_ignored() -> None:
    games = [two_nights()[0], game("g2", None, "a 1", "b 5", "c 1", at="2026-09-10T18:00:00Z")]
    assert [row["moved"] for row in rows(season("a b c", games)).values()] == [1, -1, 0]
    assert [row["moved"] for row in rows(season("a b c", games, free="ignore")).values()] == [None] * 3


def test_L15_null_where_either_place_is_missing() -> None:
    games = [*two_nights(), game("g3", "n2", "d 9", "b 0", "c 0")]
    moved = {player: row["moved"] for player, row in rows(season("a b c d", games)).items()}
    assert moved == {"d": None, "b": 0, "a": -2, "c": -1}
    assert all(row["moved"] is None for row in rows(season("a b c d", games, minimum=2)).values())


def test_L15_null_where_no_night_was_held() -> None:
    adjust = event("c1", "adjust", player="a", value=1)
    assert rows(season("a", [], corrections=[adjust]))["a"]["moved"] is None


def test_L15_without_the_last_nights_absences_and_byes() -> None:
    """Before, it was a, b, c; then a's absence cost 5, and b's bye gave 2."""
    games = [game("g1", "n1", "a 3", "b 1", "c 0"), game("g2", "n2", "c 0", "d 0", "e 0")]
    byes = [{"night": "n2", "round": 1, "player": "b"}]
    listed = rows(season("a b c d e", games, absence=-5, bye=2, byes=byes))
    assert (listed["b"]["value"], listed["b"]["place"], listed["b"]["moved"]) == (3, 1, 1)
    assert (listed["a"]["value"], listed["a"]["place"], listed["a"]["moved"]) == (-2, 3, -2)


# L16


def test_L16_all_time_is_points_times_level_of_seats_at_the_end() -> None:
    games = [
        game("g1", "n1", "a 17", "b 0 left d", "guest c -17"),
        game("g2", None, "a 1", "b 14", "c -17", "robot easy 3"),
    ]
    values = season("a b c d", games, score="places", level="yes", levels={"3": "13/17"}, left=50)
    assert found(values, "all_time") == [["a", 14, 2, 1], ["b", 14, 2, 1], ["c", -17, 1, 0]]
