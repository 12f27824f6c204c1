"""What members have reached over all seasons of a league (L16)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from bot.leagues.model import Game, Season
from bot.leagues.scoring import MEMBER, WIN, level_of, winners
from bot.leagues.settings import TABLES


@dataclass(frozen=True, slots=True)
class AllTime:
    """A member over all seasons: place, sum of points times level, games with a seat at the end, wins."""

    place: int
    player: str
    sum: Fraction
    games: int
    wins: Fraction


def all_time(seasons: Iterable[tuple[Season, Iterable[Game]]]) -> list[AllTime]:
    """The table of a league, from its seasons, each with its games that count; by place, then by id."""
    sums: defaultdict[str, Fraction] = defaultdict(Fraction)
    games: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for season, played in seasons:
        points = {seats: defaultdict[str, int](int) for seats in TABLES}
        for game in played:
            table = points[len(game.seats)]
            for holder, gained, _ in game.seats:
                if holder.kind is MEMBER:
                    table[holder.id] += gained
                    games[holder.id] += 1
            for member, parts in winners(game):
                wins[member] += parts
        for seats, table in points.items():
            level = level_of(season.settings, season.levels, seats)
            for member, gained in table.items():
                sums[member] += level * gained
    ranks = sorted(-one for one in sums.values())
    return [
        AllTime(1 + bisect_left(ranks, -sums[one]), one, sums[one], games[one], Fraction(wins[one], WIN))
        for one in sorted(sums, key=lambda member: (-sums[member], member))
    ]
