"""Leaving, taking seats, coming back, adjourning, closing."""

from __future__ import annotations

import pytest

from bot.engine.game import AWAITS_DECK
from bot.tables.errors import StaleAction
from bot.tables.model import Pace, State
from bot.tables.table import Table
from tests.tables.house import (
    ANN,
    BEN,
    CEES,
    DORA,
    EVA,
    FRED,
    House,
    host_of,
    lowest,
    mover,
    people,
    play,
    press,
    refused,
    sealed_of,
)


def seat_of(table: Table, person: int) -> int:
    seat = table.facts.seat_of(person)
    assert seat is not None
    return seat


def robot_seat(table: Table) -> int:
    return next(number for number, seat in enumerate(table.facts.seats) if seat.user_id is None)


async def test_a_robot_takes_over_from_whoever_leaves(house: House) -> None:
    table = await house.started()
    leaver = mover(table)
    seat = seat_of(table, leaver)
    await table.leave(leaver)
    await house.tables.quiet()
    assert table.facts.seats[seat].user_id is None
    assert table.facts.seats[seat].name not in ("Ann", "Ben", "Cees", "Dora")
    assert house.changes[-2].seats_changed
    assert table.facts.turn == (seat + 1) % 4, "the robot moved at once"
    entry = (await house.stored.tables.log(table.facts.id))[-1]
    assert entry.user_id is None
    with refused("not-seated"):
        await table.act(leaver, table.facts.seq, 0)
    await house.check(table)


async def test_the_host_role_goes_to_the_next_person_clockwise(house: House) -> None:
    seats: set[int] = set()
    for _ in range(8):
        table = await house.started(people=3, robots=1)
        order = [seat.user_id for seat in table.facts.seats]
        start = order.index(ANN)
        seats.add(start)
        following = [person for person in order[start:] + order[:start] if person not in (ANN, None)]
        await table.leave(ANN)
        assert table.facts.host_id == following[0]
        await house.tables.quiet()
        await house.check(table)
    assert len(seats) > 2


async def test_the_host_role_passes_by_the_absent(house: House) -> None:
    table = await house.started(pace=Pace.MINUTE)
    host = seat_of(table, ANN)
    while table.facts.turn != (host + 1) % 4:
        await press(table)
    await make_absent(house, table)
    heir = table.facts.seats[(host + 2) % 4].user_id
    await table.leave(ANN)
    assert table.facts.host_id == heir
    await house.calm()
    await house.check(table)


async def test_the_host_role_goes_to_the_absent_when_nobody_else_is_left(house: House) -> None:
    table = await house.started(people=2, robots=2, pace=Pace.MINUTE)
    while mover(table) != BEN:
        await press(table)
        await house.calm()
    assert await make_absent(house, table) == BEN
    await table.leave(ANN)
    await house.calm()
    assert (table.facts.host_id, table.facts.state) == (BEN, State.ADJOURNED)
    await table.im_back(BEN)
    await house.calm()
    assert table.facts.state is State.PLAYING
    await house.check(table)


async def test_the_last_who_leaves_adjourns_the_game(house: House) -> None:
    table = await house.started(people=2, robots=2)
    await table.leave(BEN)
    await house.tables.quiet()
    await table.leave(ANN)
    await house.tables.quiet()
    facts = table.facts
    assert (facts.state, facts.notice) == (State.ADJOURNED, "nobody-here")
    await house.check(table)
    with refused("not-seated"):
        await table.resume(ANN)
    await table.take_seat(EVA, "Eva", 0)
    await house.tables.quiet()
    assert (table.facts.state, table.facts.notice, table.facts.host_id) == (State.PLAYING, "", EVA)
    await play(house, table, deals=1)
    await house.check(table)


async def test_taking_a_seat(house: House) -> None:
    table = await house.started(people=2, robots=2)
    seat = robot_seat(table)
    with refused("already-seated"):
        await table.take_seat(BEN, "Ben", seat)
    with refused("robot-seat-expected"):
        await table.take_seat(EVA, "Eva", seat_of(table, BEN))
    for number in (4, -1):
        with refused("no-such-seat"):
            await table.take_seat(EVA, "Eva", number)
    await table.take_seat(EVA, "Eva", seat)
    taken = table.facts.seats[seat]
    assert (taken.user_id, taken.name, taken.press_id, taken.absent) == (EVA, "Eva", None, False)
    assert table.facts.press_ids == (9001,), "who comes later takes no part in the decks"
    await house.tables.quiet()
    await house.check(table)


