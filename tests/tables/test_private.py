"""Private tables, in one person's direct messages; and robots that fill a lobby as it starts."""

from __future__ import annotations

from typing import Any

from bot.tables.model import State
from bot.tables.table import Table
from tests.tables.house import ANN, BEN, CEES, House, play, refused


async def private(house: House, *, begun: bool = True, **choices: Any) -> Table:
    table = await house.tables.open(guild_id=None, channel_id=9, host_id=ANN, host_name="Ann", **choices)
    if begun:
        await table.fill_and_start(ANN)
        await house.tables.quiet()
    return table


async def test_robots_take_the_free_seats_as_it_starts(house: House) -> None:
    table = await house.open()
    await table.join(BEN, "Ben")
    await table.fill_and_start(ANN)
    assert table.facts.state is State.PLAYING
    assert sorted(seat.user_id or 0 for seat in table.facts.seats) == sorted([0, 0, ANN, BEN])
    assert len({seat.name for seat in table.facts.seats}) == 4


async def test_a_full_lobby_starts_with_who_is_there(house: House) -> None:
    table = await house.lobby()
    await table.fill_and_start(ANN)
    assert all(seat.user_id is not None for seat in table.facts.seats)


async def test_who_may_not_start_may_not_fill_either(house: House) -> None:
    table = await house.open()
    await table.join(BEN, "Ben")
    before = table.facts
    with refused("not-host"):
        await table.fill_and_start(BEN)
    assert table.facts == before


async def test_started_twice(house: House) -> None:
    table = await private(house)
    before = table.facts
    with refused("already-started"):
        await table.fill_and_start(ANN)
    assert table.facts == before


async def test_nobody_else_sits_down_in_the_lobby(house: House) -> None:
    table = await private(house, begun=False)
    with refused("private-table"):
        await table.join(BEN, "Ben")
    with refused("private-table"):
        await table.replace(ANN, 0, BEN, "Ben")
    assert [seat.user_id for seat in table.facts.seats] == [ANN]


async def test_nobody_else_sits_down_in_the_game(house: House) -> None:
    table = await private(house)
    own = table.facts.seat_of(ANN)
    assert own is not None
    free = (own + 1) % 4
    before = table.facts
    with refused("private-table"):
        await table.take_seat(BEN, "Ben", free)
    with refused("private-table"):
        await table.replace(ANN, free, CEES, "Cees")
    with refused("not-host"):
        await table.replace(BEN, free, BEN, "Ben")
    assert table.facts == before


async def test_it_ends_with_its_person(house: House) -> None:
    table = await private(house)
    await table.leave(ANN)
    assert (table.facts.state, table.facts.notice) == (State.CLOSED, "everybody-left")
    assert house.tables.running() == []
    with refused("table-closed"):
        await table.leave(ANN)


async def test_it_ends_with_its_person_while_adjourned_too(house: House) -> None:
    table = await private(house)
    await table.adjourn(ANN)
    await table.resume(ANN)
    await table.adjourn(ANN)
    await table.leave(ANN)
    assert table.facts.state is State.CLOSED


async def test_its_rematch_is_private_too(house: House) -> None:
    table = await private(house, preset="whist-walloon", options={"deals": "4"})
    await play(house, table)
    again, opened = await house.tables.rematch(table.facts.id, ANN, "Ann")
    assert opened and again.facts.is_private and again.facts.channel_id == 9
    with refused("not-seated"):
        await house.tables.rematch(table.facts.id, BEN, "Ben")
