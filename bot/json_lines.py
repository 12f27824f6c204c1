"""What the commands have in common that tell of files in JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from errno import EFBIG
from pathlib import Path
from typing import Any, Final

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
    """Print what is to be told of each file (``-``: standard input), by its name without folders and what is
    in it; the exit status is 1 if one cannot be read or an entry is a failure."""
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
