"""The reference itself: small tournaments worked out on paper, what is no tournament file, and what is one
though it may not look it.

By the seed ``s`` lots of stage 0 are in the order b, c, e, d, a, f, of stage 1 d, e, c, f, b, a, of the teams
Z, De Kring, Lint, as ``printf '0 a' | openssl dgst -sha256 -hmac s`` tells.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.tournaments.broken import NO_JSON, NO_OBJECT, breakings, changed, fine, text
from tests.tournaments.files import tournament
from tests.tournaments.reference import Entry, entries, errors

Json = dict[str, Any]

ALL = "abcdef"


def game(stage: int, group: str, round_: int, *seats: str) -> Json:
    """Each seat is an id and points, after its kind where it is no person's."""
    said = [seat.split() for seat in seats]
    return {
        "id": "-".join(map(str, (stage, group, round_, *seats))).replace(" ", "="),
        "stage": stage,
        "group": group,
        "round": round_,
        "seats": [{(kind or ["player"])[0]: who, "points": int(points)} for *kind, who, points in said],
    }


def lines(people: str, stages: list[Json], *games: Json, **more: Any) -> list[Entry]:
    """What is to be printed, after the file's first line. The settings are ``more``, but byes, withdrawn,
    levels and teams."""
    teams = more.pop("teams", {})
    document = {name: more.pop(name) for name in ("byes", "withdrawn", "levels") if name in more}
    document |= {
        "tournament": 1,
        "seed": "s",
        "settings": more,
        "people": [{"id": one, **({"team": teams[one]} if one in teams else {})} for one in people],
        "stages": stages,
        "games": games,
    }
    return entries(json.dumps(document).encode(), "f")[1:]


def group(found: list[Entry], stage: int, name: str, *columns: str) -> list[tuple[Any, ...]]:
    """The player and these columns of each line of a group."""
    rows = [line for line in found if (line.get("stage"), line.get("group")) == (stage, name)]
    assert [row["place"] for row in rows] == list(range(1, len(rows) + 1))
    return [(row["player"], *(row[column] for column in columns)) for row in rows]


def of(found: list[Entry], name: str) -> Any:
    return next((line[name] for line in found if name in line), None)


def test_T2_a_round_missed_is_worth_the_lowest_score_of_a_person() -> None:
    """Who sits there as a guest has no game; a robot's and a guest's scores and byes are none."""
    found = lines(
        "abcde", [{"rounds": 1}], game(0, "main", 1, "a 6", "b -1", "guest e -5"),
        level="yes", levels={"3": "1/2"}, bye=-3, byes=[{"stage": 0, "round": 1, "player": "c"}],
    )  # fmt: skip
    assert group(found, 0, "main", "value", "wins", "by") == [
        ("a", 3, 1, "total"), ("b", "-1/2", 0, "lot"), ("e", "-1/2", 0, "lot"), ("d", "-1/2", 0, "total"),
        ("c", -3, 0, None),
    ]  # fmt: skip


def test_T2_robots_and_guests_share_in_places_and_wins() -> None:
    table = game(0, "main", 1, "a 5", "robot easy 5", "b 1", "guest x 0")
    found = lines("abc", [{"rounds": 1}], table, score="both", missed="7/2")
    assert group(found, 0, "main", "value", "wins") == [("a", 80, "1/2"), ("b", 31, 0), ("c", "7/2", 0)]


@pytest.mark.parametrize(("carry", "values"), [("yes", [("a", 5), ("b", 3)]), ("no", [("b", 1), ("a", 0)])])
def test_T3_a_total_is_carried_with_what_it_carried(carry: str, values: list[tuple[str, int]]) -> None:
    stages = [{"rounds": 1, "cut": 2, "carry": "yes"}, {"rounds": 1, "cut": 2, "carry": carry}, {"rounds": 1}]
    games = [game(stage, "main", 1, f"a {5 * (stage == 0)}", "b 1", "robot easy 9") for stage in range(3)]
    found = lines("ab", stages, *games, ties=["best_round"])
    assert group(found, 1, "main", "value", "rounds") == [("a", 5, [0]), ("b", 2, [1])]
    assert group(found, 2, "main", "value") == values


