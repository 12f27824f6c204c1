"""Who is before whom in a group (docs/rules/tournaments.md, T4)."""

from __future__ import annotations

import hashlib
import hmac
from fractions import Fraction

import pytest

from bot.tournaments.ranking import rankings
from tests.tournaments.made import Told, field, game, read, stage, told


def ranked(found: Told) -> list[tuple[str, str | None]]:
    return [(player, row["by"]) for player, row in found.rows().items()]


def test_T4_higher_totals_are_first() -> None:
    found = told(game(0, 1, "u1 -3,u2 0,u3 5,u4 -2"))
    assert ranked(found) == [("u3", "total"), ("u2", "total"), ("u4", "total"), ("u1", None)]
    assert list(found.column("place").values()) == [1, 2, 3, 4]


def test_T4_without_ties_equal_totals_are_told_apart_by_lot() -> None:
    # 0894a600… of u4, 50a5dba0… of u2, af135e92… of u3, f9843a7b… of u1
    found = told(game(0, 1, "u1 0,u2 0,u3 0,u4 0"))
    assert ranked(found) == [("u4", "lot"), ("u2", "lot"), ("u3", "lot"), ("u1", None)]
    assert list(found.column("place").values()) == [1, 2, 3, 4]


@pytest.mark.parametrize("seed", ["", "text", "ключ", "🂱" * 40])
def test_T4_the_lot_is_an_hmac_of_stage_and_id_by_the_seed(seed: str) -> None:
    people = [f"u{number}" for number in range(1, 13)] + ["ян"]
    found = told(
        game(0, 1, "u1 0,u2 0,u3 0"), people=",".join(people), seed=seed, stages=[stage(1, 20), stage()]
    )

    def digest(person: str) -> str:
        return hmac.new(seed.encode(), f"0 {person}".encode(), hashlib.sha256).hexdigest()

    assert list(found.rows()) == sorted(people, key=digest)


def test_T4_each_stage_has_a_lot_of_its_own() -> None:
    level = "u1 0,u2 0,u3 0,u4 0"
    found = told(game(0, 1, level), game(1, 1, level), stages=[stage(1, 4), stage()])
    assert list(found.rows(0)) == ["u4", "u2", "u3", "u1"]
    assert list(found.rows(1)) == ["u4", "u3", "u2", "u1"]


def test_T4_wins_are_tables_won_shared_ones_in_equal_parts() -> None:
    # u1 and u2 have 3 each. u1 has won a table alone; u2 has shared one with two robots and lost the other.
    found = told(
        game(0, 1, "u1 1,robot easy 0,robot easy 0"),
        game(0, 1, "u2 1,robot easy 1,robot easy 1"),
        game(0, 2, "u1 2,robot easy 3,robot easy 3"),
        game(0, 2, "u2 2,robot easy 3,robot easy 3"),
        people="u1,u2",
        stages=[stage(2)],
        ties=["wins"],
    )
    assert ranked(found) == [("u1", "wins"), ("u2", None)]
    assert found.column("wins") == {"u1": 1, "u2": "1/3"}


ROUNDS = (
    game(0, 1, "u1 1,robot easy 9,robot easy 9"),
    game(0, 1, "u2 5,robot easy 9,robot easy 9"),
    game(0, 2, "u1 4,robot easy 9,robot easy 9"),
    game(0, 2, "u2 -2,robot easy 9,robot easy 9"),
    game(0, 3, "u1 2,robot easy 9,robot easy 9"),
    game(0, 3, "u2 4,robot easy 1,robot easy 1"),
)
"""u1 has 1, 4, 2 and no win; u2 has 5, -2, 4 and one."""


@pytest.mark.parametrize(
    ("ties", "order"),
    [
        (["wins"], [("u2", "wins"), ("u1", None)]),
        (["best_round"], [("u2", "best_round"), ("u1", None)]),
        (["last_round", "wins"], [("u2", "last_round"), ("u1", None)]),
        ([], [("u2", "lot"), ("u1", None)]),
    ],
)
def test_T4_ties_are_asked_in_their_order(ties: list[str], order: list[tuple[str, str | None]]) -> None:
    assert ranked(told(*ROUNDS, people="u1,u2", stages=[stage(3)], ties=ties)) == order


def test_T4_the_first_tie_that_differs_decides() -> None:
    # Both have 5 at best and no win; u1 has 0 last, u2 5.
    games = (game(0, 1, "u1 5,u2 0,robot easy 9"), game(0, 2, "u1 0,u2 5,robot easy 9"))
    found = told(*games, people="u1,u2", stages=[stage(2)], ties=["wins", "best_round", "last_round"])
    assert ranked(found) == [("u2", "last_round"), ("u1", None)]


def test_T4_byes_and_rounds_missed_are_scores_for_ties() -> None:
    # u1 sits the last round out for 6, u2 misses the first for 6: best_round leaves them level.
    found = told(
        game(0, 1, "u1 2,u3 0,robot easy 9"),
        game(0, 2, "u2 2,u3 0,robot easy 9"),
        people="u1,u2,u3",
        stages=[stage(2)],
        byes=[{"stage": 0, "round": 2, "player": "u1"}],
        bye=6,
        missed=6,
        ties=["best_round", "last_round"],
    )
    assert found.column("rounds") == {"u1": [2, 6], "u2": [6, 2], "u3": [0, 0]}
    assert ranked(found) == [("u1", "last_round"), ("u2", "total"), ("u3", None)]


def test_T4_ties_know_nothing_of_what_was_carried() -> None:
    # 7 and 5 were carried with a win for u1; in the final u2 has 2 more.
    found = told(
        game(0, 1, "u1 7,u2 5,u3 0"),
        game(1, 1, "u1 1,u2 3,robot easy 9"),
        people="u1,u2,u3",
        stages=[stage(1, 2, carry="yes"), stage()],
        ties=["wins", "best_round"],
    )
    assert found.column("value", 1) == {"u2": 8, "u1": 8}
    assert found.column("by", 1) == {"u2": "best_round", "u1": None}
    assert found.column("wins", 1) == {"u2": 0, "u1": 0}


# While it is played


def test_T4_a_group_that_is_not_finished_is_ranked_after_the_rounds_played() -> None:
    tournament = read(field(*ROUNDS[:4], people="u1,u2", stages=[stage(3, 2), stage()], ties=["last_round"]))
    (first, final) = rankings(tournament)
    assert [(one.player, one.total, one.rounds) for one in first.main.lines] == [
        ("u1", 5, (Fraction(1), Fraction(4))),
        ("u2", 3, (Fraction(5), Fraction(-2))),
    ]
    assert not first.main.is_finished and first.small.is_finished
    assert final.main.lines == () and not final.main.is_finished and not final.small.is_finished
    assert {one.through for one in first.main.lines} == {None}


def test_T4_a_round_that_nobody_has_played_counts_for_nobody() -> None:
    byes = [{"stage": 0, "round": 2, "player": "u1"}]
    tournament = read(field(*ROUNDS[:2], people="u1,u2", stages=[stage(3)], byes=byes, bye=50, missed=-50))
    assert [one.rounds for one in rankings(tournament)[0].main.lines] == [(5,), (1,)]


def test_T4_before_the_first_round_lots_alone_decide() -> None:
    (only,) = rankings(read(field(stages=[stage(2)], ties=["best_round", "last_round"])))
    assert [(one.player, one.by) for one in only.main.lines] == [
        ("u4", "lot"), ("u2", "lot"), ("u3", "lot"), ("u1", None),
    ]  # fmt: skip
