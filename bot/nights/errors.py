"""Why something cannot be done with a night: a code, translated where people see it."""

from __future__ import annotations


class NightError(Exception):
    """Something about a night that cannot be done. ``code`` is one of the sentences ``error.night.…`` of the
    catalogue; ``details`` fill their placeholders."""

    def __init__(self, code: str, /, **details: str) -> None:
        super().__init__(code, *details.values())
        self.code = code
        self.details = details
