"""How robots would be rated if they were people (L20): from this come the ratings that they keep.

There are two robots of each kind, of whom four sit at a table; who they are, whoever sits beside whom, and
who deals first, changes from game to game, and so does the preset, family by family. Kinds that play alike
are one. All begin as people do, and their games are rated one after the other. So a rating of theirs is one
of the same scale as a person's: whoever is new is taken to play as well as the mean of all kinds, and what is
measured is how far apart these are. The figures of a kind are the means of its two robots.

``python -m tests.bench.bench_robot_ratings --games 1000 --family king`` plays so many games; the same number
gives the same figures on every machine. ``bot/robots/kinds.py`` says of how many games its constants are.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import permutations
from multiprocessing import get_context
from random import Random
from time import perf_counter
from typing import NamedTuple

from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.options import Preset
from bot.engine.registry import FAMILIES, make_rules, new_game
from bot.leagues.season.model import Holder, LeagueSeat, Rating, SeasonGame, SeatKind
from bot.leagues.season.scoring import Pool
from bot.robots.kinds import ratings_of
from bot.robots.registry import ROBOTS, Robot, robot_of
from tests.bench.bench_robots import shuffled
from tests.bench.rows import Row
from tests.robots.compiled import ready

PLAYERS = 4
OF_A_KIND = 2
GAMES = {"king": 48, "whist": 8}
"""How many games of each family the bench plays: half a minute each. A game of Colour Whist takes ``steady``
ten times as long."""


class Measured(NamedTuple):
    """What came of the games of a family: each kind's rating, of how many games, in how many seconds."""

    family: str
    ratings: Mapping[str, Rating]
    games: int
    seconds: float

    @property
    def summary(self) -> str:
        """The figures in a line, with how far the constants lie from them."""
        kinds = "; ".join(
            f"{kind} mu {rating.mu:.2f}, sigma {rating.sigma:.2f} ({_off(self.family, kind, rating)})"
            for kind, rating in self.ratings.items()
        )
        return f"{self.games} games of {PLAYERS}: {kinds}; {self.seconds:.0f} s"


def _off(family: str, kind: str, rating: Rating) -> str:
    kept = ratings_of(family).get(kind)
    return "kept: none" if kept is None else f"kept: {kept[0]:.2f}, off by {rating.mu - kept[0]:+.2f}"


def measured(family: str, games: int, jobs: int = 1) -> Measured:
    """Play so many games of a family, in so many processes, and rate them."""
    ready()
    start = perf_counter()
    pool = Pool({}, {})
    kinds = different(family)
    for game in _games(FAMILIES.of(family).presets, kinds, games, jobs):
        pool.rate(game)
    found = {kind: _mean([pool.rating(one) for one in _named(kind)]) for kind in kinds}
    return Measured(family, found, games, perf_counter() - start)


def different(family: str) -> list[str]:
    """The kinds of robots of a family, of those that play alike the first."""
    first: dict[Robot, str] = {}
    for kind, robot in ROBOTS.of(family).items():
        first.setdefault(robot, kind)
    return list(first.values())


def _mean(ratings: list[Rating]) -> Rating:
    mus, sigmas = zip(*ratings, strict=True)
    return Rating(sum(mus) / len(mus), sum(sigmas) / len(sigmas))


def _named(kind: str) -> list[str]:
    return [f"{kind}-{number}" for number in range(OF_A_KIND)]


def _games(presets: tuple[Preset, ...], kinds: list[str], count: int, jobs: int) -> Iterator[SeasonGame]:
    """So many games, one preset after the other, and all orders of seats."""
    everybody = [one for kind in kinds for one in _named(kind)]
    orders = list(permutations(everybody, PLAYERS))
    Random(20).shuffle(orders)
    names = [presets[number % len(presets)].name for number in range(count)]
    seated = [orders[number % len(orders)] for number in range(count)]
    if jobs == 1:
        yield from map(_played, names, seated, range(count))
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=ready) as pool:
        yield from pool.map(_played, names, seated, range(count))


def _played(preset: str, seated: tuple[str, ...], seed: int) -> SeasonGame:
    """One game of robots, as if they were people."""
    random = Random(seed)
    rules = make_rules(preset, PLAYERS, {"shuffle": "full"})
    robots = [robot_of(rules, one.partition("-")[0]) for one in seated]
    game = new_game(rules, seed % PLAYERS)
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, random))
        else:
            game.apply(robots[game.turn](game.view(game.turn)))
    seats = [
        LeagueSeat(Holder(SeatKind.MEMBER, one), points)
        for one, points in zip(seated, game.points, strict=True)
    ]
    return SeasonGame.of(f"g{seed}", None, seed, seed, None, seats)


def rows() -> list[Row]:
    """A few games of every family: by how much the kinds lie apart."""
    found = [measured(family, games) for family, games in GAMES.items()]
    return [
        Row(
            f"robots' ratings, {one.family}: {best} above {worst}",
            one.ratings[best].mu - one.ratings[worst].mu,
            one.summary,
        )
        for one in found
        for worst, *_, best in [list(one.ratings)]
    ]


def main() -> None:
    """Play and print as much as is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_robot_ratings", description=__doc__)
    parser.add_argument("--games", type=int, help="games of each family")
    parser.add_argument("--family", action="append", help="only this one; may be given several times")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    asked = parser.parse_args()
    for family, games in GAMES.items():
        if not asked.family or family in asked.family:
            print(f"{family}: {measured(family, asked.games or games, asked.jobs).summary}", flush=True)


if __name__ == "__main__":
    main()
