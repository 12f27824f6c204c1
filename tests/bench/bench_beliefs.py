"""How well ``strong`` knows in Colour Whist where the cards lie that it does not see: the log loss of the
seat of each, by how often it is there in the deals that the robot looks at, against deals that agree with the
cards played and with no more. Who tells nothing of three seats alike has log(3), 1.10; who knows has 0.

``python -m tests.bench.bench_beliefs --preset whist-walloon --deals 100 --into var/beliefs.jsonl`` plays so
many deals and looks at each choice of a card in them but those that the robot solves. What is played is kept
in that file, as a line for each deal, so that another version is asked about the same cards.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.engine.cards import FULL_PACK, Action, Card, CardSet, members
from bot.engine.game import View
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.engine.whist.game import whist_result
from bot.robots.kinds import ROBOT_KINDS
from bot.robots.registry import robot_of
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.worlds import Hands
from tests.bench.bench_estimates import PRESETS
from tests.bench.bench_robots import shuffled
from tests.bench.bench_strong import STRONG, keep_line, kept_lines
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


def begun(preset: str, seed: int) -> Game:
    """A game that waits for the first remark of its first deal."""
    game = new_game(make_rules(preset, 4, {"shuffle": "full"}), seed % 4)
    game.deal(shuffled(game, Random(seed)))
    return game


def all_played(preset: str, seeds: range, players: Sequence[str], into: Path | None) -> list[list[Action]]:
    """What is done in the deals of these seeds: those that a file keeps, and the others, which are played and
    kept. Seats are rotated."""
    asked = {"preset": preset, "players": [*players]}
    kept = {one["seed"]: one["actions"] for one in kept_lines(into) if asked.items() <= one.items()}
    for seed in seeds:
        if seed not in kept:
            game, kept[seed] = begun(preset, seed), []
            robots = [robot_of(game.rules, players[(seat + seed) % 4]) for seat in range(4)]
            while not game.results:
                kept[seed].append(robots[game.turn](game.view(game.turn)))
                game.apply(kept[seed][-1])
            keep_line(into, {**asked, "seed": seed, "actions": kept[seed]})
    return [kept[seed] for seed in seeds]


def looked_at(preset: str, seed: int, actions: Sequence[Action]) -> BelievedDeal | None:
    """What is believed in a deal; None where no card was chosen in it that is not solved."""
    from bot.robots.strong.whist import EVEN_FROM, WORLDS, ways  # noqa: PLC0415 - once it is ready

    game = begun(preset, seed)
    losses: list[tuple[float, float]] = []
    for action in actions:
        view = game.view(game.turn)
        chooses = view.phase == "play" and len(members(view.legal)) > 1
        if chooses and max(view.hand_sizes) > EVEN_FROM:
            knowledge, hands = WhistKnowledge(view), [game.view(seat).hand for seat in range(4)]
            random = knowledge.chance()
            even = [knowledge.dealt(random)[0] for _ in range(EVEN_WORLDS)]
            cards = [*_uncertain(view, even, hands)]
            if cards:
                read = ways(knowledge, WORLDS).tolist()
                losses.append((loss(cards, hands, view.seat, read), loss(cards, hands, view.seat, even)))
        game.apply(action)
    detail = whist_result(game.results[0])
    if detail.bid is None or not losses:
        return None
    read, even = (sum(column) / len(losses) for column in zip(*losses, strict=True))
    return BelievedDeal(detail.bid.kind, len(losses), read, even)


def _uncertain(view: View, even: Sequence[Hands], hands: Sequence[CardSet]) -> Iterator[Card]:
    """The cards in other hands of which it is not known in which."""
    for card in members(FULL_PACK & ~view.played & ~view.hand):
        held = [sum(world[seat] >> card & 1 for world in even) for seat in range(4)]
        if sum(hand >> card & 1 for hand in hands) and max(held) < len(even):
            yield card


def loss(cards: Iterable[Card], hands: Sequence[CardSet], seat: int | None, worlds: Sequence[Hands]) -> float:
    """The log loss of a card on average, by how often it is in each hand of some deals."""
    found: list[float] = []
    for card in cards:
        held = [sum(world[other] >> card & 1 for world in worlds) for other in range(4) if other != seat]
        there = next(other for other in range(4) if hands[other] >> card & 1)
        right = sum(world[there] >> card & 1 for world in worlds)
        found.append(-log((right + UNSEEN) / (sum(held) + 3 * UNSEEN)))
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
        f"| {name} | {len(deals)} | {choices} | {read:.3f} | {even:.3f} | {even - read:+.3f} ± {error:.3f} |"
    )


def main() -> int:
    """Play, look and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_beliefs", description=__doc__)
    parser.add_argument("--preset", default=PRESETS[0], choices=PRESETS)
    parser.add_argument("--players", nargs=4, choices=ROBOT_KINDS, default=[STRONG] * 4)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first deal")
    parser.add_argument("--into", type=Path, help="the file that keeps the deals")
    asked = parser.parse_args()
    ready()
    seeds = range(asked.seed, asked.seed + asked.deals)
    played = all_played(asked.preset, seeds, asked.players, asked.into)
    found = [looked_at(asked.preset, seed, actions) for seed, actions in zip(seeds, played, strict=True)]
    print("| contract | deals | choices | read | even | gained |", "| --- " * 6 + "|", sep="\n")
    print(*rows([one for one in found if one is not None]), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
