"""A bot of one process goes on as two cells, and as one process again, with all its games."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from playground.server import Playground
from tests.cells.running import broker, cells, database_of, needs_broker, places_of
from tests.load.measure import playing
from tests.load.people import PATIENCE, Company, Offer, Player, lost
from tests.load.process import ROOT, BotProcess, running
from tests.load.town import Place, put_tables

pytestmark = needs_broker

SETTLED: Final = 2.0
"""Seconds without a change after which nothing is under way any more."""


async def test_games_are_played_on_in_cells_and_in_one_process_again(tmp_path: Path) -> None:
    first, two, one = tmp_path / "hartenheer.sqlite3", tmp_path / "two", tmp_path / "one"
    last = one / "hartenheer.sqlite3"
    server = await Playground.start(furnished=False)
    try:
        places = await places_of(server, 2)
        await put_tables(server, first, places, 7)
        async with running(server, first) as bot:
            await played(places)
            sent = await offered(places)
            await stopped(bot)
        assert all(custom_id.startswith("hh:") for offer in sent for custom_id in offer.custom_ids)
        await ran("move", two, 2, first)
        with broker(tmp_path) as nats:
            async with cells(server, two, 2, nats.url) as bots:
                homes = [database_of(two, number) for number in (1, 1, 2, 2)]
                await all_pressed(places, sent, homes)
                await played(places)
                sent = await offered(places)
                for bot in bots:
                    await stopped(bot)
            assert [line for bot in bots for line in bot.complaints] == []
        origins = [{custom_id.partition(":")[0] for custom_id in offer.custom_ids} for offer in sent]
        assert origins == [{"hh1.2"}, {"hh1.2"}, {"hh2.2"}, {"hh2.2"}]
        await ran("move", one, 1, database_of(two, 1), database_of(two, 2))
        async with running(server, last) as bot:
            await all_pressed(places, sent, [last] * 4)
            await played(places)
            assert bot.complaints == []
    finally:
        await server.close()


async def played(places: Sequence[Place]) -> None:
    """At every table there was pressed twice, and nothing of it was lost."""
    companies = [Company(place, 0.5, Random(number)) for number, place in enumerate(places)]
    async with playing(companies), asyncio.timeout(60.0):
        while not all(len(one.pressed) >= 3 for one in companies):  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(0.1)
    assert lost([one for company in companies for one in company.pressed[:2]]) == 0


async def offered(places: Sequence[Place]) -> list[Offer]:
    """The hands by which each table is played on, once all that was pressed is done."""
    found, since = list[Offer](), time.monotonic()
    async with asyncio.timeout(60.0):
        while len(found) < len(places) or time.monotonic() - since < SETTLED:
            await asyncio.sleep(0.1)
            now = hands(places)
            if now != found:
                found, since = now, time.monotonic()
    return found


def hands(places: Sequence[Place]) -> list[Offer]:
    players = [Player(person) for place in places for person in place.people]
    for one in players:
        one.close()
    return [one.offer for one in players if one.offer is not None]


async def stopped(bot: BotProcess) -> None:
    bot.process.terminate()
    await asyncio.wait_for(bot.process.wait(), 30.0)


async def ran(command: str, *arguments: object) -> None:
    """A command does what it is to."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", command, *map(str, arguments)),
        cwd=ROOT,
        stdout=asyncio.subprocess.DEVNULL,
    )
    assert await process.wait() == 0


async def all_pressed(places: Sequence[Place], sent: Sequence[Offer], homes: Sequence[Path]) -> None:
    """Press what a process before has sent: it is carried out where it has to be. Where the hand has come as
    a new message since, as some do at every start, the press is still that of the old one."""
    shown = await offered(places)
    assert [(one.seq, one.is_card) for one in shown] == [(one.seq, one.is_card) for one in sent]
    for place, old, now in zip(places, sent, shown, strict=True):
        await place.people[0].forge_press(now.message, old.custom_ids[0])
    for place, old, home in zip(places, sent, homes, strict=True):
        ((table,),) = await asked(home, "SELECT id FROM tables WHERE channel_id = ?", place.channel.id)
        who = "SELECT user_id FROM log WHERE table_id = ? AND seq = ?"
        async with asyncio.timeout(PATIENCE):
            while not (found := await asked(home, who, table, old.seq)):  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.1)
        assert found == [(place.people[0].id if old.is_card else None,)]


async def asked(path: Path, sql: str, *parameters: object) -> list[tuple[int]]:
    def ask() -> list[tuple[int]]:
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute(sql, parameters).fetchall()

    return await asyncio.to_thread(ask)
