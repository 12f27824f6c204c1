"""The field, what a round is worth, and totals (docs/rules/tournaments.md, T1 to T3)."""

from __future__ import annotations

import pytest

from tests.tournaments.made import fault, field, game, stage, told


def test_T1_everybody_plays_the_first_stage_and_who_got_through_the_next() -> None:
    found = told(
        game(0, 1, "u1 4,u2 3,u3 2,u4 1"),
        game(1, 1, "u1 1,u2 2,robot easy 0"),
        stages=[stage(1, 2, small=1), stage()],
    )
    assert list(found.rows(0)) == ["u1", "u2", "u3", "u4"]
    assert list(found.rows(1)) == ["u2", "u1"]
    # u3 is in a small group that has not played: it is not printed, and there is no final order yet.
    assert found.rows(1, "small") == {} and not found.has("final")


def test_T1_nobody_goes_on_from_a_small_group() -> None:
    found = told(
        game(0, 1, "u1 4,u2 3,u3 2,u4 1"),
        game(1, 1, "u1 1,u2 2,robot easy 0"),
        game(1, 1, "u3 9,u4 8,robot easy 0", "small"),
        game(2, 1, "u1 1,u2 2,robot easy 0"),
        stages=[stage(1, 2, small=2), stage(1, 4, small=4), stage()],
    )
    assert found.column("through", 1, "small") == {"u3": None, "u4": None}
    assert list(found.rows(2)) == ["u2", "u1"] and found.rows(2, "small") == {}


def test_T2_a_round_without_a_game_is_the_lowest_score_of_a_person_in_it() -> None:
    found = told(game(0, 1, "u1 5,u2 -1,robot easy -9,guest x9 -8"), people="u1,u2,u3")
    assert found.column("rounds") == {"u1": [5], "u2": [-1], "u3": [-1]}


def test_T2_the_lowest_is_that_of_each_round_and_of_the_group() -> None:
    found = told(
        game(0, 1, "u1 40,u2 30,u3 20"),
        game(0, 1, "u4 10,u5 8,robot easy 0"),
        game(1, 1, "u1 4,u2 -3,robot easy 0"),
        game(1, 1, "u4 90,u5 -80,robot easy 0", "small"),
        game(1, 2, "u1 2,u2 1,robot easy 0"),
        game(1, 2, "u4 2,robot easy 1,robot easy 0", "small"),
        people="u1,u2,u3,u4,u5",
        stages=[stage(1, 3, small=2), stage(2)],
    )
    assert found.column("rounds", 1) == {"u1": [4, 2], "u2": [-3, 1], "u3": [-3, 1]}
    assert found.column("rounds", 1, "small") == {"u4": [90, 2], "u5": [-80, 2]}


@pytest.mark.parametrize("missed", [7, "-7/2"])
def test_T2_a_round_without_a_game_is_a_number(missed: int | str) -> None:
    found = told(game(0, 1, "u1 5,u2 -1,robot easy -4"), people="u1,u2,u3", missed=missed)
    assert found.column("rounds")["u3"] == [missed]


def test_T2_a_bye_is_its_number_and_never_the_lowest() -> None:
    found = told(
        game(0, 1, "u1 5,u2 -1,robot easy -4"),
        byes=[{"stage": 0, "round": 1, "player": "u3"}],
        bye="-5/2",
    )
    assert found.column("rounds") == {"u1": [5], "u2": [-1], "u4": [-1], "u3": ["-5/2"]}
    told_by_default = told(game(0, 1, "u1 5,u2 3,u4 1"), byes=[{"stage": 0, "round": 1, "player": "u3"}])
    assert told_by_default.column("rounds")["u3"] == [0]


def test_T2_a_game_is_worth_its_place_shared_ones_with_robots_too() -> None:
    # At a table of four 90, 60, 30, 0: u1 and the robot share 90 and 60, the guest has 30.
    found = told(
        game(0, 1, "u1 5,robot easy 5,guest x9 1,u2 0"), people="u1,u2", score="places", ties=["wins"]
    )
    assert found.column("value") == {"u1": 75, "u2": 0}
    assert found.column("wins") == {"u1": "1/2", "u2": 0}


