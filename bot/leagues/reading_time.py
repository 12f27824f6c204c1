"""Dates, times of day and time zones as people type them, in any of our languages."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date, time, timedelta
from enum import Enum
from itertools import islice
from typing import Final
from zoneinfo import ZoneInfo

from bot.leagues.model import ClubError
from bot.leagues.paper.typed import date_of
from bot.leagues.paper.typed import plain as one_kind
from bot.people.quiet_hours import find_zone, near_zones
from bot.words.catalogue import Words, languages, month_named, plain, weekday_named, words_for

_LONGEST: Final = 60
"""No date and no time is longer; a longer text is not looked at."""
_LONGEST_TYPED: Final = 4 * _LONGEST
"""With white space; a longer text is not even put in order."""

_WEEK: Final = 7
_CENTURY: Final = 2000
_DAYS: Final = 8 * 366
"""In so many days every date comes at least once, the 29th of February too (2096 to 2104)."""

_DAY_AND_MONTH: Final = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\.?")
_WORDS: Final = re.compile(r"[0-9]+|[^\W\d_]+")
_SAYING_NOTHING: Final = frozenset(
    (
        *("the", "on", "of", "st", "nd", "rd", "th", "this"),
        *("op", "de", "den", "e", "ste", "deze"),
        *("le", "la", "du", "er", "ce"),
        *("в", "во", "го", "е", "г", "года", "этот", "эту", "это"),
    )
)
"""Words and endings that stand in dates and change nothing."""

_COMING: Final = (
    *("next", "coming", "volgende", "komende", "aanstaande", "prochain", "prochaine"),
    *("следующий", "следующая", "следующую", "следующее", "ближайший", "ближайшую", "ближайшее"),
)
_PAST: Final = (
    *("last", "past", "vorige", "afgelopen", "verleden", "dernier", "dernière", "passé"),
    *("прошлый", "прошлая", "прошлую", "прошлое"),
)

_BEFORE: Final = r"(?:(?:at|om|a|в|во) )?"
_UNIT: Final = r"h|hours?|heures?|u|uur|ч|час(?:а|ов)?"
_AFTER: Final = r"(?:uur|u|h|m|min|м|мин)?"
_EVENING: Final = ("pm", "'s avonds", "'s middags", "du soir", "de l'apres-midi", "вечера", "дня")
_MORNING: Final = ("am", "'s morgens", "'s ochtends", "'s nachts", "du matin", "утра", "ночи")
_TIME: Final = re.compile(
    rf"{_BEFORE}(?P<hour>[0-9]{{1,2}})"
    rf"(?: ?[:.] ?(?P<minute>[0-9]{{2}}) ?{_AFTER}| ?(?:{_UNIT})(?: ?(?P<past>[0-9]{{2}}) ?{_AFTER})?)?"
    rf"(?: ?(?P<half>{'|'.join((*_EVENING, *_MORNING))}))?"
)
_HALF_OF_DAY: Final = re.compile(r"([ap])\.? ?m\.?$")
_TWELVE: Final = rf"12(?: ?(?:{_UNIT}))?"
_FOUR_DIGITS: Final = re.compile(rf"{_BEFORE}([0-9]{{2}})([0-9]{{2}}) ?{_AFTER}")


class DateDirection(Enum):
    """Which way dates lie that are asked for: where no year is named, or only a day, it is the nearest one in
    that direction, today included."""

    COMING = "coming"
    PAST = "past"
    EITHER = "either"  # the next one, where neither it nor its day of the week says that it is past
    NEAREST = "nearest"


_Run = Sequence[int]
"""Days that may be meant, as so many after today; the likeliest first."""

_RUNS: Final[Mapping[DateDirection, Sequence[_Run]]] = {
    DateDirection.COMING: (range(_DAYS),),
    DateDirection.PAST: (range(0, -_DAYS, -1),),
    DateDirection.EITHER: (range(_DAYS), range(0, -_DAYS, -1)),
    DateDirection.NEAREST: (sorted(range(-_DAYS, _DAYS), key=abs), range(_DAYS), range(0, -_DAYS, -1)),
}
"""The first day of each run that fits may be meant; of these a day of the week that is named decides."""


def read_date(
    text: str,
    today: date,
    words: Words,
    meant: DateDirection = DateDirection.COMING,
    likely: Collection[date] = (),
) -> date:
    """The date that somebody means who reads ``words``. «Tuesday» is the nearest one, today included;
    «next Tuesday» is the first after today, «last Tuesday» the last before it.
    Of the ``likely`` dates the nearest one that fits is meant, before any other date.

    Raises ClubError: ``unknown-date``; ``weekday-differs`` where the day of the week is not that of the
    date; ``date-in-past``, ``date-to-come`` for one that lies the other way.
    """
    typed = _in_order(text)
    runs = [*([one] for one in sorted(((day - today).days for day in likely), key=abs)), *_RUNS[meant]]
    found = None if typed is None else _date(typed, today, words, runs)
    if found is None:
        raise ClubError("unknown-date", text=text[:_LONGEST])
    if found < today and meant is DateDirection.COMING:
        raise ClubError("date-in-past", text=text[:_LONGEST])
    if found > today and meant is DateDirection.PAST:
        raise ClubError("date-to-come", text=text[:_LONGEST])
    return found


_WAYS: Final[Mapping[str, _Run]] = {
    **{plain(one): range(1, _WEEK + 1) for one in _COMING},
    **{plain(one): range(-1, -_WEEK - 1, -1) for one in _PAST},
}
"""Words beside a day of the week that say which one is meant: never today."""


def read_time(text: str) -> time:
    """The time of day that somebody means. Raises ClubError ``unknown-time``."""
    typed = _in_order(text)
    found = None if typed is None else _time(typed.replace("’", "'").casefold())
    if found is None:
        raise ClubError("unknown-time", text=text[:_LONGEST])
    return found


def _in_order(text: str) -> str | None:
    """What was typed with single spaces; None where it is too long to be a date or a time."""
    if len(text) > _LONGEST_TYPED:
        return None
    typed = " ".join(one_kind(text, _LONGEST_TYPED).split())
    return typed if len(typed) <= _LONGEST else None


def _date(typed: str, today: date, words: Words, runs: Sequence[_Run]) -> date | None:
    if (numeric := date_of(typed)) is not None:
        return numeric
    if (found := _DAY_AND_MONTH.fullmatch(typed)) is not None:
        first, second = int(found[1]), int(found[3])
        orders = ((first, second), (second, first))[: 1 if found[2] == "." else 2]
        return next((one for order in orders for one in _fitting(today, runs, *order)), None)
    if (days := _days_ahead(plain(typed).removeprefix("the ").replace("-", " "))) is not None:
        return today + timedelta(days=days)
    return _named(typed, today, words, runs)


_DAYS_AROUND: Final[Mapping[str, int]] = {
    "date.day-before-yesterday": -2,
    "date.yesterday": -1,
    "date.today": 0,
    "date.tomorrow": 1,
    "date.day-after-tomorrow": 2,
}
"""Days that are named by how far off they are."""


def _days_ahead(typed: str) -> int | None:
    """How far off «yesterday», «today» and «day after tomorrow» are."""
    said = ((plain(words_for(one)(key)), days) for one in languages() for key, days in _DAYS_AROUND.items())
    return next((days for name, days in said if name.replace("-", " ") == typed), None)


def _named(typed: str, today: date, words: Words, runs: Sequence[_Run]) -> date | None:
    """A date with words in it: «Tuesday 24 November», «nov 24, 2026», «24», «dinsdag», «next Tuesday».

    Raises ClubError ``weekday-differs``.
    """
    parts = [one for one in _WORDS.findall(typed.casefold()) if one not in _SAYING_NOTHING]
    numbers = [int(one) for one in parts if one.isdecimal()]
    names = [one for one in parts if not one.isdecimal()]
    if not numbers:
        return _weekday(names, today, words.language, runs)
    understood = _month_and_weekday(names, words.language)
    if understood is None or len(numbers) > 2:
        return None
    month, weekday = understood
    found = _of_numbers(today, numbers, month, runs)
    fitting = [one for one in found if weekday in (None, one.weekday())]
    if found and not fitting:
        raise ClubError("weekday-differs", text=typed, date=words.date(found[0]))
    return next(iter(fitting), None)


def _weekday(names: Sequence[str], today: date, language: str, runs: Sequence[_Run]) -> date | None:
    """The likeliest day of the week of that name."""
    said = [_WAYS[plain(one)] for one in names if plain(one) in _WAYS]
    days = [one for one in names if plain(one) not in _WAYS]
    weekday = weekday_named(days[0], language) if len(days) == 1 and len(said) <= 1 else None
    if weekday is None:
        return None
    ahead = (weekday - today.weekday()) % _WEEK
    return next(today + timedelta(days=one) for run in said or runs for one in run if one % _WEEK == ahead)


def _month_and_weekday(names: Sequence[str], language: str) -> tuple[int | None, int | None] | None:
    """The month and the day of the week that are named, in either order, each None where it is not; None for
    what is neither."""
    if not names:
        return None, None
    if len(names) == 1:
        month = month_named(names[0], language)
        weekday = weekday_named(names[0], language) if month is None else None
        return None if month is weekday is None else (month, weekday)
    for one, other in (names, reversed(names)) if len(names) == 2 else ():
        weekday, month = weekday_named(one, language), month_named(other, language)
        if weekday is not None and month is not None:
            return month, weekday
    return None


def _of_numbers(
    today: date, numbers: Sequence[int], month: int | None, runs: Sequence[_Run]
) -> Sequence[date]:
    """The dates that may be meant, the likeliest first."""
    if len(numbers) == 1:
        return _fitting(today, runs, numbers[0], month)
    day, year = sorted(numbers) if max(numbers) > 99 else numbers
    found = None if month is None else date_of(f"{year if year > 99 else year + _CENTURY:04}-{month}-{day}")
    return [] if found is None else [found]


def _fitting(today: date, runs: Sequence[_Run], day: int, month: int | None) -> Sequence[date]:
    """The first date in each run with that day of the month, in that month where one is given."""
    runs_of_days = ((today + timedelta(days=one) for one in run) for run in runs)
    fits = ((one for one in run if one.day == day and month in (None, one.month)) for run in runs_of_days)
    return [one for run in fits for one in islice(run, 1)]


def _time(typed: str) -> time | None:
    if (digits := _FOUR_DIGITS.fullmatch(typed)) is not None:
        return _of_day(int(digits[1]), int(digits[2]))
    noon = "|".join(plain(words_for(language)("date.noon")) for language in languages())
    if re.fullmatch(rf"{_BEFORE}(?:{_TWELVE} )?(?:{noon})(?: {_TWELVE})?", _plain_time(typed)):
        return time(12)
    found = _TIME.fullmatch(_plain_time(typed))
    if found is None:
        return None
    hour, minute = int(found["hour"]), int(found["minute"] or found["past"] or 0)
    if found["half"] is None:
        return _of_day(hour, minute)
    if not 1 <= hour <= 12:
        return None
    return _of_day(hour % 12 + (12 if found["half"] in _EVENING else 0), minute)


def _plain_time(typed: str) -> str:
    """Without accents, and «p. m.» as «pm»; a dot may stand between hours and minutes."""
    return _HALF_OF_DAY.sub(r"\1m", ".".join(map(plain, typed.split("."))))


def _of_day(hour: int, minute: int) -> time | None:
    return time(hour, minute) if hour < 24 and minute < 60 else None


def zone_named(text: str) -> str:
    """The IANA zone of that name or city. An offset is none: it would not follow the summer. Raises
    ClubError ``no-such-zone``, and ``no-such-zone-near`` where some have a name like it."""
    found = find_zone(text)
    try:
        return ZoneInfo(found or "").key
    except (KeyError, ValueError, OSError):
        if near := near_zones(text):
            raise ClubError("no-such-zone-near", zone=text, near=", ".join(near)) from None
        raise ClubError("no-such-zone", zone=text) from None
