"""What is no longer wanted goes, and what is late is not shown twice."""

from __future__ import annotations

from typing import Any

from bot.tables.model import State
from playground import reading
from playground.people import Person
from tests.e2e.house import House

NEW_MESSAGE = "POST /channels/{channel_id}/messages"


def direct(person: Person) -> list[dict[str, Any]]:
    return person.messages(person.open_direct_messages()["id"])


async def test_a_first_direct_message_that_is_slow_becomes_the_hand(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.open_table(ann)
    held = house.server.faults.hold(NEW_MESSAGE, before=True)
    await house.press(bram, house.lobby(table), "Join")
    await held.reached()
    for _ in range(2):
        await house.press(ann, house.lobby(table), "Add a robot")
    await house.press(ann, house.lobby(table), "Start")
    await house.world.until(lambda: table.facts.state is State.PLAYING)
    held.release()
    await house.settled()
    (hand,) = direct(bram)
    assert [one.filename for one in reading.pictures(house.server, hand)] == ["hand.png"]


async def test_a_place_that_is_not_kept_any_more_is_not_told_of(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.open_table(ann)
    held = house.server.faults.hold(NEW_MESSAGE)
    await house.press(bram, house.lobby(table), "Join")
    await held.reached()
    await house.press(bram, house.lobby(table), "Leave")
    await house.press(bram, house.whispers(bram)[-1], "Yes")
    held.release()
    await house.settled()
    assert direct(bram) == []
    assert len(direct(ann)) == 1
    await house.confirmed(ann, "table close")
    assert direct(ann) == []


async def test_a_hand_pressed_before_anybody_knows_that_it_has_arrived(house: House) -> None:
    """Its receipt is late: the press is answered on it, and it stays."""
    (ann,) = house.people()[:1]
    table = await house.open_table(ann, robots=0)
    for _ in range(3):
        await house.press(ann, house.lobby(table), "Add a robot")
    await house.settled()
    held = house.server.faults.hold(NEW_MESSAGE, times=2)  # the deal's and the hand's
    await house.press(ann, house.lobby(table), "Start")
    message, custom_id = await house.offered(ann, f"hh:act:{table.facts.id}:")
    seq = table.facts.seq
    pressed = await (await ann.press(message["id"], custom_id)).done()
    assert pressed.state == "answered"
    assert table.facts.seq > seq
    held.release()
    await house.settled()
    (hand,) = direct(ann)
    assert hand["id"] == message["id"]
    await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
