"""Another game with the same people: one lobby, whoever asks first, whenever."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.tables.model import NamedPreset, Pace, State
from bot.tables.table import Table
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, NAMES, PEOPLE, House, play, refused

NAMED = NamedPreset(1, "Club night", "whist-flemish", 4, {"deals": "4"}, Pace.FIVE_MINUTES)


SHORT = {"preset": "whist-walloon", "options": {"deals": "4"}}


async def finished(house: House, **choices: Any) -> Table:
    """A table of four whose game, a short one, is over."""
    table = await house.started(**(choices or SHORT))
    await play(house, table)
    assert table.facts.state is State.FINISHED
    return table


async def again(house: House, table: Table, person: int, press: int = 77) -> tuple[Table, bool]:
    """The person presses *Rematch*."""
    return await house.tables.rematch(table.facts.id, person, NAMES[person], press)


async def test_whoever_asks_first_opens_the_lobby_and_the_others_join(house: House) -> None:
    old = await finished(house, preset=NAMED)
    table, opened = await again(house, old, CEES)
    assert opened
    facts, was = table.facts, old.facts
    assert (facts.state, facts.host_id, facts.rematch_of) == (State.LOBBY, CEES, was.id)
    same = ("guild_id", "channel_id", "preset", "options", "players", "title", "pace", "robots")
    assert [getattr(facts, name) for name in same] == [getattr(was, name) for name in same]
    assert facts.title == "Club night" and facts.options == {"deals": "4"}
    assert facts.commitment != was.commitment and facts.id != was.id
    for number, person in enumerate((ANN, BEN, DORA)):
        assert await again(house, old, person, 900 + number) == (table, False)
    assert [seat.user_id for seat in table.facts.seats] == [CEES, ANN, BEN, DORA]
    assert [seat.press_id for seat in table.facts.seats] == [None, 900, 901, 902]
    await table.start(CEES)
    await play(house, table)
    await house.check(table)


async def test_the_old_robots_are_there_again(house: House) -> None:
    old = await house.lobby(people=2, robots=2, **SHORT)
    await old.set_robots(ANN, "steady")
    await old.set_robots(ANN, "easy")
    await old.start(ANN)
    await house.tables.quiet()
    await play(house, old)
    table, _ = await again(house, old, BEN)
    robots = {seat.name for seat in old.facts.seats if seat.user_id is None}
    assert [seat.user_id for seat in table.facts.seats] == [BEN, None, None]
    assert {seat.name for seat in table.facts.seats[1:]} == robots
    assert {seat.robot for seat in table.facts.seats} == {"easy"}
    await again(house, old, ANN)
    await table.start(BEN)
    await house.check(table)


async def test_a_seat_that_was_left_is_a_robot_s(house: House) -> None:
    old = await house.started(**SHORT)
    await old.leave(DORA)
    await house.tables.quiet()
    await play(house, old)
    table, _ = await again(house, old, ANN)
    assert [seat.user_id for seat in table.facts.seats] == [ANN, None]
    with refused("not-seated"):
        await again(house, old, DORA)


async def test_pressing_twice_changes_nothing(house: House) -> None:
    old = await finished(house)
    table, _ = await again(house, old, ANN)
    await again(house, old, BEN)
    facts = table.facts
    for person in (ANN, BEN):
        assert await again(house, old, person) == (table, False)
    assert table.facts == facts
    assert house.tables.running() == [table]


async def test_at_the_same_moment_one_table_is_opened(house: House) -> None:
    old = await finished(house)
    found = await asyncio.gather(*(again(house, old, person) for person in PEOPLE[:4]))
    assert len({table.facts.id for table, _ in found}) == 1
    assert [opened for _, opened in found].count(True) == 1
    assert len(found[0][0].facts.seats) == 4


async def test_after_a_restart_too(house: House) -> None:
    old = await finished(house)
    table, _ = await again(house, old, ANN)
    house = await house.restarted()
    await house.tables.recover()
    found, opened = await again(house, old, BEN)
    assert (found.facts.id, opened) == (table.facts.id, False)
    assert [seat.user_id for seat in found.facts.seats] == [ANN, BEN]
    assert house.tables.running() == [found]


async def test_a_caller_who_goes_away_leaves_no_second_table(house: House) -> None:
    old = await finished(house)
    house.store.gate = asyncio.Event()
    task = asyncio.create_task(again(house, old, ANN))
    await house.store.waiting.wait()
    task.cancel()
    other = asyncio.create_task(again(house, old, BEN))
    await asyncio.sleep(0)
    house.store.gate.set()
    table, opened = await other
    assert not opened
    assert [seat.user_id for seat in table.facts.seats] == [ANN, BEN]


async def test_a_table_kept_by_a_store_that_failed_all_the_same(house: House) -> None:
    old = await finished(house)
    house.store.broken = True
    with refused("store-failed"):
        await again(house, old, ANN)
    house.store.broken = False
    _, opened = await again(house, old, ANN)
    assert opened


async def test_when_the_rematch_is_over_there_may_be_another(house: House) -> None:
    old = await finished(house)
    first, _ = await again(house, old, ANN)
    await first.leave(ANN)
    assert first.facts.state is State.CLOSED
    second, opened = await again(house, old, BEN, 78)
    assert opened and second.facts.id != first.facts.id
    for person in (ANN, CEES, DORA):
        await again(house, old, person)
    await second.start(BEN)
    assert await again(house, old, ANN) == (second, False), "they are in it already"
    await play(house, second)
    third, opened = await again(house, old, ANN, 79)
    assert opened and third.facts.rematch_of == old.facts.id
    fourth, opened = await again(house, second, ANN, 80)
    assert opened and fourth.facts.rematch_of == second.facts.id


async def test_who_may_not(house: House) -> None:
    table = await house.started()
    with refused("game-not-over"):
        await again(house, table, ANN)
    await table.close(ANN)
    with refused("table-closed"):
        await again(house, table, ANN)
    with refused("no-such-table"):
        await house.tables.rematch(999, ANN, "Ann")
    old = await finished(house)
    with refused("not-seated"):
        await again(house, old, EVA)
    lobby, _ = await again(house, old, ANN)
    for _ in range(3):
        await lobby.add_robot(ANN)
    with refused("table-full"):
        await again(house, old, BEN)
    await lobby.start(ANN)
    with refused("already-started"):
        await again(house, old, BEN)


async def test_the_limit_of_tables_holds(stored, time) -> None:
    house = House(stored, time, tables_per_host=1)
    old = await finished(house)
    await house.open(host=ANN)
    with refused("too-many-tables", limit="1"):
        await again(house, old, ANN)
    _, opened = await again(house, old, BEN)
    assert opened
    await house.tables.close()


async def test_not_while_closing(house: House) -> None:
    old = await finished(house)
    await house.tables.close()
    with refused("closing"):
        await again(house, old, ANN)


async def test_rules_and_all(house: House) -> None:
    old = await house.started(people=1, robots=3, preset="russian-king", options={"eralash": "no"})
    await play(house, old)
    table, _ = await again(house, old, ANN)
    await table.start(ANN)
    assert table.rules == old.rules
