"""What ``strong`` thinks that a contract will come to, against what it comes to: four of it
play deals by themselves, and each card chosen in the first tricks has a mean (``Advice.means``), in points
of its seat: in Colour Whist at the end of the deal, in games of the King family from there on, tricks sold
being left out.

``python -m tests.bench.bench_estimates --preset whist-walloon --deals 250 --into var/estimates.jsonl``
plays so many deals and prints a table; of the King family whole games, until there are so many. Each deal of
Colour Whist and each game is kept in that file as a line, so that a run that was cut is gone on with; another
version of ``strong`` needs another file. ``--only piccolo --deals 60`` plays so many deals of a rare contract
of Colour Whist: of those in which a hand is good enough to think of it, the ones in which the auction ends
with it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

from bot.engine.game import DealResult, View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import contract_of
from bot.engine.play import Game
from bot.engine.whist.contracts import WhistContract
from bot.engine.whist.game import whist_detail, whist_result
from bot.robots.registry import robot_of
from bot.robots.whist.easy import SAFETY, BiddingMoment, counted
from bot.robots.whist.steady import PROMISING
from tests.bench.bench_beliefs import moments
from tests.bench.bench_robots import is_whist
from tests.bench.bench_strong import GATES, PLAYERS, STRONG, keep_line, kept_lines
from tests.robots.compiled import ready

TRICKS: Final = 4
"""The tricks, from the first, in which estimates are taken."""
ALL, BIDDERS, OTHERS = "all", "bidders", "others"
"""Whose they are; in games of the King family everybody's."""
DEALS, ERRORS = 1000, 2.0
"""Over so many deals each mean is to be within so many standard errors of what came."""

Thought = tuple[int, float]
"""A seat, and what it thought that it would score with a card that it chose."""


class EstimatedDeal(NamedTuple):
    """A deal that was played: its contract, in Colour Whist the kind of it, empty where it was thrown in;
    which share of the bidders made it; and of each part of the players that had a choice the mean, over all
    choices, of what they thought that they would score, and of what they scored, in points."""

    contract: str
    made: float
    parts: Mapping[str, Sequence[float]]


def played(preset: str, seed: int, only: WhistContract | None = None) -> list[EstimatedDeal]:
    """Play a deal of Colour Whist, or a game; ``only`` one of this contract, or none."""
    from bot.robots.strong import king, whist  # noqa: PLC0415 - once it is ready

    found: list[EstimatedDeal] = []
    thoughts: list[Thought] = []
    contract: Contract | None = None
    for game in moments(preset, seed):
        seat, robot, before = game.turn, robot_of(game.rules, STRONG), len(game.results)
        view = game.view(seat)
        if only is not None and _leads_elsewhere(game, view, only):
            return []
        if view.phase != "play" or len(view.tricks) >= TRICKS or not view.legal & (view.legal - 1):
            action = robot(view)
        elif is_whist(preset):
            advice = whist.advise(view)
            action, thought = advice.action, dict(advice.means)[advice.action]
            thoughts.append((seat, thought))
        else:
            advice, contract = king.advise(view), contract_of(view)
            assert contract is not None
            action, thought = advice.action, dict(advice.means)[advice.action]
            thoughts.append((seat, thought + contract.points(view.tricks, PLAYERS)[seat]))
        game.apply(action)
        if len(game.results) > before:
            found.append(_estimate(game.results[-1], contract, thoughts))
            thoughts, contract = [], None
    return [deal for deal in found if only in {None, deal.contract}]


def _leads_elsewhere(game: Game, view: View, only: WhistContract) -> bool:
    """Whether another contract is played than this one; or, as the auction begins, nobody's hand is good
    enough to think of it."""
    from bot.robots.strong.whist import DeepWhistForecast  # noqa: PLC0415 - once it is ready

    detail = whist_detail(view)
    if detail.bid is not None:
        return detail.bid.kind is not only
    auction = detail.auction
    if any(speaker.spoken for seat, speaker in enumerate(auction.speakers) if seat != auction.troel):
        return False
    least = DeepWhistForecast.promising_danger if only in SAFETY else PROMISING
    asks = [(column, count) for _, kind, column, count in BiddingMoment(auction).asks if kind is only]
    hands = [counted(game.view(seat).hand) for seat in range(PLAYERS)]
    return bool(asks) and all(counts[column] - count < least for counts in hands for column, count in asks)


