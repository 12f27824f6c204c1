"""A review in the making: card by card, as far as the time for one game goes."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from time import thread_time
from typing import Final, NamedTuple

from bot.engine.errors import RuleViolation
from bot.engine.registry import preset_named
from bot.error_places import where
from bot.replays.reel import GameReplay
from bot.reviews.judging import judged
from bot.reviews.model import Costly, Review
from bot.reviews.plays import Play, plays_of, sittings_of
from bot.robots.registry import STUDIES
from bot.robots.study import Studying
from bot.tables.ports import LogEntry

log = logging.getLogger(__name__)

SECONDS: Final = 20.0
"""Of CPU, for one game."""


class NoStudy(LookupError):
    """Nobody says what cards come to in games of this family."""


class ReviewProgress(NamedTuple):
    """How many cards were looked at, of how many."""

    done: int
    total: int


def is_offered(preset: str) -> bool:
    """Whether games of the preset of that name can be reviewed."""
    try:
        return preset_named(preset).family in STUDIES.each
    except RuleViolation:  # this program does not know it
        return False


def studying_of(reel: GameReplay) -> Studying:
    """Who studies the cards of a game. Raises NoStudy."""
    preset = reel.header.rules.preset
    if not is_offered(preset.name):
        raise NoStudy(preset.family)
    return STUDIES.of(preset.family)


class Making:
    """See the module. People's cards come before those of robots, should the time not do for all."""

    def __init__(
        self,
        reel: GameReplay,
        entries: Sequence[LogEntry] | None = None,
        *,
        seconds: float = SECONDS,
        used: Callable[[], float] = thread_time,
    ) -> None:
        """``entries`` is the table's log, if it is the game of one; ``used`` tells the seconds of CPU of the
        thread that looks. Raises NoStudy."""
        self._reel = reel
        self._studying = studying_of(reel)
        self._sat = sittings_of(reel)
        every = plays_of(reel, entries)
        robots = {(one.sitting.seat, one.number) for one in self._sat if one.sitting.user_id is None}
        self._plays = sorted(every, key=lambda play: (play.seat, play.number) in robots)
        self._cards = Counter((play.seat, play.number) for play in every)
        self._judged = Counter[tuple[int, int]]()
        self._costly: list[tuple[Play, Costly]] = []
        self._next = 0
        self._left = seconds
        self._used = used

    @property
    def progress(self) -> ReviewProgress:
        """How far it is."""
        return ReviewProgress(self._next, len(self._plays))

    @property
    def is_over(self) -> bool:
        """Whether every card was looked at, or the time is up."""
        return self._next == len(self._plays) or self._left <= 0

    def go_on(self, seconds: float) -> float:
        """Look at more cards, for so many seconds of CPU or a little longer; how many it took."""
        begun = self._used()
        most = min(seconds, self._left)
        while not self.is_over and self._used() - begun < most:
            self._look()
        taken = self._used() - begun
        self._left -= taken
        return taken

    def _look(self) -> None:
        play = self._plays[self._next]
        self._next += 1
        try:
            found = judged(self._reel, play, self._studying)
        except Exception as broken:  # noqa: BLE001 - one card that cannot be studied is told as not looked at
            log.error("a card could not be studied: %s", where(broken))
            return
        self._judged[play.seat, play.number] += 1
        if found is not None:
            self._costly.append((play, found))

    def reviews(self) -> tuple[Review, ...]:
        """What has been found so far, a review a sitting."""
        return tuple(
            Review(
                sitting.seat,
                number,
                sitting.user_id,
                self._cards[sitting.seat, number],
                self._judged[sitting.seat, number],
                tuple(
                    costly
                    for play, costly in sorted(self._costly)
                    if (play.seat, play.number) == (sitting.seat, number)
                ),
            )
            for number, sitting in self._sat
        )
