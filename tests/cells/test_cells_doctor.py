"""``doctor`` of a bot of several cells: who answers, who does not, and whether anybody can be asked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot import __version__
from bot.cells.link import PASSWORD, PROTOCOL, UNREACHABLE, Hello, greeted
from bot.cells.model import Cell
from bot.ops import judge, probes
from bot.ops.findings import CellFacts, DiscordFacts, Finding
from bot.settings import Settings
from bot.words.catalogue import words_for
from tests.beyond.servers import free_port, nats
from tests.cells.pair import APPLICATION, both_of
from tests.cells.running import needs_broker

NOW = 1_700_000_000.0
HERE = Cell(1, 4)


def hello(number: int, count: int = 4, version: str = "1.2.3", now: float = NOW) -> Hello:
    return Hello(number, count, PROTOCOL, version, f"process {number}/{count}", now)


def found(*there: Hello, problem: str = "") -> list[Finding]:
    return list(judge.of_cells(CellFacts(HERE, "1.2.3", there, problem), NOW))


def sentences(every: Sequence[Finding]) -> list[str]:
    return [f"{one.level}: {judge.sentence(words_for('en'), one)}" for one in every]


def test_all_are_there() -> None:
    assert sentences(found(*map(hello, range(1, 5)))) == ["ok: All cells answer: 4."]


def test_whoever_is_away_of_another_version_or_count_or_has_another_clock_is_named() -> None:
    there = (hello(1), hello(2, version="1.0.0"), hello(4, now=NOW - 40.0), hello(2, 2))
    away, count, version, clock = sentences(found(*there))
    assert away.startswith("warning: Cells that don't answer: 3.")
    assert count.startswith(
        "fault: Cells of another number of cells are running: 2/2 (1.2.3). This one is 1/4:"
    )
    assert version.startswith("warning: Cells of another version are running: 2/4 (1.0.0). This is 1.2.3:")
    assert clock.startswith("warning: Cells whose clock is more than 30 s off this machine's: 4/4 (1.2.3).")


@pytest.mark.parametrize(
    ("problem", "level", "code"),
    [
        (UNREACHABLE, "fault", "unreachable"),
        (PASSWORD, "fault", "password"),
        ("so and so", "unknown", "untold"),
    ],
)
def test_where_nobody_can_be_asked_it_is_said_why(problem: str, level: str, code: str) -> None:
    (one,) = found(problem=problem)
    assert (one.level, one.code) == (level, code)


async def test_a_bot_in_one_process_is_not_asked_about(tmp_path: Path) -> None:
    assert await probes.of_cells(Settings(), DiscordFacts(application=APPLICATION)) is None


async def test_a_broker_that_is_not_there() -> None:
    url = f"nats://127.0.0.1:{free_port()}"
    assert await greeted(url, APPLICATION) == UNREACHABLE
    settings = Settings(cell=HERE, nats_url=url)
    facts = await probes.of_cells(settings, DiscordFacts(application=APPLICATION))
    assert facts == CellFacts(HERE, __version__, problem=UNREACHABLE)
    untold = await probes.of_cells(settings, DiscordFacts(unreachable="no network"))
    assert untold is not None and untold.problem and not untold.there


@needs_broker
async def test_a_broker_that_wants_a_password(tmp_path: Path) -> None:
    with nats(tmp_path, "--user", "cells", "--pass", "secret") as server:
        assert await greeted(server.url, APPLICATION) == PASSWORD
        assert await greeted(server.url.replace("//", "//cells:wrong@"), APPLICATION) == PASSWORD
        assert await greeted(server.url.replace("//", "//cells:secret@"), APPLICATION) == []


@needs_broker
async def test_the_cells_that_run_answer(tmp_path: Path) -> None:
    with nats(tmp_path) as server:
        async with both_of(tmp_path, server.url) as (first, second):
            await asyncio.gather(first.link.start(APPLICATION), second.link.start(APPLICATION))
            settings = Settings(cell=Cell(1, 2), nats_url=server.url)
            facts = await probes.of_cells(settings, DiscordFacts(application=APPLICATION))
            assert facts is not None and {one.number for one in facts.there} == {1, 2}
            assert [one.code for one in judge.of_cells(facts, time.time())] == ["fine"]
            await second.link.close()
            facts = await probes.of_cells(settings, DiscordFacts(application=APPLICATION))
            assert facts is not None
            assert [one.code for one in judge.of_cells(facts, time.time())] == ["away"]
