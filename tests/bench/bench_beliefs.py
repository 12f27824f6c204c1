"""How well ``strong`` knows where the cards lie that it does not see: the log loss of the
seat of each, by how often it is there in the deals that the robot looks at, against deals that agree with the
cards played and with no more. Who tells nothing of three seats alike has log(3), 1.10; who knows has 0.

``python -m tests.bench.bench_beliefs --preset whist-walloon --games 100 --into var/beliefs.jsonl`` plays so
many deals and looks at each choice of a card in them. What is played is kept in that file, as a line for
each deal, so that another version is asked about the same cards.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine.cards import FULL_PACK, Action, Card, CardSet, is_play, members
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.king.course import contract_of
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.robots.kinds import ROBOT_KINDS
from bot.robots.king.knowledge import KingKnowledge
from bot.robots.registry import robot_of
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.playout import terms_of
from bot.robots.worlds import Hands
from tests.bench.bench_robots import is_whist, shuffled
from tests.bench.bench_strong import GATES, PLAYERS, STRONG, keep_line, kept_lines
from tests.robots.compiled import ready

EVEN_WORLDS: Final = 200
"""In how many ways the cards are dealt out that agree with no more than what was played."""
UNSEEN: Final = 0.5
"""How many deals are added for each seat, so that what is in none of those looked at has a chance."""


class BelievedDeal(NamedTuple):
    """A deal: the kind of its contract, and for all choices of a card in it the log loss of a card on
    average, by the robot's deals and by those that agree with the cards played."""

    contract: str
    choices: int
    read: float
    even: float


Worlds = NDArray[np.int64]
Course = tuple[int, list[Action]]
"""A game by its seed and what is done in it."""


def begun(preset: str, seed: int) -> Game:
    """A game that waits for its first deck."""
    return new_game(make_rules(preset, PLAYERS, {"shuffle": "full"}), seed % PLAYERS)


def moments(preset: str, seed: int) -> Iterator[Game]:
    """The same game at each moment at which somebody acts: a deal of Colour Whist, or a whole game."""
    game = begun(preset, seed)
    only = 1 if is_whist(preset) else len(game.view(None).plan)
    while game.turn != OVER and len(game.results) < only:
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, Random(f"{seed} {len(game.results)}")))  # nothing was learned from these
        else:
            yield game


def all_played(preset: str, seeds: range, players: Sequence[str], into: Path | None) -> list[Course]:
    """What is done in the games of these seeds: those that a file keeps, and the others, which are played and
    kept. Seats are rotated."""
    asked = {"preset": preset, "players": [*players]}
    kept = {one["seed"]: one["actions"] for one in kept_lines(into) if asked.items() <= one.items()}
    for seed in seeds:
        if seed not in kept:
            kept[seed] = []
            for game in moments(preset, seed):
                robot = robot_of(game.rules, players[(game.turn + seed) % PLAYERS])
                kept[seed].append(robot(game.view(game.turn)))
                game.apply(kept[seed][-1])
            keep_line(into, {**asked, "seed": seed, "actions": kept[seed]})
    return [(seed, kept[seed]) for seed in seeds]


def looked_at(preset: str, course: Course) -> list[BelievedDeal]:
    """What is believed in each deal of a game in which a card was chosen."""
    seed, actions = course
    found: list[BelievedDeal] = []
    losses: dict[str, list[tuple[float, float]]] = {}
    for game, action in zip(moments(preset, seed), actions, strict=False):
        view = game.view(game.turn)
        if is_play(action) and view.legal & (view.legal - 1):
            hands = [game.view(seat).hand for seat in range(PLAYERS)]
            even, read = (np.array(worlds, np.int64) for worlds in _believed(view))
            cards = [*_uncertain(view, even, hands)]
            if cards:
                losses.setdefault(_contract(view), []).append(
                    (loss(cards, hands, view.seat, read), loss(cards, hands, view.seat, even))
                )
        before = len(game.results)
        game.apply(action)
        if len(game.results) > before:
            found += [
                BelievedDeal(
                    name, len(each), *(sum(column) / len(each) for column in zip(*each, strict=True))
                )
                for name, each in losses.items()
            ]
            losses.clear()
    return found


