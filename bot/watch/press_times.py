"""Interactions from their coming to their first answer, and what became of them."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from time import perf_counter
from typing import Final

from bot.watch.declared import ANSWER_SECONDS, ANSWERS_LATE, PRESSES
from bot.watch.health import Answers
from bot.watch.meters import Meters

REMEMBERED: Final = 4096
"""How many interactions may wait for an answer; the oldest are forgotten."""

LATEST: Final = 512
"""Of how many answers the times are told."""

NOT_FOUND: Final = 404


class PressTimes:
    """See the module. ``now`` are seconds of any beginning."""

    def __init__(self, meters: Meters, now: Callable[[], float] = perf_counter) -> None:
        self._meters = meters
        self._now = now
        self._waiting: OrderedDict[int, tuple[float, str]] = OrderedDict()
        self._latest: deque[float] = deque(maxlen=LATEST)

    def came(self, interaction: int, family: str) -> None:
        """An interaction has come, which is to be answered."""
        self._waiting[interaction] = self._now(), family
        if len(self._waiting) > REMEMBERED:
            self._waiting.popitem(last=False)

    def answered(self, interaction: int, status: int) -> None:
        """Discord has taken a first answer to it, or has refused one. Of two at a time it refuses one, which
        is told as no other status."""
        if status == NOT_FOUND:
            self._waiting.pop(interaction, None)
            self._meters.count(ANSWERS_LATE)
        if not 200 <= status < 300 or interaction not in self._waiting:
            return
        begun, family = self._waiting.pop(interaction)
        seconds = self._now() - begun
        self._latest.append(seconds)
        self._meters.measure(ANSWER_SECONDS, seconds, family)

    def done(self, family: str, outcome: str) -> None:
        """What it asked for is over."""
        self._meters.count(PRESSES, family, outcome)

    def latest(self) -> Answers | None:
        """How long the last ones have waited; None where there were none."""
        if not self._latest:
            return None
        seconds = sorted(self._latest)

        def within(share: float) -> float:
            return seconds[min(len(seconds) - 1, int(share * len(seconds)))]

        return Answers(len(seconds), within(0.5), within(0.95), within(0.99))
