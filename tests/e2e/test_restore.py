"""What people see after a restore (docs/operating.md, "Backups"): games go on from the earlier moment, and
what was posted since does no harm."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from bot.ops.backup import retell
from data.backup import backup
from data.restore import restore
from data.store import Store
from data.verify import verify
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.e2e.house import House, open_house
from tests.e2e.test_lost import play_a_card, play_the_deal, start_next_deal


def check(copy: Path) -> None:
    """As the commands do."""
    found = asyncio.run(verify(copy, retell, lambda done, tables: None))
    assert found.games == 1


async def decks(database: Path) -> list[str]:
    store = await Store.open(database)
    try:
        return [one.line for one in await store.tables.log(1) if one.line.startswith("deck ")]
    finally:
        await store.close()


def titled(house: House, person: Person, text: str) -> list[dict[str, Any]]:
    """The messages in the channel that say so."""
    return [one for one in person.messages(house.cards) if text in reading.text(one)]


async def test_after_a_restore_games_go_on_from_the_earlier_moment(database: Path, tmp_path: Path) -> None:
    server, copy = await Playground.start(), tmp_path / "copy.sqlite3"
    try:
        async with open_house(database, server=server) as house:
            ann, bram, *_ = house.people()
            table = await house.open_table(ann, robots=3)
            for _ in range(4):
                await play_a_card(house, ann, table)
            seq = table.facts.seq
            await asyncio.to_thread(backup, database, copy, check)
            await play_the_deal(house, ann, table)
            await start_next_deal(house, ann)
            await play_a_card(house, ann, table)
            await house.open_table(bram)
            _, newer = await house.offered(ann, f"hh:act:1:{table.facts.seq}:")
        dealt = await decks(database)
        assert len(dealt) == 2
        await asyncio.to_thread(restore, copy, database, check)
        async with open_house(database, server=server) as house:
            await _goes_on(house, seq, newer)
        assert await decks(database) == dealt  # they follow from the same secret: who has played knows them
    finally:
        await server.close()


async def _goes_on(house: House, seq: int, newer: str) -> None:
    ann, bram, *_ = house.people()
    # Whoever is to move has their hand as it was then, and a button of later is answered by it.
    hand, _ = await house.offered(ann, f"hh:act:1:{seq}:")
    await house.settled()
    (table,) = house.bot.tables.running()
    await house.forge(ann, hand, newer)
    await house.settled()
    assert table.facts.seq == seq
    await house.offered(ann, f"hh:act:1:{seq}:")

    # The channel shows what was played since, until /table show or the next deal.
    assert len(titled(house, ann, "Deal 2 of 10")) == 1 and not titled(house, ann, "Deal 1 of 10")
    await house.command(ann, "table show")
    assert len(titled(house, ann, "Deal 1 of 10")) == 1
    await play_the_deal(house, ann, table)
    await start_next_deal(house, ann)
    assert len(titled(house, ann, "Deal 2 of 10")) == 1 and not titled(house, ann, "Deal 1 of 10")

    # A table that was opened since is not there any more, and no other gets its number.
    (lobby,) = titled(house, ann, "Kingen · table 2")
    await house.press(ann, lobby, "Join")
    await house.settled()
    assert reading.text(house.whispers(ann)[-1]) == "There's no such table here."
    assert (await house.open_table(bram)).facts.id == 3
