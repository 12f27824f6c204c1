"""A table in somebody's direct messages with the bot: opened there, played there, nobody else's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.server import Playground
from playground.world.places import EPHEMERAL
from tests.clock import FakeClock
from tests.e2e.house import House, open_house

PRACTISE = "Practise in private"


def direct(person: Person) -> int:
    """Their direct messages with the bot."""
    return int(person.open_direct_messages()["id"])


def posts(person: Person) -> list[dict[str, Any]]:
    """What stands there, but for what only they were answered."""
    return [one for one in person.messages(direct(person)) if not one["flags"] & EPHEMERAL]


async def typed(house: House, person: Person, path: str, options: dict[str, Any] | None = None) -> Invocation:
    """A command in direct messages."""
    invocation = await (await person.command(direct(person), path, options)).done()
    await house.settled()
    assert invocation.state == "answered", invocation.error
    return invocation


async def pressed(house: House, person: Person, message: dict[str, Any], label: str) -> Invocation:
    invocation = await house.press(person, message, label)
    await house.settled()
    assert invocation.state == "answered", invocation.error
    return invocation


async def opened(house: House, person: Person, **options: Any) -> Table:
    await typed(house, person, "table open", options or None)
    (table,) = house.bot.tables.running(user_id=person.id)
    return table


async def begun(house: House, person: Person, **options: Any) -> Table:
    table = await opened(house, person, **options)
    await pressed(house, person, posts(person)[-1], "Start")
    return table


def answers(house: House, person: Person) -> str:
    return reading.text(house.whispers(person)[-1])


async def test_the_hand_takes_the_place_of_the_lobby_and_is_all_there_is(house: House) -> None:
    ann = house.person("Ann")
    table = await opened(house, ann)
    (lobby,) = posts(ann)
    assert "You're playing 3 robots. Nobody else can see this table." in reading.text(lobby)
    assert [one.label for one in reading.buttons(lobby)][:2] == ["Start", "Options"]
    await pressed(house, ann, lobby, "Start")
    assert table.facts.state is State.PLAYING and table.facts.guild_id is None
    (hand,) = posts(ann)
    assert hand["id"] == lobby["id"]
    assert [one.filename for one in reading.pictures(house.server, hand)] == ["hand.png"]
    assert "Go to the table" not in [one.label for one in reading.buttons(hand)]
    assert ann.messages(house.cards) == []


async def test_a_deal_is_played_in_one_message(house: House) -> None:
    ann = house.person("Ann")
    table = await begun(house, ann)
    (first,) = posts(ann)
    while not (await table.view(None)).results:
        message, custom_id = await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
        await (await ann.press(message["id"], custom_id)).done()
        await house.settled()
    (over,) = posts(ann)
    assert over["id"] == first["id"]
    await pressed(house, ann, over, "Scores")
    assert [one.filename for one in reading.pictures(house.server, house.whispers(ann)[-1])] == ["scores.png"]
    await pressed(house, ann, over, "Next deal")
    await house.offered(ann, f"hh:act:{table.facts.id}:")
    assert [one["id"] for one in posts(ann)] == [first["id"]]
    assert ann.messages(house.cards) == []


async def test_the_end_stays_there_and_a_rematch_follows_it(house: House) -> None:
    ann = house.person("Ann")
    table = await begun(house, ann, game="whist-walloon")
    await table.close(ann.id)
    short = await opened(house, ann, game="whist-walloon")
    await short.set_option(ann.id, "deals", "4")
    await pressed(house, ann, posts(ann)[-1], "Start")
    while short.facts.state is State.PLAYING:
        start = "hh:ready:" if short.facts.turn == -1 else f"hh:act:{short.facts.id}:{short.facts.seq}:"
        message, custom_id = await house.offered(ann, start)
        await (await ann.press(message["id"], custom_id)).done()
        await house.settled()
    end = posts(ann)[-1]
    assert short.facts.state is State.FINISHED
    assert [one.filename for one in reading.pictures(house.server, end)]
    await pressed(house, ann, end, "Rematch")
    again = house.bot.tables.running(user_id=ann.id)[-1]
    assert again.facts.is_private and again.facts.rematch_of == short.facts.id
    assert again.facts.state is State.PLAYING
    assert posts(ann)[-2]["id"] == end["id"]
    assert [one.filename for one in reading.pictures(house.server, posts(ann)[-1])] == ["hand.png"]
    assert ann.messages(house.cards) == []


async def test_options_are_chosen_before_it_starts(house: House) -> None:
    ann = house.person("Ann")
    table = await opened(house, ann)
    await pressed(house, ann, posts(ann)[-1], "Options")
    panel = house.whispers(ann)[-1]
    players = next(one for one in reading.selects(panel) if ":set-players:" in one.custom_id)
    await (await ann.select(panel["id"], players.custom_id, ["3"])).done()
    await house.settled()
    assert "You're playing 2 robots." in reading.text(posts(ann)[-1])
    await pressed(house, ann, ann.message(panel["id"]), "Start")
    assert (table.facts.state, table.facts.players) == (State.PLAYING, 3)
    assert "has started" in reading.text(ann.message(panel["id"]))


async def test_all_robots_asked_for_start_it_at_once(house: House) -> None:
    ann = house.person("Ann")
    table = await opened(house, ann, robots=3)
    assert table.facts.state is State.PLAYING
    await house.offered(ann, "hh:act:")
    assert len(posts(ann)) == 1


async def test_start_pressed_twice(house: House) -> None:
    ann = house.person("Ann")
    table = await opened(house, ann)
    (lobby,) = posts(ann)
    start = reading.find_button(lobby, "Start").custom_id
    await pressed(house, ann, lobby, "Start")
    facts = table.facts
    assert await house.forge(ann, posts(ann)[-1], start) == ["The game has already started."]
    assert table.facts == facts


async def test_a_second_person_gets_one_sentence(house: House) -> None:
    ann, bram, *_ = house.people()
    for start in (False, True):
        table = await (begun if start else opened)(house, ann)
        number, facts = table.facts.id, table.facts
        other = await house.command(bram, "help")
        assert other.message is not None
        for press in (f"hh:join:{number}:0:", f"hh:sit-down:{number}:0:")[start:]:
            assert await house.forge(bram, other.message, press) == ["There's no such table here."]
        for path in ("hand", "table show", "table leave", "table adjourn", "table close", "rules"):
            said = await house.reply(bram, path, {"table": number})
            assert said == "There's no such table here.", path
        assert table.facts == facts
        await table.close(ann.id)


async def test_the_host_gives_no_seat_away_there(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await begun(house, ann)
    own = table.facts.seat_of(ann.id)
    assert own is not None
    facts = table.facts
    asked = {"player": (own + 1) % 4, "by": bram.id}
    await typed(house, ann, "table replace", asked)
    assert answers(house, ann) == "That table is private: nobody else can sit there."
    assert table.facts == facts


async def test_adjourned_and_resumed_there(house: House) -> None:
    ann = house.person("Ann")
    table = await begun(house, ann)
    await typed(house, ann, "table adjourn")
    assert answers(house, ann).startswith(f"Your private table {table.facts.id}: adjourn the game?")
    assert table.facts.state is State.PLAYING
    await pressed(house, ann, house.whispers(ann)[-1], "Yes")
    assert table.facts.state is State.ADJOURNED
    await pressed(house, ann, posts(ann)[-1], "Resume")
    assert table.facts.state is State.PLAYING


async def test_left_it_is_closed_and_gone(house: House) -> None:
    ann = house.person("Ann")
    table = await begun(house, ann)
    await typed(house, ann, "table leave")
    await pressed(house, ann, house.whispers(ann)[-1], "Yes")
    assert table.facts.state is State.CLOSED
    assert answers(house, ann) == f"You've left table {table.facts.id}."
    assert posts(ann) == []


async def test_closed_in_its_lobby(house: House) -> None:
    ann = house.person("Ann")
    table = await opened(house, ann)
    await pressed(house, ann, posts(ann)[-1], "Leave")
    await pressed(house, ann, house.whispers(ann)[-1], "Yes")
    assert table.facts.state is State.CLOSED and posts(ann) == []


async def test_shown_again_below_what_came_meanwhile(house: House) -> None:
    ann = house.person("Ann")
    await begun(house, ann)
    (before,) = posts(ann)
    await typed(house, ann, "table show")
    (after,) = posts(ann)
    assert after["id"] != before["id"]
    assert [one.filename for one in reading.pictures(house.server, after)] == ["hand.png"]


async def test_of_two_that_is_shown_which_is_chosen(house: House) -> None:
    ann = house.person("Ann")
    first = await begun(house, ann)
    await typed(house, ann, "table open")
    await typed(house, ann, "table show")
    asked = house.whispers(ann)[-1]
    (select,) = reading.selects(asked)
    (value,) = [value for name, value in select.options if name.startswith(f"{first.facts.id} · ")]
    await (await ann.select(asked["id"], select.custom_id, [value])).done()
    await house.settled()
    assert reading.text(ann.message(asked["id"])) == f"Table {first.facts.id} is here now."
    assert [one.filename for one in reading.pictures(house.server, posts(ann)[-1])] == ["hand.png"]


async def test_it_is_not_shown_in_a_channel(house: House) -> None:
    ann = house.person("Ann")
    table = await begun(house, ann)
    said = await house.reply(ann, "table show", {"table": table.facts.id})
    assert said == "That table is private: it stays in your direct messages."
    assert ann.messages(house.cards)[:-1] == []


async def test_the_lists(house: House) -> None:
    ann, bram, *_ = house.people()
    private = await begun(house, ann)
    public = await house.open_table(bram)
    assert f"Table {private.facts.id}" not in await house.reply(ann, "table list")
    await typed(house, ann, "table list")
    assert f"Table {private.facts.id}" in answers(house, ann)
    assert f"Table {public.facts.id}" not in answers(house, ann)
    await typed(house, bram, "table list")
    assert f"Table {public.facts.id}" in answers(house, bram)


async def test_practise_from_a_channel_is_one_press(house: House) -> None:
    ann = house.person("Ann")
    helped = await house.command(ann, "help")
    assert helped.message is not None
    await pressed(house, ann, helped.message, PRACTISE)
    (table,) = house.bot.tables.running()
    assert table.facts.is_private and table.facts.state is State.PLAYING
    (hand,) = posts(ann)
    said = house.whispers(ann)[-1]
    assert "only you can see it" in reading.text(said)
    assert f"/{hand['channel_id']}/{hand['id']}" in str(said["components"])
    assert [one.filename for one in reading.pictures(house.server, hand)] == ["hand.png"]
    assert not [one for one in ann.messages(house.cards) if not one["flags"] & EPHEMERAL]


async def test_practise_pressed_again_leads_to_the_game_there_is(house: House) -> None:
    ann = house.person("Ann")
    helped = await house.command(ann, "help")
    assert helped.message is not None
    await pressed(house, ann, helped.message, PRACTISE)
    (before,) = posts(ann)
    await pressed(house, ann, helped.message, PRACTISE)
    assert len(house.bot.tables.running()) == 1
    (after,) = posts(ann)
    assert after["id"] != before["id"]


async def test_practise_in_direct_messages(house: House) -> None:
    ann = house.person("Ann")
    helped = await typed(house, ann, "help")
    assert helped.message is not None
    await pressed(house, ann, helped.message, PRACTISE)
    (table,) = house.bot.tables.running()
    assert table.facts.state is State.PLAYING
    assert [one.filename for one in reading.pictures(house.server, posts(ann)[-1])] == ["hand.png"]


async def test_practise_with_direct_messages_closed_is_one_sentence(house: House) -> None:
    ann = house.person("Ann")
    ann.account.direct_messages_open = False
    helped = await house.command(ann, "help")
    assert helped.message is not None
    for _ in range(2):
        await house.press(ann, helped.message, PRACTISE)
        await house.settled()
        assert answers(house, ann).startswith("I can't send you direct messages.")
    assert house.bot.tables.running() == []


async def test_nobody_is_called_in_a_channel_who_wants_hands_there(house: House) -> None:
    """A private table has no channel: the hand is in direct messages all the same."""
    ann = house.person("Ann")
    await house.command(ann, "help")
    await house.bot.people.prefer(ann.id, lambda chosen: chosen.__class__(hands="channel"))
    await begun(house, ann)
    assert [one.filename for one in reading.pictures(house.server, posts(ann)[-1])] == ["hand.png"]
    assert not [one for one in ann.messages(house.cards) if not one["flags"] & EPHEMERAL]


async def test_thinking_long_makes_no_noise(still_house: House) -> None:
    house, clock = still_house, still_house.clock
    assert isinstance(clock, FakeClock)
    ann = house.person("Ann")
    await begun(house, ann)
    (hand,) = posts(ann)
    clock.advance(700)
    await house.settled()
    assert [one["id"] for one in posts(ann)] == [hand["id"]]
    assert ann.messages(house.cards) == []


async def test_after_a_restart_it_goes_on(database: Path) -> None:
    """A game and a lobby, each in its one message, and nothing in a channel."""
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            ann = house.person("Ann")
            table = await begun(house, ann)
            lobby = await opened_again(house, ann)
            shown = [one["id"] for one in posts(ann)]
            assert len(shown) == 2
        async with open_house(database, server=server) as again:
            await again.settled()
            running = again.bot.tables.running()
            assert [one.facts.id for one in running] == [table.facts.id, lobby.facts.id]
            assert [one["id"] for one in posts(ann)] == shown
            assert ann.messages(again.cards) == []
            message, custom_id = await again.offered(ann, f"hh:act:{table.facts.id}:")
            await (await ann.press(message["id"], custom_id)).done()
            await again.settled()
            await pressed(again, ann, posts(ann)[-1], "Start")
            assert running[-1].facts.state is State.PLAYING
            assert [one["id"] for one in posts(ann)] == shown
    finally:
        await server.close()


async def opened_again(house: House, person: Person) -> Table:
    await typed(house, person, "table open")
    return house.bot.tables.running(user_id=person.id)[-1]
