"""The days of daily deals, which are UTC's: pure."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

FIRST_DAY: Final = date(2026, 1, 1)
LAST_DAY: Final = date(2045, 12, 31)
"""From when to when there are daily deals."""

GRACE: Final = timedelta(hours=12)
"""How long after its day a deal that was begun can be played to its end; then its secret is told."""


def day_of(at: float) -> date:
    """The day of a moment, in unix seconds."""
    return datetime.fromtimestamp(at, UTC).date()


def has_deal(day: date) -> bool:
    """Whether there is a deal of that day."""
    return FIRST_DAY <= day <= LAST_DAY


def ends(day: date) -> float:
    """When a day ends, and the next deal comes: until then its deal can be begun. In unix seconds."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + timedelta(days=1).total_seconds()


def told(day: date) -> float:
    """When the deal of a day is over for everybody, and its secret is told. In unix seconds."""
    return ends(day) + GRACE.total_seconds()


def last_told(at: float) -> date:
    """The latest day whose secret may be told at a moment."""
    day = day_of(at) - timedelta(days=1)
    return day if told(day) <= at else day - timedelta(days=1)
