"""The reference itself, by examples worked out by hand: nights and games (L3 to L8)."""

from __future__ import annotations

import pytest

from tests.leagues.small import found, game, night, rows, season, worth

ONE = [game("g1", "n1", "a 9", "b 5", "c 5", "d -19")]
"""A table of four: places 1, 2, 2, 4."""


# L3


def test_L03_a_free_night_has_the_local_date_of_the_games_start() -> None:
    late = game("g1", None, "a 3", "b 2", "c 1", at="2026-09-08T21:59:59Z")
    later = game("g2", None, "a 3", "b 2", "c 1", at="2026-09-08T22:00:00Z")
    here = rows(season("a b c", [later, late], []))["a"]
    assert here["counted"] == ["free 2026-09-08", "free 2026-09-09"]
    there = rows(season("a b c", [later, late], [], zone="America/New_York"))["a"]
    assert (there["counted"], there["games"]) == (["free 2026-09-08"], 2)


def test_L03_the_date_follows_the_clocks_of_the_zone() -> None:
    """The 25th of October begins at 22:00 in Brussels, the 26th at 23:00."""
    moments = ("2026-10-24T22:00:00Z", "2026-10-25T22:00:00Z")
    games = [game(f"g{at}", None, "a 3", "b 2", "c 1", at=at) for at in moments]
    assert rows(season("a b c", games, []))["a"]["counted"] == ["free 2026-10-25"]


def test_L03_free_games_that_are_ignored_count_for_nothing_at_all() -> None:
    values = season("a b c", [game("g1", None, "a 3", "b 2", "c 1")], [], free="ignore", stake=1)
    assert rows(values) == {}
    assert [found(values, name) for name in ("all_time", "balances", "ratings")] == [[], {}, {}]


def test_L03_nights_are_ordered_by_date_then_planned_ones_as_in_the_file_then_the_free_one() -> None:
    nights = [night("z", "2026-09-08"), night("y", "2026-09-08"), night("x", "2026-09-01")]
    games = [game(f"g{one}", one, "a 1", "b 1", "c 1") for one in ("y", None, "x", "z")]
    assert rows(season("a b c", games, nights))["a"]["counted"] == ["x", "z", "y", "free 2026-09-08"]


def test_L03_a_night_without_game_and_bye_knows_no_absence_and_is_not_the_last() -> None:
    games = [game("g1", "n1", "a 3", "b 2", "c 1")]
    values = season("a b c d", games, absence=-7)
    assert rows(values)["d"]["counted"] == ["n1"]
    with_bye = season("a b c d", games, absence=-7, byes=[{"night": "n2", "round": 1, "player": "a"}])
    assert rows(with_bye)["d"]["counted"] == ["n1", "n2"]
    assert rows(with_bye)["a"]["counted"] == ["n1"]


# L5, L6


def test_L05_points() -> None:
    assert worth(season("a b c d", ONE)) == {"a": 9, "b": 5, "c": 5, "d": -19}


def test_L05_places_that_are_shared_share_the_mean_of_their_numbers() -> None:
    assert worth(season("a b c d", ONE, score="places")) == {"a": 90, "b": 45, "c": 45, "d": 0}
    three = [game("g1", "n1", "a 1", "b 1", "c 1")]
    numbers = {"3": [2, 1, 1]}
    values = season("a b c", three, score="places", place_points=numbers)
    assert worth(values) == {"a": "4/3", "b": "4/3", "c": "4/3"}


def test_L05_both() -> None:
    assert worth(season("a b c d", ONE, score="both")) == {"a": 99, "b": 50, "c": 50, "d": -19}


def test_L05_L06_the_level_is_of_points_alone_and_of_three_and_five() -> None:
    three = [game("g1", "n1", "a 17", "b 0", "c -17")]
    levels = {"3": "13/17", "5": "13/10"}
    assert worth(season("a b c", three, level="yes", levels=levels)) == {"a": 13, "b": 0, "c": -13}
    assert worth(season("a b c", three, level="yes", score="both", levels=levels))["a"] == 103
    assert worth(season("a b c", three, level="no", levels=levels))["a"] == 17
    assert worth(season("a b c", three, level="yes", levels={"5": 2}))["a"] == 17
    assert worth(season("a b c d", ONE, level="yes", levels=levels))["a"] == 9


# L7, L8


@pytest.mark.parametrize(("left", "value"), [("lowest", -19), (4, 4), ("-1/2", "-1/2")])
def test_L07_who_gave_up_seats_gets_one_game_score_without_a_place(left: object, value: object) -> None:
    games = [game("g1", "n1", "a 9", "robot easy 5 left e", "robot easy 5 left e", "d -19")]
    row = rows(season("a d e", games, left=left))["e"]
    assert (row["value"], row["games"], row["nights"], row["wins"]) == (value, 1, 1, 0)


def test_L07_with_nothing_the_game_was_not_for_who_gave_up() -> None:
    games = [game("g1", "n1", "a 9", "b 5 left e", "c 5", "d -19")]
    values = season("a b c d e", games, left="nothing", absence=-1)
    assert rows(values)["e"] | {"place": 0} == {
        "place": 0, "player": "e", "value": -1, "nights": 0, "games": 0, "wins": 0,
        "counted": ["n1"], "dropped": [], "moved": None,
    }  # fmt: skip


def test_L07_a_seat_at_the_end_is_all_one_gets() -> None:
    """Also the one once given up, and also a guest's seat, which gives nothing."""
    games = [game("g1", "n1", "a 9 left a", "b 5 left c", "c 5", "guest d -19 left d")]
    assert worth(season("a b c d", games, left=100)) == {"a": 9, "b": 5, "c": 5}


def test_L07_guests_and_robots_get_nothing_and_yet_take_places() -> None:
    games = [game("g1", "n1", "guest x 9", "robot easy 8 left x", "a 7")]
    assert worth(season("a", games, score="places", left=5)) == {"a": 0}


def test_L08_a_bye_is_nothing_or_a_game_played() -> None:
    byes = [{"night": "n1", "round": at, "player": "e"} for at in (1, 2)]
    nothing = season("a b c d e", ONE, absence=-9, byes=byes)
    assert "e" not in rows(nothing)
    row = rows(season("a b c d e", ONE, absence=-9, byes=byes, bye="7/2"))["e"]
    assert (row["value"], row["nights"], row["games"], row["wins"]) == (7, 1, 2, 0)
