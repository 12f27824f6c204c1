"""What a game leaves in its channel, and how few messages that takes; deals looked at again; the trick that
stays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.discordkit.ports import MessageKind, Posting, on_table
from bot.discordkit.slots import OLD_MESSAGE_SECONDS
from bot.engine import registry
from bot.engine.game import AWAITS_DECK
from bot.tables.model import Pace, State
from bot.tables.table import Table
from bot.tables.ui import messages
from bot.tables.ui.table_slots import TALKED
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.noise import Noise

DELETE = "DELETE /channels/{channel_id}/messages/{message_id}"
SILENT = 1 << 12
OVER = "That deal is over and the game has moved on"
STAY = 3.0


@pytest.fixture
async def staying(no_pause: None, database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A house whose clock is moved by hand, and in which the last trick of a deal stays."""
    monkeypatch.setitem(messages.TRICK_SECONDS, "3s", STAY)
    async with open_house(database, clock=FakeClock()) as house:
        yield house


async def choose(house: House, **settings: str) -> None:
    """The owner of the server changes a setting."""
    ann = house.person("Ann")
    await house.command(ann, "server settings")
    for name, value in settings.items():
        panel = house.whispers(ann)[-1]["id"]
        await (await ann.select(panel, "hh:server-pick:0:0:", [name])).done()
        await (await ann.press(panel, f"hh:server-set:0:0:{name}:{value}")).done()
    await house.settled()


THINKS = 0.2  # seconds


async def play_deal(house: House, table: Table) -> None:
    """To the end of the deal in play; whoever is to move presses the first card there is."""
    while table.facts.turn is not None and table.facts.turn >= 0:
        turn, seq = table.facts.turn, table.facts.seq
        person = house.to_move(table)
        if person is None:
            await house.world.until(lambda: table.facts.turn != turn)  # noqa: B023 (awaited here)
            continue
        if house.clock is not None:
            house.clock.advance(
                THINKS
            )  # else all of it would be in one second, of which requests are counted
        await house.act(person, table)
        await house.world.until(lambda: table.facts.seq > seq)  # noqa: B023 (awaited here)
    await house.settled()


async def next_deal(house: House, table: Table) -> None:
    seq = table.facts.seq
    for seat in table.facts.seats:
        if seat.user_id is not None:
            person = house.server.people[seat.user_id]
            message, button = await house.offered(person, f"hh:ready:{table.facts.id}:{seq}:")
            await (await person.press(message["id"], button)).done()
    await house.world.until(lambda: table.facts.seq > seq)
    await house.settled()


async def alone(house: House) -> tuple[Person, Table]:
    """One person and robots."""
    ann = house.person("Ann")
    return ann, await house.open_table(ann, robots=3)


async def play_deals(house: House, table: Table, number: int) -> None:
    for _ in range(number):
        await play_deal(house, table)
        if table.facts.state is State.PLAYING:
            await next_deal(house, table)


async def talk(house: House, number: int) -> None:
    for count in range(number):
        await house.person("Bram").send(house.cards, f"Number {count}")


def said(house: House) -> list[str]:
    """What the channel shows, a text a message."""
    return [reading.text(one) for one in Noise(house).left()]


def files(house: House, message: dict[str, Any]) -> list[str]:
    return [one.filename for one in reading.pictures(house.server, message)]


async def moved_on(house: House, seconds: float) -> None:
    assert house.clock is not None
    house.clock.advance(seconds)
    for _ in range(20):
        await asyncio.sleep(0)  # who slept until now wakes
    await house.bot.timers.quiet()
    await house.settled()


# How many messages


@pytest.mark.parametrize("game", [one.name for one in registry.presets()])
async def test_a_whole_game_posts_a_few_messages_however_much_people_talk(game: str, house: House) -> None:
    """Of one person and robots; of four people in ``tests/soak/test_many_secrets.py``."""
    await a_game_talked_through(house, game, people=1)


