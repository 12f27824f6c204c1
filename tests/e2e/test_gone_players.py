"""Somebody leaves the server while a table without a clock waits for them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK
from bot.tables.model import Pace
from bot.tables.table import Table
from bot.tables.ui import turns
from bot.tables.ui.turns import ASKED_AFTER, ASKED_LONGEST, HOST_ALONE
from bot.words.catalogue import words_for
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.test_who_sees import counted
from tests.soak.quicktime import in_quick_time, quick_house

WORDS = words_for("en")
LEFT = "has left the server"
MEMBER = "GET /guilds/{guild_id}/members/{user_id}"


async def passing(house: House, seconds: float) -> None:
    """Time goes by, and what is due is done."""
    assert house.clock is not None
    house.clock.advance(seconds)
    await house.settled()


async def waiting_for(house: House, table: Table, *others: Person) -> Person:
    """Cards are played until it is somebody's turn who is none of these."""
    while (mover := house.to_move(table)) is None or mover in others:
        turn = table.facts.turn
        assert turn is not None and mover is not None
        await table.act(mover.id, table.facts.seq, members((await table.view(turn)).legal)[0])
        await house.bot.tables.quiet()
    await house.settled()
    return mover


def leave(house: House, person: Person) -> None:
    house.changes.leave(next(iter(house.world.guilds.values())), person.account)


def told(house: House, person: Person) -> list[dict[str, Any]]:
    """The messages in the channel that somebody is gone."""
    return [one for one in person.messages(house.cards) if LEFT in reading.text(one)]


def said(house: House, person: Person) -> str:
    return reading.text(house.whispers(person)[-1])


async def test_the_host_is_asked_and_has_a_robot_play_on(still_house: House) -> None:
    house = still_house
    ann, bram, chloe, dirk = house.people()
    table = await house.start_table(bram, ann, chloe, dirk)
    gone = await waiting_for(house, table, ann, bram)
    other = dirk if gone is chloe else chloe
    leave(house, gone)
    await passing(house, ASKED_AFTER - 1)
    assert not told(house, ann)
    await passing(house, 1)
    (message,) = told(house, ann)
    assert reading.text(message).startswith(f"**{gone.name}** {LEFT}")
    assert f"<@{bram.id}>" in reading.text(message)
    assert bram.account.id in house.world.channels[house.cards].messages[int(message["id"])].pings
    await house.press(other, message, "A robot plays on")
    await house.settled()
    assert said(house, other) == WORDS("error.gone-not-yet")
    await house.press(bram, message, "A robot plays on")
    await house.settled()
    assert table.facts.seat_of(gone.id) is None and not told(house, ann)


async def test_after_a_while_everybody_at_the_table_may(still_house: House) -> None:
    house = still_house
    ann, bram, chloe, dirk = house.people()
    eve = house.server.people.add("Eve")
    table = await house.start_table(bram, ann, chloe, dirk)
    gone = await waiting_for(house, table, ann, bram)
    other = dirk if gone is chloe else chloe
    leave(house, gone)
    await passing(house, ASKED_AFTER)
    (message,) = told(house, ann)
    await passing(house, HOST_ALONE)
    await house.press(eve, message, "A robot plays on")
    await house.settled()
    assert said(house, eve) == WORDS("error.not-seated") and table.facts.seat_of(gone.id) is not None
    await house.press(other, message, "A robot plays on")
    await house.settled()
    assert table.facts.seat_of(gone.id) is None and not told(house, ann)


async def test_nobody_waits_for_hours_where_the_clock_is_set_back(still_house: House) -> None:
    """Neither until the table is asked, nor until everybody there may answer."""
    house = still_house
    assert house.clock is not None
    ann, bram, chloe, dirk = house.people()
    house.clock.set(house.clock.now() - 3600.0)
    table = await house.start_table(bram, ann, chloe, dirk)
    gone = await waiting_for(house, table, ann, bram)
    other = dirk if gone is chloe else chloe
    leave(house, gone)
    await passing(house, ASKED_AFTER)
    (message,) = told(house, ann)
    house.clock.set(house.clock.now() - 3600.0)
    await passing(house, HOST_ALONE)
    await house.press(other, message, "A robot plays on")
    await house.settled()
    assert table.facts.seat_of(gone.id) is None


async def test_where_the_host_is_gone_everybody_there_may_at_once(still_house: House) -> None:
    house = still_house
    ann, bram, chloe, dirk = house.people()
    table = await house.start_table(bram, ann, chloe, dirk)
    gone = await waiting_for(house, table, ann, chloe, dirk)
    assert gone is bram
    leave(house, bram)
    await passing(house, ASKED_AFTER)
    (message,) = told(house, ann)
    assert "Anybody at the table can let a robot" in reading.text(message)
    await house.press(chloe, message, "A robot plays on")
    await house.settled()
    assert table.facts.seat_of(bram.id) is None and table.facts.host_id != bram.id