def _contract(view: View) -> str:
    if is_whist(view.rules.preset.name):
        return terms_of(view).bid.kind
    contract = contract_of(view)
    return contract.name if contract else ""


def _believed(view: View) -> tuple[Sequence[Hands], Worlds]:
    """Ways that agree with no more than what was played, and those that the robot looks at."""
    from bot.robots.strong import king, whist  # noqa: PLC0415 - once it is ready

    if is_whist(view.rules.preset.name):
        knowledge = WhistKnowledge(view)
        random = knowledge.chance()
        return [knowledge.dealt(random)[0] for _ in range(EVEN_WORLDS)], whist.question_of(view).hands
    return KingKnowledge(view, contract_of(view)).worlds(EVEN_WORLDS), king.question_of(view).hands


def _uncertain(view: View, even: Worlds, hands: Sequence[CardSet]) -> Iterator[Card]:
    """The cards in other hands of which it is not known in which."""
    for card in members(FULL_PACK & ~view.played & ~view.hand):
        if sum(hand >> card & 1 for hand in hands) and (even >> card & 1).sum(axis=0).max() < len(even):
            yield card


def loss(cards: Iterable[Card], hands: Sequence[CardSet], seat: int | None, worlds: Worlds) -> float:
    """The log loss of a card on average, by how often it is in each hand of some deals."""
    found: list[float] = []
    others = [other for other in range(PLAYERS) if other != seat]
    for card in cards:
        held = (worlds >> card & 1).sum(axis=0)
        there = next(other for other in range(PLAYERS) if hands[other] >> card & 1)
        found.append(-log((held[there] + UNSEEN) / (held[others].sum() + 3 * UNSEEN)))
    return sum(found) / len(found)


def rows(deals: Sequence[BelievedDeal]) -> Iterator[str]:
    """A row of a table for all deals, and one for each kind of contract, most deals first; standard errors
    are those of the difference, over deals."""
    kinds = {deal.contract for deal in deals}
    by_kind = {kind: [deal for deal in deals if deal.contract == kind] for kind in kinds}
    for kind in sorted(by_kind, key=lambda kind: (-len(by_kind[kind]), kind)):
        yield _row(kind, by_kind[kind])
    yield _row("all", deals)


def _row(name: str, deals: Sequence[BelievedDeal]) -> str:
    choices = sum(deal.choices for deal in deals)
    read, even = (
        sum(deal.choices * of for deal, of in zip(deals, column, strict=True)) / choices
        for column in ([deal.read for deal in deals], [deal.even for deal in deals])
    )
    off = [deal.choices * (deal.even - deal.read - (even - read)) for deal in deals]
    error = sqrt(sum(one * one for one in off)) / choices
    return (
        f"| {name} | {len(deals)} | {choices} | {read:.3f} | {even:.3f} | {read / even:.3f} "
        f"| {even - read:+.3f} ± {error:.3f} |"
    )


def main() -> int:
    """Play, look and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_beliefs", description=__doc__)
    parser.add_argument("--preset", default="kingen", choices=GATES)
    parser.add_argument("--players", nargs=4, choices=ROBOT_KINDS, default=[STRONG] * 4)
    parser.add_argument("--games", type=int, default=100, help="of Colour Whist deals")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--into", type=Path, help="the file that keeps the games")
    asked = parser.parse_args()
    ready()
    seeds = range(asked.seed, asked.seed + asked.games)
    courses = all_played(asked.preset, seeds, asked.players, asked.into)
    found = [deal for course in courses for deal in looked_at(asked.preset, course)]
    print("| contract | deals | choices | read | even | of it | gained |", "| --- " * 7 + "|", sep="\n")
    print(*rows(found), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
