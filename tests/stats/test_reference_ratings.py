"""Whether the second calculation of ratings is L20's."""

from __future__ import annotations

from openskill.models import BradleyTerryPart

from tests.stats.reference import ratings
from tests.stats.reference.ratings import Ended, Seat


def of(
    game: str, ended: str, *points: int, family: str = "king", robots: str = "", left: bool = False
) -> Ended:
    """A game of a, b, c, d; those in ``robots`` are robots, and with ``left`` a seat was given up."""
    seats = [
        Seat(name, own, name in robots, left and name == "a")
        for name, own in zip("abcd", points, strict=False)
    ]
    return Ended(game, ended, family, tuple(seats))


def test_l20_one_game() -> None:
    found = ratings.server_ratings([of("1", "1", 3, -1, -1, -1)])["king"]
    model = BradleyTerryPart()
    teams = model.rate([[model.rating()] for _ in range(4)], ranks=[1, 2, 2, 2])
    assert found == {name: (team[0].mu, team[0].sigma) for name, team in zip("abcd", teams, strict=True)}
    assert found["a"][0] > 25 > found["d"][0]


def test_l20_games_in_the_order_in_which_they_ended_equal_times_by_id() -> None:
    first, second, third = of("b", "1", 4, 3, 2, 1), of("c", "1", 1, 2, 3, 4), of("a", "2", 3, 1, 4, 2)
    assert ratings.server_ratings([third, second, first]) == ratings.server_ratings([first, second, third])
    other = [of("c", "1", 4, 3, 2, 1), of("b", "1", 1, 2, 3, 4), third]
    assert ratings.server_ratings(other) != ratings.server_ratings([first, second, third])


def test_l20_what_is_rated() -> None:
    game = of("1", "1", 4, 3, 2, 1)
    alone, given_up = of("2", "2", 4, 3, 2, 1, robots="bcd"), of("3", "3", 4, 3, 2, 1, left=True)
    assert ratings.server_ratings([game, alone, given_up]) == ratings.server_ratings([game])
    assert ratings.server_ratings([alone, given_up]) == {}


def test_l20_a_pool_for_each_family_and_robots_keep_theirs() -> None:
    king_game, whist_game = (
        of("1", "1", 4, 3, 2, 1, robots="d"),
        of("2", "2", 1, 2, 3, 4, family="whist", robots="d"),
    )
    both = ratings.server_ratings([king_game, whist_game])
    assert both == {**ratings.server_ratings([king_game]), **ratings.server_ratings([whist_game])}
    assert both["king"].keys() == set("abc")
    strong = ratings.server_ratings([king_game], {"king": {"d": (40.0, 1.0)}})
    assert strong["king"]["c"][0] > both["king"]["c"][0]  # who is before a strong robot has done well
