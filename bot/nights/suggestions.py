"""What is offered while somebody types when a night is to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, time, timedelta
from itertools import chain
from typing import Final, NamedTuple, TypeVar

from bot.leagues.errors import ClubError
from bot.leagues.reading_time import DateDirection, read_date, read_time
from bot.words.calendar_names import plain
from bot.words.catalogue import Words

T = TypeVar("T")

MOST: Final = 25
"""Discord takes no more (https://docs.discord.com/developers/interactions/application-commands)."""

_AHEAD: Final = 366
"""How many days are looked through for what was typed."""

_EVENING: Final = 18
_HOURS: Final = (*range(_EVENING, 24), *range(_EVENING))
"""The evening first."""


class Suggestion(NamedTuple):
    """Something to choose: its words, and the value that stands for it and can be read again."""

    label: str
    value: str


def suggest_dates(
    words: Words, typed: str, today: date, meant: DateDirection = DateDirection.COMING
) -> list[Suggestion]:
    """The dates that may be meant, what was typed as it is read first; every one from today on where nothing
    was."""
    days = (today + timedelta(days=number) for number in range(_AHEAD))
    fitting = (day for day in days if _fits(typed, _label(words, day, today)))
    found = _first(chain(_read_date(typed, today, words.language, meant), fitting))
    return [Suggestion(_label(words, day, today), day.isoformat()) for day in found]


def suggest_times(words: Words, typed: str) -> list[Suggestion]:
    """The times of day that may be meant, what was typed as it is read first."""
    halves = (time(hour, minute) for hour in _HOURS for minute in (0, 30))
    fitting = (at for at in halves if f"{at:%H:%M}".startswith(typed.strip()))
    found = _first(chain(_read_time(typed), fitting))
    return [Suggestion(words.hour(at), f"{at:%H:%M}") for at in found]


def _label(words: Words, day: date, today: date) -> str:
    """«tomorrow, Tuesday 24 November», and the year where it is not this one."""
    told = words.weekday(day) if day.year == today.year else words.full_date(day)
    match (day - today).days:
        case 0:
            return words("date.near", near=words("date.today"), day=told)
        case -1:
            return words("date.near", near=words("date.yesterday"), day=told)
        case 1:
            return words("date.near", near=words("date.tomorrow"), day=told)
        case _:
            return told


def _fits(typed: str, label: str) -> bool:
    """Whether each word that was typed begins one of the label."""
    said = plain(label).replace(",", " ").split()
    return all(any(one.startswith(part) for one in said) for part in plain(typed).replace(",", " ").split())


def _read_date(typed: str, today: date, language: str, meant: DateDirection) -> Iterator[date]:
    try:
        yield read_date(typed, today, language, meant)
    except ClubError:
        return  # not yet a date: it is being typed


def _read_time(typed: str) -> Iterator[time]:
    try:
        yield read_time(typed)
    except ClubError:
        return


def _first(found: Iterable[T]) -> list[T]:
    """The first ones that differ, as many as can be offered."""
    kept: dict[T, None] = {}
    for one in found:
        kept[one] = None
        if len(kept) == MOST:
            break
    return [*kept]
