"""What ``python -m bot tournament`` prints, held against a second calculation from the paragraphs alone
(`tests.tournaments.reference`): T1 to T8 and the tournament file.

``HARTENHEER_TOURNAMENT_FILES=2000`` compares so many tournaments, each also after a change that may make a
fault of it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import main
from tests.leagues.generated import text as shuffled
from tests.tournaments.broken import NO_JSON, NO_OBJECT, breakings, changed, fine, text
from tests.tournaments.files import tournament
from tests.tournaments.reference import Entry, entries, errors

FILES = int(os.environ.get("HARTENHEER_TOURNAMENT_FILES", "100"))
AT_ONCE = 10
"""Tournaments given to one run of the command."""


Capture = pytest.CaptureFixture[str]


def printed(paths: Sequence[Path], capsys: Capture) -> tuple[list[Entry], int]:
    """What the command prints of these files, and its exit status."""
    capsys.readouterr()
    status = main(["tournament", *map(str, paths)])
    return [json.loads(line) for line in capsys.readouterr().out.split("\n") if line], status


def check(folder: Path, capsys: Capture, files: Mapping[str, bytes]) -> None:
    """Each file is told of as it has to be; the exit status says whether there was a faulty one."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    lines, status = printed([folder / name for name in files], capsys)
    told: dict[str, list[Entry]] = {}
    for line in lines:
        if line.keys() == {"tournament"}:
            told[line["tournament"]] = []
        else:
            told[list(told)[-1]].append(line)
    assert list(told) == list(files)
    wrong = {name: found for name, rest in told.items() if (found := differences(rest, files[name]))}
    assert wrong == {}
    assert status == any(map(errors, files.values()))


def differences(told: Sequence[Entry], content: bytes) -> list[Any]:
    """Where the lines of a file, after its first, are not what they have to be."""
    if allowed := errors(content):
        right = [{"error": code, "where": where} for code, where in sorted(allowed)]
        return [] if len(told) == 1 and told[0] in right else [*told, "not one of", right]
    was, due = list(map(_text, told)), list(map(_text, entries(content, "")[1:]))
    if len(was) != len(due):
        return [f"{len(was)} lines, not {len(due)}", was, due]
    return [f"printed  {one}\nexpected {other}" for one, other in zip(was, due, strict=True) if one != other]


def _text(line: Entry) -> str:
    """1, 1.0 and true are not the same thing in it; the order of keys is nobody's."""
    return json.dumps(line, sort_keys=True)


@pytest.mark.parametrize("first", range(0, FILES, AT_ONCE))
def test_T1_to_T8_generated_tournaments(first: int, tmp_path: Path, capsys: Capture) -> None:
    """A difference names the file of its tournament, for `files.tournament(Random(seed))`."""
    files: dict[str, bytes] = {}
    for seed in range(first, min(first + AT_ONCE, FILES)):
        random = Random(seed)
        values = tournament(random)
        files[f"{seed}.json"] = shuffled(random, values).encode()
        files[f"{seed} changed.json"] = shuffled(random, changed(random, values)).encode()
    check(tmp_path, capsys, files)


def test_every_way_of_breaking_a_tournament_file(tmp_path: Path, capsys: Capture) -> None:
    check(tmp_path, capsys, {f"{at}.json": text(way.change) for at, way in enumerate(breakings())})


def test_tournament_files_that_are_no_json_or_no_object(tmp_path: Path, capsys: Capture) -> None:
    check(tmp_path, capsys, {f"{at}.json": content for at, content in enumerate((*NO_JSON, *NO_OBJECT))})


def test_tournament_files_that_look_broken_and_are_not(tmp_path: Path, capsys: Capture) -> None:
    check(tmp_path, capsys, {f"{at}.json": content for at, (_, content) in enumerate(fine())})
