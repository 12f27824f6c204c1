"""Who gets through, and who withdraws (docs/rules/tournaments.md, T5 and T6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tournaments.faults import first_fault
from bot.tournaments.model import Group, TournamentFault, Withdrawal
from bot.tournaments.ranking import rankings
from tests.tournaments.made import Json, field, game, read, stage, told

PEOPLE = "u1,u2,u3,u4,u5,u6,u7,u8"
ROUND = (game(0, 1, "u1 20,u2 19,u3 18,u4 17"), game(0, 1, "u5 4,u6 4,u7 2,u8 1"))
"""u1 wins one table, u5 and u6 share the other; u5 and u6 are told apart by lot."""


def through(
    *games: Json, cut: int, small: int = 0, winners: str = "no", **others: object
) -> dict[str, list[str]]:
    stages = [stage(others.pop("rounds", 1), cut, small=small, winners=winners), stage()]  # type: ignore[arg-type]
    return told(*games, people=PEOPLE, stages=stages, **others).through()


def test_T5_the_first_go_to_the_main_group_the_next_to_the_small_one() -> None:
    assert through(*ROUND, cut=3, small=2)["main"] == ["u1", "u2", "u3"]
    assert through(*ROUND, cut=3)["small"] == []
    found = through(*ROUND, cut=4, small=4)
    assert sorted(found["small"]) == ["u5", "u6", "u7", "u8"]


def test_T5_winners_of_the_last_round_go_first_in_the_order_of_the_ranking() -> None:
    found = through(*ROUND, cut=4, small=2, winners="yes")
    # u1, u5 and u6 have won; the place that is left is u2's. Then u3 and u4, who have not.
    assert found["main"][:2] == ["u1", "u2"] and sorted(found["main"][2:]) == ["u5", "u6"]
    assert found["small"] == ["u3", "u4"]


def test_T5_at_most_as_many_winners_as_go_on_and_others_of_them_like_everybody() -> None:
    level = (
        game(0, 1, "u1 20,u2 19,u3 18,u4 17"),
        game(0, 1, "u5 4,u6 3,u7 2,u8 1"),
        game(0, 1, "u9 0,robot easy -1,robot easy -2"),
    )
    stages = [stage(1, 2, small=2, winners="yes"), stage()]
    found = told(*level, people=f"{PEOPLE},u9", stages=stages).through()
    assert found == {"main": ["u1", "u5"], "small": ["u2", "u3"]}  # u9 has won as well, and is last


def test_T5_a_table_of_an_earlier_round_is_nothing_nor_one_that_a_guest_or_robot_won() -> None:
    found = through(
        *ROUND,
        game(0, 2, "u1 0,guest x9 1,u2 0,robot easy 0"),
        game(0, 2, "u8 1,u7 0,u6 0,u5 0"),
        rounds=2,
        cut=2,
        winners="yes",
    )
    assert found["main"] == ["u1", "u8"]  # u8 has won, and the place that is left is the first one's


def test_T5_a_table_won_together_with_a_robot_is_won() -> None:
    games = (game(0, 1, "u1 20,u2 19,u3 18,u4 17"), game(0, 1, "u5 1,robot easy 1,u7 0,u8 0"))
    assert through(*games, cut=2, winners="yes")["main"] == ["u1", "u5"]


@pytest.mark.parametrize("winners", ["no", "yes"])
def test_T5_where_there_are_fewer_people_all_go_through(winners: str) -> None:
    assert len(through(*ROUND, cut=100, small=5, winners=winners)["main"]) == 8


def test_T5_who_would_go_through_is_known_while_a_stage_is_played() -> None:
    withdrawn = [{"player": "u2", "after": 0}]
    stages = [stage(3, 2, small=1, winners="yes"), stage()]
    tournament = read(field(*ROUND, people=PEOPLE, stages=stages, withdrawn=withdrawn))
    main = rankings(tournament)[0].main
    assert not main.is_finished
    # u6 comes before u5: 739144fd… is smaller than b96150a2…
    assert main.cut == {"u1": Group.MAIN, "u6": Group.MAIN, "u3": Group.SMALL}
    assert {one.through for one in main.lines} == {None}


def test_T6_who_withdraws_keeps_the_place_and_the_next_one_goes_through() -> None:
    games = (game(0, 1, "u1 4,u2 3,u3 2,u4 1"), game(1, 1, "u1 1,u3 0,robot easy 0"))
    found = told(*games, stages=[stage(1, 2, small=1), stage()], withdrawn=[{"player": "u2", "after": 0}])
    assert found.column("place") == {"u1": 1, "u2": 2, "u3": 3, "u4": 4}
    assert found.column("through") == {"u1": "main", "u2": None, "u3": "main", "u4": "small"}


def test_T6_who_withdraws_from_the_small_group_as_well() -> None:
    games = (game(0, 1, "u1 4,u2 3,u3 2,u4 1"),)
    found = told(*games, stages=[stage(1, 2, small=1), stage()], withdrawn=[{"player": "u3", "after": 0}])
    assert found.through() == {"main": ["u1", "u2"], "small": ["u4"]}


def test_T6_a_winner_who_withdraws_leaves_the_place_to_the_next() -> None:
    found = through(*ROUND, cut=3, winners="yes", withdrawn=[{"player": "u1", "after": 0}])
    assert sorted(found["main"]) == ["u2", "u5", "u6"]


def test_T6_who_withdraws_later_gets_that_far() -> None:
    games = (
        game(0, 1, "u1 4,u2 3,u3 2,u4 1"),
        game(1, 1, "u1 4,u2 3,u3 2"),
        game(2, 1, "u1 4,u3 3,robot easy 2"),
    )
    stages = [stage(1, 3), stage(1, 2), stage()]
    found = told(*games, stages=stages, withdrawn=[{"player": "u2", "after": 1}])
    assert found.through(0)["main"] == ["u1", "u2", "u3"] and found.through(1)["main"] == ["u1", "u3"]
    assert found.the("final") == [["u1", 1], ["u3", 2], ["u2", 3], ["u4", 4]]


@pytest.mark.parametrize("after", [0, 1, 2])
def test_T6_it_changes_nothing_where_they_got_no_further_anyway(after: int) -> None:
    games = (
        game(0, 1, "u1 4,u2 3,u3 2,u4 1"),
        game(1, 1, "u1 4,u2 3,u3 2"),
        game(2, 1, "u1 4,u2 3,robot easy 2"),
    )
    stages = [stage(1, 3), stage(1, 2), stage()]
    same = told(*games, stages=stages)
    assert told(*games, stages=stages, withdrawn=[{"player": "u4", "after": after}]).lines == same.lines
    assert told(*games, stages=stages, withdrawn=[{"player": "u1", "after": 2}]).lines == same.lines


# What stands has to stay possible


def test_T5_a_correction_after_which_somebody_had_not_got_through_is_a_fault() -> None:
    tournament = read(
        field(
            game(0, 1, "u1 4,u2 3,u3 2,u4 1"),
            game(1, 1, "u1 4,u2 3,robot easy 2"),
            stages=[stage(1, 2), stage()],
        )
    )
    assert first_fault(tournament) is None
    first, final = tournament.games
    corrected = replace(tournament, games=(first._replace(points=(4, 2, 3, 1)), final))
    assert first_fault(corrected) == TournamentFault("not-through", ("games", 1, "seats", 1, "player"))
    harmless = replace(tournament, games=(first._replace(points=(3, 4, 2, 1)), final))
    assert first_fault(harmless) is None
    void = replace(tournament, games=(final,))
    assert first_fault(void) == TournamentFault("not-through", ("games", 0, "seats", 0, "player"))


def test_T5_so_is_a_withdrawal_of_who_has_a_game_or_a_bye_further_on() -> None:
    tournament = read(
        field(
            game(0, 1, "u1 4,u2 3,u3 2,u4 1"),
            game(1, 1, "u1 4,u2 3,robot easy 2"),
            stages=[stage(1, 3), stage()],
            byes=[{"stage": 1, "round": 1, "player": "u3"}],
        )
    )
    for player, path in (("u2", ("games", 1, "seats", 1, "player")), ("u3", ("byes", 0, "player"))):
        withdrawn = replace(tournament, withdrawn=(Withdrawal(player, 0),))
        assert first_fault(withdrawn) == TournamentFault("not-through", path)
        assert first_fault(replace(tournament, withdrawn=(Withdrawal(player, 1),))) is None
