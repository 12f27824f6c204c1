"""``python -m bot tournament``: the example of the rules, several files, what is no tournament file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import json_lines
from bot.cli.leagues import print_tournaments
from tests.project.requirements import ROOT
from tests.tournaments.made import Json, as_file, field, game, stage

FIELD = field(game(0, 1, "u1 3,u2 0,u3 -3"), people="u1,u2,u3")


def printed(capsys: pytest.CaptureFixture[str]) -> list[Json]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_all_lines_in_their_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # The small group of the second stage is finished, its main group is not.
    value = field(
        game(0, 1, "u1 4,u2 3,u3 2,u4 1"),
        game(0, 2, "u1 1,u2 1,robot easy 0,guest x9 -2"),
        game(1, 1, "u3 5,u4 -5,robot easy 0", "small"),
        stages=[stage(2, 2, small=2, carry="yes"), stage()],
        people="u1 Lint,u2,u3 Lint,u4",
        score="both",
        team=1,
        ties=["wins"],
        missed="1/2",
    )
    (tmp_path / "cup.json").write_bytes(as_file(value))
    assert print_tournaments([str(tmp_path / "cup.json")]) == 0
    main, small = {"stage": 0, "group": "main"}, {"stage": 1, "group": "small"}
    # 94, 63, 32, 1 for the first table; 1 and the mean of 90 and 60 for two of the second.
    assert printed(capsys) == [
        {"tournament": "cup.json"},
        {
            **main, "place": 1, "player": "u1", "value": 170, "wins": "3/2", "rounds": [94, 76],
            "by": "total", "through": "main",
        },
        {
            **main, "place": 2, "player": "u2", "value": 139, "wins": "1/2", "rounds": [63, 76],
            "by": "total", "through": "main",
        },
        {
            **main, "place": 3, "player": "u3", "value": "65/2", "wins": 0, "rounds": [32, "1/2"],
            "by": "total", "through": "small",
        },
        {
            **main, "place": 4, "player": "u4", "value": "3/2", "wins": 0, "rounds": [1, "1/2"], "by": None,
            "through": "small",
        },
        {
            **small, "place": 1, "player": "u3", "value": "255/2", "wins": 1, "rounds": [95], "by": "total",
            "through": None,
        },
        {
            **small, "place": 2, "player": "u4", "value": "-7/2", "wins": 0, "rounds": [-5], "by": None,
            "through": None,
        },
        {"teams": [["Lint", 1, 170, ["u1"]]]},
    ]  # fmt: skip


def test_keys_and_lines_are_in_the_order_of_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").write_bytes(as_file({**FIELD, "settings": {"team": 1}}))
    print_tournaments([str(tmp_path / "a")])
    lines = printed(capsys)
    assert list(lines[1]) == [
        "stage", "group", "place", "player", "value", "wins", "rounds", "by", "through",
    ]  # fmt: skip
    assert [list(line) for line in lines[-2:]] == [["final"], ["teams"]]


def test_the_others_are_calculated_where_a_file_is_no_tournament_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = field(game(0, 1, "u1 3,u2 0,u2 -3"))
    for name, value in (("a.json", broken), ("b.json", FIELD)):
        (tmp_path / name).write_bytes(as_file(value))
    assert print_tournaments([str(tmp_path / name) for name in ("a.json", "no.json", "b.json")]) == 1
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[:3] == [
        {"tournament": "a.json"},
        {"error": "twice-at-table", "where": "games[0].seats"},
        {"tournament": "b.json"},
    ]
    assert lines[3]["player"] == "u1" and "no.json" in err


def test_as_a_process_also_from_standard_input(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(as_file(FIELD))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "bot", "tournament", "a.json", "-"],
        cwd=tmp_path,
        env=environment,
        input=as_file(FIELD),
        capture_output=True,
        check=True,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    half = len(lines) // 2
    assert [lines[0], lines[half]] == [{"tournament": "a.json"}, {"tournament": "-"}]
    assert lines[1:half] == lines[half + 1 :] and len(lines) == 10


def test_of_what_is_too_much_a_sentence_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_lines, "LARGEST", 1)
    (tmp_path / "a.json").write_bytes(as_file({**FIELD, "settings": {"bye": 10**101}}))
    (tmp_path / "endless.json").symlink_to("/dev/zero")
    assert print_tournaments([str(tmp_path / "a.json"), str(tmp_path / "endless.json")]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out.splitlines()[-1]) == {"error": "shape", "where": "settings.bye"}
    assert told.err.splitlines() == [
        "a.json: more than this program takes, at settings.bye.",
        f"Cannot read {tmp_path / 'endless.json'}: It has more than 1 MB.",
    ]


def test_the_example_of_the_rules_is_a_tournament_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = (ROOT / "docs" / "rules" / "tournaments.md").read_text("utf-8")
    example = page.split("```")[1].replace(", …", "").replace('"u5"', '"u2"').replace('"u9"', '"u2"')
    (tmp_path / "cup.json").write_text(example.replace('"byes"', '"other"', 1), "utf-8")
    assert print_tournaments([str(tmp_path / "cup.json")]) == 1
    (tmp_path / "cup.json").write_text(
        example.replace('"round": 1, "player"', '"round": 2, "player"'), "utf-8"
    )
    assert print_tournaments([str(tmp_path / "cup.json")]) == 0
    assert printed(capsys)[1] == {"error": "shape", "where": "other"}
