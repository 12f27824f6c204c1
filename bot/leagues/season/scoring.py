"""From points to scores, at tables of several sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Final

from bot.engine.options import Rules
from bot.engine.registry import new_game
from bot.leagues.season.model import MEMBER, Season, SeasonGame
from bot.leagues.season.settings import TABLES, SeasonSettings

WIN: Final = 60
"""Parts of a win: 2, 3, 4 and 5 can share it (L14)."""


class Scorer:
    """Scores under a season's settings, for its members; there are ``units`` to a point."""

    def __init__(self, season: Season) -> None:
        settings = season.settings
        factors = {seats: _factor(season, seats) for seats in TABLES}
        means = {seats: _means(settings.place_points[seats]) for seats in TABLES}
        worths = (settings.left, settings.bye, settings.absence, settings.excused)
        numbers = [one for one in worths if isinstance(one, Fraction)]
        numbers += factors.values()
        numbers += [mean for rows in means.values() for row in rows for mean in row]
        self.units = lcm(*(one.denominator for one in numbers))
        self.bye = self._worth(settings.bye)
        """What a round sat out is worth, None for nothing (L8)."""
        self._left = self._worth(settings.left)
        self._left_counts = settings.left != "nothing"
        self._members = frozenset(member.id for member in season.members)
        self._factors = {seats: self.in_units(factor) for seats, factor in factors.items()}
        self._means = (
            {seats: [[self.in_units(mean) for mean in row] for row in rows] for seats, rows in means.items()}
            if settings.score != "points"
            else None
        )

    def in_units(self, worth: Fraction) -> int:
        """A number of the settings, in units."""
        return int(worth * self.units)

    def in_points(self, score: int | Fraction) -> Fraction:
        """A score in points."""
        return Fraction(score) / self.units

    def _worth(self, worth: str | Fraction) -> int | None:
        """A setting in units, None where it is a word."""
        return self.in_units(worth) if isinstance(worth, Fraction) else None

    def seats(self, points: Sequence[int]) -> list[int]:
        """The game score of each seat, in units (L5)."""
        factor = self._factors[len(points)]
        if self._means is None:
            return [*points] if factor == 1 else [one * factor for one in points]
        means = self._means[len(points)]
        order = sorted(points, reverse=True)
        return [one * factor + means[order.index(one)][order.count(one) - 1] for one in points]

    def shares(self, game: SeasonGame) -> list[tuple[str, int, int]]:
        """Who gets which game score of a game, in units, and how many parts of its win (L7, L14)."""
        points = game.points
        scores = self.seats(points)
        best = max(points)
        win = WIN // points.count(best)
        shares = [
            (name, score, win if one == best else 0)
            for (kind, name), one, score in zip(game.holders, points, scores, strict=True)
            if kind is MEMBER
        ]
        if self._left_counts and any(game.left):
            worth = min(scores) if self._left is None else self._left
            shares += [(member, worth, 0) for member in self.leavers(game)]
        return shares

    def leavers(self, game: SeasonGame) -> list[str]:
        """The members who gave up a seat of a game and have none at its end, each once, where that is a game
        score (L7)."""
        if not self._left_counts:
            return []
        left = dict.fromkeys([one for left in game.left for one in left if one in self._members])
        return [one for one in left if one not in game.people]


def _factor(season: Season, seats: int) -> Fraction:
    """What points at a table are multiplied by for a game score (L5)."""
    if season.settings.score == "places":
        return Fraction(0)
    return level_of(season.settings, season.levels, seats)


def level_of(settings: SeasonSettings, levels: Mapping[int, Fraction], seats: int) -> Fraction:
    """The level of a table (L6)."""
    return levels.get(seats, Fraction(1)) if settings.level == "yes" else Fraction(1)


def _means(row: Sequence[Fraction]) -> list[list[Fraction]]:
    """For each place, the mean of the points of so many places from there on (L5)."""
    return [
        [sum(row[place : place + shared], Fraction()) / shared for shared in range(1, len(row) - place + 1)]
        for place in range(len(row))
    ]


EVEN: Final = 4
"""The players of a table whose points count as they are."""


def level(players: int, sums_of_deals: Mapping[int, int]) -> Fraction:
    """What points at a table of so many players are multiplied by. ``sums_of_deals`` are what the
    deals of a game add up to without their signs, by players."""
    return Fraction(sums_of_deals[EVEN], EVEN) / Fraction(sums_of_deals[players], players)


def levels_of(each: Iterable[Rules]) -> dict[int, Fraction] | None:
    """The levels of a league's game, given its rules by number of players; None where levels are not to be
    offered, as what a game adds up to is not the same in all of them, or as it has no table of four."""
    found = {rules.players: new_game(rules, 0).sum_of_deals for rules in each}
    sums_of_deals = {players: sum_of_deals for players, sum_of_deals in found.items() if sum_of_deals}
    if len(sums_of_deals) < len(found) or EVEN not in sums_of_deals:
        return None
    return {players: level(players, sums_of_deals) for players in sums_of_deals if players != EVEN}
