"""Who is shown what under load: hands and tables follow the trick, whoever is to move or presses is not kept
waiting, and when load is over everything is as it is at ease."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.discordkit.load import BY_BUDGET_ALONE, LIMITS, LoadLevel, Reason
from bot.discordkit.slots import Slot
from bot.engine.game import AWAITS_DECK
from bot.pictures import painter as painter_module
from bot.pictures.painter import Urgency, render
from bot.pictures.values import HandPicture, Picture, TablePicture
from bot.tables.table import Table
from bot.tables.ui import display
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e import house as houses
from tests.e2e.house import House, open_house
from tests.e2e.test_comfort import follower_of, queue


@pytest_asyncio.fixture
async def house(database: Path) -> AsyncIterator[House]:
    """With the clock in the test's hands."""
    async with open_house(database, clock=FakeClock()) as house:
        yield house


async def pass_time(house: House, seconds: float) -> None:
    assert house.clock is not None
    house.clock.advance(seconds)
    for _ in range(20):
        await asyncio.sleep(0)  # who slept until now wakes
    await house.settled()


async def strain(house: House) -> None:
    """From now on there is load, for as long as it lasts at least."""
    load = house.bot.load
    for _ in range(10):  # at ease it is for a while, too
        for _ in range(100):
            load.counted()
        await pass_time(house, 0.3)
        if not load.at_ease:
            break
    assert not load.at_ease and load.level is LoadLevel.LOAD and load.reason is Reason.BUDGET


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110 (nothing tells)
        await asyncio.sleep(0)


async def ease(house: House) -> None:
    """Time goes by until there is no load, and what was held back has been shown."""
    for _ in range(60):
        await pass_time(house, 1.0)
        if house.bot.load.at_ease and not len(house.bot.display.held_back):
            return
    raise AssertionError("load goes on, or something is still held back")


async def play(house: House, table: Table) -> Person:
    """Whoever is to move plays their first card."""
    person = house.to_move(table)
    assert person is not None
    seq = table.facts.seq
    message, custom_id = await house.offered(person, f"hh:act:{table.facts.id}:{seq}:")
    await (await person.press(message["id"], custom_id)).done()
    await house.settled()
    assert table.facts.seq > seq
    return person


async def four(house: House) -> Table:
    """Four people at a table, whose hands cost nothing: each has played a card, and the next leads."""
    table = await house.start_table(*house.people())
    for _ in range(4):
        await play(house, table)
    return table


def slots(house: House, table: Table) -> dict[str, Slot]:
    """Hands by their person's name, and the table's message."""
    shown = house.bot.display.messages.of(table.facts.id)
    assert shown.live is not None
    hands = {house.server.people[user_id].name: slot for user_id, slot in shown.hands.items()}
    return {"table": shown.live, **hands}


async def stale(house: House, table: Table) -> set[str]:
    """Which of them do not show what they would if they were drawn now."""
    found = set[str]()
    for name, slot in slots(house, table).items():
        drawing, sent = await slot._draw(), slot._sent  # pyright: ignore[reportPrivateUsage]
        assert drawing is not None and sent is not None
        if not drawing.shows_the_same_as(sent[1]):
            found.add(name)
    return found


def seen(house: House, table: Table) -> dict[str, dict[str, Any]]:
    """What stands in the messages, by the same names."""
    hands = {
        person.name: house.hand(person) for person in house.people() if slots(house, table).get(person.name)
    }
    return {"table": house.table_message(table), **hands}


async def test_at_ease_everybody_sees_every_card(house: House) -> None:
    table = await four(house)
    for _ in range(8):
        before = seen(house, table)
        await play(house, table)
        assert not await stale(house, table)
        after = seen(house, table)
        assert all(after[name] != before[name] for name in before)
    assert house.bot.load.changes == 0


async def test_under_load_hands_and_the_table_follow_the_trick(house: House) -> None:
    table = await four(house)
    await strain(house)
    for _ in range(2):
        for cards in (1, 2, 3):
            before = seen(house, table)
            mover = await play(house, table)
            follower = house.to_move(table)
            assert follower is not None
            shown = {name for name, message in seen(house, table).items() if message != before[name]}
            assert shown == {mover.name, follower.name}, cards
            assert not {mover.name, follower.name} & await stale(house, table)
        before = seen(house, table)
        await play(house, table)
        assert not await stale(house, table)
        assert all(message != before[name] for name, message in seen(house, table).items())


