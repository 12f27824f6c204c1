"""What is shown after a change, and what is spent on it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine.game import AWAITS_DECK
from bot.tables.table import Table
from bot.tables.ui import table_slots, turns
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import House, open_house

NEW_MESSAGE = "POST /channels/{channel_id}/messages"


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A playground with the bot in it; time stands still unless it is moved, and messages need no pause."""
    monkeypatch.setattr(table_slots, "TABLE_PAUSE", 0.0)
    async with open_house(tmp_path / "test.sqlite3", clock=FakeClock()) as house:
        yield house


async def pass_time(house: House, seconds: float) -> None:
    assert house.clock is not None
    house.clock.advance(seconds)
    for _ in range(20):
        await asyncio.sleep(0)  # who slept until now wakes
    await house.settled()


async def play_to_deal_end(house: House, table: Table) -> None:
    while table.facts.turn != AWAITS_DECK:
        person = house.to_move(table)
        assert person is not None
        message, button = await house.offered(person, f"hh:act:{table.facts.id}:{table.facts.seq}:")
        await (await person.press(message["id"], button)).done()
        await house.settled()


async def press_ready(house: House, person: Person) -> None:
    message, button = await house.offered(person, "hh:ready:")
    await (await person.press(message["id"], button)).done()
    await house.settled()


async def test_who_is_ready_is_shown_where_it_costs_nothing(house: House) -> None:
    ann, bram, chloe = house.people()[:3]
    table = await house.start_table(ann, bram, chloe)
    await play_to_deal_end(house, table)
    await pass_time(house, 15 * 60)
    house.server.requests.reset()

    await press_ready(house, ann)
    assert house.server.requests.total_counted == 0

    await house.press(chloe, house.table_message(table), "Last trick")
    await house.settled()
    await press_ready(house, bram)
    assert house.server.requests.total_counted == 0
    assert "waiting for Chloé" in reading.text(house.table_message(table))


async def test_a_card_played_while_the_reminder_is_on_its_way_is_missing_nowhere(house: House) -> None:
    ann = house.people()[0]
    table = await house.start_table(ann)
    message, button = await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
    held = house.server.faults.hold(NEW_MESSAGE)
    assert house.clock is not None
    house.clock.advance(turns.RUNG_AFTER + 0.1)
    await held.reached()
    played = table.facts.seq
    await (await ann.press(message["id"], button)).done()
    await house.bot.tables.quiet()
    assert table.facts.seq > played
    held.release()
    await house.settled()
    newest = house.hand(ann)
    assert newest["id"] != message["id"]
    offered = [
        one.custom_id for one in reading.buttons(newest, enabled_only=True) if ":act:" in one.custom_id
    ]
    assert offered and all(one.startswith(f"hh:act:{table.facts.id}:{table.facts.seq}:") for one in offered)


async def test_the_reminder_does_not_come_to_who_has_played(house: House) -> None:
    ann = house.people()[0]
    table = await house.start_table(ann)
    message, button = await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
    await pass_time(house, turns.RUNG_AFTER - 0.5)
    await (await ann.press(message["id"], button)).done()
    await house.settled()
    house.server.requests.reset()
    await pass_time(house, 1.0)
    assert NEW_MESSAGE not in house.server.requests.counted
    await pass_time(house, turns.RUNG_AFTER)
    assert house.server.requests.counted[NEW_MESSAGE] == 1
