"""How well robots play endings of at most four cards, judged by exact solutions (``endings``).

Every kind is asked at the same moments: those of games that four of ``steady`` play. A card is *right* where
it gives away at most 0.05 points, and a *blunder* where it gives away ``BLUNDER`` or more. Of a deal several
moments are judged, so standard errors go by whole deals.

``python -m tests.bench.bench_endings --robot strong --preset kingen --rounds 12`` judges the endings of so
many games, or of ten times as many deals of Colour Whist; ``--worst 5`` tells the cards that give away most.
Exact solutions take all ways in which the cards may lie for equally likely. What a kind that reads gains by
that is told beside: how many points its cards bring more, as the cards lie, than the best ones by those.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import sqrt
from multiprocessing import get_context
from typing import Final

from bot.engine.cards import CARD_NAMES, Card, members
from bot.engine.registry import make_rules
from bot.robots.kinds import ROBOT_KINDS
from tests.bench.bench_robots import is_whist
from tests.bench.endings import Ending, endings
from tests.bench.rows import Row
from tests.bench.worlds import LIMIT
from tests.robots.compiled import UNLEARNED, ready, robot

PLAYERS: Final = 4
KINDS: Final = (*ROBOT_KINDS, UNLEARNED)
STRONG, PLAYING = "strong", "steady"
"""Who is judged, and whose games the endings are of."""
RIGHT: Final = 0.05
BLUNDER: Final = {
    "kingen": 0.5,
    "dubbelkingen": 0.5,
    "denexa-king": 12.5,
    "russian-king": 2.5,
    "russian-king-orders": 2.5,
    "whist-walloon": 1.0,
    "whist-flemish": 1.0,
}
"""From how many points given away on a card is a blunder: half of what a trick is worth in the King family, a
point in Colour Whist."""
LEAST_RIGHT, MOST_BLUNDERS = 0.985, 0.003
ROUNDS: Final = 2
DEALS_A_ROUND: Final = 10
"""How many deals of Colour Whist are a round."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a robot of a kind played in an ending, and how many points that gave away."""

    kind: str
    ending: Ending
    card: Card

    @property
    def loss(self) -> float:
        """How many points the card gives away."""
        return self.ending.loss(self.card)

    @property
    def described(self) -> str:
        """The moment in a line."""
        view = self.ending.view
        table, hand = _names(view.trick.cards), _names(members(view.hand))
        values = ", ".join(f"{CARD_NAMES[card]} {value:+.2f}" for card, value in self.ending.values.items())
        trump = "" if view.trump is None else f" trump {'CDHS'[view.trump]}"
        return (
            f"deal {self.ending.deal} {view.contract}{trump}, seat {view.turn}: [{table}] {hand}: plays"
            f" {CARD_NAMES[self.card]}, gives away {self.loss:.2f} ({values})"
        )


def _names(cards: Iterable[Card]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)


