"""How somebody's games went, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from bot.pictures.stat_values import CourseMark, CoursePanel, CoursePicture, Tick
from bot.pictures.stats.scale import ticks
from bot.statistics.ports import PlayedGame
from bot.telling.stats.numbers import mean_text, number_text
from bot.telling.stats.told import PersonStats
from bot.words.catalogue import Words

SPAN: Final = 10
"""Games of which the line is the mean."""

ALONG: Final = 4
"""Dates below the line."""

MOST_TICKS: Final = 5


def course_picture(words: Words, told: PersonStats) -> CoursePicture:
    """Points above the table's mean, game by game and as the mean of ten; below it the rating."""
    games = [*reversed(told.games)]
    about = words("stats.titled", what=words("stats.page.course"), about=told.about)
    if not games:
        return CoursePicture(told.name, about, (), empty=words("stats.nothing-ended"))
    panels = [_points(words, games)]
    if (rating := _rating(words, told, games)) is not None:
        panels.append(rating)
    return CoursePicture(
        title=told.name,
        subtitle=about,
        panels=tuple(panels),
        along=_along(words, games),
        along_word=words("stats.course.along"),
        caption=words.count("stats.course.caption", len(games)),
    )


def _points(words: Words, games: Sequence[PlayedGame]) -> CoursePanel:
    each = [game.above for game in games]
    line = [_mean(each[max(0, end - SPAN) : end]) for end in range(1, len(each) + 1)]
    return CoursePanel(
        word=words.count("stats.course.points", min(SPAN, len(each))),
        values=tuple(line),
        ticks=tuple(Tick(float(at), mean_text(words, float(at))) for at in ticks([*line, 0.0], MOST_TICKS)),
        marks=_marks(words, games, line, signed=True),
        zero=0.0,
        each=tuple(each),
    )


def _rating(words: Words, told: PersonStats, games: Sequence[PlayedGame]) -> CoursePanel | None:
    """The rating after each of these games, where two of them at least were rated."""
    rated = () if told.standing is None else told.standing.rated
    after = {one.table_id: one.rating.ordinal for one in rated}
    line = [after.get(game.table) for game in games]
    known = [one for one in line if one is not None]
    if len(known) < 2:
        return None
    return CoursePanel(
        word=words("stats.course.rating"),
        values=tuple(line),
        ticks=tuple(Tick(float(at), number_text(words, float(at))) for at in ticks(known, MOST_TICKS)),
        marks=_marks(words, games, line, signed=False),
    )


def _marks(
    words: Words, games: Sequence[PlayedGame], line: Sequence[float | None], *, signed: bool
) -> tuple[CourseMark, ...]:
    """The latest, the highest and the lowest, those of one place once."""
    known = [(value, index) for index, value in enumerate(line) if value is not None]
    latest, highest, lowest = known[-1][1], max(known)[1], min(known)[1]
    named = {"latest": latest, "highest": highest, "lowest": lowest}
    told: dict[int, CourseMark] = {}
    for which, at in named.items():
        value = line[at]
        if value is None or at in told:
            continue
        number = mean_text(words, value) if signed else words.tenths(value + 0.0)
        said = words(f"stats.course.{which}", number=number, date=words.date(day_of(games[at])))
        told[at] = CourseMark(at, number, said)
    return tuple(told.values())


def _along(words: Words, games: Sequence[PlayedGame]) -> tuple[Tick, ...]:
    """Dates along the line, no two of the same day beside each other."""
    last = len(games) - 1
    steps = min(ALONG, len(games))
    found: dict[str, int] = {}
    for step in range(steps):
        at = round(step * last / max(steps - 1, 1))
        found.setdefault(words.short_day(day_of(games[at])), at)
    return tuple(Tick(at, word) for word, at in found.items())


def day_of(game: PlayedGame) -> datetime:
    """When it ended, in UTC."""
    return datetime.fromtimestamp(game.ended_at, UTC)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
