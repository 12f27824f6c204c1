"""Time that passes: reminders, moves timed out, coming back, tokens, all with a clock moved by hand."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from bot import dealing
from bot.engine.registry import make_rules
from bot.tables.model import Pace, State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import House


def clock_of(house: House) -> FakeClock:
    assert house.clock is not None
    return house.clock


async def start(house: House, pace: Pace) -> Table:
    """Ann against three robots, with so much time for a move."""
    ann, *_ = house.people()
    table = await house.open_table(ann, robots=2)
    await table.set_pace(ann.id, pace)
    await house.press(ann, house.lobby(table), "Add a robot")
    await house.settled()
    await house.press(ann, house.lobby(table), "Start")
    await house.offered(ann, "hh:act:")
    await house.settled()
    return table


def leading_secret() -> bytes:
    """A secret by which the host of a table of four, where nobody pressed *Join*, leads first."""
    rules = make_rules("kingen", 4, {})
    for number in range(1000):
        secret = sha256(str(number).encode()).digest()
        draw = dealing.Dealing(secret, ())
        if draw.seating(4).index(0) == (draw.first_dealer(rules) + 1) % 4:
            return secret
    raise AssertionError


def hands(person: Person) -> list[dict[str, Any]]:
    return person.messages(person.open_direct_messages()["id"])


async def test_a_turn_that_has_waited_comes_as_a_new_message(still_house: House) -> None:
    house, (ann,) = still_house, still_house.people()[:1]
    await start(house, Pace.NONE)
    message, custom_id = await house.offered(ann, "hh:act:")
    await (await ann.press(message["id"], custom_id)).done()
    await house.settled()
    (old,) = hands(ann)
    ann.read(old["channel_id"])
    clock_of(house).advance(19.5)
    await house.settled()
    assert [one["id"] for one in hands(ann)] == [old["id"]]
    clock_of(house).advance(0.5)
    await house.world.until(
        lambda: [one["id"] for one in hands(ann)] not in ([old["id"]], []) and len(hands(ann)) == 1
    )
    await house.settled()
    assert ann.unread(old["channel_id"]) == 1
    clock_of(house).advance(600)
    await house.settled()
    assert ann.unread(old["channel_id"]) == 1  # once is enough


async def test_with_a_clock_of_a_day_each_turn_is_a_new_message(still_house: House) -> None:
    house, (ann,) = still_house, still_house.people()[:1]
    house.bot.tables._new_secret = leading_secret  # pyright: ignore[reportPrivateUsage]
    table = await start(house, Pace.DAY)
    assert table.facts.seq == 1  # the new deal's message is the first turn's too
    (first,) = hands(ann)
    assert "a robot plays <t:" in reading.text(first)
    assert ann.unread(first["channel_id"]) == 2  # the first is the seat that was kept
    ann.read(first["channel_id"])
    _, custom_id = await house.offered(ann, "hh:act:")
    await (await ann.press(first["id"], custom_id)).done()
    await house.world.until(lambda: len(hands(ann)) == 1 and hands(ann)[0]["id"] != first["id"])
    await house.settled()
    assert ann.unread(first["channel_id"]) == 1


async def test_two_moves_timed_out_and_back_again(still_house: House) -> None:
    house, (ann,) = still_house, still_house.people()[:1]
    table = await start(house, Pace.HALF_MINUTE)
    seat = table.facts.seat_of(ann.id)
    assert seat is not None
    for missed in (1, 2):
        seq = table.facts.seq
        assert table.facts.turn == seat
        clock_of(house).advance(31)
        await house.world.until(lambda: table.facts.seq > seq)  # noqa: B023 (awaited here)
        await house.settled()
        assert table.facts.seats[seat].absent == (missed == 2)
    assert table.facts.state is State.ADJOURNED  # nobody else is there
    assert "nobody is here" in reading.text(house.table_message(table))
    assert "The game is adjourned" in reading.text(hands(ann)[-1])
    await house.press(ann, hands(ann)[-1], "I'm back")
    await house.settled()
    assert table.facts.state is State.PLAYING and not table.facts.seats[seat].absent
    await house.offered(ann, f"hh:act:{table.facts.id}:")


async def test_a_press_for_somebody_whose_seat_the_robot_plays(still_house: House) -> None:
    house = still_house
    ann, bram, *_ = house.people()
    table = await house.open_table(ann, bram, robots=1)
    await table.set_pace(ann.id, Pace.HALF_MINUTE)
    await house.press(ann, house.lobby(table), "Add a robot")
    await house.settled()
    await house.press(ann, house.lobby(table), "Start")
    await house.settled()
    seat = table.facts.seat_of(bram.id)
    assert seat is not None
    while not table.facts.seats[seat].absent:
        seq = table.facts.seq
        if house.to_move(table) is ann:
            message, custom_id = await house.offered(ann, f"hh:act:{table.facts.id}:{seq}:")
            await (await ann.press(message["id"], custom_id)).done()
        else:
            clock_of(house).advance(31)
        await house.world.until(lambda: table.facts.seq > seq)  # noqa: B023 (awaited here)
        await house.settled()
    assert "A robot is playing for you" in reading.text(hands(bram)[-1])
    facts = table.facts
    said = await house.forge(bram, hands(bram)[-1], f"hh:act:{facts.id}:{facts.seq}:play QH")
    assert said == ["A robot is playing for you: press *I'm back* first."]
    await house.press(bram, house.table_message(table), "I'm back")
    await house.settled()
    assert not table.facts.seats[seat].absent
    assert "Welcome back" in reading.text(house.whispers(bram)[-1])


async def test_a_press_on_a_message_that_is_just_being_replaced(still_house: House) -> None:
    """The card is played, and the new message shows the hand without it."""
    house, (ann,) = still_house, still_house.people()[:1]
    table = await start(house, Pace.NONE)
    message, custom_id = await house.offered(ann, "hh:act:")
    seq = table.facts.seq
    clock_of(house).advance(19)
    pressed = await ann.press(message["id"], custom_id)
    clock_of(house).advance(1)  # and in the same moment the reminder goes out
    house.changes.delete_message(house.world.find_message(message["id"]))  # type: ignore[arg-type]
    assert (await pressed.done()).state == "answered"
    await house.world.until(lambda: table.facts.seq > seq and house.to_move(table) is ann)
    await house.settled()
    clock_of(house).advance(20)
    await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
