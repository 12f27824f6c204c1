"""What the commands have in common that tell of files in JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

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
                data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            except OSError as error:
                print(f"Cannot read {file}: {error.strerror}.", file=sys.stderr)
                self.missing = 1
            else:
                yield Path(file).name, data
