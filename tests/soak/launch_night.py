"""Starts the bot as ``python -m bot run`` does, with a clock that a test sets ahead, and kills it as
``kill -9`` would beside what it keeps of nights: once at each moment, which it notes in a file before."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from bot import app
from bot.__main__ import main
from tests.e2e.night.moments import watched
from tests.soak.launch import be_brisk, be_quick
from tests.soak.shared_time import SharedTime

CLOCK = "HARTENHEER_TEST_CLOCK"
"""The environment's name for the file of the clock."""
DIED_AT = "HARTENHEER_TEST_DIED_AT"
"""The same for the file of the moments that it has died at."""
EVERY = "HARTENHEER_TEST_EVERY_MOMENT"
"""Where the environment says so, it dies also before what it would do once more in any case."""


def is_wanted(moment: str) -> bool:
    """Whether to die there: between any two steps, and where one has been done and nobody knows."""
    return moment.startswith("after ") or moment.endswith(" done") or bool(os.environ.get(EVERY))


def die(moment: str) -> None:
    """End the process, where it has not ended there before."""
    path = Path(os.environ[DIED_AT])
    before = path.read_text().splitlines() if path.exists() else []
    if not is_wanted(moment) or moment in before:
        return
    with path.open("a") as file:
        file.write(f"{moment}\n")
        file.flush()
        os.fsync(file.fileno())
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    be_brisk()
    be_quick()
    app.SystemTime = lambda: SharedTime(Path(os.environ[CLOCK]))
    watched(die)
    sys.exit(main(["run"]))
