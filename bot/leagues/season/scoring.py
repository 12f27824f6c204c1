"""From points to scores, at tables of several sizes; and how strong people are by the games they have played
(L20): openskill's Bradley-Terry model for games of several players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import attrgetter
from typing import Any, Final, Protocol

from openskill.models import BradleyTerryPart, BradleyTerryPartRating

from bot.engine.options import Rules
from bot.engine.registry import new_game
from bot.leagues.season.model import MEMBER, ROBOT, Holder, Rating, Season, SeasonGame, SeatKind
from bot.leagues.season.settings import TABLES, GameSettings

WIN: Final = 60
"""Parts of a win: 2, 3, 4 and 5 can share it (L14)."""


class Played(Protocol):
    """A result of a game (L4)."""

    @property
    def holders(self) -> tuple[Holder, ...]:
        """Who had each seat at the end."""
        ...

    @property
    def points(self) -> tuple[int, ...]:
        """Of each seat."""
        ...


@dataclass(slots=True)
class MemberTally:
    """The sum of a member's game scores, in units, their number, and parts of wins."""

    sum: int = 0
    games: int = 0
    wins: int = 0


class GameScores:
    """Game scores (L5, L6) as whole numbers of a unit; there are ``units`` to a point, so many that each of
    ``worths`` that is a number is a whole number of them too."""

    def __init__(
        self, settings: GameSettings, levels: Mapping[int, Fraction], worths: Iterable[str | Fraction]
    ) -> None:
        by_places = settings.score == "places"
        factors = {seats: Fraction(0) if by_places else level_of(settings, levels, seats) for seats in TABLES}
        sizes = () if settings.score == "points" else TABLES
        means = {seats: _means(settings.place_points[seats]) for seats in sizes}
        numbers = [one for one in worths if isinstance(one, Fraction)]
        numbers += factors.values()
        numbers += [mean for rows in means.values() for row in rows for mean in row]
        self.units = lcm(*(one.denominator for one in numbers))
        self._factors = {seats: self.in_units(factor) for seats, factor in factors.items()}
        self._means = {
            seats: [[self.in_units(mean) for mean in row] for row in rows] for seats, rows in means.items()
        }

    def in_units(self, worth: Fraction) -> int:
        """A number of the settings, in units."""
        return int(worth * self.units)

    def in_points(self, score: int | Fraction) -> Fraction:
        """A score in points."""
        return Fraction(score.numerator, score.denominator * self.units)

    def worth(self, worth: str | Fraction) -> int | None:
        """A setting in units, None where it is a word."""
        return self.in_units(worth) if isinstance(worth, Fraction) else None

    def seats(self, points: Sequence[int]) -> Sequence[int]:
        """The game score of each seat, in units (L5)."""
        factor = self._factors[len(points)]
        if not self._means:
            return points if factor == 1 else [one * factor for one in points]
        means = self._means[len(points)]
        order = sorted(points, reverse=True)
        return [one * factor + means[order.index(one)][order.count(one) - 1] for one in points]

    def gained(self, games: Iterable[Played]) -> defaultdict[str, MemberTally]:
        """What each member got in some games for seats had at the end: game scores, and parts of wins
        (L14)."""
        found = defaultdict[str, MemberTally](MemberTally)
        for game in games:
            points = game.points
            best = max(points)
            for holder, gained, score in zip(game.holders, points, self.seats(points), strict=True):
                if holder.kind is MEMBER:
                    tally = found[holder.id]
                    tally.sum += score
                    tally.games += 1
                    if gained == best:
                        tally.wins += WIN // points.count(best)
        return found


