"""What members have reached over all seasons of a league (L16)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from bot.leagues.course import Course
from bot.leagues.model import MEMBER
from bot.leagues.scoring import WIN, level_of
from bot.leagues.settings import TABLES


@dataclass(frozen=True, slots=True)
class AllTime:
    """A member over all seasons: place, sum of points times level, games with a seat at the end, wins."""

    place: int
    player: str
    sum: Fraction
    games: int
    wins: Fraction


def all_time(courses: Iterable[Course]) -> list[AllTime]:
    """The table of a league, from the courses of its seasons; by place, then by id."""
    sums: defaultdict[str, Fraction] = defaultdict(Fraction)
    games: defaultdict[str, int] = defaultdict(int)
    wins: Counter[str] = Counter()
    for course in courses:
        points = {seats: defaultdict[str, int](int) for seats in TABLES}
        for game in course.games:
            table = points[len(game.points)]
            for holder, gained in zip(game.holders, game.points, strict=True):
                if holder.kind is MEMBER:
                    table[holder.id] += gained
                    games[holder.id] += 1
        for seats, table in points.items():
            level = level_of(course.season, seats)
            for member, gained in table.items():
                sums[member] += level * gained
        wins.update(course.wins())
    ranks = sorted(-one for one in sums.values())
    return [
        AllTime(1 + bisect_left(ranks, -sums[one]), one, sums[one], games[one], Fraction(wins[one], WIN))
        for one in sorted(sums, key=lambda member: (-sums[member], member))
    ]
