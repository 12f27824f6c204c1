"""When the evenings of a plan are (N1): local time of the league's zone, kept across changes of the clock."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from itertools import count
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

BEYOND: Final = date(2200, 1, 1)
"""Nothing is planned from then on, so that every series ends."""


class Repeat(StrEnum):
    """How a plan goes on after its first date."""

    ONCE = "once"
    WEEKLY = "weekly"
    FORTNIGHT = "fortnight"
    WEEKDAYS = "weekdays"


_DAYS: Final = {Repeat.WEEKLY: 7, Repeat.FORTNIGHT: 14, Repeat.WEEKDAYS: 1}
"""How many days there are from one date to the next that may be one."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """A plan in local time. ``at`` is a time of day to the minute. ``weekdays``, Monday being 0, are those of
    ``Repeat.WEEKDAYS``; the first evening is then on the first of them from ``first`` on. ``until`` is the
    last date there may be."""

    first: date
    at: time
    repeat: Repeat = Repeat.ONCE
    weekdays: frozenset[int] = frozenset()
    until: date | None = None

    def dates(self) -> Iterator[date]:
        """The dates of the plan, in order."""
        last = min(self.until or date.max, BEYOND - timedelta(days=1))
        for number in count():
            step = number * _DAYS.get(self.repeat, 0)
            if step > (last - self.first).days or (number and not step):
                return
            day = self.first + timedelta(days=step)
            if self.repeat is not Repeat.WEEKDAYS or day.weekday() in self.weekdays:
                yield day


class Start(NamedTuple):
    """When an evening begins: its date in the plan, and the moment in unix seconds. ``moved`` tells that this
    local time does not exist on that date, ``twice`` that it comes twice."""

    date: date
    at_unix: float
    moved: bool
    twice: bool


def start_on(day: date, at: time, zone: ZoneInfo) -> Start:
    """When it is that local time on that date. One that does not exist is moved forward by the gap; of one
    that exists twice the first is meant (N1)."""
    local = datetime.combine(day, at.replace(fold=0), zone)
    # PEP 495: in a gap fold=0 reads the clock as it went before, which is the time after it moved forward.
    earlier, later = local.utcoffset(), local.replace(fold=1).utcoffset()
    assert earlier is not None and later is not None
    return Start(day, local.timestamp(), moved=earlier < later, twice=earlier > later)


def instant(day: date, at: time, zone: ZoneInfo) -> float:
    """The moment of a local time in unix seconds (N1)."""
    return start_on(day, at, zone).at_unix


def local_of(at_unix: float, zone: ZoneInfo) -> datetime:
    """What calendar and clock show at that moment."""
    return datetime.fromtimestamp(at_unix, UTC).astimezone(zone)


def starts(
    schedule: Schedule, zone: ZoneInfo, *, after: float | None = None, skipped: Collection[date] = ()
) -> Iterator[Start]:
    """When the evenings of a plan begin, in order: those later than ``after`` (unix seconds), without the
    dates that are skipped."""
    for day in schedule.dates():
        if day in skipped:
            continue
        start = start_on(day, schedule.at, zone)
        if after is None or start.at_unix > after:
            yield start
