"""The end of a game as each person reads it, and *Check the deals* from the lobby on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.engine.cards import members
from bot.engine.game import places
from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.e2e.house import House
from tests.e2e.secrecy import WORDS
from tests.e2e.test_comfort import play_to_the_end
from tests.e2e.test_without_eyes import wish


def said(message: dict[str, object]) -> str:
    return reading.text(message).replace("\\", "")


def unasked(house: House) -> Iterator[str]:
    """All that stands in the channel and in direct messages, but for what somebody asked for."""
    for person in house.people():
        asked = {one["id"] for one in house.whispers(person)}
        for channel in person.channels():
            for message in person.messages(channel["id"]):
                if message["id"] not in asked:
                    yield reading.text(message)


def check_nothing_of_seals(house: House, table: Table) -> None:
    told = "\n".join(unasked(house))
    assert told
    for word in (table.facts.commitment, "bot verify", "seal", *map(str, table.facts.press_ids)):
        assert word not in told, word


async def fair(house: House, person: Person, message: dict[str, object]) -> str:
    """What *Check the deals* says; of a game that was played to its end it is behind *Deals*."""
    if not any(one.label == "Check the deals" for one in reading.buttons(message)):
        await house.press(person, message, "Deals")
        await house.settled()
        message = house.whispers(person)[-1]
    await house.press(person, message, "Check the deals")
    await house.settled()
    return reading.text(house.whispers(person)[-1])


@pytest.mark.usefixtures("presses_by_time")
async def test_the_seal_is_shown_to_who_asks_for_it_alone(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    table = await house.open_table(ann, bram, chloe, dirk)
    check_nothing_of_seals(house, table)
    told = await fair(house, bram, house.lobby(table))
    assert f"Seal: `{table.facts.commitment}`" in told
    presses = [str(seat.press_id) for seat in table.facts.seats if seat.press_id is not None]
    assert len(presses) == 3 and f"Presses that count: {', '.join(presses)}" in told
    assert not house.whispers(chloe)
    await house.press(ann, house.lobby(table), "Start")
    await house.settled()
    check_nothing_of_seals(house, table)
    await play_to_the_end(house, table)
    check_nothing_of_seals(house, table)
    over = house.channel_message(dirk, "the game is over")
    told = await fair(house, dirk, over)
    assert "Checked: 10 deals were dealt again from the secret that was sealed before the first card," in told
    assert f"Seal: `{table.facts.commitment}`" in told and f"`{table.revealed_secret}`" in told
    told = await fair(house, ann, house.hand(ann))
    assert "dealt again from the secret that was sealed" in told


async def check_end(house: House, table: Table, person: Person) -> None:
    """What stands in a person's hand are the points and the place of the seat they have."""
    seat = table.facts.seat_of(person.id)
    assert seat is not None
    view = await table.view(seat)
    told = said(house.hand(person))
    points = WORDS.points(view.points[seat])
    assert f"Your place: {places(view.points)[seat]} of 4" in told and f"your points: {points}**" in told
    assert "Costliest trick: " in told and "Your best deal: " in told
    names = [
        one.name for one, place in zip(table.facts.seats, places(view.points), strict=True) if place == 1
    ]
    assert f"**{WORDS.both(names)}**" in told


async def test_who_took_over_a_seat_reads_how_the_seat_has_done(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    await wish(house, chloe, text_mode=True)
    table = await house.start_table(ann, bram, chloe)
    await house.confirmed(bram, "table leave")
    await house.reply(dirk, "settings")  # the bot meets them
    await house.settled()
    free = next(number for number, seat in enumerate(table.facts.seats) if seat.played_by_robot)
    await table.take_seat(dirk.id, dirk.name, free)
    await house.settled()
    await play_to_the_end(house, table)
    assert table.facts.state is State.FINISHED and table.facts.seat_of(bram.id) is None
    for person in (ann, chloe, dirk):
        await check_end(house, table, person)
    assert not reading.pictures(house.server, house.hand(chloe))
    view = await table.view(None)
    for seat, points in zip(table.facts.seats, view.points, strict=True):
        assert f"{seat.name}, {WORDS.points(points)}" in said(house.hand(chloe))
    (sheet,) = reading.pictures(house.server, house.channel_message(bram, "the game is over"))
    for seat, points in zip(table.facts.seats, view.points, strict=True):
        assert f"{seat.name} {WORDS.points(points)}" in sheet.alt
    channel = bram.open_direct_messages()["id"]
    assert not any("Your place" in said(one) for one in bram.messages(channel))


@pytest.mark.parametrize("deals", [0, 1])
async def test_a_game_closed_in_its_middle_has_no_winner(house: House, deals: int) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    while len((await table.view(None)).results) < deals:
        facts = table.facts
        if (mover := facts.waited_for) is not None:
            await table.act(mover, facts.seq, members((await table.view(facts.turn)).legal)[0])
        await house.bot.tables.quiet()
    await house.settled()
    slot = house.bot.display.messages.of(table.facts.id).live
    assert slot is not None and slot.place is not None
    place = slot.place
    assert await house.confirmed(ann, "table close") == "Table 1 is closed."
    await house.settled()
    message = bram.message(place.message_id)
    for one in (message, house.hand(ann)):
        assert f"The game was broken off after {deals} of 10 deals: nobody won." in said(one)
        assert "wins with" not in said(one) and "Your place" not in said(one)
    assert "dealt again from the secret that was sealed" in await fair(house, bram, message)
