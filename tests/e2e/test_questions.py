"""What is asked before it is done, which table a command is about, and what *My hand* offers who has none."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.e2e.house import House


async def typed_in(house: House, person: Person, name: str, path: str, **options: Any) -> str:
    """A command in another channel; what is answered."""
    channel = house.world.channel_named(name)
    invocation = await (await person.command(channel.id, path, options or None)).done()
    await house.settled()
    assert invocation.state in ("answered", "thinking"), invocation.error
    return reading.text(house.whispers(person)[-1])


async def pressed(house: House, person: Person, message: dict[str, Any], label: str) -> str:
    """Press a button on what one person alone sees; what stands there then."""
    invocation = await house.press(person, message, label)
    await house.settled()
    assert invocation.state == "answered", invocation.error
    return reading.text(person.message(message["id"]))


async def asked(house: House, person: Person, path: str) -> dict[str, Any]:
    """The question that a command asks."""
    await house.reply(person, path)
    return house.whispers(person)[-1]


async def test_no_changes_nothing(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    facts = table.facts
    for path in ("table leave", "table adjourn", "table close"):
        question = await asked(house, ann, path)
        assert f"Table 1 in <#{house.cards}>" in reading.text(question)
        assert [one.label for one in reading.buttons(question)] == ["Yes", "No"]
        assert await pressed(house, ann, question, "No") == "Nothing has changed."
        assert not reading.buttons(ann.message(question["id"]))
    assert table.facts == facts


async def test_yes_on_questions_left_open(house: House) -> None:
    """Leaving twice, adjourning what is adjourned, closing what is closed: a sentence each."""
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    leaving = [await asked(house, bram, "table leave") for _ in range(2)]
    assert await pressed(house, bram, leaving[0], "Yes") == "You've left table 1."
    assert await pressed(house, bram, leaving[1], "Yes") == "You don't have a seat at this table."
    adjourning = [await asked(house, ann, "table adjourn") for _ in range(2)]
    assert "is adjourned" in await pressed(house, ann, adjourning[0], "Yes")
    facts = table.facts
    assert "The game is adjourned" in await pressed(house, ann, adjourning[1], "Yes")
    assert table.facts == facts
    closing = [await asked(house, ann, "table close") for _ in range(2)]
    assert await pressed(house, ann, closing[0], "Yes") == "Table 1 is closed."
    assert "This table is closed." in await pressed(house, ann, closing[1], "Yes")


async def test_leaving_is_asked_anew_where_it_would_mean_something_else(house: House) -> None:
    """Asked in the lobby, answered in the game."""
    ann, bram, *_ = house.people()
    table = await house.open_table(ann, bram)
    question = await asked(house, bram, "table leave")
    assert "Your seat becomes free." in reading.text(question)
    await table.fill_and_start(ann.id)
    await house.settled()
    facts = table.facts
    assert "A robot takes your seat." in await pressed(house, bram, question, "Yes")
    assert table.facts.seats == facts.seats
    assert await pressed(house, bram, bram.message(question["id"]), "Yes") == "You've left table 1."
    assert table.facts.seat_of(bram.id) is None


async def test_adjourning_by_who_is_no_longer_host(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    question = await asked(house, ann, "table adjourn")
    await table.leave(ann.id)
    await house.settled()
    facts = table.facts
    assert await pressed(house, ann, question, "Yes") == "Only the table's host can do that."
    assert table.facts == facts


async def test_answered_after_the_game_is_over(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.open_table(ann, bram)
    await table.set_preset(ann.id, "whist-walloon")
    await table.set_option(ann.id, "deals", "4")
    await table.fill_and_start(ann.id)
    questions = {
        path: await asked(house, ann, path) for path in ("table leave", "table adjourn", "table close")
    }
    await finish(house, table)
    facts = table.facts
    for question in questions.values():
        assert (await pressed(house, ann, question, "Yes")).startswith("This game is over.")
    assert table.facts == facts and facts.state is State.FINISHED


async def finish(house: House, table: Table) -> None:
    """To the end, each playing the first card there is."""
    while table.facts.state is State.PLAYING:
        turn = table.facts.turn
        if turn == -1:
            for seat in table.facts.seats:
                if seat.user_id is not None:
                    await table.ready(seat.user_id)
        elif turn is not None and (user_id := table.facts.seats[turn].user_id) is not None:
            legal = (await table.view(turn)).legal
            await table.act(user_id, table.facts.seq, (legal & -legal).bit_length() - 1)
        await house.bot.tables.quiet()
    await house.settled()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("table adjourn", "adjourn the game?"),
        ("table leave", "leave it for good?"),
        ("table close", "close it?"),
        ("table show", "show it here from now on?"),
    ],
)
async def test_a_command_in_another_channel_says_which_table(house: House, path: str, said: str) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    facts = table.facts
    question = await typed_in(house, ann, "general", path)
    assert question.startswith(f"Table 1 in <#{house.cards}>: {said}")
    assert table.facts == facts
    done = await pressed(house, ann, house.whispers(ann)[-1], "Yes")
    assert "able 1" in done and table.facts != facts


async def test_a_table_that_was_named_is_shown_without_a_question(house: House) -> None:
    ann, bram, *_ = house.people()
    await house.start_table(ann, bram)
    assert await typed_in(house, ann, "general", "table show", table=1) == "Table 1 is here now."


async def test_a_seat_given_away_from_another_channel_is_asked_about(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    table = await house.start_table(ann, bram)
    seat = table.facts.seat_of(bram.id)
    question = await typed_in(house, ann, "general", "table replace", player=seat, by=chloe.id)
    assert question.endswith("give Bram's seat to Chloé?")
    assert "somebody else now has that seat" in await pressed(house, ann, house.whispers(ann)[-1], "Yes")
    assert table.facts.seat_of(chloe.id) == seat
    question = await typed_in(house, ann, "general", "table replace", player=seat)
    assert question.endswith("let a robot take Chloé's seat?")
    await pressed(house, ann, house.whispers(ann)[-1], "Yes")
    assert seat is not None and table.facts.seats[seat].user_id is None


async def test_a_seat_that_has_changed_hands_meanwhile_is_not_given_away(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    table = await house.start_table(ann, bram)
    seat = table.facts.seat_of(bram.id)
    assert seat is not None
    await typed_in(house, ann, "general", "table replace", player=seat, by=chloe.id)
    question = house.whispers(ann)[-1]
    await table.replace(ann.id, seat, dirk.id, "Dirk")
    await house.settled()
    said = await pressed(house, ann, question, "Yes")
    assert said.startswith("The seats have changed, so nothing was done.")
    assert table.facts.seat_of(dirk.id) == seat


@pytest.mark.parametrize(
    "value", ["", "dance", "leave", "adjourn:1", "replace:1", "replace:-:1:2", "replace:x:1:2"]
)
async def test_made_up_answers_change_nothing(house: House, value: str) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    question, facts = await asked(house, ann, "table leave"), table.facts
    said = await house.forge(ann, question, f"hh:yes:1:0:{value}")
    assert len(said) == 1 and table.facts == facts


# Who has no hand


async def test_who_has_no_hand_watches(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    table = await house.start_table(ann, bram)
    await house.press(chloe, house.table_message(table), "My hand")
    await house.settled()
    offer = house.whispers(chloe)[-1]
    assert reading.text(offer) == "You don't have a seat at table 1."
    assert [one.label for one in reading.buttons(offer)] == ["Watch", "Take a seat"]
    said = await pressed(house, chloe, offer, "Watch")
    assert "You're watching table 1" in said
    (before,) = reading.pictures(house.server, chloe.message(offer["id"]))
    while not (await table.view(None)).tricks:
        mover = house.to_move(table)
        if mover is not None:
            message, custom_id = await house.offered(mover, f"hh:act:1:{table.facts.seq}:")
            await (await mover.press(message["id"], custom_id)).done()
        await house.settled()
    (after,) = reading.pictures(house.server, chloe.message(offer["id"]))
    assert after.alt != before.alt  # it is kept up to date
    view = await table.view(None)
    assert view.hand == 0
    assert "Your cards" not in str(after.alt)


async def test_who_watches_takes_a_seat(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    table = await house.start_table(ann, bram)
    await house.press(chloe, house.table_message(table), "My hand")
    await house.settled()
    offer = house.whispers(chloe)[-1]
    await pressed(house, chloe, offer, "Watch")
    await house.press(chloe, chloe.message(offer["id"]), "Take a seat")
    await house.settled()
    (seats,) = reading.selects(house.whispers(chloe)[-1])
    await (await chloe.select(house.whispers(chloe)[-1]["id"], seats.custom_id, [seats.options[0][1]])).done()
    await house.settled()
    assert table.facts.seat_of(chloe.id) is not None


async def test_a_full_table_offers_to_watch_alone(house: House) -> None:
    *four, late = (*house.people(), house.server.people.add("Eve"))
    table = await house.start_table(four[0], *four[1:])
    await house.press(late, house.table_message(table), "My hand")
    await house.settled()
    assert [one.label for one in reading.buttons(house.whispers(late)[-1])] == ["Watch"]


async def test_watching_a_table_that_is_closed_meanwhile(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    table = await house.start_table(ann, bram)
    await house.press(chloe, house.table_message(table), "My hand")
    await house.settled()
    offer = house.whispers(chloe)[-1]
    await table.close(ann.id)
    await house.settled()
    assert await pressed(house, chloe, offer, "Watch") == "**Table 1 was closed.**"
