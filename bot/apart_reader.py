"""What a process apart does: call one function, within limits, and say what came of it (``bot/apart.py``).

What it is asked and what it says goes through pipes, pickled: on both ends is this program, and what
strangers brought is nothing but bytes in it, which nobody unpickles.
"""

from __future__ import annotations

import gc
import math
import os
import pickle
import signal
import sys
import time
from typing import Any, Final, Literal

from bot.errors import where

if sys.platform != "win32":
    import resource

SECONDS: Final = 2
"""Of the processor; the system rounds up to whole ones."""
MEGABYTES: Final = 200
OUT_OF_MEMORY: Final = 75
"""The exit status that says so."""

Reply = tuple[Literal["value", "raised", "broke"], Any]
"""What the function returned; an error of our own, which is an answer too; or where it broke by any other."""


def limit() -> None:
    """Hold this process to what reading may take. Linux knows both limits, macOS that of the processor, and
    Windows neither: there the time that whoever waits for it allows is the only one."""
    if sys.platform == "win32":
        return
    seconds = math.ceil(time.process_time()) + SECONDS
    limits = {resource.RLIMIT_CPU: seconds, resource.RLIMIT_CORE: 0}
    if sys.platform == "linux":
        limits[resource.RLIMIT_AS] = MEGABYTES * 1_000_000
    for one, most in limits.items():
        resource.setrlimit(one, (most, most))


def reply_to(asked: bytes) -> Reply:
    """Call the function that is asked for, with its arguments."""
    read, arguments = pickle.loads(asked)  # noqa: S301 - of our own program
    limit()
    try:
        return "value", read(*arguments)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - whoever asked is told
        ours = type(error).__module__.startswith("bot.")
        return ("raised", error) if ours else ("broke", where(error))


def main() -> None:
    """Answer once. Whoever asked ends this process; what is sent to all of a service's does not."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    gc.disable()  # what is read is a tree of a great many values, without circles
    try:
        sys.stdout.buffer.write(pickle.dumps(reply_to(sys.stdin.buffer.read()), pickle.HIGHEST_PROTOCOL))
        sys.stdout.buffer.flush()
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    os._exit(0)  # without taking the tree down leaf by leaf


if __name__ == "__main__":
    main()
