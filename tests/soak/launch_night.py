"""Starts the bot as ``python -m bot run`` does, with a clock that a test sets ahead, and kills it as
``kill -9`` would beside what it keeps of nights: once at each moment, which it notes in a file before."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

from bot import app
from bot.__main__ import main
from tests.e2e.nights.moments import watched
from tests.soak.launch import be_brisk, be_quick, bear
from tests.soak.shared_time import SharedTime

CLOCK = "HARTENHEER_TEST_CLOCK"
"""The environment's name for the file of the clock."""
DIED_AT = "HARTENHEER_TEST_DIED_AT"
"""The same for the file of the moments that it has died at."""
STRIDE = "HARTENHEER_SOAK_STRIDE"
"""1 in the environment: it dies also before what it would do once more in any case; another number: once of
each step; else once of each kind of step, and of every eighth."""

FEW = 8
LATER = 200_000
"""What steps of the second round's tables on are about."""


def is_wanted(moment: str, before: Sequence[str]) -> bool:
    """Whether to die there, having died at others ``before``: once a step is begun, and once it is kept that
    it is done; in the first round also where it is done and that is not kept. Games have tests of their own,
    but for their opening."""
    when, *what, last = moment.split()
    stride = os.environ.get(STRIDE, "")
    if stride == "1":
        return True
    if last in ("lobby", "playing", "finished"):
        return False
    if when == "before" and (last != "done" or int(what[-1]) >= LATER):
        return False
    return bool(stride) or kind(moment) not in map(kind, before) or crc32(moment.encode()) % FEW == 0


def kind(moment: str) -> tuple[str, str, str]:
    """What moments have in common that are of the same kind of step."""
    when, what, *_, last = moment.split()
    return when, what if what[0].isalpha() else "game", last


def die(moment: str) -> None:
    """End the process, where it has not ended there before."""
    path = Path(os.environ[DIED_AT])
    before = path.read_text().splitlines() if path.exists() else []
    if moment in before or not is_wanted(moment, before):
        return
    with path.open("a") as file:
        file.write(f"{moment}\n")
        file.flush()
        os.fsync(file.fileno())
    os.kill(os.getpid(), signal.SIGKILL)


def live() -> int:
    """The program, as the environment says; returns its exit status."""
    be_brisk()
    be_quick()
    app.SystemTime = lambda: SharedTime(Path(os.environ[CLOCK]))
    watched(die)
    return main(["run"])


if __name__ == "__main__":
    bear(live)
