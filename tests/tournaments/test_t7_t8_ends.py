"""Where everybody ends, and teams (docs/rules/tournaments.md, T7 and T8)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tournaments.ranking import rankings, team_ranking
from tests.tournaments.made import field, game, read, stage, told


def test_T7_the_final_then_its_small_group_then_those_who_went_no_further() -> None:
    # u1..u4 in the second stage, u5 and u6 in its small group, u7 and u8 out; then u3, u4 out and u2, u1 on.
    found = told(
        game(0, 1, "u1 80,u2 70,u3 60,u4 50"),
        game(0, 1, "u5 40,u6 30,u7 20,u8 10"),
        game(1, 1, "u1 3,u2 4,u3 1,u4 2"),
        game(1, 1, "u5 1,u6 2,robot easy 0", "small"),
        game(2, 1, "u1 5,u2 6,robot easy 0"),
        game(2, 1, "u4 1,robot easy 0,robot easy 0", "small"),
        people="u1,u2,u3,u4,u5,u6,u7,u8",
        stages=[stage(1, 4, small=2), stage(1, 2, small=1), stage()],
    )
    assert found.the("final") == [
        ["u2", 1], ["u1", 2], ["u4", 3],
        ["u3", 4], ["u6", 5], ["u5", 6],
        ["u7", 7], ["u8", 8],
    ]  # fmt: skip


def test_T7_in_the_final_those_told_apart_by_lot_alone_share_a_place() -> None:
    found = told(game(0, 1, "u1 9,u2 5,u3 5,u4 1"))
    assert found.the("final") == [["u1", 1], ["u2", 2], ["u3", 2], ["u4", 4]]
    assert list(found.column("place").values()) == [1, 2, 3, 4]


def test_T7_three_share_a_place_and_a_tie_break_parts() -> None:
    # u2, u3 and u4 have 5; u4 by a win and a loss.
    games = (
        game(0, 1, "u1 9,robot easy 0,robot easy 0"),
        game(0, 1, "u2 5,u3 5,robot easy 7"),
        game(0, 1, "u4 5,robot easy 1,robot easy 1"),
    )
    assert told(*games, people="u1,u2,u3,u4").the("final") == [["u1", 1], ["u4", 2], ["u2", 2], ["u3", 2]]
    parted = told(*games, people="u1,u2,u3,u4", ties=["wins"]).the("final")
    assert parted == [["u1", 1], ["u4", 2], ["u2", 3], ["u3", 3]]


def test_T7_the_last_stages_small_group_shares_places_too_but_not_with_the_main_group() -> None:
    found = told(
        game(0, 1, "u1 8,u2 7,u3 6,u4 5"),
        game(1, 1, "u1 5,u2 5,robot easy 0"),
        game(1, 1, "u3 5,u4 5,robot easy 0", "small"),
        stages=[stage(1, 2, small=2), stage()],
    )
    assert found.the("final") == [["u2", 1], ["u1", 1], ["u4", 3], ["u3", 3]]


def test_T7_in_earlier_stages_nobody_shares_a_place() -> None:
    found = told(
        game(0, 1, "u1 8,u2 7,u3 5,u4 5"),
        game(1, 1, "u1 5,u2 4,robot easy 0"),
        stages=[stage(1, 2), stage()],
    )
    assert found.the("final") == [["u1", 1], ["u2", 2], ["u4", 3], ["u3", 4]]


def test_T7_who_got_through_stands_there_also_without_a_game() -> None:
    found = told(
        game(0, 1, "u1 8,u2 7,u3 6,u4 5"),
        game(1, 1, "u1 5,u2 -4,robot easy 0"),
        stages=[stage(1, 3), stage()],
        missed=-9,
    )
    assert found.the("final") == [["u1", 1], ["u2", 2], ["u3", 3], ["u4", 4]]


def test_T7_a_stage_to_which_nobody_got_through_is_finished_at_once() -> None:
    withdrawn = [{"player": one, "after": 0} for one in ("u1", "u2", "u3", "u4")]
    found = told(
        game(0, 1, "u1 8,u2 7,u3 5,u4 5"),
        stages=[stage(1, 2, small=2), stage(5, 2), stage(7)],
        withdrawn=withdrawn,
    )
    assert len(found.lines) == 1 + 4 + 1
    assert found.the("final") == [["u1", 1], ["u2", 2], ["u4", 3], ["u3", 4]]


# Teams

TEAMS = "u1 Aa,u2 Aa,u3 Aa,u4 Bb,u5 Bb,u6,u7 Lint"


def teams(points: str, team: int, people: str = TEAMS, **others: Any) -> Any:
    """The ranking of teams where people have these points, each at a table of their own."""
    each = zip(people.split(","), points.split(), strict=True)
    games = [game(0, 1, f"{person.split()[0]} {one},robot easy 0,robot easy 0") for person, one in each]
    return told(*games, people=people, team=team, **others).the("teams")


def test_T8_the_highest_totals_count_and_smaller_teams_come_last() -> None:
    assert teams("1 5 3 2 4 99 50", 2) == [
        ["Aa", 1, 8, ["u2", "u3"]],
        ["Bb", 2, 6, ["u5", "u4"]],
        ["Lint", 3, 50, ["u7"]],
    ]
    assert teams("1 5 3 2 4 99 50", 3)[1:] == [["Lint", 2, 50, ["u7"]], ["Bb", 3, 6, ["u5", "u4"]]]
    assert [one[0] for one in teams("1 5 3 2 4 99 50", 4)] == ["Lint", "Aa", "Bb"]


def test_T8_of_equal_totals_the_smaller_id_counts() -> None:
    assert teams("3 5 3 2 4 0 0", 2)[0] == ["Aa", 1, 8, ["u2", "u1"]]
    people = "u10 Aa,u9 Aa,u2 Aa"
    assert teams("3 3 3", 2, people) == [["Aa", 1, 6, ["u10", "u2"]]]


def test_T8_equal_sums_are_told_apart_by_the_highest_total_that_counts() -> None:
    assert [one[:3] for one in teams("1 5 3 6 2 0 -9", 2)] == [["Bb", 1, 8], ["Aa", 2, 8], ["Lint", 3, -9]]


def test_T8_then_by_the_second_highest_and_who_has_no_further_one_is_lower() -> None:
    # With three each, 5 3 1 and 5 2 2. Of teams too small, 5 and 0 come before 5 alone.
    people = "u1 Aa,u2 Aa,u3 Aa,u4 Bb,u5 Bb,u6 Bb"
    assert [one[0] for one in teams("5 2 2 5 3 1", 3, people)] == ["Bb", "Aa"]
    assert [one[0] for one in teams("5 2 2 5 3 1", 2, people)] == ["Bb", "Aa"]
    small = teams("9 9 9 5 0 0 5", 4)
    assert [one[0] for one in small] == ["Aa", "Bb", "Lint"] and small[1][2] == small[2][2] == 5


def test_T8_then_by_lot() -> None:
    # d312ed4e… of «team Bb» is smaller than d3249846… of «team Aa», and c7d8e423… of «team Lint» than both.
    people = "u1 Aa,u2 Bb,u3 Lint"
    assert [one[:2] for one in teams("1 1 1", 1, people)] == [["Lint", 1], ["Bb", 2], ["Aa", 3]]


def test_T8_a_team_has_a_name_with_spaces_and_people_who_have_withdrawn() -> None:
    found = teams("1 2", 2, "u1 Les Cœurs,u2 Les Cœurs", withdrawn=[{"player": "u1", "after": 0}])
    assert found == [["Les Cœurs", 1, 3, ["u2", "u1"]]]


def test_T8_it_is_printed_with_team_once_the_first_stage_is_finished() -> None:
    games = (game(0, 1, "u1 4,u2 3,u3 2,u4 1"),)
    assert told(*games, team=1, stages=[stage(1, 2), stage()]).the("teams") == []
    assert not told(*games).has("teams")
    assert not told(*games, team=1, stages=[stage(2)]).has("teams")


def test_T8_teams_stand_while_the_first_stage_is_played() -> None:
    tournament = read(
        field(game(0, 1, "u1 4,u2 3,u3 2,u4 1"), people="u1 Aa,u2 Bb,u3 Aa,u4 Bb", team=2, stages=[stage(2)])
    )
    found = team_ranking(tournament, rankings(tournament)[0].main)
    assert [(one.team, one.place, one.sum, one.counted) for one in found] == [
        ("Aa", 1, 6, ("u1", "u3")), ("Bb", 2, 4, ("u2", "u4")),
    ]  # fmt: skip


@pytest.mark.parametrize("team", [1, 2])
def test_T8_only_the_first_stage_counts(team: int) -> None:
    games = (game(0, 1, "u1 4,u2 3,u3 2,u4 1"), game(1, 1, "u1 0,u2 50,u3 60"))
    people = "u1 Aa,u2 Bb,u3 Bb,u4 Aa"
    found = told(*games, people=people, team=team, stages=[stage(1, 3, carry="yes"), stage()])
    assert [one[2] for one in found.the("teams")] == ([4, 3] if team == 1 else [5, 5])
