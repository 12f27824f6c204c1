"""The tests beside busy processes, again and again: ``python -m tests.under_load TIMES [PYTEST ARGUMENTS]``.

What depends on who is quicker fails here. Each round deals other cards (``HARTENHEER_TEST_SEED``), and the
first failure ends it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

BUSY: Final = 4
SEED: Final = "HARTENHEER_TEST_SEED"


@contextmanager
def busy_processes(count: int = BUSY) -> Iterator[list[subprocess.Popen[bytes]]]:
    """So many processes that never rest, gone afterwards."""
    running: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(count):
            running.append(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
        yield running
    finally:
        for process in running:
            process.kill()
            process.wait()


def main(arguments: Sequence[str]) -> int:
    """Run the tests so many times; the exit status of the first run that fails."""
    times, first = int(arguments[0]), int(os.environ.get(SEED, "0"))
    with busy_processes():
        for number in range(times):
            seed = first + number
            print(f"== round {number + 1} of {times}, {SEED}={seed}", flush=True)
            tests = [sys.executable, "-m", "pytest", *arguments[1:]]
            status = subprocess.run(tests, env={**os.environ, SEED: str(seed)}, check=False).returncode
            if status:
                print(f"== round {number + 1} failed: to repeat it, {SEED}={seed} make test", flush=True)
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
