"""Ratings (docs/rules/leagues.md, L20)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from openskill.models import BradleyTerryPart

from bot.leagues.season.corrections import corrected
from bot.leagues.season.model import Rating, SeasonGame
from bot.leagues.season.scoring import UNKNOWN, Pool, in_order, is_rated, rated
from tests.leagues.seasons import Json, correct, game, member, read, season, told

MODEL = BradleyTerryPart()


def games_of(*games: Json) -> tuple[SeasonGame, ...]:
    return corrected(read(season(*games))).games


def by_openskill(
    *games: tuple[dict[str, int], list[int]], begin: dict[str, list[float]] | None = None
) -> dict[str, Any]:
    """Ratings as openskill's documentation has them made: a game is its players' seats and places."""
    ratings = {name: MODEL.create_rating(one) for name, one in (begin or {}).items()}
    for players, places in games:
        teams = [[ratings.setdefault(name, MODEL.rating())] for name in players]
        after = MODEL.rate(teams, ranks=[float(one) for one in places])
        ratings |= {name: team[0] for name, team in zip(players, after, strict=True)}
    return {name: [round(one.mu, 6), round(one.sigma, 6)] for name, one in sorted(ratings.items())}


def ended(name: str, at: str, *seats: str) -> Json:
    return {**game(name, "n1", *seats), "ended": f"2026-09-01T{at}Z"}


def test_L20_a_game_of_three() -> None:
    found = told(game("g1", "n1", "u1 3", "u2 0", "u3 -3")).the("ratings")
    assert found == by_openskill(({"u1": 0, "u2": 1, "u3": 2}, [1, 2, 3]))
    # By the paper: variance s = (25/3)² + (25/300)², c² = 2s + 2·(25/6)², each win expected at 1/2:
    # mu 25 + s/2c, sigma √s · √(1 − (√s/c)·(s/c²)/4).
    assert found["u1"] == [27.635389, 8.065901]


@pytest.mark.parametrize(
    ("points", "places"),
    [
        ((1, 1, 0), [1, 1, 3]),
        ((0, 5, 5, 9), [4, 2, 2, 1]),
        ((7, 7, 7), [1, 1, 1]),
        ((0, 1, 0, 1, 0), [3, 1, 3, 1, 3]),
    ],
)
def test_L20_places_are_the_ranks(points: tuple[int, ...], places: list[int]) -> None:
    seats = [f"u{number} {one}" for number, one in enumerate(points, start=1)]
    players = {f"u{number}": number for number in range(1, len(points) + 1)}
    assert told(game("g1", "n1", *seats)).the("ratings") == by_openskill((players, places))


def test_L20_guests_are_rated_and_listed_by_id() -> None:
    found = told(game("g1", "n1", "u1 3", "guest a1 0", "guest z1 -3")).the("ratings")
    assert list(found) == ["a1", "u1", "z1"]


def test_L20_a_guest_with_a_members_id_is_that_person() -> None:
    games = (
        ended("g1", "20:00:00", "u1 3", "u2 0", "u3 -3"),
        ended("g2", "21:00:00", "guest u1 3", "u2 0", "u3 -3"),
    )
    same = {"u1": 0, "u2": 1, "u3": 2}
    assert told(*games).the("ratings") == by_openskill((same, [1, 2, 3]), (same, [1, 2, 3]))


def test_L20_two_people_are_needed_and_no_seat_given_up() -> None:
    games = (
        game("g1", "n1", "u1 3", "robot easy 0", "robot easy -3"),
        game("g2", "n1", "u1 3 left x1", "u2 0", "u3 -3"),
        game("g3", "n1", "robot a 3", "robot b 0", "robot c -3"),
    )
    assert told(*games).the("ratings") == {}
    assert [is_rated(one) for one in games_of(*games)] == [False, False, False]


def test_L20_robots_keep_their_ratings() -> None:
    games = [ended(f"g{number}", f"2{number}:00:00", "u1 3", "robot easy 0", "u2 -3") for number in range(3)]
    begin = {"easy": [20.0, 1.0]}
    expected: dict[str, Any] = {}
    people: dict[str, list[float]] = {}
    for _ in games:
        expected = by_openskill(({"u1": 0, "easy": 1, "u2": 2}, [1, 2, 3]), begin=people | begin)
        people = unrounded(people, begin)
    found = told(*games, robots=begin).the("ratings")
    assert set(found) == {"u1", "u2"}
    for name, rating in found.items():
        assert rating == pytest.approx(expected[name], abs=2e-6)


def unrounded(people: dict[str, list[float]], robots: dict[str, list[float]]) -> dict[str, list[float]]:
    """The people's ratings after one more game of u1, a robot and u2, in that order."""
    known = people | robots
    names = ("u1", "easy", "u2")
    teams = [[MODEL.create_rating(known[name]) if name in known else MODEL.rating()] for name in names]
    after = MODEL.rate(teams, ranks=[1.0, 2.0, 3.0])
    return {
        name: [team[0].mu, team[0].sigma] for name, team in zip(names, after, strict=True) if name != "easy"
    }


def test_L20_a_robot_that_the_file_does_not_name_is_like_anybody_unknown() -> None:
    first = game("g1", "n1", "u1 3", "robot easy 0", "u2 -3")
    assert told(first).the("ratings") == told(first, robots={"easy": [25, 25 / 3]}).the("ratings")
    assert told(first).the("ratings") != told(first, robots={"easy": [26, 25 / 3]}).the("ratings")
    assert pytest.approx((25, 25 / 3)) == UNKNOWN


