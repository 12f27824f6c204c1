"""A lesson through the real client: opened from everywhere, walked, left, open twice, and on to a real
deal."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import ACTION_TEXTS
from bot.lessons.games import LESSONS, rules_taught
from bot.people.settings import ServerSettings
from bot.tables.model import State
from playground import reading
from playground.people import Person
from playground.world.places import EPHEMERAL
from tests.e2e.house import House

GONE = "That button no longer works: use `/table show` or `/hand`."


def right(preset: str, step: int) -> str:
    rules = rules_taught(preset)
    return ACTION_TEXTS[LESSONS.of(rules.preset.family).steps(rules)[step].right]


def button_of(message: dict[str, Any], action: str) -> str:
    """The button of a step that stands for an act."""
    (found,) = [one for one in reading.buttons(message) if one.custom_id.endswith(f":{action}")]
    return found.custom_id


async def learn(house: House, person: Person, **options: str) -> dict[str, Any]:
    """Type ``/learn``; the message it is answered with."""
    invocation = await house.command(person, "learn", options)
    assert invocation.message is not None
    return person.message(invocation.message["id"])


async def opened(house: House, person: Person, message: dict[str, Any], label: str) -> dict[str, Any]:
    """Press what answers privately; the answer, once it is there."""
    await house.press(person, message, label)  # on a busy machine the bot is thinking at first
    await house.settled()
    shown = house.whispers(person)[-1]
    assert shown["flags"] & EPHEMERAL
    return shown


async def press(house: House, person: Person, message: dict[str, Any], action: str) -> dict[str, Any]:
    """Press what stands for an act; the message as it is then."""
    done = await (await person.press(message["id"], button_of(message, action))).done()
    assert done.state == "answered"
    await house.settled()
    return person.message(message["id"])


async def test_from_the_first_message_to_a_real_deal_in_five_presses(house: House) -> None:
    bram = house.person("Bram")
    helped = await house.command(bram, "help")
    assert helped.message is not None
    message = await opened(house, bram, helped.message, "How to play")
    pressed = 1
    for step in range(3):
        assert f"step {step + 1} of 3" in reading.text(message)
        (shown,) = reading.pictures(house.server, message)
        assert shown.filename == "lesson.png" and shown.alt
        message = await press(house, bram, message, right("kingen", step))
        pressed += 1
    assert "Not a single mistake." in reading.text(message)
    assert house.bot.tables.running() == []
    await house.press(bram, message, "Play a real deal")
    pressed += 1
    await house.settled()
    (table,) = house.bot.tables.running()
    assert (table.facts.state, table.facts.preset) == (State.PLAYING, "kingen")
    assert table.facts.is_private  # no channel is filled by practice
    await house.offered(bram, "hh:act:")
    assert pressed == 5


async def test_the_lesson_of_the_servers_game_or_of_the_one_named(house: House) -> None:
    bram = house.person("Bram")
    await house.bot.people.set_settings(
        house.bot.guilds[0].id, lambda _: ServerSettings(game="whist-flemish")
    )
    assert "Colour Whist (Flemish) · step 1 of 4" in reading.text(await learn(house, bram))
    message = await learn(house, bram, game="russian-king")
    assert "Russian" in reading.text(message)
    offered = await bram.autocomplete(house.cards, "learn", {"game": "iwwa"}, "game")
    assert [one["value"] for one in offered] == ["kingen-iwwa"]
    (select,) = [one for one in reading.selects(message) if one.custom_id.startswith("hh:lesson-game:")]
    done = await (await bram.select(message["id"], select.custom_id, ["dubbelkingen"])).done()
    assert done.state == "answered"
    await house.settled()
    assert "step 1 of 4" in reading.text(bram.message(message["id"]))


async def test_a_lesson_of_a_game_that_a_server_has_named_is_that_of_what_it_is_made_of(house: House) -> None:
    ann = house.person("Ann")
    table = await house.open_table(ann)
    await house.bot.presets.save(house.bot.guilds[0].id, "Ours", table.facts, replace=False)
    assert "Kingen · step 1 of 3" in reading.text(await learn(house, ann, game="ours"))


async def test_the_lobby_leads_to_the_rules_and_to_the_lesson(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.open_table(ann)
    await table.set_preset(ann.id, "whist-walloon")
    await house.settled()
    message = await opened(house, bram, house.lobby(table), "How to play")
    assert "Colour Whist (Walloon) · step 1 of 4" in reading.text(message)
    await house.press(bram, house.lobby(table), "Rules")
    await house.settled()
    assert reading.text(house.whispers(bram)[-1]).startswith("### Colour Whist (Walloon)")


async def test_a_lesson_left_in_the_middle_goes_on_and_two_do_not_disturb_each_other(house: House) -> None:
    bram = house.person("Bram")
    first = await learn(house, bram, game="kingen")
    first = await press(house, bram, first, right("kingen", 0))
    second = await learn(house, bram, game="kingen")
    second = await press(house, bram, second, "play AH")
    assert "✗" in reading.text(second) and "step 1" in reading.text(second)
    table = await house.start_table(bram)  # a game in between
    first = await press(house, bram, bram.message(first["id"]), right("kingen", 1))
    assert "step 3" in reading.text(first)
    second = await press(house, bram, second, right("kingen", 0))
    first = await press(house, bram, first, right("kingen", 2))
    assert "Not a single mistake." in reading.text(first)
    for step in (1, 2):
        second = await press(house, bram, second, right("kingen", step))
    assert "1 mistake on the way" in reading.text(second)
    assert table.facts.state is State.PLAYING


async def test_a_button_pressed_twice_asks_the_same_again(house: House) -> None:
    bram = house.person("Bram")
    message = await learn(house, bram, game="kingen")
    old = button_of(message, right("kingen", 0))
    await press(house, bram, message, right("kingen", 0))
    await house.forge(bram, message, old)
    assert "step 2 of 3" in reading.text(bram.message(message["id"]))


async def test_the_rules_open_from_the_end_of_a_lesson(house: House) -> None:
    bram = house.person("Bram")
    message = await learn(house, bram, game="kingen")
    for step in range(3):
        message = await press(house, bram, message, right("kingen", step))
    await house.press(bram, message, "Rules")
    await house.settled()
    assert "### Kingen" in reading.text(bram.message(message["id"]))


async def test_what_this_is_is_leafed_through_and_tried(house: House) -> None:
    bram = house.person("Bram")
    helped = await house.command(bram, "help")
    assert helped.message is not None
    message = await opened(house, bram, helped.message, "What is this?")
    for number in range(1, 6):
        assert f"{number} of 6" in reading.text(message)
        assert len(reading.pictures(house.server, message)) == 1
        await house.press(bram, message, "Next")
        await house.settled()
        message = bram.message(message["id"])
    assert "opens a table with </table open:" in reading.text(message)
    await house.press(bram, message, "Back")
    await house.settled()
    await house.press(bram, bram.message(message["id"]), "Try Colour Whist (Walloon)")
    await house.settled()
    assert "step 1 of 4" in reading.text(bram.message(message["id"]))


@pytest.mark.parametrize(
    "custom_id",
    [
        "hh:lesson:0:0:kingen:0:0:play 2C",
        "hh:lesson:0:0:kingen:0:0:sing",
        "hh:lesson:0:0:kingen:7:0:play 7S",
        "hh:lesson:0:0:kingen:x:0:play 7S",
        "hh:lesson-at:0:0:kingen",
        "hh:basics:0:0:6",
    ],
)
async def test_ids_made_up_by_hand_are_refused(house: House, custom_id: str) -> None:
    bram = house.person("Bram")
    message = await learn(house, bram)
    assert await house.forge(bram, message, custom_id) == [house.mentioned(GONE)]


async def test_a_game_that_there_is_not_has_no_lesson(house: House) -> None:
    assert (await house.reply(house.person("Bram"), "learn", {"game": "poker"})).startswith(
        "There's no game called poker"
    )


async def test_in_direct_messages_a_lesson_is_walked_too(house: House) -> None:
    ann = house.person("Ann")
    channel = ann.open_direct_messages()["id"]
    asked = (await (await ann.command(channel, "learn", {"game": "kingen"})).done()).message
    assert asked is not None
    await house.settled()
    message = ann.message(asked["id"])
    for step in range(3):
        message = await press(house, ann, message, right("kingen", step))
    assert "you can play" in reading.text(message)
