"""Leagues, seasons and nights (docs/rules/leagues.md, L1 to L3)."""

from __future__ import annotations

import pytest

from tests.leagues.seasons import bye, correct, course, game, member, night, season, told

FREE = {"started": "2026-09-30T22:30:00Z", "ended": "2026-09-30T23:00:00Z"}
"""The first of October in Brussels, the last of September in London's winter and New York."""


@pytest.mark.parametrize(
    ("zone", "name"),
    [
        ("Europe/Brussels", "free 2026-10-01"),
        ("UTC", "free 2026-09-30"),
        ("America/New_York", "free 2026-09-30"),
    ],
)
def test_L01_L03_the_leagues_zone_dates_a_free_game_by_its_start(zone: str, name: str) -> None:
    free = game("g1", None, "u1 1", "u2 0", "u3 -1", **FREE)
    assert told(free, zone=zone)["u1"]["counted"] == [name]


def test_L02_standings_follow_the_settings_of_the_season() -> None:
    games = (game("g1", "n1", "u1 9", "u2 0", "u3 -9"), game("g2", "n2", "u1 1", "u2 0", "u3 -1"))
    assert told(*games)["u1"]["value"] == 10
    assert told(*games, settings={"best": 1})["u1"]["value"] == 9


def test_L03_free_games_of_a_date_are_one_night() -> None:
    games = [game(f"g{number}", None, f"u1 {number}", "u2 0", "u3 0") for number in (1, 2)]
    late = {"started": "2026-10-01T22:00:00Z", "ended": "2026-10-01T23:00:00Z"}
    row = told(*games, game("g3", None, "u1 5", "u2 0", "u3 0", **late))["u1"]
    assert row["counted"] == ["free 2026-10-01", "free 2026-10-02"]
    assert (row["nights"], row["games"], row["value"]) == (2, 3, 8)


def test_L03_the_end_of_a_free_game_does_not_date_it() -> None:
    over_midnight = {"started": "2026-10-01T21:59:59Z", "ended": "2026-10-01T23:00:00Z"}
    assert told(game("g1", None, "u1 1", "u2 0", "u3 0", **over_midnight))["u1"]["counted"] == [
        "free 2026-10-01"
    ]


def test_L03_ignored_free_games_count_for_nothing_at_all() -> None:
    games = (game("g1", "n1", "u1 3", "u2 0", "u3 -3"), game("g2", None, "u1 50", "u2 0", "u3 -50"))
    ignored = told(*games, settings={"free": "ignore", "stake": 1})
    only_the_first = told(games[0], settings={"free": "ignore", "stake": 1})
    assert ignored.lines == only_the_first.lines
    assert ignored["u1"]["value"] == 3 and ignored.the("balances")["u1"] == 3
    counting = told(*games, settings={"stake": 1})
    assert counting["u1"]["value"] == 53 and counting.the("balances")["u1"] == 53
    assert counting.the("ratings") != ignored.the("ratings")
    assert counting.the("all_time")[0] == ["u1", 53, 2, 2]


def test_L03_ignored_free_games_can_still_be_corrected() -> None:
    free = game("g1", None, "u1 1", "u2 0", "u3 0")
    found = told(free, settings={"free": "ignore"}, corrections=[correct("c1", "void", game="g1")])
    assert found.refused == []


def test_L03_nights_are_ordered_by_date_the_free_one_last() -> None:
    same_day = {"started": "2026-09-08T08:00:00Z", "ended": "2026-09-08T09:00:00Z"}
    nights = [
        {"id": "b", "date": "2026-09-08"},
        {"id": "a", "date": "2026-09-08"},
        {"id": "c", "date": "2026-09-01"},
    ]
    seats = ("u1 1", "u2 0", "u3 0")
    games = (
        game("g1", None, *seats, **same_day),
        *(game(f"g{name}", name, *seats, **same_day) for name in "abc"),
    )
    assert told(*games, nights=nights)["u1"]["counted"] == ["c", "b", "a", "free 2026-09-08"]


def test_L03_a_night_whose_games_are_void_was_not_held() -> None:
    settings = {"absence": -7, "ties": ["last_night"]}
    games = (game("g1", "n1", "u1 3", "u2 0", "u3 -3"), game("g2", "n2", "u1 5", "u2 0", "u3 -5"))
    void = [correct("c1", "void", game="g2")]
    assert [one.id for one in course(season(*games, corrections=void)).held] == ["n1"]
    found = told(*games, settings=settings, corrections=void)
    assert found["u4"]["counted"] == ["n1"] and found["u4"]["value"] == -7
    assert found["u1"]["moved"] is None  # n1 is the last night, and there is none before


def test_L03_a_bye_alone_holds_a_night() -> None:
    found = told(byes=[bye("n2", "u1")], settings={"absence": -2})
    assert "u1" not in found.values
    assert found["u2"]["counted"] == ["n2"]


def test_L03_a_game_without_members_holds_a_night() -> None:
    found = told(game("g1", "n1", "guest x1 1", "guest x2 0", "robot easy -1"), settings={"absence": -2})
    assert set(found.values.values()) == {-2}


def test_L03_a_planned_night_of_which_nothing_came_knows_no_absence() -> None:
    found = told(nights=[night("n1", "u1")], settings={"absence": -2, "excused": 5})
    assert found.rows == []


def test_L03_a_game_belongs_to_its_night_whenever_it_was_played() -> None:
    late = {"started": "2026-09-02T00:30:00Z", "ended": "2026-09-02T01:00:00Z"}
    members = [member("u1"), member("u2"), member("u3"), member("u4", joined="2026-09-02")]
    found = told(game("g1", "n1", "u1 1", "u2 0", "u3 0", **late), members=members, settings={"absence": -2})
    assert found["u1"]["counted"] == ["n1"] and "u4" not in found.values