@dataclass(frozen=True, slots=True)
class Share:
    """A mean with its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, judged: Sequence[Judged], measure: Callable[[Judged], float]) -> Share:
        """The mean of a measure, the error from how far whole deals are off."""
        mean, off = sum(map(measure, judged)) / len(judged), defaultdict[int, float](float)
        for one in judged:
            off[one.ending.deal] += measure(one) - mean
        return cls(mean, sqrt(sum(value**2 for value in off.values())) / len(judged))


@dataclass(frozen=True, slots=True)
class Figures:
    """How a kind of robot plays the endings of a preset."""

    preset: str
    kind: str
    judged: Sequence[Judged]

    @property
    def right(self) -> Share:
        """The share of cards that give away next to nothing."""
        return Share.of(self.judged, lambda one: float(one.loss <= RIGHT))

    @property
    def blunders(self) -> Share:
        """The share of blunders."""
        return Share.of(self.judged, lambda one: float(one.loss >= BLUNDER[self.preset]))

    @property
    def gain(self) -> Share:
        """The points that cards bring more, as the cards lie, than the best ones by all worlds."""
        return Share.of(self.judged, lambda one: one.ending.gain(one.card))

    @property
    def summary(self) -> str:
        """The figures in a line."""
        right, blunders = self.right, self.blunders
        mean, gain = Share.of(self.judged, lambda one: one.loss), self.gain
        open_ = [*filter(_matters, self.judged)]
        of_those = sum(one.loss <= RIGHT for one in open_) / max(1, len(open_))
        return (
            f"{len(self.judged)} endings: {right.mean:.2%} ± {right.error:.2%} right;"
            f" {blunders.mean:.2%} ± {blunders.error:.2%} give away {BLUNDER[self.preset]:g} or more;"
            f" {mean.mean:.4f} ± {mean.error:.4f} points a card;"
            f" as the cards lie {gain.mean:+.4f} ± {gain.error:.4f} against the best;"
            f" where it matters ({len(open_)}) {of_those:.2%} right"
        )


def _matters(one: Judged) -> bool:
    return one.ending.matters


def judge(
    preset: str, kinds: Sequence[str], first: int, rounds: int, jobs: int = 1, worlds: int = LIMIT
) -> list[Figures]:
    """Judge kinds of robots in the endings of so many rounds, seeds counted from ``first``, each in so many
    worlds at most."""
    deals = DEALS_A_ROUND if is_whist(preset) else 1
    seeds = range(first, first + rounds * deals)
    one_round = partial(_judged, preset, tuple(kinds), worlds)
    if jobs == 1:
        ready()
        found = [*chain.from_iterable(map(one_round, seeds))]
    else:
        with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=ready) as pool:
            found = [*chain.from_iterable(pool.map(one_round, seeds))]
    return [Figures(preset, kind, [one for one in found if one.kind == kind]) for kind in kinds]


def _judged(preset: str, kinds: Sequence[str], worlds: int, seed: int) -> list[Judged]:
    rules = make_rules(preset, PLAYERS, {"shuffle": "full"})
    robots = {kind: robot(rules, kind) for kind in {*kinds, PLAYING}}
    found: list[Judged] = []
    for ending in endings(preset, PLAYERS, robots[PLAYING], [seed], worlds):
        found += [Judged(kind, ending, robots[kind](ending.view)) for kind in kinds]
    return found


def rows() -> Iterator[Row]:
    """A few endings of every preset: how well they are solved by who does not read, and that reading loses
    nothing as the cards lie."""
    for preset in BLUNDER:
        reads, solves = judge(preset, [STRONG, UNLEARNED], 0, ROUNDS)
        name = f"{UNLEARNED} in endings, {preset}"
        yield Row(f"{name}: % right", 100 * solves.right.mean, solves.summary, 100 * LEAST_RIGHT)
        yield Row(f"{name}: % blunders", 100 * solves.blunders.mean, "", 100 * MOST_BLUNDERS, at_most=True)
        gain = reads.gain
        name = f"{STRONG} in endings, {preset}: standard errors as the cards lie"
        yield Row(name, gain.mean / gain.error if gain.error else 0.0, reads.summary, -2.0)


def main() -> None:
    """Judge and print as much as is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_endings", description=__doc__)
    parser.add_argument("--robot", action="append", choices=KINDS, help="several times for several")
    parser.add_argument("--preset", action="append", choices=BLUNDER, help="several times for several")
    parser.add_argument("--rounds", type=int, default=12, help="games, or tens of deals of Colour Whist")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--worlds", type=int, default=LIMIT, help="at most so many of an ending's worlds")
    parser.add_argument("--worst", type=int, default=0, help="tell so many of the worst cards")
    asked = parser.parse_args()
    for preset in asked.preset or BLUNDER:
        kinds = asked.robot or [STRONG]
        for one in judge(preset, kinds, asked.seed, asked.rounds, asked.jobs, asked.worlds):
            print(f"{preset}, {one.kind}: {one.summary}", flush=True)
            for judged in sorted(one.judged, key=lambda each: -each.loss)[: asked.worst]:
                print(f"    {judged.described}", flush=True)


if __name__ == "__main__":
    main()
