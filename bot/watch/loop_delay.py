"""How late the event loop came to what was due: whatever keeps it from that (a long calculation, a disk that
waits, too much at once) keeps presses from their answers as well.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from bot.watch.declared import LOOP_DELAY
from bot.watch.meters import Meters

REMEMBERED: Final = 240
"""How many are told of: a minute of those that are measured each quarter of a second."""


class LoopDelay:
    """See the module."""

    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self._latest: deque[float] = deque(maxlen=REMEMBERED)

    @property
    def worst(self) -> float:
        """The longest of the latest, in seconds."""
        return max(self._latest, default=0.0)

    def seen(self, late: float) -> None:
        """It came so many seconds late."""
        self._latest.append(late)
        self._meters.measure(LOOP_DELAY, late)
