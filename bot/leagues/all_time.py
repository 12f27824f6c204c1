"""What members have reached over all seasons of a league (L16)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from bot.leagues.course import SeasonCourse
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


def all_time(courses: Iterable[SeasonCourse]) -> list[AllTime]:
    """The table of a league, from the courses of its seasons; by place, then by id."""
    table = AllTimeTable()
    for course in courses:
        points = {seats: defaultdict[str, int](int) for seats in TABLES}
        games = {seats: Counter[str]() for seats in TABLES}
        for game in course.games:
            of_size, many = points[len(game.points)], games[len(game.points)]
            for holder, gained in zip(game.holders, game.points, strict=True):
                if holder.kind is MEMBER:
                    of_size[holder.id] += gained
                    many[holder.id] += 1
        for seats, of_size in points.items():
            level = level_of(course.season.settings, course.season.levels, seats)
            for member, gained in of_size.items():
                table.add(member, level * gained, games[seats][member], 0)
        for member, wins in course.wins().items():
            table.add_wins(member, wins)
    return table.ranked()


class AllTimeTable:
    """Adds up what members have reached."""

    def __init__(self) -> None:
        self._sums: defaultdict[str, Fraction] = defaultdict(Fraction)
        self._games: Counter[str] = Counter()
        self._wins: Counter[str] = Counter()

    def add(self, member: str, total: Fraction, games: int, wins: int) -> None:
        """Some games with a seat at the end: points times level, their number, parts of wins."""
        self._sums[member] += total
        self._games[member] += games
        self._wins[member] += wins

    def add_wins(self, member: str, wins: int) -> None:
        """Parts of wins, of games that are in it."""
        self._wins[member] += wins

    def ranked(self) -> list[AllTime]:
        """The lines, by place, then by id."""
        sums = self._sums
        ranks = sorted(-one for one in sums.values())
        return [
            AllTime(
                1 + bisect_left(ranks, -sums[one]),
                one,
                sums[one],
                self._games[one],
                Fraction(self._wins[one], WIN),
            )
            for one in sorted(sums, key=lambda member: (-sums[member], member))
        ]
