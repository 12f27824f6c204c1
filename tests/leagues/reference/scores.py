"""L5 to L7: what a game is worth, and to whom."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.leagues.reference.reading import Season, number, people

Game = dict[str, Any]


def level(season: Season, game: Game) -> Fraction:
    """L6, from the factors of the file."""
    players = len(game["seats"])
    if season["settings"]["level"] == "no" or players == 4:
        return Fraction(1)
    return number(season["levels"].get(str(players), 1))


def place(game: Game, seat: Game) -> int:
    """L4, G8: equal points share a place (1, 1, 3, 4)."""
    return 1 + sum(other["points"] > seat["points"] for other in game["seats"])


def sharing(game: Game, seat: Game) -> int:
    """How many seats share the seat's place, itself among them."""
    return sum(other["points"] == seat["points"] for other in game["seats"])


def levelled(season: Season, game: Game, seat: Game) -> Fraction:
    """Points times level."""
    return seat["points"] * level(season, game)


def place_number(season: Season, game: Game, seat: Game) -> Fraction:
    """L5: the mean of the numbers for the places that the seats which share it take up."""
    numbers = season["settings"]["place_points"][str(len(game["seats"]))]
    first, many = place(game, seat), sharing(game, seat)
    return sum((number(one) for one in numbers[first - 1 : first - 1 + many]), Fraction()) / many


def seat_score(season: Season, game: Game, seat: Game) -> Fraction:
    """L5."""
    score = season["settings"]["score"]
    found = Fraction()
    if score in ("points", "both"):
        found += levelled(season, game, seat)
    if score in ("places", "both"):
        found += place_number(season, game, seat)
    return found


def game_scores(season: Season, game: Game) -> dict[str, Fraction]:
    """L7: each member's game score."""
    found = {seat["player"]: seat_score(season, game, seat) for seat in game["seats"] if "player" in seat}
    worth = worth_of_leaving(season, game)
    for member in season["members"]:
        if worth is not None and has_given_up(game, member["id"]) and member["id"] not in people(game):
            found[member["id"]] = worth
    return found


def has_given_up(game: Game, person: str) -> bool:
    return any(person in seat["left"] for seat in game["seats"])


def worth_of_leaving(season: Season, game: Game) -> Fraction | None:
    """L7, by ``left``; None where for them the game was not."""
    left = season["settings"]["left"]
    if left == "nothing":
        return None
    if left == "lowest":
        return min(seat_score(season, game, seat) for seat in game["seats"])
    return number(left)


def wins(games: list[Game], member: str) -> Fraction:
    """L14: games at place 1, shared by k seats 1/k each, of those with a seat at the end."""
    return sum(
        (
            Fraction(1, sharing(game, seat))
            for game in games
            for seat in game["seats"]
            if seat.get("player") == member and place(game, seat) == 1
        ),
        Fraction(),
    )
