"""A table that the program pauses, and whose seats it gives to others."""

from __future__ import annotations

from typing import Any

from bot.engine.game import AWAITS_DECK
from bot.tables.model import Invited, Notice, Pace, State
from bot.tables.table import Table
from tests.tables.house import ANN, BEN, CEES, DORA, House, lowest, mover, play, press, refused
from tests.tables.test_leagues import founded

SEATS = (Invited(BEN, "Ben"), None, Invited(ANN, "Ann"), None)


async def begun(house: House, **choices: Any) -> Table:
    table = await house.tables.open_with_seats(
        "Friday, table 1", SEATS, guild_id=1, channel_id=2, place="12.1.1.1", **choices
    )
    await table.begin()
    await house.tables.quiet()
    return table


def sitting(table: Table) -> list[int | None]:
    return [seat.user_id for seat in table.facts.seats]


# A pause


async def test_in_a_pause_nobody_acts_and_nobody_but_the_program_goes_on(house: House) -> None:
    table = await begun(house, pace=Pace.MINUTE)
    who, seq = mover(table), table.facts.seq
    view = await table.view(table.facts.turn)
    await table.pause()
    assert (table.facts.state, table.facts.notice, table.facts.deadline) == (
        State.ADJOURNED,
        Notice.PAUSED,
        None,
    )
    changes = len(house.changes)
    await table.pause()
    assert len(house.changes) == changes, "twice is once"
    for request in (
        table.act(who, seq, lowest(view)),
        table.queue(who, seq, 0),
        table.nudge(ANN),
        table.ready(ANN),
        table.resume(ANN),
        table.adjourn(ANN),
    ):
        with refused("table-paused"):
            await request
    await house.wait(600.0)
    assert table.facts.seq == seq, "no clock runs"
    await house.check(table)


async def test_going_on_gives_the_turn_its_full_time(house: House) -> None:
    table = await begun(house, pace=Pace.MINUTE)
    await house.wait(50.0)
    await table.pause()
    await house.wait(600.0)
    await table.go_on()
    now = house.time.now()
    assert (table.facts.state, table.facts.notice) == (State.PLAYING, "")
    assert (table.facts.deadline, table.facts.turn_at) == (now + 60.0, now)
    changes = len(house.changes)
    await table.go_on()
    assert len(house.changes) == changes
    await press(table)


async def test_robots_wait_too_and_go_on(stored, time) -> None:
    house = House(stored, time, robot_pause=10.0)
    table = await begun(house)
    while mover_is_person(table):
        await press(table)
        await house.tables.quiet()
    seq = table.facts.seq
    await table.pause()
    await house.wait(600.0)
    assert table.facts.seq == seq
    await table.go_on()
    await house.wait(30.0)
    assert table.facts.seq > seq
    await house.tables.close()


def mover_is_person(table: Table) -> bool:
    return table.facts.waited_for is not None


async def test_after_a_restart_it_is_paused_still(house: House) -> None:
    table = await begun(house)
    await table.pause()
    house = await house.restarted()
    await house.tables.recover()
    (again,) = house.tables.running()
    assert again.facts == table.facts and again.facts.is_paused
    await house.wait(600.0)
    await again.go_on()
    await house.calm()
    await play(house, again, deals=1)
    assert again.facts.turn == AWAITS_DECK


async def test_who_leaves_and_who_comes_ends_no_pause(house: House) -> None:
    table = await begun(house)
    await table.pause()
    await table.leave(ANN)
    await table.leave(BEN)
    await table.take_seat(CEES, "Cees", 1)
    assert table.facts.is_paused
    await table.leave(CEES)
    await table.go_on()
    assert (table.facts.state, table.facts.notice) == (State.ADJOURNED, Notice.NOBODY_HERE)
    await table.pause()
    assert table.facts.is_paused, "one that waits for people anyway is paused all the same"
    await table.take_seat(CEES, "Cees", 1)
    assert table.facts.is_paused
    await table.finish_by_robots()
    await house.calm()
    assert table.facts.state is State.FINISHED


async def test_a_lobby_waits_anyway_and_what_is_over_is_over(house: House) -> None:
    table = await house.tables.open_with_seats("1", SEATS, guild_id=1, channel_id=2, place="12.1.1.1")
    await table.pause()
    await table.go_on()
    assert (table.facts.state, house.changes) == (State.LOBBY, [])
    await table.call_off()
    for request in (table.pause(), table.go_on(), table.seat_by_program(0, None)):
        with refused("table-closed"):
            await request


# Substitutes


async def test_a_substitute_is_seated_in_the_lobby_in_play_and_in_a_pause(house: House) -> None:
    table = await house.tables.open_with_seats("1", SEATS, guild_id=1, channel_id=2, place="12.1.1.1")
    await table.here(BEN, 9001)
    await table.seat_by_program(0, Invited(CEES, "Cees", 9002))
    seat = table.facts.seats[0]
    assert (seat.user_id, seat.name, seat.ready, seat.press_id) == (CEES, "Cees", False, 9002)
    await table.seat_by_program(2, None)
    await table.begin()
    await house.tables.quiet()
    assert sitting(table) == [CEES, None, None, None]
    assert table.facts.press_ids == (9002,)
    await table.seat_by_program(1, Invited(DORA, "Dora", 9003))
    assert table.facts.seats[1].press_id is None, "the cards are dealt"
    await table.pause()
    await table.seat_by_program(0, Invited(BEN, "Ben"))
    assert sitting(table) == [BEN, DORA, None, None] and table.facts.is_paused
    assert house.changes[-1].seats_changed
    await house.check(table)


async def test_what_is_refused_to_a_host_is_refused_to_the_program(house: House) -> None:
    table = await begun(house)
    with refused("already-seated"):
        await table.seat_by_program(1, Invited(ANN, "Ann"))
    with refused("already-robot"):
        await table.seat_by_program(1, None)
    with refused("no-such-seat"):
        await table.seat_by_program(4, None)
    await table.seat_by_program(0, None)
    with refused("saw-another-hand"):
        await table.seat_by_program(1, Invited(BEN, "Ben"))
    await table.seat_by_program(0, Invited(BEN, "Ben"))
    assert sitting(table) == [BEN, None, ANN, None]
    await table.leave(BEN)
    await table.take_seat(BEN, "Ben", 0)
    await table.finish_by_robots()
    if table.facts.state is State.PLAYING:
        with refused("table-time-up"):
            await table.seat_by_program(0, Invited(CEES, "Cees"))


async def test_at_a_table_of_members_a_substitute_is_one(house: House) -> None:
    club = await founded(house, BEN, CEES, guests=False)
    table = await begun(house, counting=await club.counting(), preset=club.rules)
    with refused("members-only"):
        await table.seat_by_program(1, Invited(DORA, "Dora"))
    await table.seat_by_program(1, Invited(CEES, "Cees"))
    assert sitting(table) == [BEN, CEES, ANN, None]