async def test_under_load_nobodys_hand_is_stale_when_it_is_their_turn_and_the_deal_ends_for_all(
    house: House,
) -> None:
    table = await four(house)
    while table.facts.turn != AWAITS_DECK:
        if house.bot.load.at_ease:
            await strain(house)
        mover = house.to_move(table)
        assert mover is not None and mover.name not in await stale(house, table)
        await play(house, table)
        view = await table.view(None)
        if not view.trick.cards:
            assert not await stale(house, table)
    await pass_time(house, 4.0)  # the trick that closed it was seen
    assert not await stale(house, table)
    for person in house.people():
        message, button = await house.offered(person, f"hh:ready:{table.facts.id}:")
        await (await person.press(message["id"], button)).done()
        await house.settled()
    assert table.facts.turn is not None and table.facts.turn >= 0
    assert not await stale(house, table), "the new deal is everybody's at once"


async def test_when_load_is_over_what_was_held_back_is_shown_and_all_follow_again(house: House) -> None:
    table = await four(house)
    await strain(house)
    before = seen(house, table)
    mover = await play(house, table)
    follower = house.to_move(table)
    assert follower is not None
    waiting = {name for name in before if name not in (mover.name, follower.name)}
    assert await stale(house, table) == waiting and len(waiting) == 3
    await pass_time(house, LIMITS.stay / 2)
    assert await stale(house, table) == waiting, "it lasts for a while"
    await ease(house)
    assert not await stale(house, table)
    assert all(message != before[name] for name, message in seen(house, table).items())
    await play(house, table)
    assert not await stale(house, table)
    assert house.bot.load.changes == 2


async def test_a_press_under_load_is_answered_with_the_newest_state(house: House) -> None:
    table = await four(house)
    await strain(house)
    await play(house, table)
    behind = house.person(min(await stale(house, table) - {"table"}))
    button = next(
        one for one in reading.buttons(house.hand(behind), enabled_only=True) if ":queue:" in one.custom_id
    )
    await (await behind.press(house.hand(behind)["id"], button.custom_id)).done()
    await house.settled()
    assert behind.name not in await stale(house, table)


async def test_who_is_not_to_move_and_asks_for_their_hand_sees_the_newest(house: House) -> None:
    table = await four(house)
    await strain(house)
    await play(house, table)
    behind = house.person(min(await stale(house, table) - {"table"}))
    await house.press(behind, house.table_message(table), "My hand")
    await house.settled()
    look = house.bot.display.messages.of(table.facts.id).looks[behind.id]
    drawing, sent = await look._draw(), house.whispers(behind)[-1]  # pyright: ignore[reportPrivateUsage]
    assert drawing is not None
    assert reading.text(sent) and [one.custom_id for one in reading.buttons(sent)] == [
        one.custom_id  # pyright: ignore[reportAttributeAccessIssue]
        for one in drawing.panel.walk_children()
        if getattr(one, "custom_id", None)
    ]


async def test_a_queued_card_that_is_played_under_load_is_seen_by_who_queued_it(house: House) -> None:
    table = await four(house)
    mover, follower, card = await follower_of(house, table)
    await queue(house, follower, card)
    await strain(house)
    seq = table.facts.seq
    message, custom_id = await house.offered(mover, f"hh:act:{table.facts.id}:{seq}:")
    await (await mover.press(message["id"], custom_id)).done()
    await house.settled()
    for _ in range(20):
        if table.facts.seq >= seq + 2:
            break
        await pass_time(house, 0.5)
    assert table.facts.seq == seq + 2, "what was queued was played"
    assert follower.name not in await stale(house, table)
    assert "table" in await stale(house, table)


async def test_a_private_hand_follows_the_trick_and_is_there_at_its_turn(database: Path) -> None:
    async with open_house(database, clock=FakeClock(), robot_pause=1.0) as house:
        ann = house.person("Ann")
        invocation = await (await ann.command(int(ann.open_direct_messages()["id"]), "table open")).done()
        assert invocation.state == "answered"
        await house.settled()
        (table,) = house.bot.tables.running(user_id=ann.id)
        await house.press(ann, house.hand(ann), "Start")
        await house.settled()
        slot, held = house.bot.display.messages.of(table.facts.id).hands[ann.id], 0
        for _ in range(120):
            if table.facts.turn is None or table.facts.turn < 0:
                break
            if house.bot.load.at_ease:
                await strain(house)
            drawing, sent = await slot._draw(), slot._sent  # pyright: ignore[reportPrivateUsage]
            assert drawing is not None and sent is not None
            fresh = drawing.shows_the_same_as(sent[1])
            held += not fresh
            if house.to_move(table) is ann:
                assert fresh
                await play(house, table)
            else:
                await pass_time(house, 1.0)
        assert held > 5


