"""Hints through the real client: for who plays with robots only, at their turn, told to them alone."""

from __future__ import annotations

from typing import Any

from bot.robots.registry import ADVISERS
from bot.telling import why
from bot.telling.phrases import Reader, TableViewModel
from bot.words.catalogue import words_for
from playground import reading
from playground.people import Person
from tests.e2e.house import House


async def direct_answer(house: House, person: Person, message: dict[str, Any], custom_id: str) -> list[str]:
    """Press a button made up by hand in direct messages; what is said there then."""
    known = {one["id"] for one in person.messages(message["channel_id"])}
    done = await (await person.forge_press(message["id"], custom_id)).done()
    assert done.state == "answered", done.error
    await house.settled()
    found = person.messages(message["channel_id"])
    return [reading.text(one) for one in found if one["id"] not in known and not reading.buttons(one)]


async def test_a_hint_is_what_the_robot_would_play_for_that_seat(house: House) -> None:
    ann = house.person("Ann")
    table = await house.open_table(ann, robots=3)
    message, custom_id = await house.offered(ann, "hh:hint:")
    seq = table.facts.seq
    done = await (await ann.press(message["id"], custom_id)).done()
    assert done.state == "answered"
    await house.settled()
    seat = table.facts.seat_of(ann.id)
    assert seat is not None
    view = await table.view(seat)
    advice = ADVISERS.of("king")(view)
    wanted = why.hint(TableViewModel.at(table.facts, Reader(words_for("en")), view), advice)
    channel = ann.open_direct_messages()["id"]
    assert wanted in [reading.text(one) for one in ann.messages(channel)]
    assert table.facts.seq == seq


async def test_an_old_hint_and_one_before_ones_turn_are_answered_in_one_sentence(house: House) -> None:
    ann = house.person("Ann")
    await house.open_table(ann, robots=3)
    message, custom_id = await house.offered(ann, "hh:hint:")
    _, card = await house.offered(ann, "hh:act:")
    await (await ann.press(message["id"], card)).done()
    await house.settled()
    assert await direct_answer(house, ann, message, custom_id) == [
        "The game has moved on; your hand shows what to do now."
    ]


async def test_in_company_there_are_no_hints(house: House) -> None:
    ann, bram = house.people()[:2]
    table = await house.start_table(ann, bram)
    message, _ = await house.offered(house.to_move(table) or ann, "hh:act:")
    assert not [one for one in reading.buttons(message) if one.custom_id.startswith("hh:hint:")]
    mover = house.to_move(table) or ann
    assert await direct_answer(house, mover, message, f"hh:hint:{table.facts.id}:{table.facts.seq}:") == [
        "You only get hints when playing with robots alone."
    ]
