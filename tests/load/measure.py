"""One run: so many tables for so long, and what that has cost.

The playground and the people are this process, the bot is another, or several with a broker. What this
process itself has needed, and how late its own event loop was, are measured too: where it was busy, the times
say nothing of the bot.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from playground.ratelimits import is_counted
from playground.rest.api import Exchange
from playground.server import Playground
from tests.beyond.servers import Server
from tests.cells.running import broker, cells, database_of, places_of, put_tables_of_cells
from tests.load.people import Company, lost
from tests.load.process import BotProcess, running
from tests.load.town import SEATS, put_tables, settle
from tests.load.trace import Trace, cause_lines

SEED = 15
HANDS_WITHIN = 240.0
"""Seconds in which everybody who is to move has to have something to press after the start."""
TICK = 0.02
"""Seconds between two looks at how late the loop is."""


@dataclass(frozen=True)
class Run:
    """What is to be measured: ``tables`` of so many ``people``, the other seats robots', a card ``every`` so
    many seconds at each; ``warm`` seconds of play first, then ``seconds`` that count. ``limited``: under
    Discord's limits. ``robots``: of which kind they are. ``trace``: what held up the slowest presses is shown
    too. ``cells``: so many processes are the bot. ``cores``: the one that each of them is kept to; this
    process takes those that are left, or all of them where none is."""

    tables: int
    people: int
    every: float = 4.0
    warm: float = 15.0
    seconds: float = 60.0
    limited: bool = True
    robots: str = "easy"
    trace: bool = False
    cells: int = 1
    cores: tuple[int, ...] = ()

    @property
    def interval(self) -> float:
        """Seconds from press to press at a table: where one person plays, robots play three cards between."""
        return self.every * SEATS / self.people


@dataclass(frozen=True)
class Figures:
    """What was found in the seconds that count: ``presses``, and ``cards``, those of robots too; after how
    many seconds presses were ``answered`` and their hands ``shown``, sorted; how many were ``lost``, and how
    many ``refused`` with a sentence; requests, those among them that got a 429 (``refusals``), and their
    bytes; seconds of ``cpu``, those of ``each`` process of the bot and of the ``broker``. ``memory`` is in
    bytes, at the end; before anything was played it was ``memory_before``, and ``grew`` by so many in these
    seconds. ``still``: tables at which nothing was played. ``driver``: the share of a core that this process
    took, ``late`` how many seconds its loop was late for 99 in 100. ``causes`` are lines that tell what
    presses waited for."""

    run: Run
    seconds: float
    presses: int
    cards: int
    answered: tuple[float, ...]
    shown: tuple[float, ...]
    lost: int
    refused: int
    counted: int
    uncounted: int
    refusals: int
    size: int
    cpu: float
    memory: int
    memory_before: int
    grew: int
    still: int
    complaints: tuple[str, ...]
    driver: float
    late: float
    causes: tuple[str, ...] = ()
    each: tuple[float, ...] = ()
    broker: float = 0.0

    @property
    def cpu_a_card(self) -> float:
        """Seconds."""
        return self.cpu / max(1, self.cards)


def quantile(sorted_values: Sequence[float], share: float) -> float:
    """What that share of the values is within; 0 of none."""
    if not sorted_values:
        return 0.0
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]


class Traffic:
    """The requests of the bot, counted while ``on``."""

    def __init__(self, server: Playground) -> None:
        self.on = False
        self.counts: Counter[str] = Counter()
        server.observers.append(self._saw)

    def _saw(self, exchange: Exchange) -> None:
        if not self.on:
            return
        self.counts["counted" if is_counted(exchange.route) else "uncounted"] += 1
        self.counts["refusals"] += exchange.status == 429
        self.counts["size"] += exchange.size


async def measure(run: Run, seed: int = SEED) -> Figures:
    """Do it. Raises RuntimeError and TimeoutError where the bot does not start, or somebody is not shown
    their hand, and FileNotFoundError where several processes are to be measured and there is no broker."""
    with tempfile.TemporaryDirectory() as folder:
        noted = Path(folder) / "notes.json" if run.trace else None
        async with staged(run, Path(folder), seed, noted) as stage:
            async with playing(stage.companies):
                await stage.all_have_pressed()
                await asyncio.sleep(run.warm)
                found = await stage.count(run)
            if noted is None:
                return found
            await stage.bots[0].write_notes(noted)
            pressed = [one for company in stage.companies for one in company.pressed]
            return replace(found, causes=(*cause_lines(Trace.read(noted), pressed),))


@dataclass(frozen=True)
class Stage:
    """The bot at work on a playground, and the people who are to play there; before they did, it had so much
    memory (bytes)."""

    server: Playground
    bots: Sequence[BotProcess]
    databases: Sequence[Path]
    broker: Server | None
    companies: Sequence[Company]
    memory_before: int

    @property
    def cpu(self) -> tuple[float, ...]:
        """Seconds of CPU of each cell, and of the broker."""
        return (*(one.cpu for one in self.bots), self.broker.cpu() if self.broker is not None else 0.0)

    @property
    def memory(self) -> int:
        """Bytes of all cells."""
        return sum(one.memory for one in self.bots)

    async def all_have_pressed(self) -> None:
        """At every table somebody has got their hand and pressed. Raises TimeoutError."""
        async with asyncio.timeout(HANDS_WITHIN):
            while not all(company.pressed for company in self.companies):
                for bot in self.bots:
                    if bot.process.returncode is not None:
                        raise RuntimeError(f"the bot has ended: {''.join(bot.said[-20:])}")
                await asyncio.sleep(0.2)

    async def count(self, run: Run) -> Figures:
        """The seconds that count, and a moment for what was pressed at their end."""
        traffic, lateness = Traffic(self.server), list[float]()
        looking = asyncio.create_task(_look_at_loop(lateness))
        begun, cpu, own, memory = time.perf_counter(), self.cpu, time.process_time(), self.memory
        at = time.time()
        traffic.on = True
        await asyncio.sleep(run.seconds)
        traffic.on = False
        seconds = time.perf_counter() - begun
        spent = tuple(now - before for now, before in zip(self.cpu, cpu, strict=True))
        driver, until = (time.process_time() - own) / seconds, time.time()
        looking.cancel()
        await asyncio.sleep(_settling(self.companies, begun + seconds))
        pressed = [one for company in self.companies for one in company.pressed]
        presses = [one for one in pressed if begun <= one.at < begun + seconds]
        played = [_cards(one, at, until) for one in self.databases]
        return Figures(
            run=run,
            seconds=seconds,
            presses=len(presses),
            cards=sum(cards for cards, _ in played),
            answered=tuple(sorted(one.answered for one in presses if one.answered is not None)),
            shown=tuple(sorted(one.shown for one in presses if one.shown is not None)),
            lost=lost(presses),
            refused=sum(one.refused for one in presses),
            counted=traffic.counts["counted"],
            uncounted=traffic.counts["uncounted"],
            refusals=traffic.counts["refusals"],
            size=traffic.counts["size"],
            cpu=sum(spent),
            memory=self.memory,
            memory_before=self.memory_before,
            grew=self.memory - memory,
            still=sum(still for _, still in played) + run.tables - len(self.companies),
            complaints=tuple(line for bot in self.bots for line in bot.complaints),
            driver=driver,
            late=quantile(sorted(lateness), 0.99),
            each=spent[:-1],
            broker=spent[-1],
        )


@asynccontextmanager
async def staged(
    run: Run, folder: Path, seed: int = SEED, noted: Path | None = None
) -> AsyncGenerator[Stage]:
    """Within, it is all there. Raises as ``measure`` does."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(_town(run))
        broker_server, databases = None, [database_of(folder, number + 1) for number in range(run.cells)]
        if run.cells == 1:
            places = settle(server, run.tables, run.people)
            await put_tables(server, databases[0], places, seed, robots=run.robots)
        else:
            places = await places_of(server, run.cells, -(-run.tables // run.cells), run.people)
            places = places[: run.tables]
            broker_server = stack.enter_context(broker(folder))
            await put_tables_of_cells(server, folder, places, run.cells, seed, robots=run.robots)
        gc.collect()
        gc.freeze()  # what is there for good is not looked through again and again
        strong = run.robots == "strong"
        if broker_server is None:
            core = run.cores[0] if run.cores else None
            one = running(server, databases[0], core=core, strong=strong, noted=noted)
            bots = [await stack.enter_async_context(one)]
        else:
            several = cells(server, folder, run.cells, broker_server.url, cores=run.cores, strong=strong)
            bots = await stack.enter_async_context(several)
        companies = [
            Company(place, run.interval, Random(f"{seed} {number}")) for number, place in enumerate(places)
        ]
        yield Stage(server, bots, databases, broker_server, companies, sum(one.memory for one in bots))


@asynccontextmanager
async def _town(run: Run) -> AsyncGenerator[Playground]:
    server = await Playground.start(furnished=False)
    server.ratelimits.enabled = run.limited
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, mine - {*run.cores} or mine)
    try:
        yield server
    finally:
        os.sched_setaffinity(0, mine)
        gc.unfreeze()
        await server.close()


@asynccontextmanager
async def playing(companies: Sequence[Company]) -> AsyncGenerator[None]:
    """Within, people play."""
    tasks = [asyncio.create_task(company.play()) for company in companies]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task


def _settling(companies: Sequence[Company], end: float) -> float:
    """Seconds to wait for presses that are still unanswered: none where there are none."""
    open_ = [
        one
        for company in companies
        for one in company.pressed
        if one.at < end and one.shown is None and not one.refused
    ]
    return 4.0 if open_ else 0.0


async def _look_at_loop(lateness: list[float]) -> None:
    while True:
        due = time.perf_counter() + TICK
        await asyncio.sleep(TICK)
        lateness.append(time.perf_counter() - due)


def _cards(database: Path, begun: float, end: float) -> tuple[int, int]:
    """Actions at all tables between two moments, and the tables at which there was none."""
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute(
            "SELECT count(*), count(DISTINCT table_id) FROM log"
            " WHERE at >= ? AND at < ? AND line NOT LIKE 'deck %'",
            (begun, end),
        ).fetchone()
        tables = connection.execute("SELECT count(*) FROM tables WHERE state = 'playing'").fetchone()
    return found[0], tables[0] - found[1]
