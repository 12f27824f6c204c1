"""What ``python -m bot standings`` prints, held against a second calculation from the paragraphs alone
(`tests.leagues.reference`): L1 to L20 and the season file."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import main
from tests.leagues.broken import NO_JSON, NO_OBJECT, breakings, broken_twice, fine, text
from tests.leagues.generated import season
from tests.leagues.generated import text as shuffled
from tests.leagues.generated_season import generated_season
from tests.leagues.reference.season import Line, differences, errors, standings_lines

AT_ONCE = 30
"""Files given to one run of the command."""


def printed(paths: Sequence[Path]) -> tuple[list[Line], int]:
    """What the command prints of these files, and its exit status."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(out):
        status = main(["standings", *map(str, paths)])
    out.seek(0)
    return [json.loads(line) for line in out.read().splitlines()], status


def by_file(lines: Sequence[Line]) -> list[tuple[str, list[Line]]]:
    """The lines after each file's first, which names it."""
    found: list[tuple[str, list[Line]]] = []
    for line in lines:
        if line.keys() == {"season"}:
            found.append((line["season"], []))
        else:
            found[-1][1].append(line)
    return found


def written(folder: Path, files: dict[str, str | bytes]) -> list[Path]:
    for name, content in files.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return [folder / name for name in files]


def check(folder: Path, files: dict[str, str | bytes]) -> None:
    """Each file is told of as it has to be; the exit status says whether there was a broken one."""
    allowed = {name: errors(content) for name, content in files.items()}
    lines, status = printed(written(folder, files))
    told = by_file(lines)
    assert [name for name, _ in told] == list(files)
    faults = {
        name: found for name, rest in told if (found := _faults(name, rest, files[name], allowed[name]))
    }
    assert faults == {}
    assert status == any(allowed.values())


def _faults(
    name: str, rest: list[Line], content: str | bytes, allowed: frozenset[tuple[str, str]]
) -> list[Any]:
    if not allowed:
        return differences([{"season": name}, *rest], standings_lines(content, name))
    is_right = len(rest) == 1 and rest[0].keys() == {"error", "where"} and tuple(rest[0].values()) in allowed
    return [] if is_right else [rest, "not one of", sorted(allowed)]


@pytest.mark.parametrize("first", range(0, 300, AT_ONCE))
def test_L01_to_L20_generated_seasons(first: int, tmp_path: Path) -> None:
    """A fault names the file of its season, for `generated.season(Random(seed))`."""
    files: dict[str, str | bytes] = {}
    for seed in range(first, first + AT_ONCE):
        random = Random(seed)
        files[f"{seed}.json"] = shuffled(random, season(random))
    check(tmp_path, files)


def test_L01_to_L20_whole_seasons_of_a_club(tmp_path: Path) -> None:
    check(tmp_path, {f"{seed}.json": json.dumps(generated_season(Random(seed)).file()) for seed in range(5)})


def test_every_way_of_breaking_a_file(tmp_path: Path) -> None:
    check(tmp_path, {f"{at}.json": text(way.change) for at, way in enumerate(breakings())})


def test_files_broken_in_two_ways(tmp_path: Path) -> None:
    check(tmp_path, {f"{seed}.json": broken_twice(Random(seed)) for seed in range(AT_ONCE)})


def test_files_that_are_no_json_or_no_object(tmp_path: Path) -> None:
    check(tmp_path, {f"{at}.json": content for at, content in enumerate((*NO_JSON, *NO_OBJECT))})


def test_a_bottomless_file_is_told_of_as_any_other(tmp_path: Path) -> None:
    check(
        tmp_path, {"open.json": "[" * 100_000, "closed.json": '{"season": ' * 100_000 + "1" + "}" * 100_000}
    )


def test_files_that_look_broken_and_are_not(tmp_path: Path) -> None:
    check(tmp_path, {f"{at}.json": content for at, (_, content) in enumerate(fine())})


def test_files_after_a_broken_one_are_still_calculated(tmp_path: Path) -> None:
    check(tmp_path, {"first.json": text(), "second.json": "", "third.json": text()})
    assert printed([tmp_path / "first.json"])[1] == 0
