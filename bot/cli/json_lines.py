"""Lines of JSON, and how far something is."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from errno import EFBIG
from pathlib import Path
from typing import Any, Final, TextIO

LARGEST: Final = 256
"""Megabytes of a file. A season of 100,000 games has 27."""
LONGEST_PATH: Final = 80
"""Characters of where something is in a file."""
_MEGABYTE: Final = 1_000_000

Entry = dict[str, Any]
"""One line of output: keys in the order printed."""


def print_entries(
    files: Sequence[str],
    entries: Callable[[str, bytes], Iterable[Entry]],
    is_failure: Callable[[Entry], bool],
) -> int:
    """Print the entries of each file (``-``: standard input), by its name without folders and what is in
    it; the exit status is 1 if one cannot be read or an entry is a failure."""
    contents = Contents(files)
    lines = (entry for name, data in contents for entry in entries(name, data))
    return print_lines(lines, is_failure) or contents.missing


def print_lines(entries: Iterable[Entry], is_failure: Callable[[Entry], bool]) -> int:
    """Print them; the status is 1 if one is a failure."""
    status = 0
    for entry in entries:
        print(json.dumps(entry))
        if is_failure(entry):
            status = 1
    return status


class Contents:
    """The files that can be read (``-``: standard input), each its name without folders and what is in it.
    Of the others it is said why; ``missing`` is 1 once there was one."""

    def __init__(self, files: Sequence[str]) -> None:
        self._files = files
        self.missing = 0

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        for file in self._files:
            try:
                data = contents(file)
            except OSError as error:
                print(f"Cannot read {file}: {error.strerror}.", file=sys.stderr)
                self.missing = 1
            else:
                yield Path(file).name, data


def beyond(name: str, where: str) -> str:
    """A sentence on a file in which something is more than the program takes."""
    return f"{name}: more than this program takes, at {where[:LONGEST_PATH]}."


def contents(file: str) -> bytes:
    """What is in a file (``-``: standard input). Raises OSError, also where it is larger than ``LARGEST``."""
    most = LARGEST * _MEGABYTE
    if file == "-":
        data = sys.stdin.buffer.read(most + 1)
    else:
        with Path(file).open("rb") as opened:
            data = opened.read(most + 1)
    if len(data) > most:
        raise OSError(EFBIG, f"It has more than {LARGEST} MB")
    return data


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
