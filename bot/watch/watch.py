"""All that is measured of one bot, in one place: what parts of it are told to tell, and what can be asked."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

from bot import __version__
from bot.watch.declared import DRAWING_SECONDS, THINKING_SECONDS
from bot.watch.gateway import Gateway
from bot.watch.health import Vitals
from bot.watch.loop_delay import LoopDelay
from bot.watch.meters import Meters
from bot.watch.press_times import PressTimes
from bot.watch.requests import Requests
from bot.watch.sources import Sources, readings, vitals_of
from bot.watch.storing import StoreTimes

T = TypeVar("T")


class Watch:
    """See the module. ``base`` gives what the addresses of Discord's routes begin with."""

    def __init__(self, base: Callable[[], str]) -> None:
        self.meters = Meters()
        self.presses = PressTimes(self.meters)
        self.requests = Requests(self.meters, self.presses.answered, base)
        self.store = StoreTimes(self.meters)
        self.loop = LoopDelay(self.meters)
        self.gateway = Gateway()
        self.parked = 0
        """How many tables are put aside, which only the store remembers."""
        self._sources: Sources | None = None
        self._since = 0.0

    def reads(self, sources: Sources) -> None:
        """The rest is read there. The bot counts as started now."""
        self._sources, self._since = sources, sources.now()
        self.meters.reads(lambda: readings(sources, __version__))

    def vitals(self) -> Vitals:
        """The bot at this moment."""
        assert self._sources is not None
        return vitals_of(self._sources, self._since)

    def drawn(self, draw: Callable[[], T]) -> T:
        """Draw a picture, and time it. Called where it is drawn: on the loop, or in a thread."""
        begun = perf_counter()
        try:
            return draw()
        finally:
            self.meters.measure(DRAWING_SECONDS, perf_counter() - begun)

    def thought(self, kind: str, think: Callable[[], T]) -> T:
        """Have a robot of a kind choose, and time it. Called in its thread."""
        begun = perf_counter()
        try:
            return think()
        finally:
            self.meters.measure(THINKING_SECONDS, perf_counter() - begun, kind)
