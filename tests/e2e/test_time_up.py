"""Time is up at a table of an evening: what people see and may still press."""

from __future__ import annotations

from pathlib import Path

from bot.tables.model import Invited, State
from bot.tables.table import Table
from playground import reading
from tests.e2e.house import House, open_house
from tests.e2e.test_given_seats import given, play_the_deal

TIME_UP = "Time is up: robots finish this game. You keep your seat and its result."


async def whist(house: House) -> Table:
    """Two people and two robots at Colour Whist."""
    _, bram, chloe, _ = house.people()
    (guild_id,) = house.world.guilds
    seats = (Invited(bram.id, bram.name), None, Invited(chloe.id, chloe.name), None)
    table = await house.bot.tables.open_with_seats(
        "Friday 1",
        seats,
        guild_id=guild_id,
        channel_id=house.cards,
        place="12.1.1.1",
        preset="whist-walloon",
        options={"deals": "4"},
    )
    await house.bot.opening.show(table)
    await table.begin()
    await house.settled()
    return table


async def test_robots_play_to_the_end_which_everybody_is_told(database: Path) -> None:
    async with open_house(database, robot_pause=60.0) as house:
        ann, bram, chloe, _ = house.people()
        table = await given(house, bram, chloe, place="12.1.1.1")
        await table.begin()
        await house.settled()
        await table.finish_by_robots()
        await house.settled()
        text = reading.text(house.table_message(table))
        assert "Time is up: robots finish the game. Everybody keeps their seat and their result." in text
        labels = [one.label for one in reading.buttons(house.table_message(table))]
        assert labels == ["My hand", "Last trick", "Scores", "More"]
        hand = house.hand(bram)
        assert "Time is up: a robot finishes this for you" in reading.text(hand)
        assert "I'm back" not in [one.label for one in reading.buttons(hand)]
        message = house.table_message(table)
        for person, verb in ((bram, "back"), (bram, f"act:1:{table.facts.seq}:play 2C"), (ann, "sit-down")):
            custom_id = f"hh:{verb}" if ":" in verb else f"hh:{verb}:1:0:"
            where = hand if person is bram else message
            assert await house.forge(person, where, custom_id) == [TIME_UP], verb
        assert "Take a seat" not in await house.reply(ann, "hand")


async def test_the_result_of_a_game_cut_short_says_so(house: House) -> None:
    table = await whist(house)
    while not any(one.points for one in (await table.view(None)).results):
        if table.facts.turn == -1:
            for seat in table.facts.seats:
                if seat.user_id is not None:
                    await table.ready(seat.user_id)
            await house.settled()
        await play_the_deal(house, table)
    await table.cut_short()
    await house.settled()
    assert table.facts.state is State.FINISHED
    _, bram, chloe, _ = house.people()
    result = reading.text(house.channel_message(bram, "the game is over"))
    line = "Time was up after 1 of 4 deals: the unfinished deal doesn't count."
    assert line in result and line in reading.text(house.hand(chloe))


async def test_a_paused_table_says_so_and_offers_nobody_to_resume(house: House) -> None:
    _, bram, chloe, _ = house.people()
    table = await given(house, bram, chloe, place="12.1.1.1")
    await table.begin()
    await house.settled()
    await table.pause()
    await house.settled()
    paused = "Paused until the organisers or the referee let it carry on"
    message, hand = house.table_message(table), house.hand(bram)
    for one in (message, hand):
        assert paused in reading.text(one)
        assert "Resume" not in [found.label for found in reading.buttons(one)]
    refused = "This table is paused: it carries on when the organisers or the referee say so."
    for verb in ("resume:1:0:", f"act:1:{table.facts.seq}:play 2C"):
        assert await house.forge(bram, hand, f"hh:{verb}") == [refused]
    await table.go_on()
    await house.settled()
    assert paused not in reading.text(house.table_message(table))
    await play_the_deal(house, table)
    await table.pause()
    await house.settled()
    assert paused in reading.text(house.table_message(table))
    assert paused in reading.text(house.hand(chloe))
