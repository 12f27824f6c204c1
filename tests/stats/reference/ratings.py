"""L20: the ratings of a server's people, a pool for each family of presets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryPart

Rating = tuple[float, float]
"""Mu and sigma."""


@dataclass(frozen=True)
class Seat:
    """Who has a seat at the end. ``player`` is a person's id or a kind of robot; ``left`` says that somebody
    gave this seat up during the game."""

    player: str
    points: int
    robot: bool = False
    left: bool = False


@dataclass(frozen=True)
class Ended:
    """A game that ended. ``ended`` is whatever puts games in order, ``family`` that of its preset."""

    id: str
    ended: str
    family: str
    seats: tuple[Seat, ...]

    @property
    def rated(self) -> bool:
        """At least two seats are people's at the end, and nobody gave up a seat."""
        people = [seat for seat in self.seats if not seat.robot]
        return len(people) >= 2 and not any(seat.left for seat in self.seats)


def server_ratings(
    games: Sequence[Ended], robots: Mapping[str, Mapping[str, Rating]] | None = None
) -> dict[str, dict[str, Rating]]:
    """For each family the ratings of everybody with a rated game in it, after all of these games.

    ``robots`` are their fixed ratings, by family and kind; openskill's default where there is none.
    """
    model = BradleyTerryPart()
    pools: dict[str, dict[str, Rating]] = {}
    for game in sorted(games, key=lambda game: (game.ended, game.id)):
        if not game.rated:
            continue
        pool = pools.setdefault(game.family, {})
        fixed = (robots or {}).get(game.family, {})
        teams = []
        for seat in game.seats:
            known = fixed.get(seat.player) if seat.robot else pool.get(seat.player)
            mu, sigma = known or (25, 25 / 3)
            teams.append([model.rating(mu=mu, sigma=sigma)])
        points = [seat.points for seat in game.seats]
        ranks = [float(1 + len([other for other in points if other > own])) for own in points]
        for seat, [rating] in zip(game.seats, model.rate(teams, ranks=ranks), strict=True):
            if not seat.robot:
                pool[seat.player] = (rating.mu, rating.sigma)
    return pools


def ordinal(rating: Rating) -> float:
    """What a ladder is ordered by: openskill's ordinal, mu less three sigma."""
    mu, sigma = rating
    return mu - 3 * sigma
