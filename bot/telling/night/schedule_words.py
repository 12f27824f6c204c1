"""When the evenings of a plan are, in words (N1)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, time
from zoneinfo import ZoneInfo

from bot.nights.calendar import Repeat, Schedule, Start, local_of
from bot.words.catalogue import Words

_EVERY_DAY = frozenset(range(7))


def schedule_text(words: Words, schedule: Schedule, zone: ZoneInfo | None = None) -> str:
    """«every second Tuesday at 20:00»; with a ``zone`` whose time that is, «… (Brussels time)»."""
    when = words("night.when", days=_days(words, schedule), time=words.hour(schedule.at))
    if schedule.until is not None and schedule.repeat is not Repeat.ONCE:
        when = words("night.until", when=when, date=words.date(schedule.until))
    return when if zone is None else words("night.when.zone", when=when, zone=zone_text(words, zone))


def zone_text(words: Words, zone: ZoneInfo) -> str:
    """«Brussels time»: the zone by its city; one that has none by its own name."""
    city = words.city(zone.key)
    return zone.key if city is None else words("night.zone", city=city)


def next_text(words: Words, start: Start | None) -> str:
    """When the next evening of a series is, or that there is none."""
    if start is None:
        return words("night.next.none")
    return words("night.next", day=on_day(words, start.date, words.date(start.date)))


def skips_text(words: Words, dates: Iterable[date]) -> str:
    """«Skips 24 December and 31 December.»; empty where nothing is skipped."""
    told = [words.day(one) for one in sorted(dates)]
    return words("night.skips", dates=words.both(told)) if told else ""


def clock_change_text(words: Words, at: time, start: Start, zone: ZoneInfo) -> str | None:
    """What the clock does to an evening planned for the hour ``at``: that this hour does not exist then, or
    comes twice. None where neither."""
    if start.moved:
        instead = local_of(start.at_unix, zone).time()
        return words("night.hour-missing", time=words.hour(at), instead=words.hour(instead))
    return words("night.hour-twice", time=words.hour(at)) if start.twice else None


def on_day(words: Words, day: date, told: str) -> str:
    """«on Tuesday 24 November 2026»; ``told`` is the date, with its year or without."""
    return words(f"night.on.{day.weekday()}", date=told)


def _days(words: Words, schedule: Schedule) -> str:
    weekday = schedule.first.weekday()
    match schedule.repeat:
        case Repeat.ONCE:
            return on_day(words, schedule.first, words.date(schedule.first))
        case Repeat.WEEKLY:
            return words(f"night.every.{weekday}")
        case Repeat.FORTNIGHT:
            return words(f"night.every-second.{weekday}")
        case Repeat.WEEKDAYS:
            return _weekdays(words, schedule.weekdays)


def _weekdays(words: Words, weekdays: frozenset[int]) -> str:
    if weekdays == _EVERY_DAY:
        return words("night.every-day")
    if len(weekdays) == 1:
        return words(f"night.every.{min(weekdays)}")
    return words("night.weekdays", days=words.both(words(f"night.weekday.{one}") for one in sorted(weekdays)))
