"""What only follows what others do gives way to presses and to who is to move, until it is sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.discordkit.load import AT_ONCE
from bot.discordkit.panel import Drawing
from bot.pictures.painter import Urgency, wanted
from tests.discordkit.conftest import CALLBACK, ROUTE, TOKEN, Stage


async def pass_on() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


class Wall:
    """A stage at which drawings that follow take as long as the test wishes. ``wanted`` is how urgently each
    drawing was."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.wanted: list[Urgency] = []
        self.may_follow = asyncio.Event()
        self.may_follow.set()

    async def draw(self) -> Drawing | None:
        self.wanted.append(wanted())
        drawing = self.stage.drawing()
        if wanted() is Urgency.FOLLOWS:
            await self.may_follow.wait()
        return drawing

    def follow(self, text: str) -> None:
        self.stage.text = text
        self.stage.slot.refresh(follows=True)


@pytest.fixture
async def wall(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wall]:
    wall = Wall(stage)
    monkeypatch.setattr(stage, "draw", wall.draw)
    stage.make_slot(pause=0.0)
    await stage.post()
    yield wall
    wall.may_follow.set()
    await stage.slot.close()


@pytest.fixture
async def full_line(wall: Wall) -> AsyncIterator[None]:
    """Of those that follow as many as may are under way, of other tables."""
    leave = asyncio.Event()

    async def stay() -> None:
        async with wall.stage.outlet.following.turn(77):
            await leave.wait()

    staying = [asyncio.create_task(stay()) for _ in range(AT_ONCE)]
    await pass_on()
    yield
    leave.set()
    await asyncio.gather(*staying)


async def spend(stage: Stage) -> None:
    """All that there is of this second's requests."""
    budget = stage.outlet.budget
    while budget.used < budget.limit:
        await budget.take()


async def test_each_drawing_says_how_urgent_it_is(wall: Wall) -> None:
    stage = wall.stage
    wall.wanted.clear()
    await stage.press_and_answer()
    stage.show("due")
    await stage.slot.settled()
    wall.follow("follows")
    await stage.slot.settled()
    await stage.post()
    assert wall.wanted[:3] == [Urgency.PRESSED, Urgency.DUE, Urgency.FOLLOWS]
    assert wall.wanted[3:] and set(wall.wanted[3:]) == {Urgency.DUE}


async def test_a_press_does_not_wait_for_the_line(wall: Wall, full_line: None) -> None:
    stage = wall.stage
    await stage.press_and_answer()
    stage.server.requests.reset()
    wall.follow("two")
    await pass_on()
    assert stage.outlet.following.waiting == 1
    assert (await stage.press_and_answer()).state == "answered"
    await stage.slot.settled()
    assert stage.shown == "two" and stage.requests == {CALLBACK: 1}
    assert not stage.outlet.following.waiting


async def test_who_is_to_move_does_not_wait_for_the_line(wall: Wall, full_line: None) -> None:
    stage = wall.stage
    await stage.press_and_answer()
    wall.follow("two")
    await pass_on()
    stage.show("three")
    await stage.slot.settled()
    assert stage.shown == "three" and wall.wanted[-1] is Urgency.DUE
    wall.follow("four")
    await pass_on()
    assert stage.shown == "three" and stage.outlet.following.waiting == 1, "and then it stands in it again"


async def test_what_is_due_stays_so_where_others_do_something_besides(wall: Wall, full_line: None) -> None:
    stage = wall.stage
    await stage.press_and_answer()
    stage.show("two")
    wall.follow("three")
    await stage.slot.settled()
    assert stage.shown == "three"


async def test_a_press_does_not_wait_for_a_drawing_that_follows(wall: Wall) -> None:
    stage = wall.stage
    await stage.press_and_answer()
    stage.server.requests.reset()
    wall.may_follow.clear()
    wall.follow("two")
    await pass_on()
    assert wall.wanted[-1] is Urgency.FOLLOWS
    stage.text = "three"
    assert (await stage.press_and_answer()).state == "answered"
    await stage.slot.settled()
    assert stage.shown == "three" and stage.requests == {CALLBACK: 1}


async def test_a_press_does_not_wait_for_a_request_that_is_counted(wall: Wall) -> None:
    stage = wall.stage
    await spend(stage)
    wall.follow("two")
    await pass_on()
    assert (await stage.press_and_answer()).state == "answered"
    await stage.slot.settled()
    assert stage.shown == "two" and stage.requests == {CALLBACK: 1}