def test_T2_a_game_is_worth_points_times_the_level_and_its_place() -> None:
    # 6 x 13/17 + 90 = 1608/17; -3 x 13/17 + 45/2 twice, as second and third share 45 and 0.
    found = told(
        game(0, 1, "u1 6,u2 -3,u3 -3"),
        people="u1,u2,u3",
        score="both",
        level="yes",
        levels={"3": "13/17"},
    )
    assert set(found.column("value").items()) == {("u1", "1608/17"), ("u2", "687/34"), ("u3", "687/34")}


def test_T2_points_for_places_are_those_of_the_file() -> None:
    found = told(game(0, 1, "u1 6,u2 3,u3 1,u4 0"), score="places", place_points={"4": [4, "5/2", 1, -1]})
    assert found.column("value") == {"u1": 4, "u2": "5/2", "u3": 1, "u4": -1}


def test_T2_a_guest_with_a_persons_id_has_no_game_by_it_and_wins_nothing() -> None:
    found = told(game(0, 1, "guest u3 9,u1 5,u2 -1"), people="u1,u2,u3")
    assert found.column("rounds") == {"u1": [5], "u2": [-1], "u3": [-1]}
    assert found.column("wins") == {"u1": 0, "u2": 0, "u3": 0}


@pytest.mark.parametrize(("carry", "values"), [("no", [1, 2]), ("yes", [11, 6])])
def test_T3_a_total_is_carried_where_the_stage_before_says_so(carry: str, values: list[int]) -> None:
    found = told(
        game(0, 1, "u1 10,u2 4,u3 2,u4 1"),
        game(1, 1, "u1 1,u2 2,robot easy 0"),
        stages=[stage(1, 2, carry=carry), stage()],
    )
    assert [found.column("value", 1)[one] for one in ("u1", "u2")] == values
    assert found.column("rounds", 1)["u1"] == [1]


def test_T3_a_total_is_carried_with_what_was_carried_into_it_and_into_small_groups() -> None:
    found = told(
        game(0, 1, "u1 10,u2 4,u3 2,u4 1"),
        game(1, 1, "u1 1,u2 2,u3 3"),
        game(1, 1, "u4 7,robot easy 0,robot easy 0", "small"),
        game(2, 1, "u1 5,u2 5,robot easy 0"),
        stages=[stage(1, 3, small=1, carry="yes"), stage(1, 2, carry="yes"), stage()],
    )
    assert found.column("value", 1) == {"u1": 11, "u2": 6, "u3": 5}
    assert found.column("value", 1, "small") == {"u4": 8}
    assert found.column("value", 2) == {"u1": 16, "u2": 11}


def test_T3_nothing_is_carried_over_a_stage_that_does_not_carry() -> None:
    found = told(
        game(0, 1, "u1 10,u2 4,u3 2,u4 1"),
        game(1, 1, "u1 1,u2 2,u3 3"),
        game(2, 1, "u1 5,u2 4,robot easy 0"),
        stages=[stage(1, 3, carry="yes"), stage(1, 2), stage()],
    )
    assert found.column("value", 2) == {"u1": 5, "u2": 4}


def test_T1_a_stage_is_finished_when_each_of_its_rounds_has_a_game() -> None:
    games = [game(0, number, "u1 1,u2 2,u3 3") for number in (1, 3)]
    assert told(*games, stages=[stage(3)]).lines == [{"tournament": "cup.json"}]
    found = told(*games, game(0, 2, "u1 9,u2 2,u4 3"), stages=[stage(3)])
    assert found.column("rounds")["u1"] == [1, 9, 3 - 2] and found.has("final")


def test_T1_nobody_is_through_before_the_main_group_is_finished() -> None:
    early = field(game(0, 1, "u1 1,u2 2,u3 3"), game(1, 1, "u1 1,u2 2,u3 3"), stages=[stage(2, 3), stage()])
    assert fault(early) == ("not-through", "games[1].seats[0].player")


def test_T1_a_stage_may_begin_while_the_small_group_of_the_one_before_still_plays() -> None:
    found = told(
        game(0, 1, "u1 4,u2 3,u3 2,u4 1"),
        game(1, 1, "u1 4,u2 3,robot easy 0"),
        game(2, 1, "u1 4,u2 3,robot easy 0"),
        stages=[stage(1, 2, small=2), stage(1, 2), stage()],
    )
    assert list(found.rows(2)) == ["u1", "u2"] and not found.rows(1, "small") and not found.has("final")
