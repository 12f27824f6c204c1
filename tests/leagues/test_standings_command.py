"""``python -m bot standings``: the example of the rules, several files, what is no season file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.cli import json_lines
from bot.cli.leagues import print_standings
from tests.leagues.seasons import Json, as_file, correct, game, season
from tests.project.requirements import ROOT

COMMAND = [sys.executable, "-m", "bot", "standings"]


def printed(capsys: pytest.CaptureFixture[str]) -> list[Json]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_all_lines_in_their_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = season(
        game("g1", "n1", "u1 3", "u2 0", "u3 -3"),
        game("g2", None, "u1 1", "guest x9 -1", "u2 0"),
        settings={"stake": 10, "best": 1},
        corrections=[correct("c1", "void", game="g9"), correct("c2", "adjust", player="u2", value="1/2")],
    )
    (tmp_path / "club.json").write_bytes(as_file(value))
    assert print_standings([str(tmp_path / "club.json")]) == 0
    *lines, ratings = printed(capsys)
    common: dict[str, Any] = {"nights": 2, "games": 2, "counted": ["n1"], "dropped": ["free 2026-10-01"]}
    assert lines == [
        {"season": "club.json"},
        {"correction": "c1", "error": "unknown-game"},
        {"place": 1, "player": "u1", "value": 3, "wins": 2, "moved": 0, **common},
        {"place": 2, "player": "u2", "value": "1/2", "wins": 0, "moved": 0, **common},
        {
            "place": 3, "player": "u3", "value": -3, "nights": 1, "games": 1, "wins": 0, "counted": ["n1"],
            "dropped": [], "moved": 0,
        },
        {"all_time": [["u1", 4, 2, 2], ["u2", 0, 2, 0], ["u3", -3, 1, 0]]},
        {
            "balances": {"u1": 40, "u2": 0, "u3": -30, "x9": -10},
            "payments": [["x9", "u1", 10], ["u3", "u1", 30]],
        },
    ]  # fmt: skip
    assert list(ratings["ratings"]) == ["u1", "u2", "u3", "x9"]


def test_keys_are_in_the_order_of_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a").write_bytes(as_file(season(game("g1", "n1", "u1 3", "u2 0", "u3 -3"))))
    print_standings([str(tmp_path / "a")])
    assert list(printed(capsys)[1]) == [
        "place", "player", "value", "nights", "games", "wins", "counted", "dropped", "moved",
    ]  # fmt: skip


def test_the_others_are_calculated_where_a_file_is_no_season_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = season(game("g1", "n1", "u1 3", "u2 0", "u2 -3"))
    for name, value in (("a.json", broken), ("b.json", season(game("g1", "n1", "u1 3", "u2 0", "u3 -3")))):
        (tmp_path / name).write_bytes(as_file(value))
    assert print_standings([str(tmp_path / name) for name in ("a.json", "no.json", "b.json")]) == 1
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[:3] == [
        {"season": "a.json"},
        {"error": "twice-at-table", "where": "games[0].seats"},
        {"season": "b.json"},
    ]
    assert lines[3]["player"] == "u1" and "no.json" in err


def test_a_refused_correction_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(as_file(season(corrections=[correct("c1", "void", game="g9")])))
    assert print_standings([str(tmp_path / "a.json")]) == 0


def test_as_a_process_also_from_standard_input(tmp_path: Path) -> None:
    data = as_file(season(game("g1", "n1", "u1 3", "u2 0", "u3 -3")))
    (tmp_path / "a.json").write_bytes(data)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*COMMAND, "a.json", "-"], cwd=tmp_path, env=environment, input=data, capture_output=True, check=True
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    half = len(lines) // 2
    assert [lines[0], lines[half]] == [{"season": "a.json"}, {"season": "-"}]
    assert lines[1:half] == lines[half + 1 :] and len(lines) == 12


def test_of_what_is_too_much_a_sentence_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_lines, "LARGEST", 1)
    (tmp_path / "a.json").write_bytes(as_file(season(settings={"bye": 10**101})))
    (tmp_path / "endless.json").symlink_to("/dev/zero")
    assert print_standings([str(tmp_path / "a.json"), str(tmp_path / "endless.json")]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out.splitlines()[-1]) == {"error": "shape", "where": "settings.bye"}
    assert told.err.splitlines() == [
        "a.json: more than this program takes, at settings.bye.",
        f"Cannot read {tmp_path / 'endless.json'}: It has more than 1 MB.",
    ]


def test_the_collector_is_on_again() -> None:
    script = "import gc; from bot.cli import leagues; leagues.print_standings(['no']); assert gc.isenabled()"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True)
