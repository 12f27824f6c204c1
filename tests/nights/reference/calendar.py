"""The moments of a night or a series (N1), by looking at the clock of the zone minute by minute."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Repeat:
    """How a series goes on: every so many weeks (0: it is once only), on these weekdays (0 is Monday;
    none: that of the first date). Weeks begin on Monday, and the first date's is the first. ``is_last``: only
    on the last such day of each month."""

    weeks: int
    weekdays: frozenset[int] = frozenset()
    is_last: bool = False


ONCE, WEEKLY, EVERY_SECOND_WEEK = Repeat(0), Repeat(1), Repeat(2)
LAST_OF_THE_MONTH = Repeat(1, is_last=True)


def on(*weekdays: int) -> Repeat:
    """Each week on these days."""
    return Repeat(1, frozenset(weekdays))


def instants(
    zone: str, first: date, at: time, repeat: Repeat, count: int, skipped: Collection[date] = ()
) -> list[datetime]:
    """The first moments, in UTC: as many as are asked for, or as there are. What is skipped does not
    count."""
    held = (day for day in _dates(first, repeat) if day not in skipped)
    return [instant(zone, day, at) for day in islice(held, count)]


def _dates(first: date, repeat: Repeat) -> Iterator[date]:
    if repeat.weeks == 0:
        yield first
        return
    weekdays = repeat.weekdays or {first.weekday()}
    monday, day = first - first.weekday() * DAY, first
    while True:
        in_turn = day.weekday() in weekdays and (day - monday).days // 7 % repeat.weeks == 0
        if in_turn and not (repeat.is_last and (day + 7 * DAY).month == day.month):
            yield day
        day += DAY


def instant(zone: str, day: date, at: time) -> datetime:
    """The first moment, in UTC, at which clocks of the zone show that date and time (whole minutes). Where
    they never do, as they are put forward past it, the time is later by as much as they are put forward."""
    wanted = datetime.combine(day, at)
    shown = list(_shown(zone, wanted))
    for moment, wall in shown:
        if wall == wanted:
            return moment
    for (_, before), (_, after) in pairwise(shown):
        if before < wanted < after:
            later = wanted + (after - before - MINUTE)
            return next(moment for moment, wall in shown if wall == later)
    raise ValueError(f"no {wanted} in {zone}")


def _shown(zone: str, around: datetime) -> Iterator[tuple[datetime, datetime]]:
    """What clocks of the zone show, for each minute of two days before and after; no zone is further from
    UTC, and none has been put forward by more than a day."""
    clock = ZoneInfo(zone)
    moment = around.replace(tzinfo=UTC) - 2 * DAY
    while moment < around.replace(tzinfo=UTC) + 2 * DAY:
        yield moment, moment.astimezone(clock).replace(tzinfo=None)
        moment += MINUTE
