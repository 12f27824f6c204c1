"""A table that the program opens: shown, begun, played by pressing, and closed by a moderator."""

from __future__ import annotations

import discord
import pytest

from bot.tables.model import Invited, State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.e2e.house import House


async def given(house: House, *seated: Person, channel_id: int = 0, place: str | None = None) -> Table:
    """Two people opposite each other, and two robots."""
    one, other = (Invited(person.id, person.name) for person in seated)
    (guild_id,) = house.world.guilds
    table = await house.bot.tables.open_with_seats(
        "Friday, *table* 2",
        (one, None, other, None),
        guild_id=guild_id,
        channel_id=channel_id or house.cards,
        place=place,
    )
    await house.bot.opening.show(table)
    await house.settled()
    return table


async def play_the_deal(house: House, table: Table) -> None:
    while table.facts.turn is not None and table.facts.turn >= 0:
        person = house.to_move(table)
        assert person is not None
        message, custom_id = await house.offered(person, f"hh:act:{table.facts.id}:{table.facts.seq}:")
        assert (await (await person.press(message["id"], custom_id)).done()).state == "answered"
        await house.settled()


async def test_it_is_opened_begun_played_and_closed(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    table = await given(house, bram, chloe)
    lobby = house.lobby(table)
    text = reading.text(lobby)
    assert [one.label for one in reading.buttons(lobby)] == [
        "Leave",
        "Rules",
        "How to play",
        "Check the deals",
    ]
    assert "Friday, \\*table\\* 2 · table 1" in text and "Kingen" in text
    assert "All seats are taken: the game starts by itself." in text
    assert "host" not in text and "Join" not in text and "Start" not in text
    assert "about to start" in await house.reply(ann, "table list")
    for person in (bram, chloe):
        assert "You have a seat at table 1" in reading.text(house.hand(person))
    assert await house.forge(bram, lobby, "hh:start:1:0:") == ["Only the table's host can do that."]

    await table.begin()
    await house.settled()
    assert [seat.user_id for seat in table.facts.seats] == [bram.id, None, chloe.id, None]
    await play_the_deal(house, table)
    assert len((await table.view(None)).results) == 1
    assert await house.reply(bram, "table close") == "Only the table's host can do that."
    assert await house.confirmed(ann, "table close", {"table": 1}) == "Table 1 is closed."
    assert (table.facts.state, table.facts.notice) == (State.CLOSED, "closed-by-moderator")


@pytest.mark.usefixtures("presses_by_time")
async def test_at_a_table_of_an_evening_people_say_that_they_are_there(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    table = await given(house, bram, chloe, place="12.1.1.1")
    lobby = house.lobby(table)
    labels = [one.label for one in reading.buttons(lobby)]
    assert labels == ["I'm here", "Leave", "Rules", "How to play", "Check the deals"]
    assert "2 players still have to press *I'm here*" in reading.text(lobby) and "✓" not in reading.text(
        lobby
    )
    assert (await house.press(bram, lobby, "I'm here")).state == "answered"
    await house.settled()
    text = reading.text(house.lobby(table))
    assert "1 player still has to press *I'm here*" in text
    (line,) = [line for line in text.splitlines() if "✓" in line]
    assert bram.name in line
    for _ in range(2):  # pressing twice is pressing once
        assert (await house.press(chloe, lobby, "I'm here")).state == "answered"
    await house.settled()
    assert "Everybody is here: the game starts by itself." in reading.text(house.lobby(table))
    assert await house.forge(ann, lobby, "hh:here:1:0:") == ["You don't have a seat at this table."]
    presses = [seat.press_id for seat in table.facts.seats]
    assert presses[0] and presses[2] and presses[1] is None

    await table.begin()
    await house.settled()
    assert table.facts.press_ids == (presses[0], presses[2])
    told = await house.forge(chloe, house.table_message(table), "hh:here:1:0:")
    assert told == ["The game has already started."]


async def test_where_everybody_has_left_nobody_is_told_to_wait_for_a_host(house: House) -> None:
    _, bram, chloe, _ = house.people()
    table = await given(house, bram, chloe)
    await table.begin()
    for person in (bram, chloe):
        await table.leave(person.id)
    await house.settled()
    text = reading.text(house.channel_message(bram, "nobody is here"))
    assert "host" not in text


async def test_a_channel_that_does_not_take_it_calls_it_off(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    _, bram, chloe, _ = house.people()
    cards = house.cards
    house.changes.delete_channel(house.world.channels[cards])
    with pytest.raises(discord.NotFound):
        await given(house, bram, chloe, channel_id=cards)
    await house.settled()
    assert house.bot.tables.running() == []
    assert "table 1 cannot be shown in its channel" in caplog.text