@pytest.mark.parametrize(
    ("ties", "ranking"),
    [
        (["wins", "last_round"], [("c", "last_round"), ("a", "wins"), ("b", "total"), ("d", None)]),
        (["last_round"], [("c", "last_round"), ("b", "last_round"), ("a", "total"), ("d", None)]),
        (["best_round"], [("c", "lot"), ("a", "best_round"), ("b", "total"), ("d", None)]),
        ([], [("b", "lot"), ("c", "lot"), ("a", "total"), ("d", None)]),
    ],
)
def test_T4_equal_totals(ties: list[str], ranking: list[tuple[str, str | None]]) -> None:
    found = lines(
        "abcd", [{"rounds": 2}],
        game(0, "main", 1, "a 3", "b 2", "c 1", "d 0"), game(0, "main", 2, "a 1", "b 2", "c 3", "d 0"),
        ties=ties,
    )  # fmt: skip
    assert group(found, 0, "main", "by") == ranking


@pytest.mark.parametrize(
    ("stage", "main", "small"),
    [
        ({"cut": 2, "small": 1, "winners": "yes"}, "ae", "b"),
        ({"cut": 3, "small": 2, "winners": "yes"}, "aed", "bc"),
        ({"cut": 4, "small": 0, "winners": "yes"}, "abed", ""),
        ({"cut": 4, "small": 1, "winners": "no"}, "abce", "d"),
        ({"cut": 9, "small": 9, "winners": "no"}, "abcedf", ""),
    ],
)
def test_T5_who_goes_through(stage: Json, main: str, small: str) -> None:
    """f has won the first round's table, which is not the last one's; d and e share the second one's."""
    found = lines(
        ALL, [{"rounds": 2, **stage}, {"rounds": 1}],
        game(0, "main", 1, "f 0", "robot easy -1", "robot easy -1"),
        game(0, "main", 2, "a 9", "b 8", "c 7"), game(0, "main", 2, "d 1", "e 1", "f 0"),
        missed=0,
    )  # fmt: skip
    through = group(found, 0, "main", "through")
    assert [one for one, _ in through] == list("abcedf")
    assert ["".join(one for one, way in through if way == name) for name in ("main", "small")] == [
        main,
        small,
    ]
    assert of(found, "final") is None


def test_T6_the_next_takes_the_place_of_who_has_withdrawn() -> None:
    gone = [{"player": "b", "after": 0}, {"player": "c", "after": 1}, {"player": "f", "after": 0}]
    found = lines(
        ALL, [{"rounds": 1, "cut": 2, "small": 1}, {"rounds": 1}],
        game(0, "main", 1, "a 9", "b 8", "c 7"), game(0, "main", 1, "d 6", "e 5", "f 4"),
        withdrawn=gone,
    )  # fmt: skip
    assert group(found, 0, "main", "through") == [
        ("a", "main"), ("b", None), ("c", "main"), ("d", "small"), ("e", None), ("f", None)
    ]  # fmt: skip


def test_T7_lots_share_a_place_in_the_last_stage_alone() -> None:
    zeros = [f"{one} 0" for one in ALL]
    found = lines(
        ALL, [{"rounds": 1, "cut": 2, "small": 2}, {"rounds": 1}],
        game(0, "main", 1, *zeros[:3]), game(0, "main", 1, *zeros[3:]),
        game(1, "main", 1, "b 0", "c 0", "robot easy 0"), game(1, "small", 1, "d 0", "e 0", "robot easy 0"),
    )  # fmt: skip
    assert group(found, 0, "main", "through") == [
        ("b", "main"), ("c", "main"), ("e", "small"), ("d", "small"), ("a", None), ("f", None)
    ]  # fmt: skip
    assert of(found, "final") == [["c", 1], ["b", 1], ["d", 3], ["e", 3], ["a", 5], ["f", 6]]


def test_T7_a_small_group_stands_after_those_who_played_the_same_stage() -> None:
    """Also who withdrew, and who won the small group with more than any of them."""
    found = lines(
        ALL, [{"rounds": 1, "cut": 4, "small": 1}, {"rounds": 1, "cut": 2}, {"rounds": 1}],
        game(0, "main", 1, "a 9", "b 8", "c 7"), game(0, "main", 1, "d 6", "e 5", "f 4"),
        game(1, "main", 1, "a 1", "b 2", "c 3", "d 4"), game(1, "small", 1, "e 90", *["robot easy 0"] * 2),
        game(2, "main", 1, "c 0", "b 1", "robot easy 0"),
        withdrawn=[{"player": "d", "after": 1}],
    )  # fmt: skip
    assert of(found, "final") == [["b", 1], ["c", 2], ["d", 3], ["a", 4], ["e", 5], ["f", 6]]


