"""How nights go and when they are, in words: settings, their values, schedules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.nights.model import NightSettings, Repeat, Schedule, Series, Start, evening_length, local_of
from bot.nights.offered import value_of
from bot.people.chosen import NONE
from bot.tables.lengths import Expected
from bot.tables.model import Pace
from bot.telling import phrases
from bot.telling.phrases import about_length
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


PAIRS_TOLD: Final = 4
"""Of the pairs who are kept apart; how many there are besides is said."""

_COUNTED: Final = ("announced", "reminder", "check_in", "grace", "rounds", "games", "minutes", "seats")
"""Those whose values are numbers."""

_LEFT_OUT: Final = {
    "until": NONE,
    "reminder": "0",
    "check_in": "0",
    "minutes": NONE,
    "pace": Pace.NONE.value,
    "seats": NONE,
}
"""The value with which there is none of it."""


@dataclass(frozen=True, slots=True)
class DescribedPlan:
    """What the words are about: a plan, its zone, and how long one game is expected to take, None where its
    rules are not there any more."""

    series: Series
    zone: ZoneInfo
    game: Expected | None = None

    @property
    def length(self) -> float | None:
        """How many seconds a night is expected to take."""
        settings = self.series.settings
        if self.game is None:
            return None
        limit = None if settings.minutes is None else 60.0 * settings.minutes
        return evening_length(settings.rounds, settings.games, self.game.seconds, limit)

    @property
    def round_length(self) -> float | None:
        """The same of a round without a limit."""
        if self.game is None:
            return None
        return evening_length(1, self.series.settings.games, self.game.seconds)


def page_name(words: Words, page: str) -> str:
    """What a page of settings is about: «Rounds»."""
    return words(f"night.page.{page}")


def setting_name(words: Words, name: str) -> str:
    """What a setting is called."""
    return words(f"night.setting.{_hyphened(name)}")


def setting_value(words: Words, series: Series, name: str) -> str:
    """The value of a setting, short enough for a button: «3 rounds»."""
    value = value_of(series, name)
    match name:
        case "date":
            day, at = series.schedule.first, series.schedule.at
            return words("night.when", days=words.full_date(day), time=words.hour(at))
        case "repeat":
            return words(f"night.value.repeat.{value}")
        case "weekdays":
            return words.both(words(f"night.weekday.{one}") for one in sorted(series.schedule.weekdays))
        case "apart":
            pairs = len(series.settings.apart)
            return words.count("night.value.apart", pairs) if pairs else words("night.value.apart.none")
        case "pace":
            return phrases.pace_name(words, Pace(value))
        case "robots":
            return words(f"robots.{value}")
        case _ if value == _LEFT_OUT.get(name):
            return words(f"night.value.{_hyphened(name)}.none")
        case "until":
            return _date(words, value)
        case _ if name in _COUNTED:
            return words.count(f"night.value.{_hyphened(name)}", int(value))
        case _:
            return words(f"night.value.{_hyphened(name)}.{_hyphened(value)}")


def setting_sentence(words: Words, planned: DescribedPlan, name: str) -> str:
    """What a setting's value does, with an example."""
    value = value_of(planned.series, name)
    if value == _LEFT_OUT.get(name):
        return words(f"night.example.{_hyphened(name)}.none")
    if name in _SENTENCES:
        return _SENTENCES[name](words, planned)
    return words(f"night.example.{_hyphened(name)}.{_hyphened(value)}")


def short_limit(words: Words, settings: NightSettings, game: Expected | None) -> str:
    """That a round has less time than its games are expected to take; empty where it has enough."""
    if game is None or settings.minutes is None:
        return ""
    length = evening_length(1, settings.games, game.seconds)
    if 60.0 * settings.minutes >= length:
        return ""
    return words.count("night.plan.short-limit", settings.minutes, length=about_length(words, length))


def pairs_text(words: Words, series: Series) -> str:
    """Who is kept apart, a pair a line; empty where nobody is."""
    pairs = series.settings.apart
    lines = [f"- {words.both(f'<@{one}>' for one in pair)}" for pair in pairs[:PAIRS_TOLD]]
    if len(pairs) > PAIRS_TOLD:
        lines.append(words.count("night.apart.more", len(pairs) - PAIRS_TOLD))
    return "\n".join(lines)


def _on_the_clock(words: Words, planned: DescribedPlan) -> str:
    return words(
        "night.example.date",
        zone=zone_text(words, planned.zone),
        time=words.hour(planned.series.schedule.at),
    )


def _robots(words: Words, planned: DescribedPlan) -> str:
    return words(f"robots.{planned.series.settings.robots}.about")


def _schedule(words: Words, planned: DescribedPlan) -> str:
    return schedule_text(words, planned.series.schedule)


def _until(words: Words, planned: DescribedPlan) -> str:
    return words("night.example.until", date=_date(words, value_of(planned.series, "until")))


def _announced(words: Words, planned: DescribedPlan) -> str:
    schedule, days = planned.series.schedule, planned.series.settings.announced
    first = next(schedule.dates(), schedule.first)
    asked = first - timedelta(days=days)
    return words("night.example.announced", night=words.day(first), asked=words.day(asked))


def _reminder(words: Words, planned: DescribedPlan) -> str:
    return words.count("night.example.reminder", planned.series.settings.reminder)


def _check_in(words: Words, planned: DescribedPlan) -> str:
    minutes = planned.series.settings.check_in
    return words("night.example.check-in", time=words.hour(_later(planned.series.schedule.at, -minutes)))


def _grace(words: Words, planned: DescribedPlan) -> str:
    at = planned.series.schedule.at
    until = _later(at, planned.series.settings.grace)
    return words("night.example.grace", start=words.hour(at), until=words.hour(until))


def _rounds(words: Words, planned: DescribedPlan) -> str:
    length = planned.length
    if length is None:
        return words("night.example.length.unknown")
    return words("night.example.rounds", length=about_length(words, length))


def _games(words: Words, planned: DescribedPlan) -> str:
    length = planned.round_length
    if length is None:
        return words("night.example.length.unknown")
    return words("night.example.games", length=about_length(words, length))


def _minutes(words: Words, planned: DescribedPlan) -> str:
    minutes, at = planned.series.settings.minutes or 0, planned.series.schedule.at
    end = words.hour(_later(at, minutes))
    return words("night.example.minutes", start=words.hour(at), end=end)


_SENTENCES: Final[Mapping[str, Callable[[Words, DescribedPlan], str]]] = {
    "date": _on_the_clock,
    "repeat": _schedule,
    "weekdays": _schedule,
    "until": _until,
    "announced": _announced,
    "reminder": _reminder,
    "check_in": _check_in,
    "grace": _grace,
    "robots": _robots,
    "rounds": _rounds,
    "games": _games,
    "minutes": _minutes,
    "pace": lambda words, _: words("night.example.pace"),
    "seats": lambda words, _: words("night.example.seats"),
    "apart": lambda words, _: words("night.example.apart"),
}


def _later(at: time, minutes: int) -> time:
    return (datetime.combine(date(2000, 1, 2), at) + timedelta(minutes=minutes)).time()


def _date(words: Words, kept: str) -> str:
    return words.date(date.fromisoformat(kept))


def _hyphened(name: str) -> str:
    return name.replace("_", "-")
