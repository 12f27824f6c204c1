"""When the next copy is due: of moments alone."""

from __future__ import annotations

from typing import Final

MINUTE: Final = 60.0
DAY: Final = 86400.0
AFTER_START: Final = 120.0
"""Seconds after a start in which nothing is made up for: there is enough to do."""
FIRST_PAUSE: Final = 3600.0
LONGEST_PAUSE: Final = 6 * 3600.0
"""Seconds until a copy that failed is tried again: they grow from the first to the longest."""


def next_due(last: float | None, minute: int, now: float) -> float:
    """The moment (unix seconds) at which the next copy is due, where one is wanted each day at that minute
    of UTC's day, and the last one was made at ``last``: at once where there is none since that minute was
    last. A copy of a time to come, as there is when the clock was set back, is none."""
    today = now - now % DAY + minute * MINUTE
    before = today if today <= now else today - DAY
    return before + DAY if last is not None and before <= last <= now else now