def test_T8_equal_teams_by_their_highest_totals() -> None:
    teams = dict(zip(ALL, ("Lint", "Lint", "De Kring", "De Kring", "Z", "Z"), strict=True))
    games = game(0, "main", 1, "a 5", "c 3", "e 4"), game(0, "main", 1, "b 1", "d 3", "f 2")
    found = lines(ALL, [{"rounds": 1}], *games, team=2, teams=teams)
    due = [["Lint", 1, 6, ["a", "b"]], ["Z", 2, 6, ["e", "f"]], ["De Kring", 3, 6, ["c", "d"]]]
    assert of(found, "teams") == due
    assert of(lines(ALL, [{"rounds": 1}], *games, team=2), "teams") == []
    assert of(lines(ALL, [{"rounds": 1}], *games, teams=teams), "teams") is None


def test_T8_teams_of_too_few_come_last_and_equal_ones_by_lot() -> None:
    teams = {"a": "Lint", "b": "De Kring", "c": "Z", "d": "many", "e": "many"}
    games = game(0, "main", 1, "a 5", "b 5", "c 5"), game(0, "main", 1, "d 0", "e 0", "f 9")
    assert of(lines(ALL, [{"rounds": 1}], *games, team=2, teams=teams), "teams") == [
        ["many", 1, 0, ["d", "e"]], ["Z", 2, 5, ["c"]], ["De Kring", 3, 5, ["b"]], ["Lint", 4, 5, ["a"]]
    ]  # fmt: skip


def test_T1_only_finished_groups_are_told_of() -> None:
    stages = [{"rounds": 1, "cut": 2, "small": 2}, {"rounds": 2}]
    games = [
        game(0, "main", 1, "a 9", "b 8", "c 7", "d 6"),
        game(1, "small", 1, "c 9", "d 8", "robot easy 0"),
        game(1, "small", 2, "c 9", "d 8", "robot easy 0"),
        game(1, "main", 2, "a 9", "b 8", "robot easy 0"),
    ]
    found = lines("abcd", stages, *games, team=1)
    assert [(line.get("stage"), line.get("group")) for line in found] == [
        *[(0, "main")] * 4, *[(1, "small")] * 2, (None, None)
    ]  # fmt: skip
    assert of(found, "teams") == []
    assert lines("abcd", stages, team=1) == []


def test_T6_all_have_withdrawn() -> None:
    """A group without people is finished at once."""
    gone = [{"player": one, "after": 0} for one in "ab"]
    table = game(0, "main", 1, "a 9", "b 8", "robot easy 0")
    found = lines("ab", [{"rounds": 1, "cut": 2}, {"rounds": 3}], table, withdrawn=gone)
    assert of(found, "final") == [["a", 1], ["b", 2]]


# What is no tournament file


def test_the_file_that_is_broken_is_whole() -> None:
    assert errors(text()) == frozenset()


def test_each_way_of_breaking_it_has_its_error() -> None:
    missed = [
        (way.name, way.right, found)
        for way in breakings()
        if not way.right <= (found := errors(text(way.change)))
    ]
    assert missed == []


def test_each_code_has_a_way() -> None:
    assert {code for way in breakings() for code, _ in way.right} == {
        "shape", "unknown-id", "same-id", "twice-at-table", "twice-in-round", "not-through"
    }  # fmt: skip


def test_what_looks_broken_and_is_not() -> None:
    assert [(name, found) for name, whole in fine() if (found := errors(whole))] == []


@pytest.mark.parametrize("written", NO_JSON)
def test_no_json_in_utf_8(written: bytes) -> None:
    assert errors(written) == {("syntax", "")}


@pytest.mark.parametrize("written", NO_OBJECT)
def test_json_but_no_object(written: bytes) -> None:
    assert errors(written) == {("shape", "")}


def test_generated_tournaments_are_whole_and_of_all_kinds() -> None:
    told: set[Any] = set()
    for seed in range(60):
        random = Random(seed)
        values = tournament(random)
        for line in entries(json.dumps(values).encode(), "f"):
            told |= {*line, (line.get("group"), line.get("stage")), line.get("by"), line.get("through")}
        told |= {code for code, _ in errors(json.dumps(changed(random, values)).encode())}
    assert told >= {
        "final", "teams", "total", "wins", "best_round", "last_round", "lot", "main", "small",
        ("small", 1), ("small", 2), ("main", 3), "not-through", "twice-in-round", "twice-at-table", "same-id",
    }  # fmt: skip
