"""Four people play a complete game of Kingen by pressing buttons, through the real client library."""

from __future__ import annotations

from pathlib import Path

from bot.playground import reading
from bot.playground.people import Person
from tests.e2e.house import House, open_house


async def open_table_of_four(house: House) -> None:
    ann, *others = house.people()
    opened = await (await ann.command(house.cards, "table open")).done()
    assert opened.state == "answered", opened.error
    for person in others:
        await house.press(person, house.channel_message(person, "Waiting for"), "Join")
        await house.settled()
    await house.press(ann, house.channel_message(ann, "Everyone is here"), "Start")
    await house.settled()


async def play_out(house: House, people: list[Person]) -> int:
    """Press the first card or choice of whoever is to move until the game is over; returns the number of presses."""
    presses = 0
    table = house.bot.tables.running()[0]
    while table.facts.state == "playing":
        turn = table.facts.turn
        assert turn is not None
        if turn < 0:
            for person in people:
                message, button = await house.offered(person, "hh:ready")
                await (await person.press(message["id"], button)).done()
            await house.server.world.until(lambda: table.facts.turn is not None and table.facts.turn >= 0)
            continue
        user_id = table.facts.seats[turn].user_id
        assert user_id is not None
        person = house.server.world.people[user_id]
        message, button = await house.offered(person, f"hh:act:{table.facts.id}:{table.facts.seq}:")
        answered = await (await person.press(message["id"], button)).done()
        assert answered.state == "answered", answered.error
        presses += 1
    return presses


async def test_four_people_play_ten_deals_by_pressing_buttons(tmp_path: Path) -> None:
    async with open_house(tmp_path / "test.sqlite3") as house:
        people = house.people()
        await open_table_of_four(house)
        presses = await play_out(house, people)
        assert presses == 520
        await house.settled()
        over = house.channel_message(people[0], "the game is over")
        assert [one.filename.split(".")[-1] for one in reading.pictures(house.server, over)]
