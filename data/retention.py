"""Which of the copies that the bot has made by itself are kept: the latest ones day by day, older ones week
by week. Of moments alone; what is done with files is in ``own_backups``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

DAY: Final = 86400.0
WEEK: Final = 7


@dataclass(frozen=True, slots=True)
class Keep:
    """For how long copies are kept: the last of each day for ``days`` days (at least one), the last of each
    week, which begins on Monday, for ``weeks`` weeks. Days and weeks are UTC's."""

    days: int = 7
    weeks: int = 4

    @property
    def longest(self) -> int:
        """After how many days a copy is gone: it goes when the first one is made after its time."""
        return max(self.days, WEEK * self.weeks) + 1


def expired(made: Iterable[float], keep: Keep, now: float) -> frozenset[float]:
    """Those of the moments (unix seconds) whose copies are to go. The latest one stays, however old it is,
    and so does what is of a time still to come, as it is when a clock was set back: as many as there are
    days to keep, the latest of them."""
    every = sorted(set(made))
    past = [one for one in every if one <= now]
    to_come = [one for one in every if one > now]
    kept = {*past[-1:], *to_come[-keep.days :]}
    kept |= {one for one in _last_of_each(past, _day) if now - one < keep.days * DAY}
    kept |= {one for one in _last_of_each(past, _week) if now - one < keep.weeks * WEEK * DAY}
    return frozenset(every) - kept


def _last_of_each(made: Iterable[float], part: Callable[[datetime], tuple[int, ...]]) -> Iterable[float]:
    """The last moment of each day or week; ``made`` is in order."""
    return {part(datetime.fromtimestamp(one, UTC)): one for one in made}.values()


def _day(when: datetime) -> tuple[int, ...]:
    return when.year, when.month, when.day


def _week(when: datetime) -> tuple[int, ...]:
    return when.isocalendar()[:2]
