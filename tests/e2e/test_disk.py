"""A database that fails while people play: they are told, nothing changes, and it goes on when it can."""

from __future__ import annotations

import pytest

from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.e2e.house import House

pytestmark = pytest.mark.usefixtures("troubled_disk")

SORRY = "I couldn't save that, so nothing changed. Try again in a moment."


async def read_only(house: House, on: bool) -> None:
    """The database refuses every change, as on a disk that was remounted."""
    connection = house.bot.store.writer._connection  # pyright: ignore[reportPrivateUsage]
    await connection.execute(f"PRAGMA query_only = {'ON' if on else 'OFF'}")


async def full(house: House, on: bool) -> None:
    """No page can be added: SQLite's own limit, with the error of a full disk."""
    connection = house.bot.store.writer._connection  # pyright: ignore[reportPrivateUsage]
    cursor = await connection.execute("PRAGMA page_count")
    (pages,) = await cursor.fetchone() or (0,)
    await connection.execute(f"PRAGMA max_page_count = {pages if on else 1_000_000}")


async def test_a_card_that_cannot_be_stored_is_not_played(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    message, custom_id = await house.offered(ann, "hh:act:")
    await house.settled()
    before, seen = table.facts, reading.text(house.table_message(table))
    await read_only(house, True)
    pressed = await (await ann.press(message["id"], custom_id)).done()
    await house.settled()
    assert pressed.state == "answered"
    assert [reading.text(one) for one in house.whispers(ann)] == [SORRY]
    assert table.facts == before
    assert reading.text(house.table_message(table)) == seen
    await read_only(house, False)
    await (await ann.press(message["id"], custom_id)).done()
    await house.settled()
    assert table.facts.seq > before.seq
    entries = await house.bot.store.tables.log(table.facts.id)
    assert [entry.seq for entry in entries] == list(range(table.facts.seq))


async def test_on_a_full_disk_no_card_is_lost(still_house: House) -> None:
    house, (ann,) = still_house, still_house.people()[:1]
    assert house.clock is not None
    table = await house.start_table(ann)
    await full(house, True)
    for _ in range(60):
        await press_on(house, ann, table)
        house.clock.advance(0.2)  # else all of this would be in one second, of which Discord counts requests
        if house.whispers(ann) or not ready_for(table, ann):
            break
    assert {reading.text(one) for one in house.whispers(ann)} <= {SORRY}
    assert house.whispers(ann) or (table.facts.turn is not None and table.facts.turn >= 0)  # a robot waits
    await full(house, False)
    house.clock.advance(60)  # robots try again by themselves
    await house.world.until(lambda: ready_for(table, ann))
    seq = table.facts.seq
    await press_on(house, ann, table)
    assert table.facts.seq > seq
    entries = await house.bot.store.tables.log(table.facts.id)
    assert [entry.seq for entry in entries] == list(range(table.facts.seq))


def ready_for(table: Table, person: Person) -> bool:
    """Whether the table waits for this person: for a card, or for the next deal."""
    turn = table.facts.turn
    return turn is not None and (turn < 0 or table.facts.seats[turn].user_id == person.id)


async def press_on(house: House, person: Person, table: Table) -> None:
    facts = table.facts
    verb = "ready" if facts.turn is not None and facts.turn < 0 else "act"
    message, custom_id = await house.offered(person, f"hh:{verb}:{facts.id}:{facts.seq}:")
    await (await person.press(message["id"], custom_id)).done()
    await house.settled()


async def test_no_table_is_opened_that_cannot_be_stored(house: House) -> None:
    (ann,) = house.people()[:1]
    await house.reply(ann, "help")
    await read_only(house, True)
    assert await house.reply(ann, "table open") == SORRY
    assert house.bot.tables.running() == []
    await read_only(house, False)
    await house.open_table(ann)


async def test_a_stranger_is_told_too(house: House) -> None:
    (ann,) = house.people()[:1]
    await read_only(house, True)
    assert await house.reply(ann, "help") == SORRY
    await read_only(house, False)
