"""Slash commands, and what is pressed around the cards."""

from __future__ import annotations

from bot.tables.model import State
from playground import reading
from playground.people import Person
from tests.e2e.house import House

COMPONENT = 3
"""An interaction with one: https://discord.com/developers/docs/interactions/receiving-and-responding"""


async def test_help_names_every_command(house: House) -> None:
    (ann,) = house.people()[:1]
    said = await house.reply(ann, "help")
    (select,) = reading.selects(house.whispers(ann)[-1])
    for _, topic in select.options:
        said += await turned_to(house, ann, topic)
    for command in house.bot.tree.walk_commands():
        if hasattr(command, "callback") and not command.qualified_name.startswith("admin "):
            assert house.mentioned(f"`/{command.qualified_name}`") in said
    assert "admin" not in said  # that is for whoever hosts the bot


async def turned_to(house: House, person: Person, topic: str) -> str:
    """What *Help* shows of a topic, in the same message."""
    message = house.whispers(person)[-1]
    chosen = await (await person.select(message["id"], "hh:help-topic:0:0:", [topic])).done()
    assert chosen.state == "answered", chosen.error
    await house.settled()
    return reading.text(person.message(message["id"]))


async def test_help_leads_from_topic_to_topic_and_back(house: House) -> None:
    (ann,) = house.people()[:1]
    first = await house.reply(ann, "help")
    tables = await turned_to(house, ann, "table")
    assert house.mentioned("`/table close`: Close a table") in tables
    assert house.mentioned("`/rules`") not in tables
    assert await turned_to(house, ann, "-") == first


