"""A little of the load, so that the driver works on the day it is needed: a few tables, some seconds, the bot
in a process of its own. How fast it is, is no business of this test: other work goes on beside it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tests.cells.running import needs_broker
from tests.load import carrying
from tests.load.__main__ import problems
from tests.load.carrying import climb, crossing
from tests.load.measure import Figures, Run, measure, quantile
from tests.load.people import Pressed, lost
from tests.load.trace import ASKING, DRAWING, GROUP, STEP, STORING, Note, Trace

ROBOTS = Run(3, 1, every=0.7, warm=1.0, seconds=7.0)
CELLS = replace(ROBOTS, tables=4, cells=2)
CLIMB = replace(ROBOTS, tables=4, seconds=3.0)
PEOPLE = Run(2, 4, every=0.7, warm=1.0, seconds=7.0, limited=False, trace=True)


async def test_tables_are_played_and_no_press_is_lost() -> None:
    for found in await asyncio.gather(measure(ROBOTS), measure(PEOPLE)):
        assert (found.lost, found.refused, found.still, found.complaints) == (0, 0, 0, ())
        assert found.refusals == 0  # requests that Discord would not have taken
        assert len(found.answered) == len(found.shown) == found.presses >= found.run.tables
        assert found.cards >= found.run.tables
        assert found.presses <= found.uncounted + found.counted <= 20 * (found.cards + found.run.tables)
        assert found.size > 1000 * found.presses  # each is answered with a picture
        assert 0.0 < found.cpu < found.seconds * 2
        assert found.memory > 30_000_000
        assert any("HTTP" in line for line in found.causes) == found.run.trace


@needs_broker
async def test_tables_of_two_cells_are_played_and_each_process_is_counted() -> None:
    found = await measure(CELLS)
    assert (found.lost, found.refused, found.still, found.complaints) == (0, 0, 0, ())
    assert found.presses >= found.run.tables and len(found.each) == 2
    assert found.broker >= 0.0 and abs(sum(found.each) + found.broker - found.cpu) < 0.001
    assert all(seconds > 0.0 for seconds in found.each)


@needs_broker
async def test_what_is_carried_and_what_crossing_costs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """By one step, or one that is tried again, and one turn of each cell; not how much that is."""
    monkeypatch.setattr(carrying, "FIRST", 4.0)
    monkeypatch.setattr(carrying, "SHORTEST", 0.9)
    monkeypatch.setattr(carrying, "TURNS", 1)
    climbed, crossed = await asyncio.gather(climb("one", CLIMB), crossing(CELLS))
    assert 1 <= len(climbed.steps) <= 2 and climbed.fullest > 0.0
    assert climbed.rate in (0.0, *(one.cards / one.seconds for one in climbed.steps))
    assert abs(crossed.answered) < 3.0


def test_a_trace_says_what_held_a_press_up() -> None:
    press = Pressed(10.0, answered=1.0, interaction=7)
    step, store = Note(STEP, 10.1, 10.3, 0, "Slot", threads=0.5), Note(GROUP, 10.35, 10.5)
    own = Note(STEP, 10.5, 10.7, 7, "_answer")
    waits = [Note(STORING, 10.2, 10.5, 7), Note(ASKING, 10.6, 10.9, 7), Note(ASKING, 10.0, 11.0, 8)]
    drawing = Note(DRAWING, 10.55, 10.6, 7)
    causes = Trace([step, store, own, *waits, drawing, Note(STEP, 10.8, 10.9, 0, "Slot")]).causes(press)
    assert {cause: round(seconds, 6) for cause, seconds in causes.items() if seconds} == {
        "the way to the bot, or nothing known": 0.2,
        "other threads of the bot": 0.1,
        "loop: Slot": 0.1,
        "the way to the writer's thread and back": 0.05,
        "the writer's commit": 0.15,
        "loop: its own steps": 0.15,
        "loop: its own drawing": 0.05,
        "HTTP, to Discord and back": 0.2,
    }


def made_up(
    run: Run, *, p99: float = 0.1, presses: int = 1000, cpu: float = 10.0, missing: int = 0
) -> Figures:
    times = (0.01,) * (presses - 20) + (p99,) * 20
    return Figures(
        run=run,
        seconds=60.0,
        presses=presses,
        cards=1000,
        answered=times,
        shown=times,
        lost=missing,
        refused=0,
        counted=100,
        uncounted=1000,
        refusals=0,
        size=10_000_000,
        cpu=cpu,
        memory=100_000_000,
        memory_before=100_000_000,
        grew=0,
        still=0,
        complaints=(),
        driver=0.5,
        late=0.01,
    )


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (made_up(Run(400, 1), p99=0.3), ["400 tables of 1: p99 is 300 ms, not below 250"]),
        (made_up(Run(80, 4), p99=0.3), ["80 tables of 4: p99 is 300 ms, not below 250"]),
        (made_up(Run(100, 4), p99=0.3), []),  # more than is promised
        (made_up(Run(1, 1), p99=0.3, presses=25), []),  # the 99th percentile of 25 is the slowest
        (made_up(Run(10, 1), missing=2), ["10 tables of 1: 2 of 1000 presses lost"]),
        (replace(made_up(Run(10, 1)), still=1), ["10 tables of 1: 1 at which nothing was played"]),
        (
            replace(made_up(Run(10, 1)), driver=0.95),
            ["10 tables of 1: the driver took 0.95 of a core, so the times are its own"],
        ),
        (
            replace(made_up(Run(10, 1)), complaints=("x ERROR y\n",)),
            ["10 tables of 1: the bot complains: x ERROR y"],
        ),
    ],
)
def test_what_misses_a_bound_is_said(found: Figures, said: list[str]) -> None:
    assert list(problems([found])) == said


def test_cpu_a_card_must_not_grow() -> None:
    few, many = made_up(Run(10, 1)), made_up(Run(400, 1), cpu=12.1)
    assert list(problems([few, replace(many, cpu=11.9)])) == []
    assert list(problems([few, many])) == [
        "CPU a card at 400 tables is 1.21 times that at 10, not at most 1.2"
    ]


def test_robots_that_think_longer_must_not_make_people_wait() -> None:
    quick, slow = Run(50, 1, robots="easy"), Run(50, 1, robots="steady")
    assert list(problems([made_up(quick, p99=0.1), made_up(slow, p99=0.1099)])) == []
    assert list(problems([made_up(quick, p99=0.1), made_up(slow, p99=0.112)])) == [
        "50 tables of 1: with steady robots p99 is 12 ms above that with easy, not at most 10"
    ]
    assert list(problems([made_up(quick), made_up(slow, presses=199)])) == [
        "50 tables of 1: fewer than 200 presses to compare robots by"
    ]


@pytest.mark.parametrize(
    ("press", "is_lost"),
    [
        (Pressed(0.0), True),
        (Pressed(0.0, answered=0.1), True),
        (Pressed(0.0, answered=0.1, shown=0.1), False),
        (Pressed(0.0, answered=0.1, refused=True), False),
        (Pressed(0.0, answered=3.1, shown=3.1), True),
    ],
)
def test_a_press_is_lost(press: Pressed, is_lost: bool) -> None:
    assert lost([press]) == is_lost


def test_quantiles() -> None:
    assert quantile([], 0.99) == 0.0
    assert quantile([1.0], 0.5) == quantile([1.0], 1.0) == 1.0
    assert quantile(list(range(100)), 0.99) == 99
    assert quantile(list(range(200)), 0.5) == 100