async def test_a_token_that_comes_while_it_waits_for_a_request_is_used(wall: Wall) -> None:
    stage = wall.stage
    await spend(stage)
    wall.follow("two")
    await pass_on()
    _, press = await stage.press()
    await press.acknowledge()
    stage.slot.hold(press.interaction)
    await stage.slot.settled()
    assert stage.shown == "two" and stage.requests == {CALLBACK: 1, TOKEN: 1}


async def test_what_is_sent_already_is_not_broken_off(wall: Wall) -> None:
    stage = wall.stage
    held = stage.server.faults.hold(ROUTE)
    wall.follow("two")
    await held.reached()
    stage.text = "three"
    invocation, press = await stage.press()
    answering = asyncio.create_task(stage.slot.answer(press))
    await pass_on()
    held.release()
    await answering
    assert (await invocation.done()).state == "answered"
    await stage.slot.settled()
    assert stage.shown == "three" and stage.requests == {ROUTE: 1, CALLBACK: 1}


async def test_what_was_broken_off_for_a_press_that_came_to_nothing_is_shown(wall: Wall) -> None:
    stage = wall.stage
    wall.may_follow.clear()
    wall.follow("two")
    await pass_on()
    stage.server.faults.fail(CALLBACK, 404, 10062)
    _, press = await stage.press()
    await stage.slot.answer(press)
    wall.may_follow.set()
    await stage.slot.settled()
    assert stage.shown == "two"


async def test_a_closed_slot_leaves_the_line(wall: Wall, full_line: None) -> None:
    stage = wall.stage
    await stage.press_and_answer()
    wall.follow("two")
    await pass_on()
    await stage.slot.close()
    assert not stage.outlet.following.waiting and stage.shown == "one"


# With patience


async def test_with_patience_a_counted_edit_waits_until_no_more_happens(wall: Wall) -> None:
    stage = wall.stage
    for text in ("two", "three", "four"):
        stage.text = text
        stage.slot.refresh(follows=True, patience=20.0)
        await stage.pass_time(19.0)
        await stage.slot.settled()
    assert stage.shown == "one" and not stage.requests
    await stage.pass_time(1.0)
    await stage.slot.settled()
    assert stage.shown == "four" and stage.requests == {ROUTE: 1}


@pytest.mark.parametrize("follows", [True, False])
async def test_what_is_told_without_patience_takes_along_what_waits(follows: bool, wall: Wall) -> None:
    stage = wall.stage
    stage.text = "two"
    stage.slot.refresh(follows=True, patience=20.0)
    await stage.pass_time(1.0)
    stage.text = "three"
    stage.slot.refresh(follows=follows)
    await stage.pass_time(0.0)
    await stage.slot.settled()
    assert stage.shown == "three" and stage.requests == {ROUTE: 1}
    await stage.pass_time(60.0)
    assert stage.requests == {ROUTE: 1}


async def test_what_waits_for_its_pause_waits_no_longer_for_what_comes_with_patience(wall: Wall) -> None:
    stage = wall.stage
    stage.make_slot(pause=2.0)
    await stage.post()
    stage.show("two")
    await stage.slot.settled()
    stage.show("three")
    await stage.pass_time(1.0)
    stage.text = "four"
    stage.slot.refresh(follows=True, patience=20.0)
    await stage.pass_time(1.0)
    await stage.slot.settled()
    assert stage.shown == "four" and stage.requests == {ROUTE: 2}


async def test_what_waits_with_patience_goes_by_the_next_token_at_once(wall: Wall) -> None:
    stage = wall.stage
    stage.text = "two"
    stage.slot.refresh(follows=True, patience=20.0)
    await stage.pass_time(1.0)
    invocation, press = await stage.press()
    await press.acknowledge()
    await invocation.done()
    stage.slot.hold(press.interaction)
    await stage.slot.settled()
    assert stage.shown == "two" and stage.requests == {CALLBACK: 1, TOKEN: 1}
    stage.text = "three"
    stage.slot.refresh(follows=True, patience=20.0)
    await stage.slot.settled()
    assert stage.shown == "three" and stage.requests == {CALLBACK: 1, TOKEN: 2}


async def test_what_waits_with_patience_lets_the_bot_stop(wall: Wall) -> None:
    stage = wall.stage
    stage.slot.refresh(follows=True, patience=20.0)
    await pass_on()
    await stage.slot.settled()
    assert stage.slot.is_pending and not stage.requests
    await stage.slot.close()
