"""L20: ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openskill.models import BradleyTerryPart

from tests.leagues.reference.reading import Season, people
from tests.leagues.reference.scores import place

Game = dict[str, Any]
Rating = tuple[float, float]
"""Mu and sigma."""


def ratings(season: Season, games: Sequence[Game]) -> dict[str, Rating]:
    """Of everybody with a rated game, by id."""
    model = BradleyTerryPart()
    pool: dict[str, Rating] = {person: tuple(rating) for person, rating in season["ratings"].items()}
    rated: set[str] = set()
    for game in sorted(filter(is_rated, games), key=lambda game: (game["ended"], game["id"])):
        had = [_rating(season, pool, seat) for seat in game["seats"]]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in had]
        after = model.rate(teams, ranks=[place(game, seat) for seat in game["seats"]])
        for seat, (new,) in zip(game["seats"], after, strict=True):
            if "robot" not in seat:  # robots keep theirs
                pool[_person(seat)] = new.mu, new.sigma
        rated |= set(people(game))
    return {person: pool[person] for person in sorted(rated)}


def is_rated(game: Game) -> bool:
    """At least two seats are people's at the end, and nobody gave up a seat."""
    return len(people(game)) >= 2 and not any(seat["left"] for seat in game["seats"])


def _person(seat: Game) -> str:
    return seat["player"] if "player" in seat else seat["guest"]


def _rating(season: Season, pool: dict[str, Rating], seat: Game) -> Rating:
    ratings, who = (season["robots"], seat["robot"]) if "robot" in seat else (pool, _person(seat))
    mu, sigma = ratings.get(who, (25.0, 25.0 / 3.0))
    return float(mu), float(sigma)
