"""What is known of the daily copies, as values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

NO_ROOM, CANNOT_WRITE, UNSOUND, OTHER = "no-room", "cannot-write", "unsound", "other"
REASONS: Final = (NO_ROOM, CANNOT_WRITE, UNSOUND, OTHER)
"""Why there is no copy, as far as it matters for what is to be done."""

_REASON_OF: Final = {
    "no-room": NO_ROOM,
    "disk-full": NO_ROOM,
    "cannot-write": CANNOT_WRITE,
    "read-only": CANNOT_WRITE,
    "cannot-open": CANNOT_WRITE,
    "disk-failed": CANNOT_WRITE,
    "no-folder": CANNOT_WRITE,
    "unplayable": UNSOUND,
    "differs": UNSOUND,
    "refers-to-nothing": UNSOUND,
    "unreadable": UNSOUND,
    "damaged": UNSOUND,
    "not-a-database": UNSOUND,
}


def reason_of(code: str) -> str:
    """Which of ``REASONS`` the store's code of a failure is."""
    return _REASON_OF.get(code, OTHER)


@dataclass(frozen=True, slots=True)
class MadeBackup:
    """A copy that was made and verified: of which moment (unix seconds), of how many bytes, how many tables
    it has, how many games were played again, and how many tables are parked."""

    at: float
    size: int
    tables: int
    games: int
    parked: int

    @property
    def text(self) -> str:
        """To be kept."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str | None) -> Self | None:
        """What was kept; None where there is nothing, or nothing that this program understands."""
        try:
            told: Any = json.loads(text or "")
            return cls(
                float(told["at"]), *(int(told[name]) for name in ("size", "tables", "games", "parked"))
            )
        except (ValueError, TypeError, KeyError, OverflowError):
            return None


@dataclass(frozen=True, slots=True)
class Failed:
    """A copy that could not be made: when, which of ``REASONS``, and how often in a row by now. ``sentence``
    is for the log."""

    at: float
    reason: str
    times: int
    sentence: str


@dataclass(frozen=True, slots=True)
class BackupState:
    """How the daily copies stand: whether they are made at all, the moment of the last that is there and what
    was verified of it, where that is known; why there is none since, and when the next one is due."""

    wanted: bool
    at: float | None = None
    made: MadeBackup | None = None
    failed: Failed | None = None
    due: float | None = None
    working: bool = False


@dataclass(frozen=True, slots=True)
class Stock:
    """What the database holds: tables by state, which are parked, and how many people had a seat in a game
    that was going on in the last day, and in the last week."""

    tables: Mapping[str, int]
    parked: tuple[int, ...]
    day: int
    week: int
