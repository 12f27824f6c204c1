"""How a member's value came about (L7 to L12): what each night held was to them, what of it counts, and what
was added. Values without words, for sentences to be made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from bot.leagues.corrections import Adjustment
from bot.leagues.course import SeasonCourse
from bot.leagues.entries import Entries, counted, is_absent, measured
from bot.leagues.model import Member
from bot.leagues.nights import HeldNight


class NightPart(StrEnum):
    """What a night was to a member."""

    PLAYED = "played"
    SAT_OUT = "sat-out"  # a bye worth nothing, and no game
    ABSENT = "absent"
    EXCUSED = "excused"


class Gained(NamedTuple):
    """A game score: that of a game, or of a round sat out where ``game`` is None."""

    game: str | None
    score: Fraction


@dataclass(frozen=True, slots=True)
class NightTold:
    """A night held. ``score`` is None where it is no entry. An entry that does not ``count`` was dropped, as
    only so many of the best do (L11)."""

    id: str
    date: date
    part: NightPart
    gained: tuple[Gained, ...]
    score: Fraction | None
    counts: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """``base`` is what the entries that count come to by the season's measure, None where there are none (of
    game scores, with ``average_game``); ``value`` is that with the adjustments, None where there are none
    either."""

    nights: tuple[NightTold, ...]
    base: Fraction | None
    adjustments: tuple[Adjustment, ...]
    value: Fraction | None


def explain(course: SeasonCourse, member: Member) -> Explanation:
    """How a member's value came about."""
    settings = course.season.settings
    entries = course.entries(member.id, len(course.held))
    chosen = counted(entries, settings.best)
    measure = measured(entries, chosen, settings.measure)
    base = None if measure is None else course.scorer.in_points(measure)
    adjustments = course.adjustments.get(member.id, ())
    has_value = base is not None or adjustments
    return Explanation(
        tuple(_nights(course, member, entries, {entries.nights[one] for one in chosen})),
        base,
        adjustments,
        (base or 0) + sum((one.value for one in adjustments), Fraction()) if has_value else None,
    )


def _nights(course: SeasonCourse, member: Member, entries: Entries, chosen: set[int]) -> Iterator[NightTold]:
    """The nights held that were something to a member."""
    for index, night in enumerate(course.held):
        part = _part(course, member, night)
        if part is not None:
            gained = tuple(_gained(course, member.id, night)) if part is NightPart.PLAYED else ()
            score = entries.score_of(index)
            points = None if score is None else course.scorer.in_points(score)
            yield NightTold(night.id, night.date, part, gained, points, index in chosen)


def _part(course: SeasonCourse, member: Member, night: HeldNight) -> NightPart | None:
    """What a night was to a member; None where it was nothing to them."""
    if member.id in night.tallies:
        return NightPart.PLAYED
    if member.id in night.sat_out:
        return NightPart.SAT_OUT
    if night.planned is None or not is_absent(member, night):
        return None
    return NightPart.EXCUSED if member.id in course.excused[night.id] else NightPart.ABSENT


def _gained(course: SeasonCourse, member: str, night: HeldNight) -> Iterator[Gained]:
    """A member's game scores of a night."""
    for game in night.games:
        for one, score, _ in course.scorer.shares(game):
            if one == member:
                yield Gained(game.id, course.scorer.in_points(score))
    bye = course.scorer.bye
    byes = [one for one in course.season.byes if (one.night, one.player) == (night.id, member)]
    if bye is not None:
        yield from [Gained(None, course.scorer.in_points(bye))] * len(byes)