async def a_game_talked_through(house: House, game: str, people: int) -> None:
    """To its end, so much being written in its channel that each deal finds its message talked away."""
    ann, *others = house.people()[:people]
    noise = Noise(house)
    await house.command(ann, "table open", {"game": game})
    (table,) = house.bot.tables.running()
    for one in others:
        await house.press(one, house.lobby(table), "Join")
        await house.settled()
    await house.press(ann, house.lobby(table), "Start" if people == 4 else "Fill with robots and start")
    await house.settled()
    while table.facts.state is State.PLAYING:
        await talk(house, TALKED)
        await play_deal(house, table)
        if table.facts.state is State.PLAYING:
            await next_deal(house, table)
    assert len(noise.posted) == noise.most(table), said(house)
    lobby, *anew, result = noise.posted
    assert all(one["flags"] & SILENT for one in anew)
    assert not (lobby["flags"] | result["flags"]) & SILENT and not noise.pings
    (left,) = said(house)
    assert "the game is over" in left and "**Deal 1**" not in left


async def test_one_message_is_edited_from_the_lobby_through_every_deal(house: House) -> None:
    noise = Noise(house)
    ann, table = await alone(house)
    await ann.send(house.cards, "Good luck!")
    await play_deals(house, table, 2)
    assert len(noise.posted) == 1
    (live,) = said(house)
    assert "Deal 3 of 10" in live and "**Deal 2** · " in live
    await play_deal(house, table)
    assert files(house, house.table_message(table)) == ["scores.png"]
    await house.press(ann, house.table_message(table), "Next deal")
    await house.settled()
    assert len(noise.posted) == 1 and "Deal 4 of 10" in said(house)[0]


async def test_what_was_talked_away_is_posted_anew_once_without_a_sound(house: House) -> None:
    ann, table = await alone(house)
    first = house.table_message(table)
    noise = Noise(house)
    await talk(house, TALKED - 1)
    await play_deals(house, table, 1)
    assert not noise.posted
    await talk(house, 1)
    await play_deals(house, table, 1)
    (anew,) = noise.posted
    assert anew["flags"] & SILENT and "Deal 3 of 10" in said(house)[0]
    assert house.world.find_message(first["id"]) is None and len(said(house)) == 1
    told = await house.forge(ann, house.table_message(table), f"hh:deal-look:{table.facts.id}:0:0")
    assert told[0].startswith("**Deal 1** · ")
    await talk(house, TALKED)
    await play_deals(house, table, 1)
    assert len(noise.posted) == 1


@pytest.mark.parametrize(("pace", "anew"), [("none", 1), ("1d", 0)])
async def test_what_is_an_hour_old_is_posted_anew_where_cards_are_played_in_quick_succession(
    pace: str, anew: int, staying: House
) -> None:
    house = staying
    await choose(house, trick_stays="off")
    ann = house.person("Ann")
    table = await house.open_table(ann)
    await table.set_pace(ann.id, Pace(pace))
    await table.fill_and_start(ann.id)
    await house.settled()
    noise = Noise(house)
    await play_deal(house, table)
    await moved_on(house, OLD_MESSAGE_SECONDS)
    await next_deal(house, table)
    assert len(noise.posted) == anew
    assert "Deal 2 of 10" in said(house)[-1]


async def test_a_channel_that_cannot_be_read_keeps_its_message(house: House) -> None:
    _, table = await alone(house)
    noise = Noise(house)
    house.server.faults.fail("GET /channels/{channel_id}/messages", 403, 50001)
    await talk(house, TALKED)
    await play_deals(house, table, 1)
    assert not noise.posted and "Deal 2 of 10" in said(house)[0]


# A deal looked at again


async def deals(house: House, person: Person) -> dict[str, Any]:
    """What *Deals* shows a person, behind *More* of the table's message or on the card at the end."""
    (message,) = Noise(house).left()
    if "the game is over" in reading.text(message):
        await house.press(person, message, "Deals")
    else:
        await house.press_more(person, message, "Deals")
    await house.settled()
    return house.whispers(person)[-1]


