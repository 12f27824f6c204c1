"""The custom ids of our buttons, selects and modals: ``hh:verb:table:seq:value``.

An id carries all a press means, so that a button works after a restart, and nothing that would not be checked
again when it comes back: anybody can send any id.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

PREFIX: Final = "hh"
LONGEST: Final = 100  # https://discord.com/developers/docs/components/reference


@dataclass(frozen=True, slots=True)
class PressId:
    """What a button, select or modal stands for. ``seq`` is the table's number of log entries it was made
    at."""

    verb: str
    table: int = 0
    seq: int = 0
    value: str = ""

    def __str__(self) -> str:
        text = f"{PREFIX}:{self.verb}:{self.table}:{self.seq}:{self.value}"
        assert len(text) <= LONGEST, self.verb
        return text

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The meaning of an id, or None when it is not one of ours."""
        parts = text.split(":", 4)
        if len(parts) != 5 or parts[0] != PREFIX or not _is_number(parts[2]) or not _is_number(parts[3]):
            return None
        return cls(parts[1], int(parts[2]), int(parts[3]), parts[4])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 18
