"""A generated season is what it says: each night can be held as planned, and the reference reads its file."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random

import pytest

from tests.leagues.generated_season import generated_season, table_sizes
from tests.leagues.reference.season import errors
from tests.leagues.schedule import Season
from tests.leagues.small import lines, refused, rows

SEEDS = range(20)


@cache
def seasons() -> list[Season]:
    return [generated_season(Random(seed)) for seed in SEEDS]


@pytest.mark.parametrize("seed", SEEDS)
def test_its_file_is_a_season_file_and_corrections_are_refused_as_foretold(seed: int) -> None:
    made = generated_season(Random(seed))
    assert errors(json.dumps(made.file())) == frozenset()
    foretold = [(one.asked["id"], one.refused) for one in made.corrections if one.refused]
    assert refused(made.file()) == foretold
    assert len(rows(made.file())) >= 10


def test_a_season_has_what_it_is_made_for() -> None:
    for made in seasons():
        seats = [seat for game in made.games() for seat in game.seats]
        assert {seat.kind for seat in seats} == {"player", "guest", "robot"}
        assert len(made.nights) == 12 and sum(not night.rounds for night in made.nights) == 1
        assert made.free_games and any(night.excused for night in made.nights)
        assert any(one.byes for night in made.nights for one in night.rounds)
        assert len({len(game.seats) for game in made.games()}) > 1
        assert any(line["dropped"] for line in lines(made.file()) if "dropped" in line)
    left = [seat.left for made in seasons() for game in made.games() for seat in game.seats if seat.left]
    assert len(left) >= len(SEEDS)
    codes = Counter(one.refused for made in seasons() for one in made.corrections)
    assert codes.keys() >= {None, "in-use", "same-id", "twice-at-table", "undone-already", "wrong-sum"}


def test_everybody_who_is_there_plays_or_sits_out() -> None:
    for made in seasons():
        for night in made.nights:
            for number, one in enumerate(night.rounds, 1):
                here = {who for who in night.attending if night.gone.get(who, number) >= number}
                seats = [seat for game in one.games for seat in game.seats]
                playing = [
                    who for seat in seats for who in (*seat.left, *([seat.id] * (seat.kind != "robot")))
                ]
                assert len(playing) == len({*playing})
                assert here - {*playing} - {*one.byes} <= {*made.guests}
                assert {*playing} | {*one.byes} <= here
                sizes = [len(game.seats) for game in one.games]
                assert sizes == [size for size, _ in table_sizes(len(here), night.remainder)]


def test_sums_are_known_and_right() -> None:
    assert all(sum(seat.points for seat in game.seats) == 0 for made in seasons() for game in made.games())


def test_the_same_seed_makes_the_same_season() -> None:
    assert generated_season(Random(3)) == generated_season(Random(3))
    assert generated_season(Random(3)) != generated_season(Random(4))


@pytest.mark.parametrize(
    ("people", "remainder", "sizes"),
    [
        (10, "robots", [(4, 4), (4, 3), (4, 3)]),
        (2, "robots", [(4, 2)]),
        (10, "bye", [(4, 4), (4, 4)]),
        (9, "mixed", [(5, 5), (4, 4)]),
        (10, "mixed", [(4, 4), (3, 3), (3, 3)]),
        (11, "mixed", [(4, 4), (4, 4), (3, 3)]),
        (8, "mixed", [(4, 4), (4, 4)]),
    ],
)
def test_N02_tables_by_remainder(people: int, remainder: str, sizes: list[tuple[int, int]]) -> None:
    assert table_sizes(people, remainder) == sizes
