"""How much better ``strong`` plays than ``steady``, and what a move of it costs: one of it against ``steady``
in all other seats, in rounds as ``bench_robots`` has them.

``python -m tests.bench.bench_strong --preset kingen --rounds 250 --jobs 2 --into var/strong.jsonl`` plays so
many rounds. Each is kept in that file as a line, so that a run that was cut is gone on with, and one that is
there is not played again. ``--of`` and ``--against`` name other kinds; ``--deals hearts queens`` plays single
deals of these contracts of the King family. Without ``--rounds`` as many are played as the gates ask for.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from math import ceil
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from bot.engine.king.presets import kingen_scores
from bot.engine.registry import make_rules, new_game
from bot.robots.kinds import ROBOT_KINDS
from tests.bench.bench_robots import Duel, Match, Round, is_whist, play_round
from tests.bench.rows import Row
from tests.robots.compiled import UNLEARNED, ready

PLAYERS: Final = 4
STRONG, STEADY = "strong", "steady"
KINDS: Final = (*ROBOT_KINDS, UNLEARNED)


class Gate(NamedTuple):
    """What is asked of a preset: points a game, or, over ``DEALS`` deals, standard errors."""

    points: float = 0.0
    standard_errors: float = 4.0


GATES: Final = {
    "kingen": Gate(points=2.5),
    "dubbelkingen": Gate(points=5.0),
    "denexa-king": Gate(),
    "russian-king": Gate(),
    "russian-king-orders": Gate(),
    "whist-walloon": Gate(),
    "whist-flemish": Gate(),
}
DEALS: Final = 2000
GAMES: Final = 1000
"""How many games are played where points a game are asked for."""
CARD_MS, CHOICE_MS = 50.0, 200.0
"""Milliseconds of CPU that a card, and a choice or bid, may take."""


def rounds_of(preset: str) -> int:
    """How many rounds the gate of a preset asks for."""
    if GATES[preset].points:
        return ceil(GAMES / PLAYERS)
    deals = 1 if is_whist(preset) else len(_plan(preset))
    return ceil(DEALS / deals / PLAYERS)


def _plan(preset: str) -> tuple[str, ...]:
    return new_game(make_rules(preset, PLAYERS, {}), 0).view(None).plan


def single_deals(preset: str) -> set[str]:
    """The contracts of which single deals can be played."""
    if is_whist(preset):
        return set()
    return set(_plan(preset)) - {""} or set(kingen_scores(make_rules(preset, PLAYERS, {})))


# A file of rounds


def _line(match: Match, seed: int, one: Round) -> dict[str, Any]:
    kept = {"gain": one.gain, "cards": _ms(one.cards), "choices": _ms(one.choices)}
    return {**asdict(match), "seed": seed, **kept}


def _ms(seconds: Sequence[float]) -> list[float]:
    return [round(1000 * taken, 2) for taken in seconds]


def kept_rounds(path: Path | None, match: Match) -> dict[int, Round]:
    """The rounds of a match that a file holds, by their seeds."""
    found: dict[int, Round] = {}
    for one in kept_lines(path):
        if all(one[name] == value for name, value in asdict(match).items()):
            cards, choices = ([ms / 1000 for ms in one[name]] for name in ("cards", "choices"))
            found[one["seed"]] = Round(one["gain"], cards, choices)
    return found


def kept_lines(path: Path | None) -> list[dict[str, Any]]:
    """What a file holds, a line each; a last line that was cut is taken away from it."""
    text = path.read_text() if path is not None and path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if path is not None and whole != text:
        path.write_text(whole)
    return [json.loads(line) for line in whole.splitlines()]


def keep_line(path: Path | None, line: Mapping[str, Any]) -> None:
    """Add one."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a") as file:
            file.write(json.dumps(line) + "\n")


