"""What one night came to for those who played it (L9)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from bot.leagues.course import SeasonCourse


class NightLine(NamedTuple):
    """A member's night: the place among those who played it, shared by equal scores; the score; how many game
    scores it is made of."""

    place: int
    member: str
    score: Fraction
    games: int


def one_night(course: SeasonCourse, night: str) -> list[NightLine]:
    """The lines of a night, the best first, equal ones by id. Raises LookupError where no such night was
    held."""
    index = next((index for index, one in enumerate(course.held) if one.id == night), None)
    if index is None:
        raise LookupError(night)
    found: list[tuple[Fraction, str, int]] = []
    for member, tally in course.held[index].tallies.items():
        score = course.entries(member, len(course.held)).score_of(index)
        if score is not None:
            found.append((course.scorer.in_points(score), member, tally.games))
    found.sort(key=lambda one: (-one[0], one[1]))
    places: dict[Fraction, int] = {}
    return [
        NightLine(places.setdefault(score, place), member, score, games)
        for place, (score, member, games) in enumerate(found, 1)
    ]
