"""What is counted of the whole process where it happens, by one word each; the metrics read it.

For what many small parts do alike, such as trying something again: they need nobody to tell.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Final


class Retry(StrEnum):
    """What may be tried once more."""

    ANSWER = "answer"
    MESSAGE = "message"
    CHANGE = "change"
    REMOVAL = "removal"
    CALL = "call"
    START = "start"


retries: Final = Counter[Retry]()
"""How often each was, since the process began."""

log_lines: Final = Counter[str]()
"""How many lines were logged, by level."""


def tried_again(what: Retry) -> None:
    """Something is tried once more."""
    retries[what] += 1
