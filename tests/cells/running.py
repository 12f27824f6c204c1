"""Several cells of one bot as processes, on a playground, with a broker of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from shutil import which

import pytest

from bot.cells.model import Cell
from playground.server import Playground
from tests.beyond.servers import Server, nats
from tests.load.process import BotProcess, running
from tests.load.town import TABLES_A_SERVER, Place, put_tables, settle

needs_broker = pytest.mark.skipif(which("nats-server") is None, reason="there is no nats-server")
"""Of tests that start a broker."""


@contextmanager
def broker(folder: Path, *more: str, port: int = 0) -> Generator[Server]:
    """A broker whose files lie in a folder, with ``more`` options, at a port that is given or at any. Raises
    FileNotFoundError, which names the package to install."""
    with nats(folder, *more, port=port) as server:
        yield server


def cell_settings(number: int, count: int, url: str) -> dict[str, str]:
    """What the environment of a cell says besides."""
    return {"HARTENHEER_CELL": f"{number}/{count}", "HARTENHEER_NATS_URL": url}


@asynccontextmanager
async def cells(
    server: Playground,
    folder: Path,
    count: int,
    url: str,
    *,
    cores: Sequence[int] = (),
    strong: bool = False,
) -> AsyncGenerator[list[BotProcess]]:
    """So many cells, each ready, with their databases in a folder; each on one of ``cores``, where those are
    named, and with ``strong`` robots where there are to be any."""
    async with AsyncExitStack() as stack:
        started: list[BotProcess] = []
        for number in range(1, count + 1):
            started.append(
                await stack.enter_async_context(
                    running(
                        server,
                        database_of(folder, number),
                        core=cores[number - 1] if cores else None,
                        strong=strong,
                        more=cell_settings(number, count, url),
                        is_first=number == 1,
                    )
                )
            )
        yield started


def database_of(folder: Path, number: int) -> Path:
    """Where a cell's database lies."""
    return folder / f"cell{number}.sqlite3"


async def put_tables_of_cells(
    server: Playground, folder: Path, places: Sequence[Place], count: int, seed: int, robots: str = "easy"
) -> None:
    """Store a table for each place where its server is at home; the other seats are of this kind of
    robots."""
    for number in range(1, count + 1):
        cell, database = Cell(number, count), database_of(folder, number)
        mine = [one for one in places if one.channel.guild and cell.home(one.channel.guild.id) == number]
        await put_tables(server, database, mine, seed, cell=cell, robots=robots)


async def places_of(server: Playground, count: int, each: int = 2, people: int = 1) -> list[Place]:
    """Channels for tables, ``each`` in servers of each of so many cells, with their people."""
    found: dict[int, list[Place]] = {number: [] for number in range(1, count + 1)}
    while any(len(places) < each for places in found.values()):
        places = settle(server, min(each, TABLES_A_SERVER), people)
        guild = places[0].channel.guild
        assert guild is not None
        found[Cell(1, count).home(guild.id)] += places
        await asyncio.sleep(0.001)  # ids of servers differ by their moment
    return [place for places in found.values() for place in places[:each]]