class Scorer(GameScores):
    """Scores under a season's settings, for its members."""

    def __init__(self, season: Season) -> None:
        settings = season.settings
        worths = (settings.left, settings.bye, settings.absence, settings.excused)
        super().__init__(settings, season.levels, worths)
        self.bye = self.worth(settings.bye)
        """What a round sat out is worth, None for nothing (L8)."""
        self._left = self.worth(settings.left)
        self._left_counts = settings.left != "nothing"
        self._members = frozenset(member.id for member in season.members)

    def tallies(self, games: Sequence[SeasonGame]) -> defaultdict[str, MemberTally]:
        """What each member got in some games, by member with a game score: those, and parts of wins (L7,
        L14)."""
        found = self.gained(games)
        for game in games if self._left_counts else ():
            if any(game.left):
                worth = min(self.seats(game.points)) if self._left is None else self._left
                for member in self.leavers(game):
                    found[member].sum += worth
                    found[member].games += 1
        return found

    def leavers(self, game: SeasonGame) -> list[str]:
        """The members who gave up a seat of a game and have none at its end, each once, where that is a game
        score (L7)."""
        if not self._left_counts:
            return []
        left = dict.fromkeys([one for left in game.left for one in left if one in self._members])
        return [one for one in left if one not in game.people]


def level_of(settings: GameSettings, levels: Mapping[int, Fraction], seats: int) -> Fraction:
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


# Ratings. A pool is brought up to date game by game, so that a long history can be rated in steps

_MODEL: Final = BradleyTerryPart()

UNKNOWN: Final = Rating(_MODEL.mu, _MODEL.sigma)
"""The rating of whom nothing is known: 25 and 25/3."""


class Pool:
    """The ratings of people, who begin with ``ratings``; ``robots`` have theirs and keep them."""

    def __init__(self, ratings: Mapping[str, Rating], robots: Mapping[str, Rating]) -> None:
        self._begin = ratings
        self._robots = robots
        self._people: dict[str, _Team] = {}

    @property
    def ratings(self) -> dict[str, Rating]:
        """The ratings of all people with a rated game, by id."""
        return {one: self.rating(one) for one in sorted(self._people)}

    def rating(self, person: str) -> Rating:
        """Somebody's rating as it is now."""
        if person not in self._people:
            return self._begin.get(person, UNKNOWN)
        (rating,) = self._people[person]
        return Rating(rating.mu, rating.sigma)

    def rate(self, game: SeasonGame) -> bool:
        """Rate a game that ended after all that were rated; returns whether it is one that is rated."""
        if not is_rated(game):
            return False
        points = game.points
        order = sorted(range(len(points)), key=points.__getitem__, reverse=True)
        teams = _OwnCopy()
        for seat in order:
            kind, name = game.holders[seat]
            known = None if kind is ROBOT else self._people.get(name)
            teams.append(known or self._sits_down(kind, name))
        if len(set(points)) == len(points):
            _MODEL.rate(teams)  # from the winner to the last
        else:
            places = [sum([other > points[seat] for other in points]) for seat in order]
            _MODEL.rate(teams, ranks=[float(place) for place in places])
        return True

    def _sits_down(self, kind: SeatKind, name: str) -> _Team:
        """openskill's rating, which it will change, of a person new in the pool; a copy of a robot's."""
        if kind is ROBOT:
            return [_MODEL.rating(*self._robots.get(name, UNKNOWN))]
        self._people[name] = [_MODEL.rating(*self._begin.get(name, UNKNOWN))]
        return self._people[name]


_Team = list[BradleyTerryPartRating]
"""openskill rates teams; each of ours is one player."""


class _OwnCopy(list[_Team]):
    """The ratings of a table, to be changed in their place. openskill rates a deep copy of what it is given,
    and making that takes it half of its time."""

    def __deepcopy__(self, _: dict[int, Any]) -> _OwnCopy:
        return self


def is_rated(game: SeasonGame) -> bool:
    """Whether a game is rated: two people at the end, and no seat given up."""
    return len(game.people) >= 2 and not any(game.left)


def in_order(games: Iterable[SeasonGame]) -> list[SeasonGame]:
    """Games in the order in which they are rated."""
    return sorted(games, key=attrgetter("ended", "id"))


def rated(
    games: Iterable[SeasonGame], ratings: Mapping[str, Rating], robots: Mapping[str, Rating]
) -> dict[str, Rating]:
    """The ratings, after these games, of all people with a rated one, by id."""
    pool = Pool(ratings, robots)
    for game in in_order(games):
        pool.rate(game)
    return pool.ratings
