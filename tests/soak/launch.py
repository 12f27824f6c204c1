"""Starts the bot as ``python -m bot run`` does, and kills it at a chosen commit as ``kill -9`` would.

A script rather than a module, so that it starts whatever tree it is run in. It loads the program once, and
starts it in a copy of itself whenever it is asked to (``nursery``). Each commit is told on standard error.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable
from typing import Any

from discord.state import ConnectionState

from bot import app
from bot.__main__ import main
from data import connections

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
    moments, commit = Moments(at), connections.commit

    def watched(connection: sqlite3.Connection) -> None:
        moments.come("before")
        commit(connection)
        moments.come("after")

    connections.commit = watched


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


def live() -> int:
    """The program, as the environment says; returns its exit status."""
    if os.environ.get(BRISK):
        be_brisk()
    be_quick()
    kill_at(os.environ.get(AT, ""))
    return main(["run"])


def bear(live: Callable[[], int]) -> None:
    """Until nobody can ask any more: one life after the other, each in a copy of this process. By standard
    input, a socket, come its environment (JSON, a line) and two pipes: for what it says, and for its process
    id and, on another line, its exit status."""
    asked = socket.socket(fileno=sys.stdin.fileno())
    while (found := _next(asked)) is not None:
        environment, says, ends = found
        born = os.fork()
        if not born:
            _settle_in(environment, says)
            os.close(ends)
            sys.exit(live())
        os.close(says)
        os.write(ends, f"{born}\n".encode())
        _, status = os.waitpid(born, 0)
        os.write(ends, f"{os.waitstatus_to_exitcode(status)}\n".encode())
        os.close(ends)


def _next(asked: socket.socket) -> tuple[dict[str, str], int, int] | None:
    most = 1 << 16
    told, pipes, *_ = socket.recv_fds(asked, most, 2)
    if not told:
        return None
    while not told.endswith(b"\n"):
        told += asked.recv(most)
    says, ends = pipes
    return json.loads(told), says, ends


def _settle_in(environment: dict[str, str], says: int) -> None:
    """What a process has of its own when it is started."""
    os.environ.clear()
    os.environ.update(environment)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for given, own in ((nothing, sys.stdin), (says, sys.stderr)):
        os.dup2(given, own.fileno())
        os.close(given)


if __name__ == "__main__":
    bear(live)
