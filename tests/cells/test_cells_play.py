"""Tables of servers of two cells, played by people whose direct messages all come to the first."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from playground.server import Playground
from tests.cells.running import broker, cells, needs_broker, places_of, put_tables_of_cells
from tests.load.measure import playing
from tests.load.people import Company, lost

pytestmark = needs_broker


async def test_hands_of_every_cell_are_played_by_direct_message(tmp_path: Path) -> None:
    server = await Playground.start(furnished=False)
    try:
        places = await places_of(server, 2)
        with broker(tmp_path) as nats:
            await put_tables_of_cells(server, tmp_path, places, 2, 7)
            async with cells(server, tmp_path, 2, nats.url) as bots:
                companies = [Company(place, 0.5, Random(number)) for number, place in enumerate(places)]
                async with playing(companies), asyncio.timeout(60.0):
                    while not all(len(one.pressed) >= 3 for one in companies):  # noqa: ASYNC110 - nobody tells
                        await asyncio.sleep(0.1)
                assert lost([one for company in companies for one in company.pressed[:2]]) == 0
                assert not [line for bot in bots for line in bot.complaints]
    finally:
        await server.close()
