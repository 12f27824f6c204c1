"""What tells neighbours in the standings apart whose values are equal (L14)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from bot.leagues.course import SeasonCourse
from bot.leagues.scoring import WIN
from bot.leagues.standings import StandingLine, lines


@dataclass(frozen=True, slots=True)
class Tied:
    """Two neighbours with equal values, both with a place or both without. ``tie`` is the tie-break by which
    one stands before the other, and ``more`` and ``less`` what each has of it: wins or points, None for none.
    Without a tie-break they share the place."""

    ahead: str
    behind: str
    value: Fraction
    tie: str | None = None
    more: Fraction | None = None
    less: Fraction | None = None


def tied(course: SeasonCourse) -> list[Tied]:
    """All of them, in the order of the standings."""
    found = lines(course, len(course.held))
    return [
        _tied(course, ahead, behind)
        for ahead, behind in pairwise(found)
        if ahead.value == behind.value and ahead.is_placed == behind.is_placed
    ]


def _tied(course: SeasonCourse, ahead: StandingLine, behind: StandingLine) -> Tied:
    for tie in course.season.settings.ties:
        more, less = getattr(ahead, tie), getattr(behind, tie)
        if more != less:
            told = (_told(course, tie, more), _told(course, tie, less))
            return Tied(ahead.player, behind.player, ahead.value, tie, *told)
    return Tied(ahead.player, behind.player, ahead.value)


def _told(course: SeasonCourse, tie: str, found: Fraction | int | None) -> Fraction | None:
    """What is had of a tie-break, in wins or in points."""
    if found is None:
        return None
    return Fraction(found, WIN) if tie == "wins" else course.scorer.in_points(found)
