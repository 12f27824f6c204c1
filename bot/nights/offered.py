"""What an organiser's panel offers of a plan: its settings by what they are about, their values, and what a
choice makes of a plan."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from typing import Final

from bot.leagues.model import League
from bot.nights.model import SEATS_LEAST, SEATS_MOST, NightError, NightSettings, OutOfTime, Repeat, Series
from bot.nights.planning import offers_mixed
from bot.nights.seating.model import Remainder
from bot.people.chosen import NONE, text_of
from bot.robots.kinds import unavailable
from bot.tables.recovery import can_be_cut_short, can_be_duplicate

OVERVIEW: Final = "overview"

PAGES: Final[Mapping[str, tuple[str, ...]]] = {
    OVERVIEW: ("date",),
    "when": ("repeat", "weekdays", "until", "announced", "reminder", "check_in", "grace"),
    "rounds": ("rounds", "games", "minutes", "out_of_time", "pace"),
    "seating": ("mode", "remainder", "seats", "apart"),
    "cards": ("robots", "duplicate", "ranking"),
    "event": ("event", "confirmed"),
}
"""The settings of a plan by what they are about, in the order in which a panel shows them."""

TYPED: Final = ("date", "until", "seats")
"""Those that can be typed."""

APART_MOST: Final = 25
"""Pairs of people who are kept apart."""

_NIGHTS: Final = (4, 6, 8, 10, 12, 20, 30)
"""After how many nights an end is offered."""

_LISTED: Final = NightSettings.choices()


@dataclass(frozen=True, slots=True)
class Possible:
    """What the game of a league allows: tables of three and five, ending a game after any deal, and the same
    cards at all tables."""

    mixed: bool = False
    cut: bool = False
    duplicate: bool = False


def possible(league: League) -> Possible:
    """See the class."""
    rules = league.rules(league.players)
    if rules is None:
        return Possible()
    return Possible(offers_mixed(league), can_be_cut_short(rules), can_be_duplicate(rules))


def settings_shown(series: Series, page: str, can: Possible) -> list[str]:
    """The settings of a page that have an effect as the others are."""
    return [name for name in PAGES[page] if _bears(series, name, can)]


def page_of(name: str) -> str:
    """The page of a setting. Raises ValueError where there is no such setting."""
    for page, names in PAGES.items():
        if name in names:
            return page
    raise ValueError(name)


def _bears(series: Series, name: str, can: Possible) -> bool:
    is_series, settings = series.schedule.repeat is not Repeat.ONCE, series.settings
    match name:
        case "until" | "announced":
            return is_series
        case "weekdays":
            return series.schedule.repeat is Repeat.WEEKDAYS
        case "out_of_time":
            return settings.minutes is not None
        case "duplicate":
            return can.duplicate
        case "ranking":
            return can.duplicate and settings.is_duplicate
        case _:
            return True


def offered(series: Series, name: str, can: Possible) -> list[str]:
    """The values of a setting that can be chosen, as ``with_chosen`` reads them; those that only are typed or
    picked have none."""
    if not _bears(series, name, can):
        return []
    match name:
        case "repeat":
            return [*Repeat]
        case "until":
            return [NONE, *(one.isoformat() for one in _ends(series))]
        case "duplicate" if series.settings.games > 1:
            return [text_of(False)]
        case _:
            return [text_of(one) for one in _LISTED.get(name, ()) if _is_offered(name, one, can)]


def _is_offered(name: str, value: object, can: Possible) -> bool:
    if name == "remainder" and value == Remainder.MIXED:
        return can.mixed
    if name == "robots":
        return unavailable(str(value)) is None
    if name == "out_of_time" and value == OutOfTime.CUT:
        return can.cut
    return True


def _ends(series: Series) -> list[date]:
    """The dates of some nights of a series, if none was its last."""
    dates = [*islice(replace(series.schedule, until=None).dates(), _NIGHTS[-1])]
    return [dates[number - 1] for number in _NIGHTS if number <= len(dates)]


def value_of(series: Series, name: str) -> str:
    """The value that a setting has, as ``offered`` writes it; empty for those that are written otherwise."""
    match name:
        case "repeat":
            return series.schedule.repeat
        case "until":
            return NONE if series.schedule.until is None else series.schedule.until.isoformat()
        case _ if name in _LISTED:
            return text_of(getattr(series.settings, name))
        case _:
            return ""


def with_chosen(series: Series, name: str, text: str) -> Series:
    """With a value that was ``offered``, or that it has. Raises ValueError for what none can be."""
    match name:
        case "repeat":
            return with_repeat(series, Repeat(text))
        case "until":
            return with_until(series, None if text == NONE else date.fromisoformat(text))
        case _ if text == value_of(series, name):
            return series  # it was typed, or is not offered any more
        case _:
            return _with_settings(series, series.settings.changed_to(name, text))


def with_repeat(series: Series, repeat: Repeat) -> Series:
    """Held so often from now on, on the first date's weekday until others are chosen."""
    days = {series.schedule.first.weekday()} if repeat is Repeat.WEEKDAYS else set[int]()
    until = None if repeat is Repeat.ONCE else series.schedule.until
    changed = replace(series.schedule, repeat=repeat, weekdays=frozenset(days), until=until)
    return replace(series, schedule=changed)


def with_weekdays(series: Series, weekdays: Collection[int]) -> Series:
    """On these days of the week. Raises ValueError where that is none, or no plan by weekdays."""
    if not weekdays or not {*weekdays} <= {*range(7)} or series.schedule.repeat is not Repeat.WEEKDAYS:
        raise ValueError(weekdays)
    return replace(series, schedule=replace(series.schedule, weekdays=frozenset(weekdays)))


def with_until(series: Series, until: date | None) -> Series:
    """Until that date. Raises NightError ``until-before-first``."""
    if until is not None and until < series.schedule.first:
        raise NightError("until-before-first")
    return replace(series, schedule=replace(series.schedule, until=until))


def with_seats(series: Series, typed: str) -> Series:
    """With room for so many people. Raises NightError ``no-such-number``."""
    is_number = typed.isascii() and typed.isdecimal() and len(typed) < 9
    if not is_number or not SEATS_LEAST <= int(typed) <= SEATS_MOST:
        raise NightError("no-such-number", least=str(SEATS_LEAST), most=str(SEATS_MOST))
    return _with_settings(series, replace(series.settings, seats=int(typed)))


def with_pair(series: Series, one: int, other: int) -> Series:
    """Two people are kept apart, or where they were are no longer. Raises NightError ``too-many-apart``,
    ValueError for one person."""
    if one == other:
        raise ValueError(one)
    pair, before = (min(one, other), max(one, other)), series.settings.apart
    after = tuple(each for each in before if each != pair) if pair in before else (*before, pair)
    if len(after) > APART_MOST:
        raise NightError("too-many-apart", most=str(APART_MOST))
    return _with_settings(series, replace(series.settings, apart=after))


def _with_settings(series: Series, settings: NightSettings) -> Series:
    return replace(series, settings=settings)