async def test_taking_the_seat_of_somebody_absent(house: House) -> None:
    table = await house.started(pace=Pace.MINUTE)
    absent = await make_absent(house, table)
    await table.take_seat(EVA, "Eva", seat_of(table, absent))
    assert table.facts.seat_of(absent) is None
    with refused("not-seated"):
        await table.im_back(absent)
    await house.check(table)


async def make_absent(house: House, table: Table) -> int:
    """Have the person to move miss two moves in a row."""
    person = mover(table)
    for _ in range(2):
        while mover(table) != person:
            await press(table)
            await house.tables.quiet()
        await house.wait(60)
    assert table.facts.seats[seat_of(table, person)].absent
    return person


async def test_the_host_replaces_a_player(house: House) -> None:
    table = await house.started()
    seat = seat_of(table, BEN)
    with refused("not-host"):
        await table.replace(BEN, seat, EVA, "Eva")
    with refused("already-seated"):
        await table.replace(ANN, seat, CEES, "Cees")
    with refused("no-such-seat"):
        await table.replace(ANN, 4, EVA, "Eva")
    await table.replace(ANN, seat, EVA, "Eva")
    assert table.facts.seats[seat].user_id == EVA
    await table.replace(ANN, seat, None)
    assert table.facts.seats[seat].user_id is None
    with refused("already-robot"):
        await table.replace(ANN, seat, None)
    await table.replace(ANN, seat, FRED, "Fred")
    await house.tables.quiet()
    await house.check(table)


async def test_a_moderator_replaces_the_host(house: House) -> None:
    table = await house.started()
    await table.replace(FRED, seat_of(table, ANN), EVA, "Eva", force=True)
    assert table.facts.host_id in (BEN, CEES, DORA, EVA)
    assert table.facts.seat_of(table.facts.host_id) is not None
    assert table.facts.seat_of(ANN) is None
    await house.check(table)


async def test_adjourning_and_resuming(house: House) -> None:
    table = await house.started(pace=Pace.MINUTE)
    with refused("not-adjourned"):
        await table.resume(ANN)
    with refused("not-host"):
        await table.adjourn(BEN)
    await table.adjourn(ANN)
    facts = table.facts
    assert (facts.state, facts.notice, facts.deadline) == (State.ADJOURNED, "adjourned-by-host", None)
    assert house.tables.running() == [table]
    await house.check(table)
    pressed = (mover(table), facts.seq, lowest(await table.view(facts.turn)))
    for request in (table.adjourn(ANN), table.act(*pressed), table.ready(ANN)):
        with refused("table-adjourned"):
            await request
    with refused("not-host"):
        await table.resume(BEN)
    with refused("not-seated"):
        await table.resume(FRED)
    await house.wait(3600)
    assert table.facts == facts
    await table.resume(ANN)
    assert (table.facts.state, table.facts.notice) == (State.PLAYING, "")
    assert table.facts.deadline == house.time.now() + 60
    await table.act(*pressed)
    await house.check(table)


async def test_leaving_an_adjourned_table(house: House) -> None:
    table = await house.started()
    await table.adjourn(ANN)
    await table.leave(ANN)
    assert (table.facts.state, table.facts.notice) == (State.ADJOURNED, "adjourned-by-host")
    assert table.facts.host_id != ANN
    await table.resume(host_of(table))
    await house.tables.quiet()
    assert table.facts.state is State.PLAYING
    await house.check(table)


async def test_resuming_when_only_the_ready_are_left_deals(house: House) -> None:
    table = await house.started(people=2, robots=2)
    await play(house, table, deals=1)
    await table.ready(ANN)
    await table.adjourn(ANN)
    await table.leave(BEN)
    assert table.facts.turn == AWAITS_DECK
    await table.resume(ANN)
    await house.tables.quiet()
    assert mover(table) == ANN
    await house.check(table)


