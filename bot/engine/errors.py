"""What the rules refuse. Codes are translated where people are spoken to, never here."""

from __future__ import annotations

from typing import Final

ERROR_KINDS: Final = (
    "syntax",
    "unknown-rules",
    "bad-option",
    "bad-deck",
    "not-your-turn",
    "illegal-action",
    "game-over",
)


class RuleViolation(Exception):
    """An input the rules refuse; nothing has changed.

    ``code`` is one of ``ERROR_KINDS`` (notation.md, "Trace"); ``reason`` is a finer machine-readable word for
    the sentence shown to a player (for example ``follow-suit``), empty where there is nothing finer to say.
    """

    def __init__(self, code: str, reason: str = "", detail: str = "") -> None:
        assert code in ERROR_KINDS, code
        super().__init__(f"{code} {reason} {detail}".strip())
        self.code = code
        self.reason = reason
        self.detail = detail
