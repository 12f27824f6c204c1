"""Which tests are run where nobody has time for all: a representative of every class.

A test of many cases is run with a few of them: the first, the last and the one in the middle. Those that
``long.txt`` names are not run: they take more than a moment, and nearly every file has another one. The
rules' own tests are quick, and all of them are run. Nothing is chosen by chance, so that what fails once
fails again.

The list is made from what a run of all tests took::

    make test-all ARGS=--junitxml=var/tests.xml
    .venv/bin/python -m tests.chosen var/tests.xml
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar
from xml.etree import ElementTree

import pytest

LONG: Final = Path(__file__).with_name("long.txt")
SECONDS: Final = 0.6
"""What a test may take, in all the cases of it that are run."""

LONGEST: Final = 7.0
"""The same of the quickest test of a file, which is run however long it takes up to then."""

CASES: Final = 3
"""Of each test."""

ALL_CASES_OF: Final = ("tests/engine/",)
"""Where they are so quick that nothing is gained."""

T = TypeVar("T")


def representatives(items: Iterable[pytest.Item]) -> Collection[pytest.Item]:
    """Those of a whole collection that are run."""
    long = frozenset(LONG.read_text("utf-8").split())
    cases = _by_test((item.nodeid.partition("[")[0], item) for item in items)
    return {item for test, all_of_it in cases.items() if test not in long for item in _few(test, all_of_it)}


def is_of(feature: str, test: str) -> bool:
    """Whether a test is one of a feature: a folder that it lies in is called so, or its file."""
    *folders, file = test.partition("::")[0].split("/")
    return feature in folders or file == f"test_{feature}.py"


def part_of_rest(items: Sequence[pytest.Item], part: str) -> Collection[pytest.Item]:
    """Of a whole collection, one of several equal parts of those that are not run: ``2/4`` is the third of
    four."""
    number, parts = map(int, part.split("/"))
    run = set(representatives(items))
    return [one for one in items if one not in run][number::parts]


def long_ones(took: Mapping[str, Sequence[float]]) -> list[str]:
    """The tests that are left out, by how many seconds each case of each test took, in the order of the
    cases."""
    times = {test: sum(_few(test, cases)) for test, cases in took.items()}
    files = _by_test((test.partition("::")[0], test) for test in times)
    quickest = {min(tests, key=lambda test: (times[test], test)) for tests in files.values()}
    return sorted(
        test for test, seconds in times.items() if seconds > (LONGEST if test in quickest else SECONDS)
    )


def _few(test: str, cases: Sequence[T]) -> Sequence[T]:
    if test.startswith(ALL_CASES_OF) or len(cases) <= CASES:
        return cases
    return [cases[round(place * (len(cases) - 1) / (CASES - 1))] for place in range(CASES)]


def _by_test(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    found: dict[str, list[T]] = {}
    for name, one in pairs:
        found.setdefault(name, []).append(one)
    return found


def _took(results: Path) -> dict[str, list[float]]:
    """What a run took, as pytest has written it in the form of JUnit."""
    return _by_test(
        (
            f"{case.attrib['classname'].replace('.', '/')}.py::{case.attrib['name'].partition('[')[0]}",
            float(case.attrib["time"]),
        )
        for case in ElementTree.parse(results).iter("testcase")  # noqa: S314 - what pytest has just written
    )


if __name__ == "__main__":
    LONG.write_text("".join(f"{test}\n" for test in long_ones(_took(Path(sys.argv[1])))), "utf-8")
