"""What the commands have in common that tell of files in JSON lines."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
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
    status = 0
    try:
        for file in files:
            try:
                data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            except OSError as error:
                print(f"Cannot read {file}: {error.strerror}.", file=sys.stderr)
                status = 1
                continue
            for entry in entries(Path(file).name, data):
                print(json.dumps(entry))
                if is_failure(entry):
                    status = 1
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read us has seen enough; nothing more can be printed, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status
