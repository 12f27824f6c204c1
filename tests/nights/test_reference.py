"""The reference itself: right answers pass, and each thing that is wrong with one is noticed (N2 to N4)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.nights.broken import DOUBTFUL, NO_REQUEST, RIGHT, WRONG, files
from tests.nights.generated import request, shuffled, small, tight
from tests.nights.reference.best_known import BEST_KNOWN, FIRST, LAST, at_least, best_known, fewest, splits
from tests.nights.reference.seating_check import faults, faults_of, most_partners, repeats, tables_for
from tests.nights.reference.seating_request import DEFAULTS, doubts, shape_faults

Json = dict[str, Any]


def asked(people: str, remainder: str = "robots", mode: str = "random", rounds: int = 1, **more: Any) -> Json:
    """A request for people of one letter each."""
    needed = {"players": list(people), "rounds": rounds, "mode": mode, "remainder": remainder, "seed": "s"}
    return {**needed, **more}


def plan(*rounds: str, repeats: int = 0) -> Json:
    """A plan: tables by spaces, ``*`` for a robot, byes after a slash."""
    return {"rounds": [_round(*one.partition("/")) for one in rounds], "repeats": repeats}


def _round(tables: str, _: str, byes: str) -> Json:
    seats = [["robot" if one == "*" else one for one in table] for table in tables.split()]
    return {"tables": seats, "byes": list(byes)}


def refused(*pairs: str) -> Json:
    return {"error": "forbidden-pairs", "pairs": [list(pair) for pair in pairs]}


FIVE, SIX, EIGHT, TWELVE, THIRTEEN, SIXTEEN = (
    "abcdefghijklmnop"[:people] for people in (5, 6, 8, 12, 13, 16)
)
TABLES_OF_16 = "abcd efgh ijkl mnop"
SEEDED = asked(EIGHT, "mixed", "seeded", 3, totals={"h": 2, "a": "3/2", "b": -1}, standings=list("xfedcg"))
UNEQUAL = asked(SIX, "bye", sat_out={"a": 1, "b": 1, "c": 4, "x": 9})
APART = asked(SIX, forbidden=[["b", "a"], ["a", "c"], ["c", "z"]])
"""At two tables, where one has two forbidden partners: a plan need not be found."""

RIGHT_ANSWERS = {
    "robots": (asked(SIX), plan("ab*c *fde")),
    "two people": (asked("ab"), plan("*b*a")),
    "mixed": (asked("abcdefghijk", "mixed"), plan("hij abcd kgef")),
    "a table of five": (asked(FIVE, "mixed"), plan("cebad")),
    "bye": (asked(SIX, "bye", rounds=2), plan("abcd/ef", "efab/cd", repeats=1)),
    "sat out before": (UNEQUAL, plan("cbda/ef")),
    "seeded": (SEEDED, plan("ahef cdbg")),
    "larger first": (asked("abcdefghi", "mixed", "seeded", totals={"i": 1}), plan("bcdei fgha")),
    "seeded and forbidden": (asked("abcd", "bye", "seeded", forbidden=[["a", "b"]]), plan("abcd")),
    "writer": (asked(SIXTEEN, mode="writer", rounds=2), plan(TABLES_OF_16, "ankh ebol ifcp mjgd")),
    "writer, robots moving on": (
        asked(THIRTEEN, mode="writer", rounds=2),
        plan("abc* de*f g*hi jklm", "akhf dbli gecm j***"),
    ),
    "forbidden": (APART, plan("ad*e bc*f")),
    "no plan found": (APART, refused("ab", "ca")),
    "history": (asked("abcd", "bye", history=[["b", "a", 2], ["c", "z", 5]]), plan("cdab", repeats=3)),
    "history of who sits out": (
        asked(SIX, "bye", history=[["e", "f", 4], ["f", "e", 0]]),
        plan("abcd/ef", repeats=6),
    ),
    "too few": (asked("abc", "bye"), {"error": "too-few"}),
    "nobody": (asked("", "robots"), {"error": "too-few"}),
    "writer at three tables": (asked(TWELVE, mode="writer"), {"error": "not-offered"}),
    "writer where somebody sits out": (asked(SIXTEEN + "q", "bye", "writer"), {"error": "not-offered"}),
    "writer at a table of five": (asked(SIXTEEN + "q", "mixed", "writer"), {"error": "not-offered"}),
}


@pytest.mark.parametrize("name", RIGHT_ANSWERS)
def test_right_answers_pass(name: str) -> None:
    assert faults_of(*RIGHT_ANSWERS[name]) == []


NO_ROUNDS = "rounds are not each tables and byes"
WRONG_ANSWERS = [
    # The answer's shape
    (asked(SIX), None, "neither rounds and repeats nor an error"),
    (asked(SIX), {"rounds": []}, "neither rounds and repeats nor an error"),
    (asked(SIX), {**plan("ab*c *fde"), "seed": "s"}, "neither rounds and repeats nor an error"),
    (asked(SIX), {**plan("ab*c *fde"), "repeats": "0"}, "repeats is no whole number"),
    (asked(SIX), {**plan("ab*c *fde"), "repeats": False}, "repeats is no whole number"),
    (asked(SIX), {"rounds": [{"tables": [list("ab*c")]}], "repeats": 0}, NO_ROUNDS),
    (asked(SIX), {"rounds": [{"tables": [[1]], "byes": []}], "repeats": 0}, NO_ROUNDS),
    (asked(SIX), {"rounds": {}, "repeats": 0}, NO_ROUNDS),
    # Who sits (N2)
    (asked(SIX), plan("ab*c *fda"), "round 1: too often or not of tonight's: ['a']"),
    (asked(SIX), plan("ab*c *fda"), "round 1: nowhere: ['e']"),
    (asked(SIX), plan("ab*c *fdz"), "round 1: too often or not of tonight's: ['z']"),
    (asked(SIX, "bye"), plan("abcd/eff"), "round 1: too often or not of tonight's: ['f']"),
    (asked(SIX, "bye"), plan("abcd/e"), "round 1: nowhere: ['f']"),
    (asked(SIX, "bye"), plan("abc* def*"), "round 1: a robot with bye"),
    (asked(SIX, "mixed"), plan("abc* def*"), "round 1: a robot with mixed"),
    # Tables (N2)
    (asked(SIX), plan("abcd ef**"), "round 1: [4, 2] people at the tables"),
    (asked(SIX), plan("ab** cd** ef**"), "round 1: tables of [4, 4, 4], not [4, 4]"),
    (asked(SIX), plan("abc def"), "round 1: tables of [3, 3], not [4, 4]"),
    (asked(SIX), plan("abcd/ef"), "round 1: 2 sit out, not 0"),
    (asked("abcdefghi", "mixed"), plan("abc def ghi"), "round 1: tables of [3, 3, 3], not [4, 5]"),
    (asked("abcdefghij", "mixed"), plan("abcde fghij"), "round 1: tables of [5, 5], not [3, 3, 4]"),
    (asked(EIGHT, "bye"), plan("abcd/efgh"), "round 1: tables of [4], not [4, 4]"),
    (
        asked(THIRTEEN, mode="writer"), plan("abcd efgh ijk* lm**"),
        "round 1: [4, 4, 3, 2] people at the tables",
    ),
    # Byes (N2)
    (asked(SIX, "bye", rounds=2), plan("abcd/ef", "efab/cf"), "round 2: nowhere: ['d']"),
    (
        asked(SIX, "bye", rounds=2), plan("abcd/ef", "abce/df", repeats=3),
        "round 2: f sits out, though others did less often",
    ),
    (UNEQUAL, plan("defc/ab"), "round 1: b sits out, though others did less often"),
    (UNEQUAL, plan("abcd/cf"), "round 1: too often or not of tonight's: ['c']"),
    # Rounds
    (asked(SIX, rounds=2), plan("ab*c *fde"), "1 rounds, not 2"),
    (SEEDED, plan("ahef cdbg", "ahef cdbg", repeats=12), "2 rounds, not 1"),
    # Repeats (N3)
    (asked(SIX), plan("ab*c *fde", repeats=1), "repeats is 0, not 1"),
    (asked("ab", rounds=2), plan("*b*a", "**ab"), "repeats is 1, not 0"),
    (asked("abcd", history=[["a", "b", 2]]), plan("abcd", repeats=1), "repeats is 3, not 1"),
    # Seeded (N3)
    (SEEDED, plan("ahed cfbg"), "d sits before f"),
    (SEEDED, plan("ahec fdbg"), "c sits before d"),
    (SEEDED, plan("ahbf cdeg"), "b sits before e"),
    (SEEDED, plan("cdbg ahef"), "b sits before h"),
    (asked("abcdefghi", "mixed", "seeded"), plan("abcd efghi"), "a larger table after a smaller one"),
    (asked(EIGHT, mode="seeded", standings=["h"]), plan("abcd efgh"), "a sits before h"),
    # Writer (N3)
    (
        asked(SIXTEEN, mode="writer", rounds=2), plan(TABLES_OF_16, "akhn ebol ifcp mjgd"),
        "round 2: the seats have not moved on",
    ),
    (
        asked(SIXTEEN, mode="writer", rounds=2), plan(TABLES_OF_16, "afkp ejod inch mbgl"),
        "round 2: the seats have not moved on",
    ),
    (
        asked(THIRTEEN, mode="writer", rounds=2), plan("abc* de*f g*hi jklm", "akhf dbli gecm **j*"),
        "round 2: the seats have not moved on",
    ),
    (asked(TWELVE, mode="writer"), plan("abcd efgh ijkl"), "to be refused with not-offered"),
    # Forbidden pairs (N3)
    (APART, plan("ab*d ce*f"), "round 1: ['a', 'b'] sit together"),
    ({**APART, "mode": "fewest"}, plan("ab*d ce*f"), "round 1: ['a', 'b'] sit together"),
    (APART, refused(), "no pairs are named"),
    (APART, refused("ab", "ba"), "a pair is named twice"),
    (APART, refused("bc"), "['b', 'c'] is not forbidden tonight"),
    (APART, refused("cz"), "['c', 'z'] is not forbidden tonight"),
    (APART, {"error": "forbidden-pairs", "pairs": ["ab"]}, "what is named are no pairs"),
    (APART, {"error": "forbidden-pairs"}, "refused: {'error': 'forbidden-pairs'}"),
    (asked(SIX, forbidden=[["a", "b"], ["a", "z"]]), refused("ab"),
     "refused though there are more tables than anyone has forbidden partners"),
    ({**APART, "mode": "seeded"}, refused("ab"), "pairs are not forbidden with seeded"),
    # Refusals and their order
    (asked("abc", "bye"), plan("abc*"), "to be refused with too-few"),
    (asked("ab", "mixed"), plan("ab**"), "to be refused with too-few"),
    (asked("ab"), {"error": "too-few"}, "refused: {'error': 'too-few'}"),
    (asked("abc", "mixed"), {"error": "too-few"}, "refused: {'error': 'too-few'}"),
    (asked("abc", "bye", "writer"), {"error": "not-offered"}, "to be refused with too-few"),
    (asked("aa", "bye", "writer"), {"error": "too-few"}, "to be refused with shape"),
    (asked("ab", "bye", forbidden=[["a", "b"]]), refused("ab"), "to be refused with too-few"),
    (asked("abc", "bye"), {"error": "too-few", "people": 3}, "to be refused with too-few"),
    (asked(SIX), {"error": "shape"}, "refused: {'error': 'shape'}"),
    (asked(SIX, zone="Europe/Brussels"), plan("ab*c *fde"), "to be refused with shape"),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "answer", "fault"), WRONG_ANSWERS)
def test_what_is_wrong_is_noticed(request_: Json, answer: Any, fault: str) -> None:
    assert fault in faults_of(request_, answer)


def test_N2_tables() -> None:
    assert [tables_for(people, "robots")[0] for people in (2, 4, 5, 12, 13)] == [
        [4], [4], [4, 4], [4, 4, 4], [4, 4, 4, 4],
    ]  # fmt: skip
    assert [tables_for(people, "mixed") for people in range(3, 16)] == [
        ([3], 0), ([4], 0), ([5], 0), ([3, 3], 0), ([3, 4], 0), ([4, 4], 0), ([4, 5], 0), ([3, 3, 4], 0),
        ([3, 4, 4], 0), ([4, 4, 4], 0), ([4, 4, 5], 0), ([3, 3, 4, 4], 0), ([3, 4, 4, 4], 0),
    ]  # fmt: skip
    assert [tables_for(people, "bye") for people in (4, 7, 8)] == [([4], 0), ([4], 3), ([4, 4], 0)]


# Requests


def test_what_is_no_request() -> None:
    broken = [*files(WRONG), *NO_REQUEST]
    assert [written[:200] for written in broken if faults(written, {"error": "shape"})] == []
    assert [written[:200] for written in broken if not faults(written, {"error": "too-few"})] == []


@pytest.mark.parametrize("written", files(DOUBTFUL))
def test_what_the_paragraphs_leave_open(written: bytes) -> None:
    """Refused or not, but not refused for another reason."""
    value = json.loads(written)
    assert shape_faults(value) == [] and len(doubts(value)) == 1
    assert faults(written, {"error": "shape"}) == []
    assert faults(written, {"error": "too-few"}) != []


@pytest.mark.parametrize("written", files(RIGHT))
def test_what_looks_broken_and_is_not(written: bytes) -> None:
    assert shape_faults(json.loads(written)) == [] and doubts(json.loads(written)) == []


def test_a_request_is_whole_and_stays_the_same_in_another_order() -> None:
    for seed in range(200):
        for made in (request(Random(seed)), small(Random(seed)), tight(Random(seed), 1 + seed % 7)):
            again = shuffled(Random(seed), made)
            assert (shape_faults(made), doubts(made)) == ([], []), seed
            assert _sorted(again) == _sorted(made), seed


def test_N3_tight_requests_are_as_tight_as_can_be() -> None:
    for seed in range(70):
        most = 1 + seed % 7
        made = {**DEFAULTS, **tight(Random(seed), most)}
        assert most_partners(made) == most, seed
        assert len(tables_for(len(made["players"]), made["remainder"])[0]) == most + 1, seed


def _sorted(made: Json) -> Json:
    """The same for each order in which a request can be written."""
    history = sorted([*sorted(entry[:2]), entry[2]] for entry in made.get("history", []))
    pairs = sorted(sorted(pair) for pair in made.get("forbidden", []))
    return {**made, "players": sorted(made["players"]), "history": history, "forbidden": pairs}


# How few repeats there can be


def test_N3_no_plan_is_better_than_the_best_known() -> None:
    """And where the two agree the best known is the best: but for 20 people in 6 and 7 rounds, 32 in 8."""
    open_ = {
        (people, rounds): best_known(people, rounds) - bound
        for people in BEST_KNOWN
        for rounds in range(FIRST, LAST + 1)
        if (bound := at_least([4] * (people // 4), 0, rounds)) != best_known(people, rounds)
    }
    assert open_ == {(20, 6): 6, (20, 7): 5, (32, 8): 4}


@pytest.mark.parametrize(
    ("people", "sizes", "ways"),
    [(8, [4, 4], 35), (7, [3, 4], 35), (12, [4, 4, 4], 5775), (6, [3, 3], 10), (5, [5], 1), (3, [2, 1], 3)],
)
def test_N3_splits_are_all_there_are(people: int, sizes: list[int], ways: int) -> None:
    found = {
        frozenset(frozenset(table) for table in split) for split in splits(list(SIXTEEN[:people]), sizes)
    }
    assert len(found) == ways == len(list(splits(list(SIXTEEN[:people]), sizes)))


def test_N3_the_fewest_of_all_plans() -> None:
    """Whoever has met sits apart where they can; where they may not, it costs something."""
    met = {**DEFAULTS, **asked(EIGHT, history=[["a", "b", 1], ["c", "d", 1]])}
    one = plan("abcd efgh")["rounds"]
    assert (repeats(met, one), fewest(met, one)) == (2, 0)
    apart = {**met, "forbidden": [["a", other] for other in "efgh"]}
    assert fewest(apart, one) == 2
    twice = plan("abcd efgh", "abcd efgh")["rounds"]
    assert fewest({**DEFAULTS, **asked(EIGHT)}, twice) == at_least([4, 4], 0, 2) == 4
    assert fewest(met, plan(*["abcd efgh"] * 3)["rounds"]) is None


def test_N3_the_bound_with_byes_and_other_sizes_is_below_all_plans() -> None:
    for people, tables in ((SIX, "abcd/ef"), ("abcdefg", "abcd efg"), (SIX, "abc* def*"), (FIVE, "abcd/e")):
        rounds = plan(tables, tables)["rounds"]
        sizes = [sum(one != "robot" for one in table) for table in rounds[0]["tables"]]
        found = fewest({**DEFAULTS, **asked(people, rounds=2)}, rounds)
        assert found is not None and at_least(sizes, len(rounds[0]["byes"]), 2) <= found