async def test_the_last_who_is_not_ready_leaves(house: House) -> None:
    table = await house.started(people=2, robots=2)
    await play(house, table, deals=1)
    seq = table.facts.seq
    await table.ready(ANN)
    await table.leave(BEN)
    await house.tables.quiet()
    assert table.facts.seq > seq
    assert mover(table) == ANN
    await house.check(table)


async def test_coming_back(house: House) -> None:
    table = await house.started(pace=Pace.MINUTE)
    with refused("not-absent"):
        await table.im_back(ANN)
    with refused("not-seated"):
        await table.im_back(FRED)
    person = await make_absent(house, table)
    with refused("absent"):
        await table.act(person, table.facts.seq, 0)
    await table.im_back(person)
    seat = table.facts.seats[seat_of(table, person)]
    assert (seat.absent, seat.missed) == (False, 0)
    assert house.changes[-1].seats_changed
    while mover(table) != person:
        await press(table)
    await press(table)
    await house.check(table)


async def test_coming_back_to_a_table_nobody_was_at(house: House) -> None:
    table = await house.started(people=1, robots=3, pace=Pace.MINUTE)
    await house.wait(60)
    await house.wait(60)
    assert (table.facts.state, table.facts.notice) == (State.ADJOURNED, "nobody-here")
    seq = table.facts.seq
    await house.wait(86400)
    assert table.facts.seq == seq, "robots do not play among themselves"
    await table.im_back(ANN)
    await house.tables.quiet()
    assert table.facts.state is State.PLAYING
    await play(house, table, deals=1)
    await house.check(table)


async def test_resuming_a_table_nobody_was_at(house: House) -> None:
    table = await house.started(people=2, robots=2, pace=Pace.MINUTE)
    for _ in range(4):
        await house.wait(60)
    assert table.facts.state is State.ADJOURNED
    assert people(table) == []
    await table.resume(BEN)
    await house.tables.quiet()
    assert people(table) == [BEN]
    assert table.facts.state is State.PLAYING
    await house.check(table)


@pytest.mark.parametrize("adjourned", [False, True])
async def test_closing_in_mid_deal_opens_the_cards(house: House, adjourned: bool) -> None:
    table = await house.started(pace=Pace.MINUTE)
    await press(table)
    if adjourned:
        await table.adjourn(ANN)
    with refused("not-host"):
        await table.close(BEN)
    with refused("game-not-over"):
        await table.record()
    await table.close(ANN)
    assert (table.facts.state, table.facts.deadline) == (State.CLOSED, None)
    assert table.facts.ended_at == house.time.now()
    assert table.revealed_secret == sealed_of(table).secret.hex()
    assert "# secret" in await table.record()
    await house.wait(3600)
    assert table.facts.seq == 2
    await house.check(table)


async def test_whoever_saw_a_hand_of_the_deal_takes_no_other_one(house: House) -> None:
    table = await house.started(people=2, robots=2)
    left, another = seat_of(table, ANN), robot_seat(table)
    await table.leave(ANN)
    with refused("saw-another-hand"):
        await table.take_seat(ANN, "Ann", another)
    with refused("saw-another-hand"):
        await table.replace(host_of(table), another, ANN, "Ann")
    await table.take_seat(ANN, "Ann", left)
    assert seat_of(table, ANN) == left
    await house.check(table)


async def test_in_the_next_deal_any_seat_may_be_taken_again(house: House) -> None:
    table = await house.started(people=2, robots=2)
    another = robot_seat(table)
    await table.leave(ANN)
    await play(house, table, deals=1)
    await table.ready(BEN)
    await table.take_seat(ANN, "Ann", another)
    assert seat_of(table, ANN) == another


async def test_a_robot_plays_on_for_somebody_gone_whom_the_table_waits_for(house: House) -> None:
    table = await house.started()
    person, seq = mover(table), table.facts.seq
    with pytest.raises(StaleAction):
        await table.play_on(person, seq + 1)
    with refused("not-seated"):
        await table.play_on(EVA, seq)
    await table.play_on(person, seq)
    assert table.facts.seat_of(person) is None
    await house.tables.quiet()
    assert table.facts.seq > seq
    await house.check(table)
