"""``python -m tests.load``: what the bot does under load, against the playground, and whether that is enough.

Without arguments the whole set is measured: one person and three robots at 1, 10, 100 and 400 tables, and
four people at 80, the bot on one core and the playground with everybody in it on the others. The exit status
is 1 where a bound is missed. ``--tables`` and the like measure one thing, ``--quick`` a small set.

``--tables 50 --every 2 --seconds 120 --robots steady strong`` measures with robots of each of these kinds;
the later ones may not make people wait longer than the first.

``--cells 2`` compares what one process carries with what so many cells do, and measures what crossing costs
(``carrying``); with ``--tables`` it is the figures of a bot of so many cells.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import cycle, islice
from typing import Final

from bot.cells.model import MOST_CELLS
from bot.robots.kinds import ROBOT_KINDS
from tests.load import carrying
from tests.load.measure import Figures, Run, measure, quantile

P99: Final = 0.250
"""Seconds from the press to the answer, for 99 in 100."""
GROWTH: Final = 1.2
"""CPU a card at many tables, in times of that at ten."""
BUSY: Final = 0.9
"""Share of a core from which on the driver is taken to be what one waits for."""
SLOWER: Final = 0.010
"""Seconds by which robots that think longer may raise the 99th percentile."""
MANY: Final = (400, 80)
"""Tables of one person, and of four, for which the bounds hold."""
ENOUGH: Final = 200
"""Presses from which on the 99th percentile is more than the slowest of all."""

SET: Final = (
    Run(1, 1, seconds=40, warm=5),
    Run(10, 1, seconds=60, warm=15),
    Run(100, 1, seconds=45),
    Run(400, 1, seconds=60),
    Run(80, 4, seconds=45),
    Run(400, 1, seconds=40, limited=False),
)
QUICK: Final = (Run(2, 1, every=1.0, seconds=10, warm=3), Run(2, 4, every=1.0, seconds=10, warm=3))

HEADINGS: Final = (
    *("tables", "people", "robots", "limits", "clicks/s", "cards/s"),
    *("p50", "p95", "p99", "max", "shown p99", "lost", "refused"),
    *("counted/card", "uncounted/card", "429", "kB/card", "CPU ms/card", "core"),
    *("MB", "kB/table", "grew kB", "driver", "late p99"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; the exit status."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.trace and chosen.cells > 1:
        parser.error("only one process is traced")
    begun = time.perf_counter()
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores,"
        f" load {os.getloadavg()[0]:.1f}. Times in ms, from the press to the answer; robots' cards are cards."
    )
    found: list[Figures] = []
    if chosen.cells > 1 and not chosen.tables:
        return carrying.main(chosen.cells, chosen.people, chosen.seconds or carrying.SECONDS, _cores(chosen))
    print(_line(HEADINGS), flush=True)
    for run in _runs(chosen):
        found.append(asyncio.run(measure(run)))
        print(_line(_columns(found[-1])), *found[-1].causes, sep="\n", flush=True)
        if run.cells > 1:
            print(carrying.by_process(found[-1]), flush=True)
    missed = [*problems(found)]
    for problem in missed:
        print(f"MISSED: {problem}")
    print(f"{'' if missed else 'Every bound is kept. '}({time.perf_counter() - begun:.0f} s)")
    return 1 if missed else 0


def problems(found: Sequence[Figures]) -> Iterable[str]:
    """What does not hold of what was measured, each a sentence."""
    for one in found:
        what = f"{one.run.tables} tables of {one.run.people}"
        if one.lost:
            yield f"{what}: {one.lost} of {one.presses} presses lost"
        if one.still and one.run.seconds >= 2 * one.run.interval:
            yield f"{what}: {one.still} at which nothing was played"
        if one.complaints:
            yield f"{what}: the bot complains: {one.complaints[0].strip()}"
        if one.driver > BUSY:
            yield f"{what}: the driver took {one.driver:.2f} of a core, so the times are its own"
        p99 = quantile(one.answered, 0.99)
        is_bound = one.run.tables <= MANY[one.run.people > 1] and one.presses >= ENOUGH
        if is_bound and p99 >= P99:
            yield f"{what}: p99 is {p99 * 1000:.0f} ms, not below {P99 * 1000:.0f}"
    yield from _slower(found)
    by_tables = {
        (one.run.robots, one.run.tables): one for one in found if one.run.people == 1 and one.run.limited
    }
    for (robots, tables), one in by_tables.items():
        few = by_tables.get((robots, 10))
        if few is not None and tables > 10 and one.cpu_a_card > GROWTH * few.cpu_a_card:
            yield (
                f"CPU a card at {tables} tables is {one.cpu_a_card / few.cpu_a_card:.2f} times that at 10,"
                f" not at most {GROWTH:g}"
            )


def _slower(found: Sequence[Figures]) -> Iterable[str]:
    """Where robots of a kind make presses wait longer for their answers than those measured first."""
    for one in found:
        first = next(other for other in found if replace(other.run, robots=one.run.robots) == one.run)
        if first is one:
            continue
        what = f"{one.run.tables} tables of {one.run.people}"
        if min(first.presses, one.presses) < ENOUGH:
            yield f"{what}: fewer than {ENOUGH} presses to compare robots by"
            continue
        more = quantile(one.answered, 0.99) - quantile(first.answered, 0.99)
        if more > SLOWER:
            yield (
                f"{what}: with {one.run.robots} robots p99 is {more * 1000:.0f} ms above that with"
                f" {first.run.robots}, not at most {SLOWER * 1000:.0f}"
            )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", metavar="N", help="measure so many tables")
    parser.add_argument("--people", type=int, default=1, choices=(1, 2, 3, 4), help="at each; robots else")
    parser.add_argument("--every", type=float, metavar="S", help="seconds a card at each table (4)")
    parser.add_argument("--seconds", type=float, metavar="S", help="how long is measured")
    parser.add_argument("--warm", type=float, metavar="S", help="how long is played before")
    parser.add_argument("--no-limits", action="store_true", help="with --tables: without Discord's limits")
    parser.add_argument("--core", type=int, help="the bot's core, of all cells; -1: any (the last; one each)")
    parser.add_argument("--cells", type=_count, default=1, metavar="N", help="so many processes are the bot")
    parser.add_argument("--robots", nargs="+", choices=ROBOT_KINDS, help="kinds, measured one by one")
    parser.add_argument("--trace", action="store_true", help="say what the slowest presses waited for")
    parser.add_argument("--quick", action="store_true", help="a few tables for some seconds")
    return parser


def _count(text: str) -> int:
    if not 1 <= int(text) <= MOST_CELLS:
        raise ValueError
    return int(text)


def _cores(chosen: argparse.Namespace) -> tuple[int, ...]:
    """Of each cell: as was said, else one each from the last one on, as far as there are so many."""
    cores = sorted(os.sched_getaffinity(0), reverse=True)
    if chosen.core is not None:
        return () if chosen.core < 0 else (chosen.core,) * chosen.cells
    return tuple(islice(cycle(cores), chosen.cells)) if len(cores) > 1 else ()


def _runs(chosen: argparse.Namespace) -> Iterable[Run]:
    """What is to be measured, with what was said on the command line."""
    if chosen.tables:
        runs: Sequence[Run] = [
            Run(tables, chosen.people, limited=not chosen.no_limits) for tables in chosen.tables
        ]
    else:
        runs = QUICK if chosen.quick else SET
    said = {name: getattr(chosen, name) for name in ("every", "seconds", "warm")}
    said = {name: value for name, value in said.items() if value is not None}
    said["trace"] = chosen.trace
    said |= {"cells": chosen.cells, "cores": _cores(chosen)}
    kinds = chosen.robots or [Run.robots]
    return [replace(run, robots=kind, **said) for run in runs for kind in kinds]


def _columns(one: Figures) -> tuple[str, ...]:
    cards = max(1, one.cards)
    times = [quantile(one.answered, share) for share in (0.5, 0.95, 0.99, 1.0)]
    return (
        f"{one.run.tables}",
        f"{one.run.people}",
        one.run.robots,
        "yes" if one.run.limited else "no",
        f"{one.presses / one.seconds:.1f}",
        f"{one.cards / one.seconds:.1f}",
        *(f"{1000 * seconds:.0f}" for seconds in [*times, quantile(one.shown, 0.99)]),
        f"{one.lost}",
        f"{one.refused}",
        f"{one.counted / cards:.2f}",
        f"{one.uncounted / cards:.2f}",
        f"{one.refusals}",
        f"{one.size / cards / 1000:.1f}",
        f"{1000 * one.cpu_a_card:.1f}",
        f"{one.cpu / one.seconds:.2f}",
        f"{one.memory / 1e6:.0f}",
        f"{(one.memory - one.memory_before) / one.run.tables / 1000:.0f}",
        f"{one.grew / 1000:.0f}",
        f"{one.driver:.2f}",
        f"{1000 * one.late:.0f}",
    )


def _line(cells: Iterable[str]) -> str:
    return "  ".join(cell.rjust(len(heading)) for cell, heading in zip(cells, HEADINGS, strict=True))


if __name__ == "__main__":
    sys.exit(main())
