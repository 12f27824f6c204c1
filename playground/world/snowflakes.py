"""Discord's ids: milliseconds since 2015 in the upper bits, so that ids sort by time.

https://discord.com/developers/docs/reference#snowflakes
"""

from datetime import UTC, datetime

from playground.clock import Clock

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Makes ids, each greater than the one before."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        milliseconds = int(self._clock.now() * 1000) - EPOCH_MS
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last


def time_of(snowflake: int) -> float:
    """When an id was made, in unix seconds."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


def isoformat(seconds: float) -> str:
    """A time as Discord writes it, `2026-01-01T00:00:00.000000+00:00`."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
