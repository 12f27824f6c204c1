"""The tests that ``make test`` runs: some of every kind."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import cast

import pytest

from tests import chosen
from tests.project.requirements import ROOT


@dataclass(frozen=True)
class Case:
    """What is asked of a test."""

    nodeid: str


def test_what_is_left_out_as_long_is_there() -> None:
    """A test that has been renamed is measured anew."""
    names = chosen.LONG.read_text("utf-8").split()
    assert names == sorted(set(names))
    for file in {name.partition("::")[0] for name in names}:
        tree = ast.parse((ROOT / file).read_text("utf-8"))
        functions = [one for one in tree.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
        tests = {f"{file}::{one.name}" for one in functions if one.name.startswith("test_")}
        left_out = {name for name in names if name.startswith(f"{file}::")}
        assert left_out <= tests, (file, left_out - tests)


def test_all_that_is_left_out_is_in_one_part_of_it() -> None:
    items = [cast("pytest.Item", Case(f"a.py::test[{number}]")) for number in range(11)]
    parts = [chosen.part_of_rest(items, f"{number}/4") for number in range(4)]
    run = chosen.representatives(items)
    assert len(run) == chosen.CASES
    assert sorted(one.nodeid for part in (*parts, run) for one in part) == sorted(one.nodeid for one in items)


def test_the_long_ones_are_left_out_but_for_the_quickest_of_a_file() -> None:
    took = {
        "a.py::test_quick": [0.1],
        "a.py::test_long": [1.5],
        "a.py::test_long_in_all": [0.3] * 3 + [9.0] + [0.5] * 3,  # the first, the middle, the last
        "a.py::test_many_quick_ones": [0.1] * 100,
        "b.py::test_long": [2.0],
        "b.py::test_longer": [3.0],
        "c.py::test_too_long_in_any_case": [11.0],
    }
    assert chosen.long_ones(took) == [
        "a.py::test_long",
        "a.py::test_long_in_all",
        "b.py::test_longer",
        "c.py::test_too_long_in_any_case",
    ]


def test_of_a_feature_are_its_folders_and_what_is_called_so() -> None:
    tests = [
        f"tests/{file}::test_it[leagues]" for file in ("leagues/words/test_a.py", "e2e/leagues/test_a.py")
    ]
    assert all(chosen.is_of("leagues", test) for test in [*tests, "tests/data/test_leagues.py::test_it"])
    assert not chosen.is_of("leagues", "tests/nights/test_of_leagues.py::test_it[leagues]")
