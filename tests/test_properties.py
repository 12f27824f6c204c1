"""Properties are tried with the same examples in every run, and with new ones where it is asked for."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from hypothesis import settings

TREE = Path(__file__).parents[1]
FAILING = """
from hypothesis import given, reproduce_failure
from hypothesis import strategies as st
from tests.properties import tries

@tries(20)
@given(st.integers(0, 10**9))
def test_it(number):
    print("tried", number)
    assert number < 10**8
"""


def run(file: Path, *options: str) -> str:
    """What a failing property tells, with the tests' profiles."""
    pytest = [sys.executable, "-m", "pytest", "-c", "pyproject.toml", "-p", "tests.conftest"]
    quietly = ["-n", "0", "-s", "-p", "no:cacheprovider"]
    command = [*pytest, *quietly, *options, str(file)]
    found = subprocess.run(command, cwd=TREE, capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode == 1, found.stdout + found.stderr
    return found.stdout


def numbers(told: str) -> list[str]:
    return re.findall(r"tried (\d+)", told)


def test_the_same_examples_unless_it_explores(tmp_path: Path) -> None:
    file = tmp_path / "test_failing.py"
    file.write_text(FAILING)
    first, second = run(file), run(file)
    assert numbers(first) == numbers(second) != []
    explored = run(file, "--hypothesis-profile=explore")
    assert numbers(explored) != numbers(first)
    assert len(numbers(explored)) > 1
    again = re.search(r"@reproduce_failure\(.*?\)", explored)
    assert again is not None, explored
    file.write_text(FAILING.replace("@tries", f"{again[0]}\n@tries"))
    (found,) = set(numbers(run(file)))
    assert found == numbers(explored)[-1]


def test_to_explore_is_to_try_ten_times_as_many() -> None:
    same, explore = settings.get_profile("same"), settings.get_profile("explore")
    assert (same.derandomize, explore.derandomize) == (True, False)
    assert explore.max_examples == 10 * same.max_examples
    assert same.deadline is explore.deadline is None


def test_no_test_chooses_its_own_randomness() -> None:
    files = [path for path in (TREE / "tests").rglob("*.py") if path != Path(__file__)]
    own = [path.name for path in files if "derandomize=" in path.read_text(encoding="utf-8")]
    assert own == ["conftest.py"]