def test_L20_a_robot_and_a_person_of_one_id_are_two() -> None:
    members = [member("easy"), member("u2")]
    found = told(
        game("g1", "n1", "easy 3", "robot easy 0", "u2 -3"), members=members, robots={"easy": [40, 1]}
    )
    another = game("g1", "n1", "easy 3", "robot steady 0", "u2 -3")
    expected = told(another, members=members, robots={"steady": [40, 1]})
    assert found.the("ratings") == expected.the("ratings")


def test_L20_the_pool_begins_from_the_files_ratings() -> None:
    begin = {"u1": [30.0, 2.0], "u9": [10.0, 1.0]}
    found = told(game("g1", "n1", "u1 3", "u2 0", "u3 -3"), ratings=begin).the("ratings")
    expected = by_openskill(({"u1": 0, "u2": 1, "u3": 2}, [1, 2, 3]), begin={"u1": begin["u1"]})
    assert found == expected  # u9 has no rated game


def test_L20_games_are_rated_in_the_order_in_which_they_ended_then_by_id() -> None:
    games = (
        ended("g2", "21:00:00", "u1 3", "u2 0", "u3 -3"),
        ended("g10", "21:00:00", "u1 -3", "u2 0", "u3 3"),
        {**ended("g1", "23:59:59", "u1 0", "u2 3", "u3 -3"), "started": "2026-09-01T10:00:00Z"},
        ended("g9", "20:00:00", "u1 0", "u2 -3", "u3 3"),
    )
    assert [one.id for one in in_order(games_of(*games))] == ["g9", "g10", "g2", "g1"]
    assert told(*games).the("ratings") == by_openskill(
        ({"u1": 0, "u2": 1, "u3": 2}, [2, 3, 1]),
        ({"u1": 0, "u2": 1, "u3": 2}, [3, 2, 1]),
        ({"u1": 0, "u2": 1, "u3": 2}, [1, 2, 3]),
        ({"u1": 0, "u2": 1, "u3": 2}, [2, 1, 3]),
    )


def test_L20_corrections_rate_all_later_games_anew() -> None:
    games = (
        ended("g1", "20:00:00", "u1 3", "u2 0", "u3 -3"),
        ended("g2", "21:00:00", "u1 3", "u2 0", "u3 -3"),
    )
    same = {"u1": 0, "u2": 1, "u3": 2}
    void = told(*games, corrections=[correct("c1", "void", game="g1")])
    assert void.the("ratings") == by_openskill((same, [1, 2, 3]))
    changed = told(*games, corrections=[correct("c1", "points", game="g1", points=[0, 0, 1])])
    assert changed.the("ratings") == by_openskill((same, [2, 2, 1]), (same, [1, 2, 3]))


def test_L20_a_seat_that_nobody_gave_up_after_all_is_rated() -> None:
    left = game("g1", "n1", "u1 3 left x1", "u2 0", "u3 -3")
    mended = told(left, corrections=[correct("c1", "player", game="g1", seat=0, player="u1")])
    assert mended.the("ratings") == told(game("g1", "n1", "u1 3", "u2 0", "u3 -3")).the("ratings")


def many(count: int) -> list[Json]:
    random = Random(20)
    people = [f"guest x{number}" for number in range(12)]
    games: list[Json] = []
    for number in range(count):
        seats = [f"{one} {random.randint(-3, 3)}" for one in random.sample(people, random.randint(3, 5))]
        if random.random() < 0.2:
            seats[0] = "robot easy 1"
        games.append(
            ended(f"g{number}", f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}", *seats)
        )
    return games


def test_L20_rating_in_place_is_what_openskill_does() -> None:
    games = in_order(games_of(*many(300)))
    robots = {"easy": Rating(20.0, 1.0)}
    ratings: dict[str, Any] = {}
    for one in filter(is_rated, games):
        names = [seat.holder.id if seat.holder.is_person else None for seat in one.seats]
        teams = [
            [ratings.setdefault(name, MODEL.rating()) if name else MODEL.rating(20.0, 1.0)] for name in names
        ]
        places = [1.0 + sum(other > own for other in one.points) for own in one.points]
        after = MODEL.rate(teams, ranks=places)
        ratings |= {name: team[0] for name, team in zip(names, after, strict=True) if name}
    found = rated(games, {}, robots)
    assert found == {name: Rating(one.mu, one.sigma) for name, one in sorted(ratings.items())}


def test_L20_a_pool_can_be_rated_in_steps() -> None:
    games = in_order(games_of(*many(60)))
    first = Pool({}, {})
    for one in games[:30]:
        first.rate(one)
    second = Pool(first.ratings, {})
    for one in games[30:]:
        second.rate(one)
    whole = rated(games, {}, {})
    assert {name: second.rating(name) for name in whole} == whole
    assert first.rating("x99") == UNKNOWN


def test_L20_far_apart_is_still_rated() -> None:
    begin = {"u1": [-1000, 0], "u2": [1000, 0]}
    found = told(game("g1", "n1", "u1 3", "u2 0", "u3 -3"), ratings=begin).the("ratings")
    assert -1000 < found["u1"][0] < found["u2"][0] < 1000.1
