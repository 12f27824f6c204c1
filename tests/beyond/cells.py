"""``python -m tests.beyond.cells``: what 1 to 64 cells carry, calculated from what was measured.

``--measure`` measures anew, for some two minutes, and keeps it in ``cells.json``; without, that is read. What
is printed is written into docs/measurements.md as well. It is CPU that is measured, so other work beside it
matters less than it does to waiting, and still raises it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from bot.cells.lending import share_of
from bot.cells.model import MOST_CELLS, Cell
from bot.discordkit.load import REQUESTS_A_SECOND
from tests.beyond.crossing import Crossed, measure_crossing
from tests.load.measure import Run, measure

MEASURED: Final = Path(__file__).with_name("cells.json")
PAGE: Final = Path(__file__).parents[2] / "docs" / "measurements.md"
BEGIN: Final = "<!-- python -m tests.beyond.cells -->"
END: Final = "<!-- so far -->"
COUNTS: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, MOST_CELLS)
FULL: Final = 0.7
"""The share of a core from which on one in a hundred presses waits too long (``make load``)."""
BY_TABLES: Final = 0.25
"""Cards a second at a table, to tell cards as tables."""
IDENTIFIES_EVERY: Final = 5.0
"""Seconds between two shards that begin a session, where Discord lets one begin at a time.
https://discord.com/developers/docs/events/gateway#rate-limiting"""
RUNS: Final = (Run(100, 1, every=2.0, seconds=40.0), Run(25, 4, every=1.5, seconds=40.0))
CROSSES_FOR: Final = 20.0


@dataclass(frozen=True)
class Cards:
    """What a card costs at tables of so many people, the other seats being robots': ``cpu`` in its cell, in
    seconds; presses that are made for it, and requests that Discord counts."""

    people: int
    cpu: float
    presses: float
    counted: float


@dataclass(frozen=True)
class Measured:
    """What was measured, and ``beside`` how much other work: the machine's load before."""

    crossed: Crossed
    cards: tuple[Cards, ...]
    cores: int
    beside: float

    @classmethod
    def read(cls, data: dict[str, Any]) -> Measured:
        """What ``json`` has made of it."""
        cards = tuple(Cards(**one) for one in data["cards"])
        return cls(Crossed(**data["crossed"]), cards, data["cores"], data["beside"])


@dataclass(frozen=True)
class Carried:
    """Cards a second of all cells together, up to which each part has enough: the ``first`` cell, which plays
    as many tables as the others and passes on the presses of theirs; the ``others``; the ``broker``, on one
    core; and the ``budget`` of one token."""

    first: float
    others: float
    broker: float
    budget: float

    @property
    def cores(self) -> float:
        """What there are cores for."""
        return min(self.first, self.others, self.broker)

    @property
    def ends(self) -> str:
        """What comes first."""
        parts = asdict(self)
        return min(parts, key=lambda part: parts[part])


def carried(cards: Cards, crossed: Crossed, count: int) -> Carried:
    """By so many cells, where all have the same number of tables and all presses are in direct messages."""
    mine, theirs = 1 / count, (count - 1) / count
    passed = cards.presses * theirs
    return Carried(
        first=FULL / (mine * cards.cpu + passed * crossed.first),
        others=FULL / (mine * (cards.cpu + cards.presses * crossed.taker * (count > 1))),
        broker=FULL / (passed * crossed.broker) if count > 1 else float("inf"),
        budget=REQUESTS_A_SECOND / cards.counted,
    )


def first_alone(cards: Cards, crossed: Crossed) -> float:
    """Cards a second of the others' tables, for which a first cell passes presses on that has no tables."""
    return FULL / (cards.presses * crossed.first)


def told(measured: Measured) -> list[str]:
    """The tables, as Markdown."""
    crossed, lines = measured.crossed, list[str]()
    lines.append(
        f"Passing a press on costs {1000 * crossed.cpu:.2f} ms of CPU (first cell {1000 * crossed.first:.2f},"
        f" the one that takes it {1000 * crossed.taker:.2f}, broker {1000 * crossed.broker:.2f}) and"
        f" {1000 * crossed.answered:.1f} ms at the median, {1000 * crossed.slow:.1f} for one in a hundred."
        f" The library alone takes {1000 * crossed.plain:.2f} for as many bytes and an answer."
        f" Measured on {measured.cores} cores, beside a load of {measured.beside:.1f}."
    )
    for cards in measured.cards:
        who = "one person and robots" if cards.people == 1 else f"{cards.people} people"
        lines += [
            "",
            f"Tables of {who}: a card costs {1000 * cards.cpu:.1f} ms of CPU, {cards.presses:.2f} presses and"
            f" {cards.counted:.2f} counted requests. Cards a second:",
            "",
            "| cells | first cell | others | broker | cores carry | one token's budget | ends it | tables |",
            "| --: | --: | --: | --: | --: | --: | --- | --: |",
        ]
        for count in COUNTS:
            one = carried(cards, crossed, count)
            shown = (one.first, one.others, one.broker, one.cores, one.budget)
            columns = ("–" if rate == float("inf") else f"{rate:,.0f}" for rate in shown)
            tables = min(one.cores, one.budget) / BY_TABLES
            lines.append(f"| {count} | {' | '.join(columns)} | {one.ends} | {tables:,.0f} |")
        lines += [
            "",
            f"A first cell without tables of its own would pass on presses of"
            f" {first_alone(cards, crossed):,.0f} cards a second.",
        ]
    without = next((count for count in range(1, MOST_CELLS + 1) if not share_of(Cell(count, count))), None)
    lines += [
        "",
        f"{MOST_CELLS} cells of one shard each have all begun their sessions after"
        f" {MOST_CELLS * IDENTIFIES_EVERY:.0f} s. From {without} cells on the last one has no counted request"
        " a second of its own.",
    ]
    return lines


async def measured_now() -> Measured:
    """Measure it. Raises as ``tests.load.measure.measure`` does."""
    beside, cores = os.getloadavg()[0], sorted(os.sched_getaffinity(0))
    crossed, cards = await measure_crossing(CROSSES_FOR), list[Cards]()
    for run in RUNS:
        found = await measure(run)
        played = max(1, found.cards)
        cards.append(Cards(run.people, found.cpu_a_card, found.presses / played, found.counted / played))
    return Measured(crossed, tuple(cards), len(cores), beside)


def main(arguments: Sequence[str] | None = None) -> int:
    """Calculate; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.beyond.cells", description=__doc__)
    parser.add_argument("--measure", action="store_true", help="measure anew before")
    if parser.parse_args(arguments).measure:
        found = asyncio.run(measured_now())
        MEASURED.write_text(json.dumps(asdict(found), indent=2) + "\n")
    text = "\n".join(told(Measured.read(json.loads(MEASURED.read_text()))))
    print(text)
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
