"""How far a long command has got, for whoever waits for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TextIO

WIDTH: Final = 40
"""Of the bar, in characters."""
A_LINE_EVERY: Final = 1000
"""Tables, where there is no terminal to draw a bar on."""
AT_ONCE: Final = 2.0
"""Seconds that nobody minds waiting without being told anything."""

Progress = Callable[[int, int], None]
"""Is told how many tables are done, and how many there are."""


def shown_on(stream: TextIO) -> Progress:
    """As a bar where the stream is a terminal, else in lines."""
    return ProgressBar(stream) if stream.isatty() else Lines(stream)


class WhereLong:
    """Nothing for as long as nobody minds, then the rest. ``now`` is a clock in seconds."""

    def __init__(self, show: Progress, now: Callable[[], float] = time.monotonic) -> None:
        self._show = show
        self._now = now
        self._from = now() + AT_ONCE

    def __call__(self, done: int, tables: int) -> None:
        """So many tables are done, of so many."""
        if self._now() >= self._from:
            self._show(done, tables)


class ProgressBar:
    """A bar on a terminal, drawn again where it has grown."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._drawn = ""

    def __call__(self, done: int, tables: int) -> None:
        """So many tables are done, of so many."""
        share = done / tables if tables else 1.0
        full = int(share * WIDTH)
        drawn = f"[{'#' * full}{'.' * (WIDTH - full)}] {int(100 * share):3} % of {tables} tables"
        if drawn != self._drawn:
            self._terminal.write(f"\r{drawn}" + ("\n" if done == tables else ""))
            self._terminal.flush()
            self._drawn = drawn


class Lines:
    """A line now and then, for a log."""

    def __init__(self, log: TextIO) -> None:
        self._log = log

    def __call__(self, done: int, tables: int) -> None:
        """So many tables are done, of so many."""
        if done == tables or (done and done % A_LINE_EVERY == 0):
            print(f"{done} of {tables} tables", file=self._log, flush=True)
