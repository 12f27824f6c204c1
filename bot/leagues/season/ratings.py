"""How strong people are, by the games they have played (L20): openskill's Bradley-Terry model for games of
several players.

A pool is brought up to date game by game, so that a long history can be rated in steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from openskill.models import BradleyTerryPart, BradleyTerryPartRating

from bot.leagues.season.model import ROBOT, Rating, SeasonGame, SeatKind

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
    return sorted(games, key=lambda game: (game.ended, game.id))


def rated(
    games: Iterable[SeasonGame], ratings: Mapping[str, Rating], robots: Mapping[str, Rating]
) -> dict[str, Rating]:
    """The ratings, after these games, of all people with a rated one, by id."""
    pool = Pool(ratings, robots)
    for game in in_order(games):
        pool.rate(game)
    return pool.ratings
