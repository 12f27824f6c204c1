"""What ``python -m bot stats`` prints, held against a second calculation from the paragraphs alone
(`tests.statistics.reference`): S1 to S9."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from tests.stats.reference import games, odd
from tests.stats.reference.stats import Line, stats_of, stats_of_each

ROOT = Path(__file__).parents[2]
PRESETS = sorted({preset for preset, _, _ in games.CASES})


def written(folder: Path, records: Mapping[str, bytes]) -> list[Path]:
    for name, data in records.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in records]


def printed(*arguments: str | Path) -> tuple[list[Line], int]:
    """What the command prints, and its exit status."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(out):
        status = main(["stats", *map(str, arguments)])
    out.seek(0)
    return [json.loads(line) for line in out.read().splitlines()], status


def same(told: list[Line], expected: list[Line]) -> None:
    """Line by line, whatever the order of the keys; 1 is not 1.0."""
    assert [_text(line) for line in told] == [_text(line) for line in expected]


def _text(line: Line) -> str:
    return json.dumps(line, sort_keys=True, indent=1)


def check(folder: Path, records: Mapping[str, bytes], preset: str | None = None) -> None:
    """The command prints what it has to, and its exit status says whether there was an error."""
    expected = stats_of(records, preset)
    told, status = printed(*(("--preset", preset) if preset else ()), *written(folder, records))
    same(told, expected)
    assert status == int(any("error" in line for line in expected))


@pytest.mark.parametrize("seed", range(3))
def test_finished_games(tmp_path: Path, seed: int) -> None:
    check(tmp_path, games.finished(66, seed * 1000))


def test_much_colour_whist(tmp_path: Path) -> None:
    check(tmp_path, games.finished(60, 5000, games.WHIST_CASES))


@pytest.mark.parametrize("preset", PRESETS)
def test_games_of_a_preset(tmp_path: Path, preset: str) -> None:
    check(tmp_path, dict(list(games.finished(66).items())[:33]), preset)


@pytest.mark.parametrize("number", range(33))
def test_each_game_alone(tmp_path: Path, number: int) -> None:
    name, data = list(games.finished(66).items())[number]
    check(tmp_path, {name: data})


def test_the_order_of_the_records_does_not_matter(tmp_path: Path) -> None:
    files = written(tmp_path, games.finished(66))
    Random(1).shuffle(files)
    same(printed(*files)[0], stats_of(games.finished(66)))


@pytest.mark.parametrize("name", odd.broken())
def test_a_broken_record(tmp_path: Path, name: str) -> None:
    some = dict(list(games.finished(66).items())[:2])
    first, second = some
    check(tmp_path, {first: some[first], name: odd.broken()[name].data, second: some[second]})


def test_many_broken_records_among_others(tmp_path: Path) -> None:
    records = dict(list(games.finished(66).items())[:12])
    records |= {name: one.data for name, one in odd.broken().items()}
    records |= odd.name_twice() | odd.uncounted() | odd.fine()[1]
    names = list(records)
    Random(2).shuffle(names)
    check(tmp_path, {name: records[name] for name in names})


def test_a_broken_record_is_told_of_whatever_preset_is_asked_for(tmp_path: Path) -> None:
    records = {name: one.data for name, one in odd.broken().items()} | odd.name_twice()
    check(tmp_path, records, "denexa-king")


@pytest.mark.parametrize("name", odd.name_twice())
def test_a_name_twice_in_a_record(tmp_path: Path, name: str) -> None:
    check(tmp_path, {name: odd.name_twice()[name], **dict(list(games.finished(66).items())[:1])})


@pytest.mark.parametrize("name", odd.uncounted())
def test_what_is_not_finished_or_has_no_names(tmp_path: Path, name: str) -> None:
    check(tmp_path, {name: odd.uncounted()[name]})


def test_the_same_game_written_otherwise(tmp_path: Path) -> None:
    for name, data in odd.fine()[1].items():
        check(tmp_path, {name: data})


def test_a_record_given_twice_counts_twice(tmp_path: Path) -> None:
    name, data = next(iter(games.finished(66).items()))
    files = written(tmp_path, {name: data})
    same(printed(*files, *files)[0], stats_of_each([(name, data)] * 2))


def test_records_of_the_same_name_in_two_folders(tmp_path: Path) -> None:
    """Errors carry the name without folders."""
    data = odd.broken()["nonsense.king"].data
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.king").write_bytes(data)
    told, status = printed(tmp_path / "a" / "x.king", tmp_path / "b" / "x.king")
    same(told, [{"error": "illegal-action", "record": "x.king"}] * 2)
    assert status == 1


def test_as_a_process_of_its_own(tmp_path: Path) -> None:
    """The records, one of them on standard input; a file that is not there is told of and is no line."""
    records = dict(list(games.finished(66).items())[:12])
    files = written(tmp_path, records)
    last = odd.broken()["goes-on.king"].data
    done = subprocess.run(
        [sys.executable, "-m", "bot", "stats", *map(str, files), str(tmp_path / "none.king"), "-"],
        input=last,
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert b"none.king" in done.stderr
    same([json.loads(line) for line in done.stdout.splitlines()], stats_of({**records, "-": last}))


def test_exit_status_of_good_records_in_a_process(tmp_path: Path) -> None:
    files = written(tmp_path, dict(list(games.finished(66).items())[:2]))
    command = [sys.executable, "-m", "bot", "stats", "--preset", "kingen", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    same(
        [json.loads(line) for line in done.stdout.splitlines()],
        stats_of(dict(list(games.finished(66).items())[:2]), "kingen"),
    )
