"""What a game leaves in its channel, by the server's wish; deals looked at again; the trick that stays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine.game import AWAITS_DECK
from bot.tables.model import State
from bot.tables.table import Table
from bot.tables.ui import messages
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.noise import Noise

DELETE = "DELETE /channels/{channel_id}/messages/{message_id}"
NEW_MESSAGE = "POST /channels/{channel_id}/messages"
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
        message, button = await house.offered(person, f"hh:act:{table.facts.id}:{seq}:")
        await (await person.press(message["id"], button)).done()
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


async def test_in_a_quiet_channel_the_live_message_moves_to_its_end(house: House) -> None:
    ann, table = await alone(house)
    first = house.table_message(table)
    await ann.send(house.cards, "Good luck!")
    await play_deals(house, table, 2)
    record, live = said(house)
    assert "has started" in record and len(record.splitlines()) == 3
    assert "Deal 3 of 10" in live
    assert house.world.find_message(first["id"]) is None
    assert int(house.table_message(table)["id"]) > max(
        int(one["id"]) for one in ann.messages(house.cards)[:-1]
    )


async def test_where_each_deal_has_a_message_it_folds_to_a_line(house: House) -> None:
    await choose(house, messages="deals")
    ann, table = await alone(house)
    await play_deals(house, table, 2)
    record, *folded, live = Noise(house).left()
    assert "has started" in reading.text(record) and "Deal 3 of 10" in reading.text(live)
    assert len(folded) == 2
    for one in folded:
        (line,) = reading.text(one).splitlines()
        assert "to play" not in line and not files(house, one)
        assert [button.label for button in reading.buttons(one)] == ["Scores and last trick"]
    await house.press(ann, folded[1], "Scores and last trick")
    await house.settled()
    shown = house.whispers(ann)[-1]
    assert sorted(files(house, shown)) == ["scores.png", "trick.png"]
    assert reading.text(shown).startswith(reading.text(folded[1]).splitlines()[0])


async def test_a_setting_changed_in_mid_game_counts_from_the_next_deal(house: House) -> None:
    _, table = await alone(house)
    await play_deals(house, table, 1)
    await choose(house, messages="deals")
    assert len(said(house)) == 2
    await play_deals(house, table, 1)
    record, folded, live = said(house)
    assert len(record.splitlines()) == 3 and len(folded.splitlines()) == 1 and "Deal 3 of 10" in live
    await choose(house, messages="quiet")
    await play_deals(house, table, 1)
    record, kept, live = said(house)
    assert kept == folded and "Deal 4 of 10" in live
    assert len(record.splitlines()) == 4


async def test_the_sentence_about_it_says_when_it_counts(house: House) -> None:
    ann = house.person("Ann")
    await choose(house, messages="deals")
    assert "Changes apply from the next deal." in reading.text(house.whispers(ann)[-1])


# A deal looked at again


async def test_any_deal_that_is_over_is_looked_at_from_the_record(house: House) -> None:
    ann, table = await alone(house)
    await play_deals(house, table, 2)
    first = await table.view_of_deal(0)
    assert first is not None and first.turn == AWAITS_DECK and len(first.results) == 1
    record = house.lobby(table)
    (pick,) = reading.selects(record)
    assert [value for _, value in pick.options] == ["0", "1"]
    bram = house.person("Bram")
    for person in (ann, bram):  # whoever plays, and whoever looks on
        await (await person.select(record["id"], pick.custom_id, ["0"])).done()
        await house.settled()
        shown = house.whispers(person)[-1]
        assert sorted(files(house, shown)) == ["scores.png", "trick.png"]
        (trick,) = [one for one in reading.pictures(house.server, shown) if one.filename == "trick.png"]
        winner = first.tricks[-1].winner
        assert winner is not None and table.facts.seats[winner].name in trick.alt


@pytest.mark.parametrize("number", ["1", "-1", "x", "99999999", "²"])
async def test_a_deal_that_is_not_over_is_not_shown(number: str, house: House) -> None:
    ann, table = await alone(house)
    await play_deals(house, table, 1)
    (told,) = await house.forge(ann, house.lobby(table), f"hh:deal-look:{table.facts.id}:0:{number}")
    assert told.startswith("That button no longer works")


async def test_a_press_on_a_deal_that_goes_is_told_so(house: House) -> None:
    """Its message is still there while Discord does not delete it."""
    ann, table = await alone(house)
    await play_deal(house, table)
    old, seq = house.table_message(table), table.facts.seq
    held = house.server.faults.hold(DELETE, before=True)
    await next_deal_held(house, table, ann)
    await held.reached()
    pressed = await (await ann.press(old["id"], f"hh:ready:{table.facts.id}:{seq}:")).done()
    assert pressed.state == "answered" and pressed.message is not None
    assert reading.text(pressed.message).startswith(OVER)
    held.release()
    await house.settled()
    assert len((await table.view(None)).results) == 1  # no deal was dealt by it
    assert len(said(house)) == 2


async def next_deal_held(house: House, table: Table, ann: Person) -> None:
    """Without waiting for what is to be deleted."""
    seq = table.facts.seq
    message, button = await house.offered(ann, f"hh:ready:{table.facts.id}:{seq}:")
    await (await ann.press(message["id"], button)).done()
    await house.world.until(lambda: table.facts.seq > seq)
    await house.world.until(lambda: any("Deal 2 of" in text for text in said(house)))


# Restarts


@pytest.mark.parametrize("mode", ["quiet", "deals"])
async def test_after_a_restart_no_message_is_lost_or_left(mode: str, database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            await choose(house, messages=mode)
            _, table = await alone(house)
            await play_deals(house, table, 1)
            await play_deal(house, table)
            before = said(house)
        async with open_house(database, server=server) as house:
            await house.settled()
            assert said(house) == before
            (table,) = house.bot.tables.running()
            await next_deal(house, table)
            record, *others = said(house)
            assert len(record.splitlines()) == 3
            assert len(others) == (1 if mode == "quiet" else 3)
    finally:
        await server.close()


async def test_killed_before_the_old_message_was_deleted_it_goes_after_the_start(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            ann, table = await alone(house)
            await play_deal(house, table)
            house.server.faults.hold(DELETE, before=True)
            await next_deal_held(house, table, ann)
            assert len(said(house)) == 3
        server.faults.clear()
        async with open_house(database, server=server) as house:
            await house.settled()
            record, live = said(house)
            assert "Deal 2 of" in live and len(record.splitlines()) == 2
    finally:
        await server.close()


async def test_a_game_begun_by_the_release_before_goes_on(database: Path) -> None:
    """It did not know a lobby's message any more once the game had begun, and each deal's stayed."""
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            await choose(house, messages="deals")
            _, table = await alone(house)
            await play_deals(house, table, 1)
            place = house.bot.display.channel.lobby_slot(table).place
            assert place is not None and place.nonce is not None
            await house.bot.store.postings.forget(place.nonce)
            await choose(house, messages="quiet")
            begun, first, _ = said(house)
        async with open_house(database, server=server) as house:
            await house.settled()
            (table,) = house.bot.tables.running()
            await play_deals(house, table, 1)
            assert said(house)[:2] == [begun, first]
            assert len(said(house)) == 3 and "Deal 3 of" in said(house)[2]
    finally:
        await server.close()


# The trick that stays


async def test_the_last_trick_stays_in_hands_and_on_the_table(staying: House) -> None:
    house = staying
    ann, table = await alone(house)
    await play_deal(house, table)
    assert files(house, house.hand(ann)) == ["hand.png"]
    assert files(house, house.table_message(table)) == ["table.png"]
    assert len(said(house)[0].splitlines()) == 1  # not told yet
    for message, label in ((house.hand(ann), "Scores"), (house.table_message(table), "Last trick")):
        assert {"Next deal", label} <= {one.label for one in reading.buttons(message)}
    await moved_on(house, STAY - 0.1)
    assert files(house, house.hand(ann)) == ["hand.png"]
    await moved_on(house, 0.2)
    assert files(house, house.hand(ann)) == files(house, house.table_message(table)) == ["scores.png"]
    assert len(said(house)[0].splitlines()) == 2


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
    assert len(said(house)[0].splitlines()) == 2
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
    record, result = said(house)
    assert len(record.splitlines()) == 11 and "the game is over" in result
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