async def test_between_deals_who_is_not_ready_is_asked_about_too(still_house: House) -> None:
    house = still_house
    ann, bram, *_ = house.people()
    table = await house.open_table(ann, bram, robots=2)
    await house.press(ann, house.lobby(table), "Start")
    await house.settled()
    while table.facts.turn != AWAITS_DECK:
        mover = house.to_move(table)
        if mover is not None:
            turn = table.facts.turn
            assert turn is not None
            await table.act(mover.id, table.facts.seq, members((await table.view(turn)).legal)[0])
        else:
            assert house.clock is not None
            house.clock.advance(1.0)
        await house.bot.tables.quiet()
    await house.settled()
    await table.ready(ann.id)
    leave(house, bram)
    await passing(house, ASKED_AFTER + 1)
    (message,) = told(house, ann)
    await house.press(ann, message, "A robot plays on")
    await passing(house, 5)
    assert table.facts.seat_of(bram.id) is None and table.facts.turn != AWAITS_DECK


async def test_who_comes_back_plays_on_and_the_message_goes(still_house: House) -> None:
    house = still_house
    ann, bram, chloe, dirk = house.people()
    table = await house.start_table(ann, bram, chloe, dirk)
    gone = await waiting_for(house, table, ann)
    leave(house, gone)
    await passing(house, ASKED_AFTER)
    (message,) = told(house, ann)
    house.changes.join(next(iter(house.world.guilds.values())), gone.account)
    await house.press(ann, message, "A robot plays on")
    await house.settled()
    assert said(house, ann) == WORDS("error.gone-is-here") and not told(house, ann)
    assert table.facts.is_waiting_for(gone.id)


async def test_who_waits_is_asked_again_in_an_hour(still_house: House) -> None:
    house = still_house
    ann, bram, chloe, dirk = house.people()
    table = await house.start_table(ann, bram, chloe, dirk)
    gone = await waiting_for(house, table, ann)
    leave(house, gone)
    await passing(house, ASKED_AFTER)
    (message,) = told(house, ann)
    await house.press(ann, message, "Wait")
    await house.settled()
    assert not told(house, ann) and table.facts.is_waiting_for(gone.id)
    await passing(house, ASKED_LONGEST - 1)
    assert not told(house, ann)
    await passing(house, 1)
    assert len(told(house, ann)) == 1


async def test_it_is_asked_seldom_and_only_where_no_clock_runs(still_house: House) -> None:
    house = still_house
    ann, bram, chloe, dirk = house.people()
    await house.start_table(ann, bram, chloe, dirk)
    found = counted(house)
    for _ in range(24 * 4):
        await passing(house, 900)
    assert 0 < found[MEMBER] <= 30  # in a day
    (guild_id,) = house.world.guilds
    timed = await house.bot.tables.open(
        guild_id=guild_id, channel_id=house.cards, host_id=ann.id, host_name="Ann", pace=Pace.DAY
    )
    for person in (bram, chloe, dirk):
        await timed.join(person.id, person.name)
    await timed.start(ann.id)
    await house.settled()
    assert not turns.awaited(timed.facts)


async def test_nobody_is_put_out_who_is_there(still_house: House) -> None:
    """By a button made up by hand, whoever presses it."""
    house = still_house
    ann, bram, chloe, dirk = house.people()
    table = await house.start_table(ann, bram, chloe, dirk)
    mover = await waiting_for(house, table, ann, bram)
    for person in (ann, bram):
        await house.reply(person, "help")
        sheet = house.whispers(person)[-1]
        told = await house.forge(person, sheet, f"hh:gone-robot:{table.facts.id}:0:{mover.id}")
        assert told == [WORDS("error.gone-is-here" if person is ann else "error.gone-not-yet")]
    assert table.facts.is_waiting_for(mover.id)


async def test_after_a_restart_the_message_is_there_and_works(database: Path) -> None:
    clock = FakeClock()
    server = await Playground.start(clock=clock)
    try:
        async with open_house(database, clock=clock, server=server) as house:
            ann, bram, chloe, dirk = house.people()
            table = await house.start_table(ann, bram, chloe, dirk)
            gone = await waiting_for(house, table, ann)
            leave(house, gone)
            await passing(house, ASKED_AFTER)
            assert len(told(house, ann)) == 1
        async with open_house(database, clock=clock, server=server) as house:
            await house.settled()
            await passing(house, 2 * ASKED_AFTER)
            (message,) = told(house, ann)
            await house.press(ann, message, "A robot plays on")
            await house.settled()
            (table,) = house.bot.tables.running()
            assert table.facts.seat_of(gone.id) is None and not told(house, ann)
    finally:
        await server.close()


def test_nothing_is_said_of_who_is_gone_while_discord_does_not_tell(database: Path) -> None:
    """Nobody is said to be there of whom Discord has not told it, and the message stays."""

    async def run() -> None:
        async with quick_house(database) as house:
            ann, bram, chloe, dirk = house.people()
            table = await house.start_table(ann, bram, chloe, dirk)
            gone = await waiting_for(house, table, ann)
            leave(house, gone)
            await asyncio.sleep(ASKED_AFTER + 10)
            (message,) = told(house, ann)
            house.server.faults.fail(MEMBER, 503, times=1000)
            await house.press(ann, message, "A robot plays on")
            await asyncio.sleep(10)
            assert said(house, ann) == WORDS("error.not-reached") and told(house, ann) == [message]
            await asyncio.sleep(2 * ASKED_AFTER)  # it is asked again
            assert told(house, ann) == [message]
            house.server.faults.clear()
            await house.press(ann, message, "A robot plays on")
            await asyncio.sleep(10)
            assert table.facts.seat_of(gone.id) is None and not told(house, ann)

    in_quick_time(run())