def _estimate(result: DealResult, contract: Contract | None, thoughts: Sequence[Thought]) -> EstimatedDeal:
    if contract is not None:
        points = contract.points(result.played, PLAYERS)
        return EstimatedDeal(result.contract, 0.0, _parts(thoughts, points, {ALL: range(PLAYERS)}))
    if result.points is None:
        return EstimatedDeal("", 0.0, {})
    detail = whist_result(result)
    assert detail.bid is not None
    seats = {BIDDERS: detail.bidders, OTHERS: {*range(PLAYERS)} - {*detail.bidders}}
    return EstimatedDeal(detail.bid.kind, _mean(detail.made), _parts(thoughts, result.points, seats))


def _parts(
    thoughts: Sequence[Thought], points: Sequence[int], seats: Mapping[str, Collection[int]]
) -> dict[str, Sequence[float]]:
    of_part = {part: [one for one in thoughts if one[0] in those] for part, those in seats.items()}
    return {
        part: (_mean([thought for _, thought in some]), _mean([points[seat] for seat, _ in some]))
        for part, some in of_part.items()
        if some
    }


def all_played(
    preset: str, deals: int, first: int, into: Path | None, only: WhistContract | None = None
) -> list[EstimatedDeal]:
    """So many deals, or the games with so many: those that a file keeps, and the others, which are played and
    kept. ``first`` is the first one's seed."""
    asked = {"preset": preset, "only": only}
    kept = {one["seed"]: one["deals"] for one in kept_lines(into) if asked.items() <= one.items()}
    found: list[EstimatedDeal] = []
    for seed in count(first):
        if len(found) >= deals:
            return found
        if seed not in kept:
            kept[seed] = played(preset, seed, only)
            keep_line(into, {**asked, "seed": seed, "deals": kept[seed]})
        found += [EstimatedDeal(*deal) for deal in kept[seed]]
    raise AssertionError


@dataclass(frozen=True, slots=True)
class Estimated:
    """What a part of the players of a contract thought and scored, in ``deals`` deals: means of
    deals, in points; ``error`` is the standard error of their difference."""

    contract: str
    part: str
    deals: int
    made: float
    thought: float
    came: float
    error: float

    @property
    def off(self) -> float:
        """By how many points they thought too much of it."""
        return self.thought - self.came

    @property
    def holds(self) -> bool:
        """Whether that may be chance."""
        return abs(self.off) <= ERRORS * self.error

    @property
    def line(self) -> str:
        """A row of the table."""
        return (
            f"| {self.contract} | {self.part} | {self.deals} | {self.made:.0%} | {self.thought:+.2f} "
            f"| {self.came:+.2f} | {self.off:+.2f} ± {self.error:.2f} |"
        )


def estimated(deals: Iterable[EstimatedDeal]) -> list[Estimated]:
    """A row for each contract and each part of the players of which there are two deals; most deals first."""
    of_contract: dict[str, list[EstimatedDeal]] = {}
    for deal in deals:
        if deal.contract:
            of_contract.setdefault(deal.contract, []).append(deal)
    return [
        row
        for contract in sorted(of_contract, key=lambda name: (-len(of_contract[name]), name))
        for part in (ALL, BIDDERS, OTHERS)
        for row in _estimated(contract, part, of_contract[contract])
    ]


def _estimated(contract: str, part: str, deals: Sequence[EstimatedDeal]) -> Iterator[Estimated]:
    both = [deal.parts[part] for deal in deals if part in deal.parts]
    if len(both) < 2:
        return
    thought, came = (_mean(column) for column in zip(*both, strict=True))
    off = [one - other - (thought - came) for one, other in both]
    error = sqrt(sum(one * one for one in off) / (len(off) - 1) / len(off))
    yield Estimated(contract, part, len(deals), _mean([deal.made for deal in deals]), thought, came, error)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def main() -> int:
    """Play and print as much as is asked for; the exit status is 1 where a row is off by more than chance."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_estimates", description=__doc__)
    parser.add_argument("--preset", action="append", choices=GATES, help="several times for several")
    parser.add_argument("--deals", type=int, default=DEALS, help="deals of each preset, at least")
    parser.add_argument("--only", type=WhistContract, help="a contract of Colour Whist")
    parser.add_argument("--seed", type=int, default=0, help="of the first deal")
    parser.add_argument("--into", type=Path, help="the file that keeps the deals")
    asked = parser.parse_args()
    ready()
    missed = 0
    for preset in asked.preset or GATES:
        rows = estimated(all_played(preset, asked.deals, asked.seed, asked.into, asked.only))
        print(
            preset, "| contract | part | deals | made | thought | came | off |", "| --- " * 7 + "|", sep="\n"
        )
        for row in rows:
            print(row.line, "" if row.holds else "FAIL", flush=True)
            missed += not row.holds
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