async def test_any_deal_that_is_over_is_looked_at_again(house: House) -> None:
    ann, table = await alone(house)
    await play_deals(house, table, 2)
    first = await table.view_of_deal(0)
    assert first is not None and first.turn == AWAITS_DECK and len(first.results) == 1
    for person in (ann, house.person("Bram")):  # whoever plays, and whoever looks on
        shown = await deals(house, person)
        (pick,) = reading.selects(shown)
        assert [value for _, value in pick.options] == ["0", "1"]
        assert len(reading.text(shown).splitlines()) == 3
        await (await person.select(shown["id"], pick.custom_id, ["0"])).done()
        await house.settled()
        look = house.whispers(person)[-1]
        assert sorted(files(house, look)) == ["scores.png", "trick.png"]
        (trick,) = [one for one in reading.pictures(house.server, look) if one.filename == "trick.png"]
        winner = first.tricks[-1].winner
        assert winner is not None and table.facts.seats[winner].name in trick.alt


async def test_many_deals_have_pages_behind_a_button_of_the_closing_card(house: House) -> None:
    ann = house.person("Ann")
    await house.command(ann, "table open", {"game": "dubbelkingen", "robots": 3})
    (table,) = house.bot.tables.running()
    await play_deals(house, table, 20)
    shown = await deals(house, ann)
    seen = reading.text(shown).splitlines()[1:]
    await house.press(ann, shown, "2 ›")
    await house.settled()
    seen += reading.text(ann.message(shown["id"])).splitlines()[1:]
    assert [one.partition(" · ")[0] for one in seen] == [f"**Deal {number}**" for number in range(1, 21)]


@pytest.mark.parametrize("number", ["1", "-1", "x", "99999999", "²"])
async def test_a_deal_that_is_not_over_is_not_shown(number: str, house: House) -> None:
    ann, table = await alone(house)
    await play_deals(house, table, 1)
    (told,) = await house.forge(ann, house.table_message(table), f"hh:deal-look:{table.facts.id}:0:{number}")
    assert told.startswith("That button no longer works")


async def test_an_old_press_for_the_next_deal_is_answered_with_the_table(house: House) -> None:
    ann, table = await alone(house)
    await play_deal(house, table)
    seq = table.facts.seq
    await next_deal(house, table)
    assert await house.forge(ann, house.table_message(table), f"hh:ready:{table.facts.id}:{seq}:") == []
    assert len((await table.view(None)).results) == 1 and "Deal 2 of" in said(house)[0]


# Restarts


