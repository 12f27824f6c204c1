"""How many branches of the packages that everything stands on are taken by their tests: ``make coverage``.

Branches of each package must be covered to ``LEAST`` per cent by the tests of these packages alone. Left out
are those that try hundreds of random games: traced they take minutes, for next to no branch more. Whoever has
run them so need not run them again: ``make test-all ARGS=--measured=not`` runs all others.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from tests.project.requirements import ROOT

LEAST: Final = 95.0
PACKAGES: Final = ("bot/engine", "bot/tables", "data")
TESTS: Final = ("tests/engine", "tests/tables", "tests/data", "tests/stats")
LEFT_OUT: Final = (
    "tests/engine/test_corpus.py::*",
    "*_properties.py::*",
    "*reference*.py::*",
    "*::*whole_auction*",
)
"""Ids of tests."""
FOLDER: Final = ROOT / "var" / "coverage"
"""Where pyproject.toml has coverage's data written to."""


@dataclass(frozen=True)
class Covered:
    """What of a package was reached. ``missed`` are branches not taken: «file:line → line»."""

    package: str
    lines: float
    branches: float
    missed: tuple[str, ...]

    @property
    def is_enough(self) -> bool:
        """Whether the bound holds."""
        return self.branches >= LEAST

    def __str__(self) -> str:
        return f"{self.package}: {self.branches:.1f} % of branches, {self.lines:.1f} % of lines"


def is_measured(test: str) -> bool:
    """Whether a test, by its id, is one of those by which is measured."""
    return test.startswith(TESTS) and not any(fnmatchcase(test, pattern) for pattern in LEFT_OUT)


def covered(package: str, files: Mapping[str, Any]) -> Covered:
    """Add up the files of a package, as coverage's JSON report has them."""
    own = {path: report for path, report in sorted(files.items()) if path.startswith(f"{package}/")}

    def share(part: str, whole: str) -> float:
        total = sum(report["summary"][whole] for report in own.values())
        return 100 * sum(report["summary"][part] for report in own.values()) / total if total else 0.0

    missed = tuple(
        f"{path}:{line} → {'the end' if then < 0 else then}"
        for path, report in own.items()
        for line, then in report["missing_branches"]
    )
    return Covered(
        package, share("covered_lines", "num_statements"), share("covered_branches", "num_branches"), missed
    )


def main(arguments: Sequence[str]) -> int:
    """Run the tests and tell what they reach; 1 where that is too little or one of them fails."""
    coverage = Path(sys.executable).with_name("coverage")
    FOLDER.mkdir(parents=True, exist_ok=True)

    def run(*command: str) -> int:
        return subprocess.run([coverage, *command], cwd=ROOT, check=False).returncode

    run("erase")
    if run("run", "-m", "pytest", *TESTS, "--measured=only", *arguments):
        return 1
    report = FOLDER / "report.json"
    if run("combine", "--quiet") or run("json", "--quiet", "-o", str(report)):
        return 1
    files = json.loads(report.read_text("utf-8"))["files"]
    found = [covered(package, files) for package in PACKAGES]
    for one in found:
        print(one)
        if not one.is_enough:
            print(f"  less than {LEAST:g} %. Not taken:", *one.missed, sep="\n  ")
    return 0 if all(one.is_enough for one in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
