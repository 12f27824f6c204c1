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


LATER = 200_000
"""What steps of the second round's tables on are about."""


def is_wanted(moment: str) -> bool:
    """Whether to die there: once a step is begun, and once it is kept that it is done; in the first round
    also where it is done and that is not kept. Games have tests of their own, but for their opening."""
    when, *what, last = moment.split()
    if os.environ.get(EVERY):
        return True
    if last in ("lobby", "playing", "finished"):
        return False
    return when == "after" or (last == "done" and int(what[-1]) < LATER)


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
