"""Tables of an evening: each place is opened once, whoever asks and whatever happens meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any

from bot import dealing
from bot.tables.model import Invited, State
from bot.tables.table import Table
from tests.tables.house import ANN, BEN, CEES, NAMES, House, refused, sealed_of

SEATS = (Invited(BEN, "Ben"), None, Invited(ANN, "Ann"), None)
SHORT: dict[str, Any] = {"preset": "whist-walloon", "options": {"deals": "4"}}


async def placed(house: House, place: str = "12.1.1.1", *invited: Invited | None, **choices: Any) -> Table:
    return await house.tables.open_with_seats(
        "Friday, table 1", invited or SEATS, guild_id=1, channel_id=2, place=place, **choices
    )


async def test_a_place_has_one_table(house: House) -> None:
    table = await placed(house)
    assert table.facts.place == "12.1.1.1"
    assert await placed(house, "12.1.1.1", Invited(CEES, "Cees"), None, None) is table
    assert await house.tables.at_place("12.1.1.1") is table
    assert await house.tables.at_place("12.1.1.2") is None
    assert (await placed(house, "12.1.1.2")).facts.id != table.facts.id
    await house.check(table)


async def test_it_stays_the_one_when_it_is_over(house: House) -> None:
    table = await placed(house)
    await table.call_off()
    again = await placed(house)
    assert (again.facts.id, again.facts.state) == (table.facts.id, State.CLOSED)


async def test_what_could_not_be_opened_any_more_is_there_all_the_same(house: House) -> None:
    table = await placed(house)
    assert await placed(house, "12.1.1.1", None, None, None, None) is table
    with refused("only-robots"):
        await placed(house, "12.1.1.2", None, None, None, None)
    assert await house.tables.at_place("12.1.1.2") is None


async def test_two_who_ask_at_the_same_moment_get_one_table(house: House) -> None:
    tables = await asyncio.gather(*(placed(house, "12.1.1.1") for _ in range(8)))
    assert len({id(table) for table in tables}) == 1
    assert len(house.tables.running()) == 1


async def test_who_stops_waiting_leaves_one_table_and_lets_nobody_open_another(house: House) -> None:
    house.store.gate = asyncio.Event()
    first = asyncio.create_task(placed(house))
    await house.store.waiting.wait()
    second = asyncio.create_task(placed(house))
    first.cancel()
    await asyncio.wait({first})
    house.store.gate.set()
    house.store.gate = None
    table = await second
    assert [one.facts.id for one in house.tables.running()] == [table.facts.id]
    assert len(await house.stored.tables.unfinished()) == 1


async def test_a_process_killed_after_the_commit_has_opened_it(house: House) -> None:
    """The store has it, and nobody was told."""
    table = await placed(house)
    house = await house.restarted()
    assert await house.tables.recover() == 1
    again = await placed(house)
    assert again is house.tables.running()[0]
    assert again.facts == table.facts
    assert sealed_of(again).commitment == sealed_of(table).commitment


async def test_the_tables_of_an_evening_are_listed_in_order(house: House) -> None:
    for place in ("12.1.10.1", "12.1.2.1", "13.1.1.1", "12.2.1.1"):
        await placed(house, place)
    done = await house.tables.at_place("12.1.2.1")
    assert done is not None
    await done.call_off()
    found = await house.tables.of_evening(12)
    assert [one.place for one in found] == ["12.1.2.1", "12.1.10.1", "12.2.1.1"]
    assert found[0].state is State.CLOSED
    assert await house.tables.of_evening(1) == []


async def test_presses_of_given_seats_take_part_in_the_decks(house: House) -> None:
    seats = (Invited(BEN, "Ben", 9005), None, Invited(ANN, "Ann", 9001), Invited(CEES, "Cees"))
    table = await placed(house, "12.1.1.1", *seats, **SHORT)
    await table.begin()
    assert table.facts.press_ids == (9005, 9001)
    draw = dealing.Dealing(sealed_of(table).secret, (9005, 9001))
    assert table.facts.first_dealer == draw.first_dealer(table.rules)
    await house.check(table)
    await table.call_off()
    assert "\n# joins 9005 9001\n# seats given\n" in await table.record()


async def test_who_is_there_says_so_and_their_press_takes_part_in_the_decks(house: House) -> None:
    seats = (Invited(BEN, "Ben", 9005), None, Invited(ANN, "Ann"), Invited(CEES, "Cees"))
    table = await placed(house, "12.1.1.1", *seats)
    await table.here(ANN, 9100)
    assert [seat.ready for seat in table.facts.seats] == [False, False, True, False]
    assert house.changes[-1].after.seats[2].ready
    changes = len(house.changes)
    await table.here(ANN, 9200)
    assert len(house.changes) == changes, "twice is once"
    await table.here(BEN, 9300)
    await house.check(table)
    house = await house.restarted()
    await house.tables.recover()
    (table,) = house.tables.running()
    assert [seat.ready for seat in table.facts.seats] == [True, False, True, False]
    await table.begin()
    assert table.facts.press_ids == (9300, 9100)
    assert not any(seat.ready for seat in table.facts.seats)
    with refused("already-started"):
        await table.here(CEES, 9400)


async def test_who_is_not_awaited_cannot_say_that_they_are_there(house: House) -> None:
    table = await placed(house)
    with refused("not-seated"):
        await table.here(CEES, 9100)
    await table.here(ANN, 9101)
    await table.replace(CEES, 2, CEES, "Cees", force=True)
    assert not table.facts.seats[2].ready, "somebody else sits there now"
    with refused("not-seated"):
        await table.here(ANN, 9102)
    await table.call_off()
    with refused("table-closed"):
        await table.here(CEES, 9103)
    hosted = await house.open()
    await hosted.join(BEN, NAMES[BEN], 9001)
    with refused("not-awaited"):
        await hosted.here(BEN, 9104)
    assert hosted.facts.seats[1].press_id == 9001
