"""A button that has just come to another place does nothing yet; who presses what has not moved, or what has
stood for half a second, is never kept waiting."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.discordkit.panel import STANDS_AFTER
from bot.engine.cards import ACTION_TEXTS, members
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e import house as houses
from tests.e2e.house import House, open_house
from tests.e2e.test_comfort import offers, play_first

QUICK, ENOUGH = STANDS_AFTER - 0.01, 0.02


@pytest_asyncio.fixture
async def house(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """With the clock in the test's hands, and hands that are held to it."""
    monkeypatch.setattr(houses, "STANDS_AFTER", STANDS_AFTER)
    async with open_house(database, clock=FakeClock()) as house:
        yield house


def wait(house: House, seconds: float) -> None:
    assert house.clock is not None
    house.clock.advance(seconds)


async def press(house: House, person: Person, custom_id: str, message: dict[str, Any] | None = None) -> None:
    """Press a button of the hand as it is, or was; whatever comes of it."""
    pressed = await person.forge_press((message or house.hand(person))["id"], custom_id)
    assert (await pressed.done()).state == "answered", pressed.error
    await house.settled()


async def four(house: House) -> tuple[Table, Person, Person]:
    """A table of people: who leads the first trick, and who comes next."""
    ann, *others = house.people()
    table = await house.start_table(ann, *others)
    mover = house.to_move(table)
    assert mover is not None
    return table, mover, next_of(house, table)


def next_of(house: House, table: Table) -> Person:
    """Who comes after who is to move."""
    seat = ((table.facts.turn or 0) + 1) % 4
    return house.server.people[table.facts.seats[seat].user_id or 0]


async def test_a_press_on_cards_that_have_just_come_plays_and_queues_nothing(house: House) -> None:
    table, mover, follower = await four(house)
    plays, queues = [*offers(house, mover, "act").values()], [*offers(house, follower, "queue").values()]
    wait(house, QUICK)
    await press(house, mover, plays[0])
    await press(house, follower, queues[0])
    assert table.facts.seq == 1 and not table.wishes(follower.id).queued
    assert [*offers(house, mover, "act").values()] == plays, "the fresh hand is the answer"
    assert not house.whispers(mover)
    wait(house, ENOUGH)
    await press(house, follower, queues[0])
    assert table.wishes(follower.id).queued
    await press(house, mover, plays[0])
    assert table.facts.seq >= 2


async def test_a_card_that_has_not_moved_is_played_the_moment_the_turn_comes(house: House) -> None:
    table, mover, follower = await four(house)
    wait(house, 1.0)
    await play_first(house, mover)
    assert house.to_move(table) is follower
    await press(house, follower, next(iter(offers(house, follower, "act").values())))
    assert table.facts.seq == 3


async def test_what_was_pressed_as_it_was_seen_before_is_what_is_played(house: House) -> None:
    """The press was on its way while the turn came, and the hand was drawn anew."""
    table, mover, follower = await four(house)
    wait(house, 1.0)
    before, queues = house.hand(follower), offers(house, follower, "queue")
    await play_first(house, mover)
    card = next(text for text in queues if text in offers(house, follower, "act"))
    await press(house, follower, queues[card], before)
    await house.world.until(lambda: table.facts.seq >= 3)
    line = (await house.bot.store.tables.log(table.facts.id))[2].line
    assert line == f"{table.facts.seat_of(follower.id)} {card}"


async def test_of_the_smaller_hand_what_has_moved_waits_and_what_has_not_does_not(house: House) -> None:
    table, mover, _ = await four(house)
    wait(house, 1.0)
    held = [one.custom_id.rpartition(":")[2] for one in reading.buttons(house.hand(mover))][:13]
    played = next(iter(offers(house, mover, "act")))
    await press(house, mover, offers(house, mover, "act")[played])
    at, queues = held.index(played), offers(house, mover, "queue")
    assert table.facts.seq == 2 and len(queues) == 12
    before, after = held[:at], held[at + 1 :]
    for text in (*before[-1:], *after[:1]):
        await press(house, mover, queues[text])
    queued = [ACTION_TEXTS[card] for card in table.wishes(mover.id).queued]
    assert queued == before[-1:], "the one that came into the place of the card just played is not meant"
    wait(house, STANDS_AFTER)
    await press(house, mover, offers(house, mover, "queue")[after[0]])
    assert [ACTION_TEXTS[card] for card in table.wishes(mover.id).queued] == [*before[-1:], after[0]]


async def test_a_press_that_came_too_soon_does_nothing_when_it_is_delivered_again(house: House) -> None:
    table, mover, _ = await four(house)
    wait(house, QUICK)
    interactions: list[Any] = []
    received = house.bot.on_interaction

    async def keep(interaction: Any) -> None:
        interactions.append(interaction)
        await received(interaction)

    house.bot.on_interaction = keep  # pyright: ignore[reportAttributeAccessIssue]
    await press(house, mover, next(iter(offers(house, mover, "act").values())))
    wait(house, 1.0)
    (again,) = interactions
    again.extras.clear()
    await received(again)
    await house.settled()
    assert table.facts.seq == 1
    await play_first(house, mover)
    assert table.facts.seq == 2


async def test_a_double_press_queues_a_card_and_leaves_it_there(house: House) -> None:
    """The second press would take it out, which it does once it can have been meant."""
    table, _, follower = await four(house)
    wait(house, 1.0)
    card, pressed = next(iter(offers(house, follower, "queue").items()))
    await press(house, follower, pressed)
    await press(house, follower, offers(house, follower, "unqueue")[card])
    assert [ACTION_TEXTS[one] for one in table.wishes(follower.id).queued] == [card]
    wait(house, STANDS_AFTER)
    await press(house, follower, offers(house, follower, "unqueue")[card])
    assert not table.wishes(follower.id).queued


async def test_while_nobody_knows_whether_the_new_cards_have_arrived_none_is_played(house: House) -> None:
    """Discord may have carried the edit out, its answer being lost: perhaps the person sees the cards."""
    table, mover, _ = await four(house)
    wait(house, 1.0)
    user = mover.id
    slot = house.bot.display.hands.slot(table, user)
    assert slot.place is not None
    first, second, *_ = offers(house, mover, "act").items()
    view = await table.view(table.facts.turn)
    assert members(view.legal)
    drawing = await house.bot.display.hands._drawings.hand(table, user)  # pyright: ignore[reportPrivateUsage]
    assert drawing is not None
    slot._standing.moved()  # pyright: ignore[reportPrivateUsage]
    slot._standing.drawn(drawing.panel)  # pyright: ignore[reportPrivateUsage]
    wait(house, 5.0)
    await press(house, mover, first[1])
    assert table.facts.seq == 1, "the answer shows that they have"
    wait(house, STANDS_AFTER)
    await press(house, mover, second[1])
    assert table.facts.seq == 2
