"""How many cards a second one process carries, how many several cells do, and what crossing costs: in one
run.

The rate rises by steps, each played for the same while, until one in a hundred presses waits too long, twice.
That is done three times: with one process; with all cells on the core of that one process; with a core for
each cell. The driver, which is this program with the playground in it, has the other cores to itself. Where
there are none the last time, it shares those of the cells: nothing is subtracted, and what it took is shown.
The second time says what being several costs, and the driver has no part in it: cells that carry so much
on one core carry so many times as much on a core each, as long as the first cell does not end it.

What crossing costs is measured by tables of two cells, which play by turns, those of the first and those of
the second one, whose presses come to the first.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Final

from tests.load.measure import Figures, Run, playing, quantile, staged

P99: Final = 0.250
"""Seconds from the press to the answer, for 99 in 100, up to which a rate is carried."""
TABLES: Final = 240
FIRST: Final = 60.0
"""Cards a second, of the first step."""
STEP: Final = 1.15
"""Times as many, of each next one."""
SHORTEST: Final = 0.9
"""Seconds a card at each table: people look before they press, and robots take their time."""
KEPT_UP: Final = 0.85
"""The part of a rate that has to have been played: people wait for answers before they press again."""
SECONDS: Final = 20.0
WARM: Final = 6.0
"""Seconds for which each step is played before it counts."""
TURNS: Final = 6
"""How often each of two cells has its turn."""
AIM: Final = 1.7
CROSSING_CPU: Final = 0.001
"""Seconds of CPU a press that crossing may cost."""
CROSSING: Final = 0.005
"""Seconds by which a press that crosses may be answered later, at the median."""

HEADINGS: Final = ("wanted", "cards/s", "p50", "p99", "lost", "counted/s", "CPU ms/card", "cores taken")


@dataclass(frozen=True)
class Crossing:
    """What a press that crosses costs more than one that does not: seconds of CPU of all processes, and until
    its answer at the median."""

    cpu: float
    answered: float


@dataclass(frozen=True)
class Climb:
    """The figures of each step, and of the highest one that is carried, if any is."""

    steps: tuple[Figures, ...]
    highest: Figures | None

    @property
    def rate(self) -> float:
        """Cards a second that are carried."""
        return self.highest.cards / self.highest.seconds if self.highest is not None else 0.0

    @property
    def fullest(self) -> float:
        """Seconds of CPU of a card (of all cells) in the cell that has most to do, at the first step."""
        return max(self.steps[0].each) / max(1, self.steps[0].cards)


def main(cells: int, people: int, seconds: float, cores: tuple[int, ...]) -> int:
    """Compare; the exit status. ``cores`` are those of the cells."""
    run = Run(TABLES, people, warm=WARM, seconds=seconds)
    several, last = replace(run, cells=cells), cores[:1]
    one = asyncio.run(climb("one process", replace(run, cores=last)))
    same = asyncio.run(climb(f"{cells} cells on its core", replace(several, cores=last * cells)))
    apart = asyncio.run(climb(f"{cells} cells on cores {cores}", replace(several, cores=cores)))
    base = max(one.rate, 1e-9)
    alike, direct = cells * same.rate / base, apart.rate / base
    print(
        f"\nOne process carries {one.rate:.0f} cards a second; {cells} cells on its core {same.rate:.0f},"
        f" which is {alike:.2f} times with a core each; {cells} cells on cores {cores} {apart.rate:.0f},"
        f" {direct:.2f} times.\nBy the CPU that the fuller cell takes at the first step it is"
        f" {one.fullest / apart.fullest:.2f} times.",
        flush=True,
    )
    crossed = asyncio.run(crossing(replace(several, cells=2, every=3.0, cores=cores[:2])))
    print(
        f"Crossing costs a press {1000 * crossed.cpu:.2f} ms of CPU (at most {1000 * CROSSING_CPU:g}), its"
        f" answer {1000 * crossed.answered:.1f} ms at the median (at most {1000 * CROSSING:g})."
    )
    has_own_core = len(os.sched_getaffinity(0)) > cells
    missed = [
        what
        for what, is_missed in (
            (f"less than {AIM:g} times", (direct if has_own_core else alike) < AIM),
            ("the CPU of crossing", crossed.cpu > CROSSING_CPU),
            ("the time of crossing", crossed.answered > CROSSING),
        )
        if is_missed
    ]
    for what in missed:
        print(f"MISSED: {what}")
    return 1 if missed else 0


async def climb(name: str, run: Run) -> Climb:
    """Raise the rate as far as it goes. Raises as ``measure`` does."""
    print(f"\n{name}:\n{'  '.join(HEADINGS)}", flush=True)
    steps, rate, failed, highest = list[Figures](), FIRST, False, None
    with tempfile.TemporaryDirectory() as folder:
        begun = replace(run, every=run.tables / rate)
        async with staged(begun, Path(folder)) as stage, playing(stage.companies):
            await stage.all_have_pressed()
            while (step := replace(run, every=run.tables / rate)).every >= SHORTEST:
                for company in stage.companies:
                    company.interval = step.interval
                await asyncio.sleep(step.warm)
                steps.append(await stage.count(step))
                print(_line(rate, steps[-1]), flush=True)
                if _is_carried(rate, steps[-1]):
                    rate, failed, highest = rate * STEP, False, steps[-1]
                elif failed:
                    break
                else:
                    failed = True
    return Climb(tuple(steps), highest)


def _is_carried(rate: float, found: Figures) -> bool:
    kept_up = found.cards / found.seconds >= KEPT_UP * rate
    return kept_up and not found.lost and quantile(found.answered, 0.99) <= P99


async def crossing(run: Run) -> Crossing:
    """Let tables of the first cell and those of the second play by turns."""
    half = -(-run.tables // 2)
    cpu: tuple[list[float], list[float]] = ([], [])
    answered: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory() as folder:
        async with staged(run, Path(folder)) as stage, playing(stage.companies):
            await stage.all_have_pressed()
            teams = stage.companies[:half], stage.companies[half:]
            for turn in range(2 * TURNS):
                for company in teams[turn % 2]:
                    company.go_on()
                for company in teams[1 - turn % 2]:
                    company.rest()
                await asyncio.sleep(run.warm)
                found = await stage.count(run)
                cpu[turn % 2].append(found.cpu / max(1, found.presses))
                answered[turn % 2].append(quantile(found.answered, 0.5))
    return Crossing(median(cpu[1]) - median(cpu[0]), median(answered[1]) - median(answered[0]))


def by_process(found: Figures) -> str:
    """What each process took, in cores."""
    each = " ".join(f"{seconds / found.seconds:.2f}" for seconds in found.each)
    return (
        f"cells {each}, broker {found.broker / found.seconds:.2f}, driver {found.driver:.2f}"
        f" (late by {1000 * found.late:.0f} ms)"
    )


def _line(rate: float, found: Figures) -> str:
    columns = (
        f"{rate:.0f}",
        f"{found.cards / found.seconds:.1f}",
        *(f"{1000 * quantile(found.answered, share):.0f}" for share in (0.5, 0.99)),
        f"{found.lost}",
        f"{found.counted / found.seconds:.1f}",
        f"{1000 * found.cpu_a_card:.1f}",
        by_process(found),
    )
    return "  ".join(column.rjust(len(heading)) for column, heading in zip(columns, HEADINGS, strict=True))
