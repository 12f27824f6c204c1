"""What ``strong`` thinks that a contract of Colour Whist will come to, against what it comes to: four of it
play deals by themselves, and each card chosen in the first tricks has a mean (``Advice.means``), in points
of its seat at the end of the deal.

``python -m tests.bench.bench_estimates --preset whist-walloon --deals 250 --into var/estimates.jsonl``
plays so many deals and prints a table. Each deal is kept in that file as a line, so that a run that was cut
is gone on with; another version of ``strong`` needs another file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final

from bot.engine.cards import members
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, presets
from bot.engine.whist.game import whist_result
from bot.engine.whist.presets import FAMILY as WHIST
from bot.robots.registry import robot_of
from tests.bench.bench_robots import shuffled
from tests.bench.bench_strong import STRONG, keep_line, kept_lines
from tests.robots.compiled import ready

PRESETS: Final = tuple(preset.name for preset in presets() if preset.family == WHIST)
TRICKS: Final = 4
"""The tricks, from the first, in which estimates are taken."""
PARTS: Final = ("bidders", "others")
DEALS, ERRORS = 1000, 2.0
"""Over so many deals each mean is to be within so many standard errors of what came."""


@dataclass(frozen=True, slots=True)
class EstimatedDeal:
    """A deal that was played: the kind of its contract, empty where it was thrown in; which share of the
    bidders made it; and for the bidders and the others the means, over their choices of a card, of what they
    thought that they would score (``thought``) and of what they scored (``came``), in points. None where they
    had no choice."""

    preset: str
    seed: int
    contract: str = ""
    made: float = 0.0
    thought: Sequence[float | None] = (None, None)
    came: Sequence[float | None] = (None, None)


def played(preset: str, seed: int) -> EstimatedDeal:
    """Play a deal."""
    from bot.robots.strong.whist import advise  # noqa: PLC0415 - once it is ready

    rules = make_rules(preset, 4, {"shuffle": "full"})
    robot, game = robot_of(rules, STRONG), new_game(rules, seed % 4)
    game.deal(shuffled(game, Random(seed)))
    thoughts: list[tuple[int, float]] = []
    while not game.results:
        view = game.view(game.turn)
        if view.phase != "play" or len(view.tricks) >= TRICKS or len(members(view.legal)) == 1:
            game.apply(robot(view))
            continue
        advice = advise(view)
        thoughts.append((game.turn, dict(advice.means)[advice.action]))
        game.apply(advice.action)
    return _told(preset, seed, game, thoughts)


def _told(preset: str, seed: int, game: Game, thoughts: Sequence[tuple[int, float]]) -> EstimatedDeal:
    detail = whist_result(game.results[0])
    if detail.bid is None:
        return EstimatedDeal(preset, seed)
    parts = [[one for one in thoughts if (one[0] in detail.bidders) == bidding] for bidding in (True, False)]
    thought = [_mean([points for _, points in part]) if part else None for part in parts]
    came = [_mean([game.points[seat] for seat, _ in part]) if part else None for part in parts]
    return EstimatedDeal(preset, seed, detail.bid.kind, _mean(detail.made), thought, came)


def all_played(preset: str, seeds: range, into: Path | None) -> list[EstimatedDeal]:
    """The deals of these seeds: those that a file keeps, and the others, which are played and kept."""
    kept = {one["seed"]: EstimatedDeal(**one) for one in kept_lines(into) if one["preset"] == preset}
    for seed in seeds:
        if seed not in kept:
            kept[seed] = played(preset, seed)
            keep_line(into, asdict(kept[seed]))
    return [kept[seed] for seed in seeds]


@dataclass(frozen=True, slots=True)
class Estimated:
    """What a part of the players of a kind of contract thought and scored, in ``deals`` deals: means of
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
    """A row for each kind of contract of which there are two deals, and each part; most deals first."""
    of_kind: dict[str, list[EstimatedDeal]] = {}
    for deal in deals:
        if deal.contract:
            of_kind.setdefault(deal.contract, []).append(deal)
    found = [
        _estimated(kind, PARTS[part], of_kind[kind], part)
        for kind in sorted(of_kind, key=lambda kind: (-len(of_kind[kind]), kind))
        for part in range(2)
    ]
    return [one for one in found if one is not None]


def _estimated(kind: str, name: str, deals: Sequence[EstimatedDeal], part: int) -> Estimated | None:
    pairs = [(deal.thought[part], deal.came[part]) for deal in deals]
    both = [(thought, came) for thought, came in pairs if thought is not None and came is not None]
    if len(both) < 2:
        return None
    thought, came = (_mean(column) for column in zip(*both, strict=True))
    off = [one - other - (thought - came) for one, other in both]
    error = sqrt(sum(one * one for one in off) / (len(off) - 1) / len(off))
    return Estimated(kind, name, len(deals), _mean([deal.made for deal in deals]), thought, came, error)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def main() -> int:
    """Play and print as much as is asked for; the exit status is 1 where a row is off by more than chance."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_estimates", description=__doc__)
    parser.add_argument("--preset", action="append", choices=PRESETS, help="several times for several")
    parser.add_argument("--deals", type=int, default=DEALS, help="deals of each preset")
    parser.add_argument("--seed", type=int, default=0, help="of the first deal")
    parser.add_argument("--into", type=Path, help="the file that keeps the deals")
    asked = parser.parse_args()
    ready()
    missed = 0
    for preset in asked.preset or PRESETS:
        rows = estimated(all_played(preset, range(asked.seed, asked.seed + asked.deals), asked.into))
        print(
            preset, "| contract | part | deals | made | thought | came | off |", "| --- " * 7 + "|", sep="\n"
        )
        for row in rows:
            print(row.line, "" if row.holds else "FAIL", flush=True)
            missed += not row.holds
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
