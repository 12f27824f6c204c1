"""The shards: which are connected, since when others are not, and how often they came back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from time import monotonic

from bot.watch.health import Shard


class Gateway:
    """Hears of shards that come and go. ``now`` are seconds of any beginning that never go back."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._away_since: dict[int, float | None] = {}
        self.reconnects: Counter[int] = Counter()
        """How often each has come back."""

    def connected(self, shard: int) -> None:
        """It is connected; perhaps again."""
        if shard in self._away_since:
            self.reconnects[shard] += 1
        self._away_since[shard] = None

    def disconnected(self, shard: int) -> None:
        """It is not. Each vain try of a shard to come back is told as well."""
        if self._away_since.get(shard, None) is None:
            self._away_since[shard] = self._now()

    def shards(self, latencies: Mapping[int, float]) -> Sequence[Shard]:
        """All of them; a latency that is not finite is not known yet."""
        now = self._now()
        return [
            Shard(
                number,
                since is None,
                0.0 if since is None else now - since,
                latency if isfinite(latency := latencies.get(number, float("nan"))) else None,
            )
            for number, since in sorted(self._away_since.items())
        ]
