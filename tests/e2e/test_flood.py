"""A stranger who presses as fast as a program can, at a table that plays on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from time import monotonic

import pytest

from bot.discordkit.routes import A_SECOND, BURST, Flood
from bot.tables.table import Table
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.e2e.house import House, open_house

HANDFULS, HANDFUL, PAUSE = 40, 10, 0.025
"""400 presses within a second."""

TOO_FAST = "That was too quick for me: wait a moment, then try again."


@pytest.fixture
async def strict_house(database: Path) -> AsyncIterator[House]:
    """One that people can be too fast for."""
    async with open_house(database, flood=Flood(monotonic)) as house:
        yield house


def too_fast(house: House, person: Person) -> int:
    """How often somebody has been told so."""
    return [reading.text(one) for one in house.whispers(person)].count(TOO_FAST)


async def play_a_card(house: House, table: Table) -> Invocation:
    """Whoever is to move presses the first card that may be played."""
    person = house.to_move(table)
    assert person is not None
    seq = table.facts.seq
    message, custom_id = await house.offered(person, f"hh:act:{table.facts.id}:{seq}:")
    invocation = await (await person.press(message["id"], custom_id)).done()
    await house.world.until(lambda: table.facts.seq > seq)
    return invocation


async def test_nobody_elses_press_is_lost(strict_house: House) -> None:
    """Some of the stranger's presses are carried out, one is answered with a sentence, the others cost
    nothing."""
    house = strict_house
    stranger = house.server.people.add("Eve")
    table = await house.start_table(*house.people()[:4])
    shown, pressed, begun = house.table_message(table), list[Invocation](), monotonic()
    last_trick = reading.find_button(shown, "Last trick").custom_id

    async def press() -> None:
        for _ in range(HANDFULS):
            pressed.extend([await stranger.forge_press(shown["id"], last_trick) for _ in range(HANDFUL)])
            await asyncio.sleep(PAUSE)

    pressing = asyncio.create_task(press())
    played = [await play_a_card(house, table) for _ in range(8)]
    await pressing
    played.append(await play_a_card(house, table))
    assert [one.error for one in played] == [None] * len(played)
    await house.settled()
    assert len(pressed) == HANDFULS * HANDFUL and too_fast(house, stranger) == 1
    answered = [one for one in pressed if one.state == "answered"]
    assert 1 < len(answered) <= BURST + A_SECOND * (monotonic() - begun) + 1


async def test_what_is_dropped_costs_nothing(database: Path) -> None:
    """No request, and nothing is done: a stranger who has been told so before."""
    async with open_house(database, flood=Flood(monotonic, burst=4, a_second=0.0)) as house:
        stranger, (ann, bram, *_) = house.server.people.add("Eve"), house.people()
        table = await house.open_table(ann)
        lobby, join = house.lobby(table), f"hh:join:{table.facts.id}:0:"
        for _ in range(10):
            await stranger.forge_press(lobby["id"], "hh:what-is-this:0:0:")
        await house.world.until(lambda: too_fast(house, stranger))
        await house.settled()
        asked: list[str] = []
        house.server.observers.append(lambda exchange: asked.append(exchange.path))
        dropped = [await stranger.forge_press(lobby["id"], join) for _ in range(3)]
        done = await (await bram.press(lobby["id"], join)).done()  # and so those before it were looked at
        await house.settled()
        assert done.state == "answered" and table.facts.seat_of(bram.id) is not None
        assert {one.state for one in dropped} == {"sent"} and table.facts.seat_of(stranger.id) is None
        assert not [path for path in asked for one in dropped if one.token in path]


async def test_every_kind_of_interaction_counts(database: Path) -> None:
    """Commands, what is offered while one types, components and modals take from the same measure; each is
    counted once, though the library shows commands to two."""
    async with open_house(database, flood=Flood(monotonic, burst=5, a_second=0.0)) as house:
        (ann,) = house.people()[:1]
        await house.reply(ann, "help")
        sheet = house.whispers(ann)[-1]["id"]
        assert len(await ann.autocomplete(house.cards, "rules", {"game": "king"}, "game")) > 1
        opened = await (await ann.forge_press(sheet, "hh:quiet-form:0:0:")).done()
        assert opened.modal is not None
        await (await ann.submit(opened.modal, {})).done()
        await house.settled()
        assert too_fast(house, ann) == 0
        await house.reply(ann, "settings")
        offered = asyncio.create_task(ann.autocomplete(house.cards, "rules", {"game": "king"}, "game"))
        await asyncio.sleep(0)  # sent before what follows
        assert await house.reply(ann, "help") == TOO_FAST
        refused = await (await ann.command(house.cards, "help")).done()
        assert (await offered, refused.state, too_fast(house, ann)) == ([], "failed", 1)
