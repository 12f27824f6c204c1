"""When somebody comes to a night and until when they stay: chosen by themselves, or by an organiser for
them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.nights.calendar import local_of
from bot.nights.model import Evening, NightPerson
from bot.telling.night.hours_words import standing
from bot.ui.discord.boundary import Refusal
from bot.ui.discord.panel import select, select_option
from bot.ui.discord.press_ids import PressId
from bot.words.catalogue import Words

STEP: Final = 1800.0
"""Seconds between two moments that are offered."""

COMES_WITHIN: Final = 10
GOES_WITHIN: Final = 14
"""How many of them are offered after the start: five and seven hours."""

WHOLE: Final = "0"
"""From the start, or to the end."""


def offered(evening: Evening, one: NightPerson | None, now: float, *, begins: bool) -> list[float]:
    """The moments that can be chosen to come, or to go: those that are not past, with what was chosen."""
    count = COMES_WITHIN if begins else GOES_WITHIN
    first = evening.starts_at - evening.starts_at % STEP
    moments = {first + number * STEP for number in range(1, count + 1)}
    chosen = None if one is None else one.from_at if begins else one.until_at
    if chosen is not None:
        moments.add(chosen)
    return sorted(at for at in moments if at > now or at == chosen)


def lines(words: Words, one: NightPerson | None) -> Iterator[str]:
    """What is asked, and what follows from what they have said."""
    yield f"**{words('night.hours.title')}**"
    yield from standing(words, one)


def selects(
    words: Words,
    evening: Evening,
    one: NightPerson | None,
    zone: ZoneInfo,
    now: float,
    presses: Iterable[PressId],
) -> Iterator[ui.ActionRow[Any]]:
    """When they come and until when they stay, by those presses; that they come where there is still a moment
    to come at."""
    for begins, press in zip((True, False), presses, strict=True):
        moments = offered(evening, one, now, begins=begins)
        if moments:
            options = [*_options(words, moments, one, zone, begins=begins)]
            yield select(press, words(f"night.hours.{_kind(begins=begins)}"), options)


def _kind(*, begins: bool) -> str:
    return "from" if begins else "until"


def _options(
    words: Words, moments: Iterable[float], one: NightPerson | None, zone: ZoneInfo, *, begins: bool
) -> Iterator[discord.SelectOption]:
    kind = _kind(begins=begins)
    chosen = None if one is None else one.from_at if begins else one.until_at
    yield select_option(words(f"night.hours.{kind}.whole"), WHOLE, default=chosen is None)
    for at in moments:
        label = words(f"night.hours.{kind}.at", time=words.hour(local_of(at, zone).time()))
        yield select_option(label, str(int(at)), default=at == chosen)


def moment(
    evening: Evening, one: NightPerson | None, now: float, value: str, *, begins: bool
) -> float | None:
    """The moment that was chosen; None for the whole night. Raises Refusal for one that is not offered."""
    if value == WHOLE:
        return None
    for at in offered(evening, one, now, begins=begins):
        if str(int(at)) == value:
            return at
    raise Refusal("unknown-button")