def played(match: Match, seeds: range, jobs: int, into: Path | None) -> Duel:
    """Play the rounds of these seeds that are not kept yet, and keep them."""
    found = {seed: one for seed, one in kept_rounds(into, match).items() if seed in seeds}
    for seed, one in _rounds(match, [seed for seed in seeds if seed not in found], jobs):
        found[seed] = one
        keep_line(into, _line(match, seed, one))
    return Duel(match, [found[seed] for seed in sorted(found)])


def _rounds(match: Match, seeds: Sequence[int], jobs: int) -> Iterator[tuple[int, Round]]:
    if jobs == 1:
        ready()
        for seed in seeds:
            yield seed, play_round(match, seed)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=ready) as pool:
        seed_of = {pool.submit(play_round, match, seed): seed for seed in seeds}
        for done in as_completed(seed_of):
            yield seed_of[done], done.result()


# What is reported


def _costs(taken: Sequence[float]) -> tuple[float, float]:
    """Milliseconds: the mean, and what 99 in 100 take at most."""
    each = sorted(taken) or [0.0]
    return 1000 * sum(each) / len(each), 1000 * each[min(len(each) - 1, int(0.99 * len(each)))]


def gates(duel: Duel) -> Iterator[Row]:
    """What is asked of a match, and what came of it."""
    match, gate = duel.match, GATES.get(duel.match.preset, Gate())
    name = f"{match.of} against {match.against}, {match.preset} {match.deal}".rstrip()
    figures = f"{duel.summary}; ± {duel.error:.2f}, {duel.standard_errors:.1f} standard errors"
    if gate.points and not match.deal:
        yield Row(f"{name}: points a game", duel.mean, figures, gate.points)
    else:
        yield Row(f"{name}: standard errors", duel.standard_errors, figures, gate.standard_errors)
    kinds = (("card", CARD_MS, [*_all(duel, "cards")]), ("choice", CHOICE_MS, [*_all(duel, "choices")]))
    for kind, bound, taken in kinds:
        mean, p99 = _costs(taken)
        how = f"{len(taken)} moves, mean {mean:.2f} ms, the longest {1000 * max(taken, default=0.0):.1f}"
        yield Row(f"{name}: ms of CPU a {kind}, 99 in 100", p99, how, bound, at_most=True)


def _all(duel: Duel, name: str) -> Iterator[float]:
    for one in duel.rounds:
        yield from getattr(one, name)


def rows() -> Iterator[Row]:
    """Two rounds of each preset: not what the gates ask for, but what a move costs."""
    for preset in GATES:
        duel = played(Match(preset, PLAYERS, STRONG, STEADY), range(2), 1, None)
        yield from (row for row in gates(duel) if row.at_most)


def main() -> int:
    """Play and print as much as is asked for; the exit status is 1 where a gate is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_strong", description=__doc__)
    parser.add_argument("--of", default=STRONG, choices=KINDS, help="the one that is measured")
    parser.add_argument("--against", default=STEADY, choices=KINDS, help="in all other seats")
    parser.add_argument("--preset", action="append", choices=GATES, help="several times for several")
    parser.add_argument("--rounds", type=int, help="rounds of each preset")
    parser.add_argument("--seed", type=int, default=0, help="of the first round")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--into", type=Path, help="the file that keeps the rounds")
    parser.add_argument("--deals", nargs="+", default=[""], help="single deals of these contracts")
    asked = parser.parse_args()
    missed = 0
    for preset in asked.preset or GATES:
        seeds = range(asked.seed, asked.seed + (asked.rounds or rounds_of(preset)))
        if unknown := set(asked.deals) - {""} - single_deals(preset):
            parser.error(f"{preset} has no deals of {', '.join(unknown)}")
        for deal in asked.deals:
            match = Match(preset, PLAYERS, asked.of, asked.against, deal)
            for row in gates(played(match, seeds, asked.jobs, asked.into)):
                verdict = "ok" if row.holds else "FAIL"
                sign = "≤" if row.at_most else "≥"
                print(
                    f"{row.name}: {row.measured:.2f} ({sign} {row.bound:g}: {verdict}); {row.how}", flush=True
                )
                missed += not row.holds
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
