"""Why something cannot be done with a league: a code, translated where people see it."""

from __future__ import annotations


class ClubError(Exception):
    """Something about a league that cannot be done. ``code`` is one of the sentences ``error.club.…`` of the
    catalogue, or what one of L17 refuses a correction with (``correction.refused.…``); ``details`` fill
    their placeholders."""

    def __init__(self, code: str, /, **details: str) -> None:
        super().__init__(code, *details.values())
        self.code = code
        self.details = details
