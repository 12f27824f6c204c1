"""``make fuzz``: looks for input that breaks something, for so many seconds; ``python -m tests.fuzz 300``.

Three things in turn: readers guided by what of their code is reached (with Atheris, where it is installed: it
has wheels for few systems, so nothing of ours asks for it), readers with hypothesis's own choice, which is
another in every run, and ids made up for every handler there is. What fails is printed with how to repeat it.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.fuzz.targets import TARGETS

ROOT: Final = Path(__file__).parents[2]
SHARES: Final = (0.5, 0.3)
"""Of the time: for the guided search, and for hypothesis's; the rest goes to ids."""
IDS_A_SECOND: Final = 20
"""That are pressed, on a slow machine."""
VERBS: Final = 3 * 250
"""Ways of sending times verbs, about."""


def guided(seconds: float) -> int:
    """Each reader in a process of its own, for its share of the time; the worst exit status."""
    if importlib.util.find_spec("atheris") is None:
        print("Atheris is not installed (pip install atheris): no search was guided by coverage.", flush=True)
        return 0
    each = max(1, round(seconds / len(TARGETS)))
    print(f"== guided by coverage: {len(TARGETS)} readers, {each} s each", flush=True)
    return max(run([sys.executable, "-m", "tests.fuzz.guided", str(target), str(each)]) for target in TARGETS)


def by_hypothesis(seconds: float) -> int:
    """What ``make test`` does, with other examples, as often as there is time."""
    print("== spoilt examples, others than in make test", flush=True)
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "--hypothesis-profile=explore", "tests/fuzz"]
    try:
        return subprocess.run(
            command, cwd=ROOT, check=False, timeout=max(seconds, 10.0), env=os.environ
        ).returncode
    except subprocess.TimeoutExpired:
        print("the time is over: nothing was found until then", flush=True)
        return 0


def by_ids(seconds: float) -> int:
    """Ids made up for every handler."""
    tries = max(1, round(seconds * IDS_A_SECOND / VERBS))
    print(f"== ids made up: {tries} of each verb and way of sending", flush=True)
    path = "tests/e2e/malice/test_made_up_ids.py"
    return run([sys.executable, "-m", "pytest", "-n", "0", "-q", path], HARTENHEER_FUZZ_TRIES=str(tries))


def run(command: list[str], **environment: str) -> int:
    return subprocess.run(command, cwd=ROOT, check=False, env={**os.environ, **environment}).returncode


def main() -> int:
    """Everything; the worst exit status."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 300.0
    first, second = SHARES
    left = seconds * (1 - first - second)
    return max(guided(seconds * first), by_hypothesis(seconds * second), by_ids(left))


if __name__ == "__main__":
    sys.exit(main())