async def test_help_that_others_see_is_not_turned(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.open_table(ann)
    assert await house.forge(ann, house.lobby(table), "hh:help-topic:0:0:") == [no_such_button(house)]


async def test_a_topic_of_help_that_there_is_not_is_refused(house: House) -> None:
    (ann,) = house.people()[:1]
    await house.reply(ann, "help")
    message = house.world.find_message(house.whispers(ann)[-1]["id"])
    assert message is not None
    data = {"custom_id": "hh:help-topic:0:0:", "component_type": 3, "id": 1, "values": ["nothing"]}
    await house.server.desk.open(ann.account, message.channel, COMPONENT, data, source=message).done()
    await house.settled()
    assert reading.text(house.whispers(ann)[-1]) == no_such_button(house)


def no_such_button(house: House) -> str:
    return house.mentioned("That button no longer works: use `/table show` or `/hand`.")


async def test_list_shows_the_tables_of_the_server_with_links(house: House) -> None:
    ann, bram, *_ = house.people()
    assert "No tables are open." in await house.reply(ann, "table list")
    lobby, game = await house.open_table(ann), await house.start_table(bram)
    said = await house.reply(ann, "table list")
    for table, message, state in (
        (lobby, house.lobby(lobby), "Waiting for 3 more players."),
        (game, house.table_message(game), "being played"),
    ):
        (line,) = [one for one in said.splitlines() if f"Table {table.facts.id} ·" in one]
        assert state in line and f"/{message['channel_id']}/{message['id']}" in line


async def test_a_command_without_a_table(house: House) -> None:
    (ann,) = house.people()[:1]
    none = house.mentioned("There's no table here. Open one with `/table open`.")
    for path in ("table show", "table leave", "table close", "table adjourn", "hand"):
        assert await house.reply(ann, path) == none
        assert await house.reply(ann, path, {"table": 77}) == "There's no such table here."


async def test_several_tables_are_told_apart(house: House) -> None:
    """One person at two tables: each hand says which it is, and leads there."""
    ann, bram, *_ = house.people()
    first, second = await house.start_table(ann), await house.start_table(ann)
    assert (
        await house.reply(ann, "hand") == "There are several tables: say which one with the option *table*."
    )
    choices = await ann.autocomplete(house.cards, "hand", {"table": ""}, "table")
    assert [one["value"] for one in choices] == [first.facts.id, second.facts.id]
    assert all("Kingen" in one["name"] and "Ann" in one["name"] for one in choices)
    assert [
        one["value"] for one in await bram.autocomplete(house.cards, "table show", {"table": "2 ·"}, "table")
    ] == [second.facts.id]
    for table in (first, second):
        message, custom_id = await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
        assert f"Table {table.facts.id}" in reading.text(message)
        there = reading.find_button(await house.more(ann, message), "Go to the table").url
        assert str(there).endswith(house.table_message(table)["id"])
        seqs = [one.facts.seq for one in (first, second)]
        await (await ann.press(message["id"], custom_id)).done()
        await house.settled()
        moved = [one.facts.seq > seq for one, seq in zip((first, second), seqs, strict=True)]
        assert moved == [table is first, table is second]
    assert "closed" in await house.confirmed(ann, "table close", {"table": second.facts.id})
    assert first.facts.state is State.PLAYING


async def test_show_offers_the_tables_that_one_sees(house: House) -> None:
    ann, bram, *_ = house.people()
    first, second = await house.start_table(ann), await house.start_table(ann, bram)
    assert await house.reply(ann, "table show") == ""
    asked = house.whispers(ann)[-1]
    (select,) = reading.selects(asked)
    assert select.placeholder == "Which table?"
    assert [name.split(" · ")[0] for name, _ in select.options] == [str(first.facts.id), str(second.facts.id)]
    old = house.table_message(second)
    await (await ann.select(asked["id"], select.custom_id, [select.options[1][1]])).done()
    await house.settled()
    assert reading.text(ann.message(asked["id"])) == "Table 2 is here now."
    assert house.table_message(second)["id"] != old["id"]
    assert house.table_message(first) and not reading.selects(ann.message(asked["id"]))


async def test_show_posts_the_table_again_here(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    old = house.table_message(table)
    assert await house.reply(ann, "table show") == "Table 1 is here now."
    new = house.table_message(table)
    assert new["id"] != old["id"] and house.world.find_message(old["id"]) is None
    assert not [one for one in ann.messages(house.cards) if "moved" in reading.text(one)]


async def test_a_robot_takes_the_seat_of_whoever_leaves(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    seat = table.facts.seat_of(ann.id)
    assert seat is not None
    assert await house.confirmed(ann, "table leave") == "You've left table 1."
    assert table.facts.seats[seat].user_id is None
    assert table.facts.host_id == bram.id
    assert ann.messages(ann.open_direct_messages()["id"]) == []  # these cards are no longer theirs to see
    assert await house.reply(ann, "hand") == "You don't have a seat at table 1."
    await house.offered(bram, "hh:act:")


async def test_somebody_else_takes_a_seat(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    table = await house.start_table(ann, bram)
    seats = {seat.user_id: number for number, seat in enumerate(table.facts.seats)}
    choices = await ann.autocomplete(house.cards, "table replace", {"player": "bra"}, "player")
    assert choices == [{"name": f"{seats[bram.id] + 1}. Bram", "value": seats[bram.id]}]
    assert await house.reply(bram, "table replace", {"player": seats[ann.id]}) == (
        "Only the table's host can do that."
    )
    await house.reply(ann, "table replace", {"player": seats[bram.id], "by": chloe.id})
    assert table.facts.seat_of(chloe.id) == seats[bram.id]
    assert bram.messages(bram.open_direct_messages()["id"]) == []
    assert reading.pictures(house.server, house.hand(chloe))[0].filename == "hand.png"
    assert await house.reply(ann, "table replace", {"player": seats[bram.id], "by": ann.id}) == (
        "You're already sitting at this table."
    )
    assert "A bot can't take a seat" in await house.reply(
        ann, "table replace", {"player": seats[bram.id], "by": house.server.application_id}
    )
    await house.reply(ann, "table replace", {"player": seats[bram.id]})
    assert table.facts.seats[seats[bram.id]].user_id is None
    assert await house.reply(ann, "table replace", {"player": 9}) == "There's no such seat."


async def test_a_moderator_may_replace_and_close(house: House) -> None:
    """The owner of the server, who may do everything there."""
    ann, bram, *_ = house.people()
    table = await house.start_table(bram)
    assert "somebody else now has that seat" in await house.reply(
        ann, "table replace", {"player": table.facts.seat_of(bram.id)}
    )
    assert table.facts.state is State.ADJOURNED  # nobody is left to play
    shown = house.table_message(table)
    assert await house.confirmed(ann, "table close") == "Table 1 is closed."
    assert table.facts.state is State.CLOSED
    assert "**Table 1 was closed.**" in reading.text(ann.message(shown["id"]))


async def test_others_may_not_close(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann)
    assert await house.reply(bram, "table close") == "Only the table's host can do that."
    assert table.facts.state is State.PLAYING
    message, custom_id = await house.offered(ann, "hh:act:")
    await house.confirmed(ann, "table close")
    closed = ann.message(message["id"])
    assert "was closed" in reading.text(closed)
    assert [one.label for one in reading.buttons(closed)] == ["Replay", "Check the deals"]
    assert await house.forge(ann, closed, custom_id) == [
        house.mentioned("This table is closed. Open a new one with `/table open`.")
    ]


async def test_adjourning_and_resuming(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    assert await house.reply(bram, "table adjourn") == "Only the table's host can do that."
    await house.confirmed(ann, "table adjourn")
    assert "The game is adjourned" in reading.text(house.table_message(table))
    assert "The game is adjourned" in reading.text(house.hand(ann))
    facts = table.facts
    said = await house.forge(ann, house.hand(ann), f"hh:act:{facts.id}:{facts.seq}:play QH")
    assert said == ["The game is adjourned: the host presses *Resume* to carry on."]
    await house.press(bram, house.table_message(table), "Resume")
    await house.settled()
    assert reading.text(house.whispers(bram)[-1]) == "Only the table's host can do that."
    await house.press(ann, house.table_message(table), "Resume")
    await house.settled()
    assert table.facts.state is State.PLAYING
    mover = house.to_move(table)
    assert mover is not None
    await house.offered(mover, f"hh:act:{facts.id}:")


async def test_sitting_down_in_a_robots_seat(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    table = await house.start_table(ann)
    await house.press(bram, house.table_message(table), "Take a seat")
    await house.settled()
    (question,) = house.whispers(bram)
    (seats,) = reading.selects(question)
    assert len(seats.options) == 3
    number = seats.options[0][1]
    await (await bram.select(question["id"], seats.custom_id, [number])).done()
    await house.settled()
    assert table.facts.seat_of(bram.id) == int(number)
    assert "You're sitting at table 1." in reading.text(house.whispers(bram)[-1])
    assert reading.pictures(house.server, house.hand(bram))[0].filename == "hand.png"
    await house.press(bram, house.table_message(table), "Take a seat")
    await house.settled()
    assert reading.text(house.whispers(bram)[-1]) == "You're already sitting at this table."
    assert await house.forge(chloe, house.table_message(table), f"hh:my-hand:{table.facts.id}:0:") == [
        "You don't have a seat at table 1."
    ]


async def test_looking_around(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann)
    assert reading.find_button(house.table_message(table), "Last trick").disabled
    while not (await table.view(None)).tricks:
        message, custom_id = await house.offered(ann, f"hh:act:1:{table.facts.seq}:")
        await (await ann.press(message["id"], custom_id)).done()
        await house.settled()
    shown = house.table_message(table)
    for label, file in (("Last trick", "trick.png"), ("Scores", "scores.png")):
        await house.press(bram, shown, label)
        await house.settled()
        assert [one.filename for one in reading.pictures(house.server, house.whispers(bram)[-1])] == [file]
    await house.press_more(bram, shown, "Rules")
    await house.settled()
    assert "Follow suit if you can." in reading.text(house.whispers(bram)[-1])


async def test_one_row_or_two(house: House) -> None:
    (ann,) = house.people()[:1]
    await house.start_table(ann)
    message, _ = await house.offered(ann, "hh:act:")
    (one_row,) = reading.pictures(house.server, message)
    more = await house.more(ann, message)
    await house.press(ann, more, "Larger cards")
    await house.settled()
    (two_rows,) = reading.pictures(house.server, ann.message(message["id"]))
    assert two_rows.height and one_row.height and two_rows.height > one_row.height
    assert two_rows.alt == one_row.alt
    assert house.whispers(ann)[-1]["id"] == more["id"]
    await house.press(ann, ann.message(more["id"]), "Smaller cards")
    await house.settled()
    assert reading.pictures(house.server, ann.message(message["id"]))[0].height == one_row.height