async def test_after_a_restart_it_goes_on_with_the_message_that_is_there(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            _, table = await alone(house)
            await play_deals(house, table, 1)
            await play_deal(house, table)
            before = Noise(house).left()
        async with open_house(database, server=server) as house:
            noise = Noise(house)
            await house.settled()
            assert said(house) == [reading.text(one) for one in before]
            (table,) = house.bot.tables.running()
            await next_deal(house, table)
            (live,) = noise.left()
            assert live["id"] == before[0]["id"] and "Deal 3 of" in reading.text(live) and not noise.posted
    finally:
        await server.close()


async def test_killed_before_the_old_message_was_deleted_it_goes_after_the_start(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            _, table = await alone(house)
            await play_deal(house, table)
            await talk(house, TALKED)
            house.server.faults.hold(DELETE, before=True)
            seq = table.facts.seq
            message, button = await house.offered(house.person("Ann"), f"hh:ready:{table.facts.id}:{seq}:")
            await (await house.person("Ann").press(message["id"], button)).done()
            await house.world.until(lambda: len(said(house)) == 2)
        server.faults.clear()
        async with open_house(database, server=server) as house:
            noise = Noise(house)
            await house.settled()
            assert len(said(house)) == 1 and "Deal 2 of" in said(house)[0]
            (table,) = house.bot.tables.running()
            await talk(house, TALKED)
            await play_deals(house, table, 1)
            assert not noise.posted, "it has been posted anew before"
    finally:
        await server.close()


async def test_a_game_begun_by_an_earlier_version_goes_on_in_its_newest_message(database: Path) -> None:
    """It had a list of the deals, one message of each deal, and where a server wished so these stayed."""
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            ann, table = await alone(house)
            await play_deal(house, table)
            seq = table.facts.seq
            await next_deal(house, table)
            place = house.bot.display.channel.live_slot(table).place
            assert place is not None and place.nonce is not None
            about, store = on_table(table.facts.id), house.bot.store.postings
            newest = Posting(place.nonce, about, MessageKind.TABLE, 1, house.cards, place.posted_at)
            await store.keep(replace(newest, message_id=place.message_id))
            channel = house.bot.get_partial_messageable(house.cards)
            record = await channel.send("Kingen · table 1 has begun, see below.")
            old = await channel.send("Deal 1")
            began = replace(newest, nonce=1, kind=MessageKind.LOBBY, about=0, begun_at=place.posted_at - 99.0)
            await store.keep(replace(began, message_id=record.id))
        async with open_house(database, server=server) as house:
            await house.settled()
            (table,) = house.bot.tables.running()
            assert house.world.find_message(record.id) is None
            told = await house.forge(ann, ann.message(str(old.id)), f"hh:ready:{table.facts.id}:{seq}:")
            assert told[0].startswith(OVER)
            look = await house.forge(ann, ann.message(str(old.id)), f"hh:deal-look:{table.facts.id}:0:0")
            assert look[0].startswith("**Deal 1** · ")
            noise = Noise(house)
            await play_deals(house, table, 1)
            assert house.table_message(table)["id"] == str(place.message_id) and not noise.posted
            assert "Deal 3 of" in said(house)[0]
    finally:
        await server.close()


# The trick that stays


async def test_the_last_trick_stays_in_hands_and_on_the_table(staying: House) -> None:
    house = staying
    ann, table = await alone(house)
    await play_deal(house, table)
    assert files(house, house.hand(ann)) == ["hand.png"]
    assert files(house, house.table_message(table)) == ["table.png"]
    for message, label in ((house.hand(ann), "Scores"), (house.table_message(table), "Last trick")):
        assert {"Next deal", label} <= {one.label for one in reading.buttons(message)}
    await moved_on(house, STAY - 0.1)
    assert files(house, house.hand(ann)) == ["hand.png"]
    await moved_on(house, 0.2)
    assert files(house, house.hand(ann)) == files(house, house.table_message(table)) == ["scores.png"]


async def test_whoever_presses_something_is_shown_the_newest_state(staying: House) -> None:
    house = staying
    ann, bram = house.people()[:2]
    table = await house.start_table(ann, bram)
    await play_deal(house, table)
    message, button = await house.offered(bram, "hh:ready:")
    await (await bram.press(message["id"], button)).done()
    await house.settled()
    assert files(house, house.hand(bram)) == ["scores.png"]
    assert files(house, house.hand(ann)) == ["hand.png"]  # who still looks
    await house.press(ann, house.table_message(table), "Next deal")
    await house.settled()
    assert table.facts.turn != AWAITS_DECK  # nobody had to wait
    before = said(house)
    await moved_on(house, STAY)
    assert said(house) == before


async def test_a_server_can_do_without(staying: House) -> None:
    house = staying
    await choose(house, trick_stays="off")
    ann, table = await alone(house)
    await play_deal(house, table)
    assert files(house, house.hand(ann)) == ["scores.png"]


async def test_at_the_end_the_result_comes_after_the_last_trick(staying: House) -> None:
    house = staying
    _, table = await alone(house)
    while table.facts.state is State.PLAYING:
        await play_deal(house, table)
        if table.facts.state is State.PLAYING:
            await moved_on(house, STAY)
            await next_deal(house, table)
    assert not any("the game is over" in text for text in said(house))
    assert files(house, house.table_message(table)) == ["table.png"]
    await moved_on(house, STAY)
    (result,) = said(house)
    assert "the game is over" in result
    await house.settled()
    assert not house.bot.display.messages.all()  # nothing of it is kept


async def test_after_the_deal_last_trick_shows_its_last_one(house: House) -> None:
    ann, table = await alone(house)
    await play_deal(house, table)
    for message in (await house.more(ann, house.hand(ann)), house.table_message(table)):
        await house.press(ann, message, "Last trick")
        await house.settled()
        (picture,) = reading.pictures(house.server, house.whispers(ann)[-1])
        assert picture.filename == "trick.png" and "Trick 13" in picture.alt
