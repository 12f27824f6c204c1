"""Starts the bot as ``python -m bot run`` does, and kills it at a chosen commit as ``kill -9`` would.

A script rather than a module, so that it starts whatever tree it is run in. Each commit is told on
standard error.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from typing import Any

from discord.state import ConnectionState

from bot import app
from bot.__main__ import main
from data import writer

AT = "HARTENHEER_KILL_AT_COMMIT"
"""The environment's name for the moment: ``3 before`` or ``3 after``, counted from 1; empty: never."""
BRISK = "HARTENHEER_BRISK"
"""Where the environment says so, the library does not wait for more servers after the first."""
TOLD = "COMMIT "


class Moments:
    """Counts commits, and ends the process at one of them."""

    def __init__(self, at: str) -> None:
        number, _, self._stage = at.partition(" ")
        self._last = int(number or 0)
        self._number = 0

    def come(self, stage: str) -> None:
        """A commit is about to be made, or was."""
        self._number += stage == "before"
        if (self._number, stage) == (self._last, self._stage):
            os.kill(os.getpid(), signal.SIGKILL)
        if stage == "after":
            print(f"{TOLD}{self._number}", file=sys.stderr, flush=True)


def kill_at(at: str) -> None:
    """Let this process die at that commit of its writers."""
    moments, commit = Moments(at), writer.commit

    def watched(connection: sqlite3.Connection) -> None:
        moments.come("before")
        commit(connection)
        moments.come("after")

    writer.commit = watched


def be_brisk() -> None:
    """Let the library take the servers it was told of at once for all there are."""
    original = ConnectionState.__init__

    def brisk(self: Any, **options: Any) -> None:
        original(self, **options)
        self.guild_ready_timeout = 0.01

    ConnectionState.__init__ = brisk


def be_quick() -> None:
    """Let the bot take any press: people press faster here than anywhere."""
    defaults: dict[str, Any] = app.assembled.__wrapped__.__kwdefaults__  # pyright: ignore[reportFunctionMemberAccess]
    assert "stands_after" in defaults
    defaults["stands_after"] = 0.0


if __name__ == "__main__":
    if os.environ.get(BRISK):
        be_brisk()
    be_quick()
    kill_at(os.environ.get(AT, ""))
    sys.exit(main(["run"]))