class Desk:
    """The bot's painter, which draws nothing while it is ``shut``; ``drawn`` is what it did, in order."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.queue = house.bot.painter._queue  # pyright: ignore[reportPrivateUsage]
        self.drawn: list[Picture] = []
        self._is_shut = False
        self._take_turn = self.queue._take_turn  # pyright: ignore[reportPrivateUsage]
        monkeypatch.setattr(self.queue, "_take_turn", self._take_turn_unless_shut)
        monkeypatch.setattr(painter_module, "render", self._render)

    def _take_turn_unless_shut(self) -> None:
        if not self._is_shut:
            self._take_turn()

    def _render(self, value: Picture) -> bytes:
        self.drawn.append(value)
        return render(value)

    def shut(self) -> None:
        self._is_shut = True

    def open(self) -> None:
        self._is_shut = False
        self._take_turn()

    def has_waiting(self, *urgencies: Urgency) -> bool:
        """Whether as many drawings of just these urgencies wait for their turn."""
        line = self.queue._line  # pyright: ignore[reportPrivateUsage]
        return sorted(one.urgency for _, _, one in line if one.is_wanted) == sorted(urgencies)


async def test_the_answer_to_a_press_is_drawn_before_what_others_follow_by(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await four(house)
    mover = house.to_move(table)
    assert mover is not None
    desk, seq, follows = Desk(house, monkeypatch), table.facts.seq, Urgency.FOLLOWS
    desk.shut()
    message, custom_id = await house.offered(mover, f"hh:act:{table.facts.id}:{seq}:")
    played = await mover.press(message["id"], custom_id)
    await until(lambda: desk.has_waiting(Urgency.PRESSED, Urgency.DUE, follows, follows, follows))
    waits = {mover.id, table.facts.waited_for}
    behind = next(person for person in house.people() if person.id not in waits)
    button = next(
        one for one in reading.buttons(house.hand(behind), enabled_only=True) if ":queue:" in one.custom_id
    )
    queued = await behind.press(house.hand(behind)["id"], button.custom_id)
    await until(lambda: desk.has_waiting(Urgency.PRESSED, Urgency.PRESSED, Urgency.DUE, follows, follows))
    desk.open()
    for one in (played, queued):
        assert (await one.done()).state == "answered"
    await house.settled()
    *hands, other, another = desk.drawn[:5]
    seats = [value.bottom for value in hands if isinstance(value, HandPicture)]
    due = table.facts.waited_for
    assert due is not None
    assert seats == [table.facts.seat_of(user_id) for user_id in (mover.id, behind.id, due)]
    assert {type(other), type(another)} == {HandPicture, TablePicture}
    assert not await stale(house, table)


async def test_answers_that_grow_slow_bring_load_as_well(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(houses, "LIMITS", replace(BY_BUDGET_ALONE, answers=LIMITS.answers))
    async with open_house(database, clock=FakeClock()) as house:
        assert house.clock is not None
        heard = list[float]()
        house.bot.load.answer_listeners.append(heard.append)
        table = await four(house)
        assert len(heard) >= 5 and max(heard) < 0.01 and house.bot.load.at_ease
        heard.clear()
        desk = Desk(house, monkeypatch)
        for _ in range(10):
            desk.shut()
            person = house.to_move(table)
            assert person is not None
            seq = table.facts.seq
            message, custom_id = await house.offered(person, f"hh:act:{table.facts.id}:{seq}:")
            pressed = await person.press(message["id"], custom_id)
            await until(lambda seq=seq: table.facts.seq > seq)
            await house.bot.tables.quiet()
            house.clock.advance(0.3)
            desk.open()
            assert (await pressed.done()).state == "answered"
            await house.settled()
        assert len(heard) == 10 and min(heard) > 0.29
        await pass_time(house, 0.3)
        assert not house.bot.load.at_ease and house.bot.load.reason is Reason.ANSWERS


async def test_many_tables_that_were_held_back_are_shown_a_few_a_second(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(display, "TABLES_AT_ONCE", 1)
    people = house.people()
    tables = [await house.start_table(person) for person in people[:3]]
    await strain(house)
    before = [seen(house, table)["table"] for table in tables]
    for table in tables:
        while not (await table.view(None)).trick.cards or not await stale(house, table):
            await play(house, table)
    assert len(house.bot.display.held_back) == 3
    while not house.bot.load.at_ease:
        await pass_time(house, 1.0)
    left = list[int]()
    for _ in range(4):
        left.append(len(house.bot.display.held_back))
        await pass_time(house, 1.0)
    assert left == sorted(left, reverse=True) and len(house.bot.display.held_back) == 0
    assert all(one >= other - 1 for one, other in zip(left[1:], left, strict=False))
    for table, message in zip(tables, before, strict=True):
        assert not await stale(house, table)
        assert seen(house, table)["table"] != message
