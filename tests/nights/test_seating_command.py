"""``python -m bot seating``: what it reads, what it prints, and which error is told first."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from bot.cli.leagues import print_seating, seating
from bot.nights.seating.model import NoPlan
from bot.nights.seating.request_reader import read_request
from tests.project.requirements import ROOT

Json = dict[str, Any]


def night(**other: Any) -> Json:
    """A night for five people, with all that may be said of one; None leaves a field out."""
    whole = {
        "players": ["u1", "u2", "u3", "u4", "u5"],
        "rounds": 2,
        "mode": "fewest",
        "remainder": "robots",
        "history": [["u1", "u2", 3], ["u9", "u1", 0]],
        "forbidden": [["u5", "u1"], ["u1", "u5"]],
        "totals": {"u1": 12, "u2": "-5/2"},
        "standings": ["u4", "u1", "u9"],
        "sat_out": {"u9": 1},
        "seed": "text",
        **other,
    }
    return {name: value for name, value in whole.items() if value is not None}


def told(value: object) -> Json:
    """The one line that is printed."""
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    (line,) = seating("night.json", data)
    return json.loads(json.dumps(line))


def test_a_plan_as_it_is_printed(tmp_path: Path) -> None:
    (tmp_path / "night.json").write_text(json.dumps(night()))
    command = [sys.executable, "-m", "bot", "seating", str(tmp_path / "night.json")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    (line,) = done.stdout.splitlines()
    plan = json.loads(line)
    assert list(plan) == ["rounds", "repeats"] and plan == told(night())
    assert [list(one) for one in plan["rounds"]] == [["tables", "byes"]] * 2
    for one in plan["rounds"]:
        assert one["byes"] == [] and len(one["tables"]) == 2
        assert sorted(chain(*one["tables"])) == ["robot"] * 3 + night()["players"]
        assert not any({"u1", "u5"} <= set(table) for table in one["tables"])
    assert plan["repeats"] >= 3


def test_who_sits_out_is_printed() -> None:
    plan = told(night(remainder="bye", rounds=5, forbidden=None))
    assert sorted(one for planned in plan["rounds"] for one in planned["byes"]) == night()["players"]


def test_what_may_be_left_out_and_what_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    optional = ("history", "forbidden", "totals", "standings", "sat_out")
    assert len(told(night(**dict.fromkeys(optional)))["rounds"]) == 2
    for name in ("players", "rounds", "mode", "remainder", "seed"):
        assert told(night(**{name: None})) == {"error": "shape"}
        assert capsys.readouterr().err == f"night.json: wrong, missing or unknown: {name}.\n"


def test_what_is_read() -> None:
    request = read_request(json.dumps(night()).encode())
    assert request.history == {("u1", "u2"): 3, ("u1", "u9"): 0}
    assert request.forbidden == {("u1", "u5")}
    assert request.totals == {"u1": Fraction(12), "u2": Fraction(-5, 2)}
    assert request.standings == ("u4", "u1", "u9") and request.sat_out == {"u9": 1}
    assert request.mixed_offered and request.played == ()


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"players": "u1"}, "players"),
        ({"players": ["u1", "u1"]}, "players[1]"),
        ({"players": ["u1", 2]}, "players[1]"),
        ({"players": ["u1", ""]}, "players[1]"),
        ({"players": ["u1", "u 2"]}, "players[1]"),
        ({"players": ["u1", "robot"]}, "players[1]"),
        ({"players": {"u1": 1}}, "players"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": -1}, "rounds"),
        ({"rounds": 1.0}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"rounds": "2"}, "rounds"),
        ({"mode": "best"}, "mode"),
        ({"mode": 1}, "mode"),
        ({"mode": "FEWEST"}, "mode"),
        ({"remainder": "none"}, "remainder"),
        ({"remainder": []}, "remainder"),
        ({"seed": 1}, "seed"),
        ({"history": {}}, "history"),
        ({"history": [["u1", "u2"]]}, "history[0]"),
        ({"history": [["u1", "u2", -1]]}, "history[0][2]"),
        ({"history": [["u1", "u2", 1.0]]}, "history[0][2]"),
        ({"history": [["u1", "u1", 1]]}, "history[0][1]"),
        ({"history": [["u1", "robot", 1]]}, "history[0][1]"),
        ({"history": [["u1", "u2", 1], ["u2", "u1", 1]]}, "history[1]"),
        ({"history": [["u1", "u2", 1, 1]]}, "history[0]"),
        ({"history": ["u1"]}, "history[0]"),
        ({"forbidden": [["u1"]]}, "forbidden[0]"),
        ({"forbidden": [["u1", "u1"]]}, "forbidden[0][1]"),
        ({"forbidden": [["u1", None]]}, "forbidden[0][1]"),
        ({"totals": []}, "totals"),
        ({"totals": {"u1": 1.5}}, "totals.u1"),
        ({"totals": {"u1": "2/4"}}, "totals.u1"),
        ({"totals": {"robot": 1}}, "totals.robot"),
        ({"totals": {"u 1": 1}}, "totals.u 1"),
        ({"standings": ["u1", "u1"]}, "standings[1]"),
        ({"standings": "u1"}, "standings"),
        ({"standings": ["robot"]}, "standings[0]"),
        ({"sat_out": {"u1": -1}}, "sat_out.u1"),
        ({"sat_out": {"": 1}}, "sat_out."),
        ({"sat_out": {"u1": True}}, "sat_out.u1"),
        ({"sat_out": {"robot": 0}}, "sat_out.robot"),
        ({"other": 1}, "other"),
    ],
    ids=str,
)
def test_a_wrong_shape(wrong: Json, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(night(**wrong)) == {"error": "shape"}
    assert capsys.readouterr().err == f"night.json: wrong, missing or unknown: {where}.\n"


@pytest.mark.parametrize(
    ("much", "where"),
    [
        ({"rounds": 10**18}, "rounds"),
        ({"rounds": 10**200}, "rounds"),
        ({"players": [f"u{at}" for at in range(1001)]}, "players"),
        ({"history": [["u1", "u2", 10**200]]}, "history[0][2]"),
        ({"history": [["u1", "u2", 10**100]]}, "history[0][2]"),
        ({"sat_out": {"u1": 10**100}}, "sat_out.u1"),
        ({"sat_out": {"u1": 10**200}}, "sat_out.u1"),
        ({"totals": {"u1": 10**200}}, "totals.u1"),
    ],
    ids=["rounds", "digits", "players", "history", "met", "times-out", "sat-out", "totals"],
)
def test_more_than_is_planned(much: Json, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(night(**much)) == {"error": "shape"}
    assert capsys.readouterr().err == f"night.json: more than this program takes, at {where}.\n"


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"\xff", b"[]", b"null", b'"players"', b"[" * 100_000,
        json.dumps(night(rounds=float("nan"))).encode(),
        json.dumps(night()).replace('"rounds": 2', '"rounds": 2, "rounds": 2').encode(),
        json.dumps(night()).replace('"u1": 12', '"u1": 12, "u1": 12').encode(),
    ],
    ids=lambda data: data[:12],
)  # fmt: skip
def test_no_json_is_a_wrong_shape_too(data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(data) == {"error": "shape"}
    said = capsys.readouterr().err.removeprefix("night.json: ")
    assert said in (
        "cannot be read as JSON in UTF-8 without repeated fields.\n",
        "wrong, missing or unknown: all of it.\n",
    )


def test_a_byte_order_mark_is_no_part_of_it() -> None:
    assert told(b"\xef\xbb\xbf" + json.dumps(night()).encode()) == told(night())


def test_of_several_errors_the_first_is_told() -> None:
    """In the order of the rules: each night has all of the errors that come later too."""
    everybody = [["u1", "u2"], ["u1", "u3"], ["u2", "u3"], ["u1", "u4"]]
    pair = night(players=["u1", "u2"], remainder="bye", mode="writer", forbidden=everybody)
    assert told({**pair, "more": 1}) == {"error": "shape"}
    assert told(pair) == {"error": "too-few"}
    four = {**pair, "players": ["u1", "u2", "u3", "u4"]}
    assert told(four) == {"error": "not-offered"}
    assert told({**four, "mode": "random"}) == {"error": "forbidden-pairs", "pairs": sorted(everybody)}


def test_nobody_is_too_few() -> None:
    assert told(night(players=[])) == {"error": "too-few"}


def test_mixed_is_always_offered() -> None:
    assert [
        len(table) for table in told(night(remainder="mixed", forbidden=None))["rounds"][0]["tables"]
    ] == [5]


def test_any_text_is_a_seed() -> None:
    for seed in ("", "é", "\ud800", "a" * 10_000):
        assert len(told(night(seed=seed))["rounds"]) == 2


def test_several_files_and_those_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").write_text(json.dumps(night(players=[])))
    (tmp_path / "b").write_text(json.dumps(night()))
    assert print_seating([str(tmp_path / name) for name in ("a", "c", "b")]) == 1
    out, err = capsys.readouterr()
    first, second = map(json.loads, out.splitlines())
    assert first == {"error": "too-few"} and second == told(night()) and "Cannot read" in err
    assert print_seating([str(tmp_path / "b")]) == 0


def test_an_error_tells_its_pairs() -> None:
    assert NoPlan("forbidden-pairs", (("a", "b"),)).pairs == (("a", "b"),)
