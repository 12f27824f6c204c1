"""What is stored: how long it takes, how much at a time, and since when it fails."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from bot.watch.declared import COMMIT_CHANGES, COMMIT_SECONDS, COMMITS_FAILED
from bot.watch.health import Storing
from bot.watch.meters import Meters


class StoreTimes:
    """Listens to the store's writer. ``now`` are seconds of any beginning that never go back."""

    def __init__(self, meters: Meters, now: Callable[[], float] = monotonic) -> None:
        self._meters = meters
        self._now = now
        self._stored_at: float | None = None
        self._failing_since: float | None = None

    def stored(self, changes: int, seconds: float, failure: str | None) -> None:
        """A group of changes was stored in so many seconds; with the code of a ``failure`` none of them
        was."""
        if failure is not None:
            self._meters.count(COMMITS_FAILED, failure)
            if self._failing_since is None:
                self._failing_since = self._now()
            return
        self._stored_at, self._failing_since = self._now(), None
        self._meters.measure(COMMIT_SECONDS, seconds)
        self._meters.measure(COMMIT_CHANGES, changes)

    def now(self, oldest: float) -> Storing:
        """How it stands; ``oldest`` is for how long the oldest change waits."""
        now = self._now()
        stored_ago = None if self._stored_at is None else now - self._stored_at
        failing = 0.0 if self._failing_since is None else now - self._failing_since
        return Storing(stored_ago, failing, oldest)
