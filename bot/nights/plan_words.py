"""What is announced of a plan, in words: when its nights are, how long one takes, how many tables there
are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.leagues.model import League
from bot.nights.calendar import Repeat, Start
from bot.nights.model import Series, SeriesState
from bot.nights.reading import asks_from
from bot.nights.seating.model import NoPlan, Remainder
from bot.nights.seating.sizes import table_sizes
from bot.nights.settings_words import (
    DescribedPlan,
    clock_change_text,
    schedule_text,
    setting_value,
    skips_text,
)
from bot.telling import phrases
from bot.telling.phrases import about_length, clock_time, in_full
from bot.words.catalogue import Words
from bot.words.names import in_text

PEOPLE: Final = (8, 12, 16)
"""For so many people it is said how many tables there are."""


def announcement(words: Words, planned: DescribedPlan, league: League) -> list[str]:
    """What everybody is told of a plan, in the server's words."""
    series = planned.series
    when = schedule_text(words, series.schedule, planned.zone)
    game = phrases.preset_name(words, league.preset)
    parts = (setting_value(words, series, name) for name in ("rounds", "games", "pace"))
    return [
        f"**{in_text(league.name)}** · <#{series.channel_id}>",
        f"**{when}**",
        f"{game} · {' · '.join(parts)}",
    ]


def dates_text(words: Words, planned: DescribedPlan, coming: Sequence[Start]) -> Iterator[str]:
    """The first nights in everybody's own time, with what the clock does to them, and what is skipped."""
    series = planned.series
    if not coming:
        yield words("night.plan.no-dates")
    for one in coming:
        yield f"- {in_full(one.at_unix)}"
        if change := clock_change_text(words, series.schedule.at, one, planned.zone):
            yield f"-# ⚠️ {change}"
    if skipped := skips_text(words, series.skipped):
        yield f"-# {skipped}"


def asked_text(words: Words, series: Series, coming: Sequence[Start]) -> str:
    """From when people are asked whether they come."""
    if not coming:
        return ""
    if series.schedule.repeat is Repeat.ONCE:
        return words("night.plan.asked-at-once") if series.state is SeriesState.DRAFT else ""
    return words("night.plan.asked", moment=in_full(asks_from(series, coming[0])))


def length_text(words: Words, planned: DescribedPlan, coming: Sequence[Start]) -> str:
    """How long a night takes and when it ends, and by how many games that is known."""
    length, game = planned.length, planned.game
    if length is None or game is None:
        return words("night.example.length.unknown")
    told = words("night.plan.length", length=about_length(words, length))
    if coming:
        told = words("night.plan.ends", length=told, time=clock_time(coming[0].at_unix + length))
    by = words.count("night.plan.by-games", game.games) if game.games else words("night.plan.by-estimate")
    return f"{told}\n-# {by}"


def tables_text(words: Words, remainder: str) -> str:
    """«8 people: 2 tables · 12: 3 · 16: 4»."""
    return " · ".join(_tables(words, remainder, PEOPLE))


def _tables(words: Words, remainder: str, people: Iterable[int]) -> Iterator[str]:
    for number in people:
        try:
            tables = len(table_sizes(number, Remainder(remainder)))
        except NoPlan:
            continue
        told = words.count("night.plan.people", number)
        yield words("night.plan.tables", people=told, tables=words.count("night.plan.table-count", tables))
