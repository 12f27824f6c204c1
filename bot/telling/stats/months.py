"""Months as people type them, and as they are told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from bot.words.calendar_names import month_named, plain
from bot.words.catalogue import Words

EARLIEST, LATEST = 2000, 2100
"""No game was played before, nor is any asked for that comes after."""

_YEAR_FIRST: Final = re.compile(r"(\d{4})[-/. ]+(\d{1,2})")
_MONTH_FIRST: Final = re.compile(r"(\d{1,2})[-/. ]+(\d{4})")
_NAME_FIRST: Final = re.compile(r"([^\W\d]+)[. ,-]*(?:(\d{4})(?: ?[^\W\d]{1,4}\.?)?)?")
_NAME_LAST: Final = re.compile(r"(\d{4})[ -]+([^\W\d]+)\.?")


def read_month(text: str, language: str, today: date) -> str | None:
    """The month that is meant, ``YYYY-MM``: written in numbers, either way round, or by its name in any of
    our languages; a name alone is the last such month. None where it is no month."""
    typed = " ".join(text.split())
    if found := _YEAR_FIRST.fullmatch(typed):
        return _month(int(found[1]), int(found[2]))
    if found := _MONTH_FIRST.fullmatch(typed):
        return _month(int(found[2]), int(found[1]))
    if found := _NAME_LAST.fullmatch(typed):
        return _named(found[2], int(found[1]), language, today)
    if found := _NAME_FIRST.fullmatch(typed):
        return _named(found[1], int(found[2]) if found[2] else None, language, today)
    return None


def _named(name: str, year: int | None, language: str, today: date) -> str | None:
    month = month_named(name, language)
    if month is None:
        return None
    return _month(today.year - (month > today.month) if year is None else year, month)


def _month(year: int, month: int) -> str | None:
    return f"{year}-{month:02}" if EARLIEST <= year < LATEST and 1 <= month <= 12 else None


def first_day(month: str) -> date:
    """Of a month ``YYYY-MM``. Raises ValueError where it is none."""
    year, _, number = month.partition("-")
    return date(int(year), int(number), 1)


def month_name(words: Words, month: str) -> str:
    """«March 2026»."""
    return words.month(first_day(month))


def range_text(words: Words, first: str, last: str) -> str:
    """«March 2026», «March 2026 – May 2026», «since March 2026», «until May 2026»; an end that is empty is
    open. Nothing where both are."""
    if not first and not last:
        return ""
    if first == last:
        return month_name(words, first)
    if not last:
        return words("stats.months.since", month=month_name(words, first))
    if not first:
        return words("stats.months.until", month=month_name(words, last))
    return words("stats.months.range", first=month_name(words, first), last=month_name(words, last))


def suggest_months(words: Words, typed: str, played: Sequence[str], today: date) -> Iterator[tuple[str, str]]:
    """Months with their names, what was typed as it is read first, then those that were ``played`` and
    fit."""
    read = read_month(typed, words.language, today)
    found = [read] if read is not None else []
    found += [one for one in played if one != read and plain(typed.strip()) in plain(month_name(words, one))]
    for month in found:
        yield month_name(words, month), month
