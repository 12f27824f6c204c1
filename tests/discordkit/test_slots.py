"""How a message is kept up to date: the newest state, by the way that costs least."""

from __future__ import annotations

import asyncio
import gc
import logging
from dataclasses import replace
from weakref import WeakSet

import pytest

from bot.discordkit.panel import Drawing, Panel
from bot.discordkit.sending import REQUEST_SECONDS
from bot.discordkit.slots import Slot
from playground import reading
from playground.errors import Kind
from playground.trouble.kinds import Fault, Held
from tests.discordkit.conftest import CALLBACK, ROUTE, TOKEN, Stage

MINUTE = 60.0


# Latest wins


async def test_while_one_edit_is_on_its_way_the_newest_state_waits_alone(stage: Stage) -> None:
    held = stage.server.faults.hold(ROUTE)
    stage.show("two")
    await held.reached()
    for text in ("three", "four", "five"):
        stage.show(text)
    held.release()
    await stage.slot.settled()
    assert stage.shown == "five"
    assert stage.requests == {ROUTE: 2}
    assert stage.drawn == 2


async def test_what_is_shown_already_is_not_sent_again(stage: Stage) -> None:
    for text in ("one", "two", "two"):
        stage.show(text)
        await stage.slot.settled()
    assert stage.requests == {ROUTE: 1}


async def test_a_drawing_that_fails_leaves_the_slot_working_and_is_logged_without_its_words(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage.error = RuntimeError("the queen of hearts")
    stage.show("two")
    await stage.slot.settled()
    (record,) = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert "RuntimeError" in record.getMessage() and "queen" not in record.getMessage()
    assert record.exc_info is None
    stage.error = None
    stage.slot.refresh()
    await stage.slot.settled()
    assert stage.shown == "two"


async def test_closing_stops_what_waits(stage: Stage) -> None:
    stage.make_slot(pause=2.0)
    await stage.post()
    stage.show("two")
    await stage.slot.settled()
    stage.show("three")
    await stage.pass_time(0)
    await stage.slot.close()
    await stage.pass_time(10)
    assert stage.requests == {ROUTE: 1}


# The pause between two counted edits


async def test_changes_within_the_pause_are_one_edit_drawn_at_its_end(stage: Stage) -> None:
    stage.make_slot(pause=2.0)
    await stage.post()
    stage.show("two")
    await stage.slot.settled()
    drawn = stage.drawn
    for text in ("three", "four"):
        await stage.pass_time(0.9)
        stage.show(text)
    assert stage.drawn == drawn
    await stage.pass_time(0.3)
    await stage.slot.settled()
    assert stage.shown == "four"
    assert stage.requests == {ROUTE: 2}
    assert stage.drawn == drawn + 1


async def test_changes_that_never_pause_are_shown_at_every_pause_all_the_same(stage: Stage) -> None:
    stage.make_slot(pause=2.0)
    await stage.post()
    stage.show("0")
    await stage.slot.settled()
    for second in range(1, 9):
        stage.show(str(second))
        await stage.pass_time(1.01)
        if second % 2 == 0:
            await stage.slot.settled()
            assert stage.shown == str(second)
    assert stage.requests == {ROUTE: 5}


async def test_a_click_is_answered_at_once_while_an_edit_waits_for_its_pause(stage: Stage) -> None:
    stage.make_slot(pause=2.0)
    await stage.post()
    stage.show("two")
    await stage.slot.settled()
    stage.show("three")
    await stage.pass_time(0.1)
    invocation = await stage.press_and_answer()
    assert invocation.state == "answered"
    assert stage.shown == "three"
    assert stage.requests == {ROUTE: 1, CALLBACK: 1}


async def test_a_token_that_comes_while_an_edit_waits_is_used_for_it(stage: Stage) -> None:
    stage.make_slot(pause=2.0)
    await stage.post()
    stage.show("two")
    await stage.slot.settled()
    stage.show("three")
    await stage.pass_time(0.1)
    _, press = await stage.press()
    await press.acknowledge()
    stage.slot.hold(press.interaction)
    await stage.slot.settled()
    assert stage.shown == "three"
    assert stage.requests == {ROUTE: 1, CALLBACK: 1, TOKEN: 1}


async def test_an_old_message_is_edited_only_now_and_then(stage: Stage) -> None:
    await stage.pass_time(56 * MINUTE)
    stage.show("two")
    await stage.slot.settled()
    stage.show("three")
    await stage.pass_time(4.9)
    assert stage.shown == "two"
    await stage.pass_time(0.2)
    await stage.slot.settled()
    assert stage.shown == "three"


# Which way


async def test_a_click_is_answered_by_the_newest_state_then_its_token_edits_then_the_route(
    stage: Stage,
) -> None:
    stage.text = "two"
    invocation = await stage.press_and_answer()
    assert invocation.state == "answered" and stage.shown == "two"
    assert stage.requests == {CALLBACK: 1}
    stage.show("three")
    await stage.slot.settled()
    assert stage.shown == "three"
    assert stage.requests == {CALLBACK: 1, TOKEN: 1}
    await stage.pass_time(13 * MINUTE)
    assert stage.slot.is_free
    await stage.pass_time(1.1 * MINUTE)
    assert not stage.slot.is_free
    stage.show("four")
    await stage.slot.settled()
    assert stage.shown == "four"
    assert stage.requests == {CALLBACK: 1, TOKEN: 1, ROUTE: 1}


async def test_a_click_is_answered_also_where_nothing_has_changed(stage: Stage) -> None:
    invocation = await stage.press_and_answer()
    assert invocation.state == "answered"
    assert stage.requests == {CALLBACK: 1}


async def test_a_press_is_answered_by_a_drawing_made_after_it(stage: Stage) -> None:
    """Not by one that others had asked for before, and that shows an earlier state."""
    stage.ready.clear()
    stage.show("two")  # being drawn
    await stage.pass_time(0)
    invocation, press = await stage.press()
    stage.text = "three"
    answering = asyncio.create_task(stage.slot.answer(press))
    await stage.pass_time(0)
    stage.ready.set()
    await answering
    assert (await invocation.done()).state == "answered" and stage.shown == "three"
    await stage.slot.settled()
    assert stage.requests == {CALLBACK: 1}


async def test_two_presses_are_both_answered_and_the_newer_shows(stage: Stage) -> None:
    first, one = await stage.press()
    second, two = await stage.press()
    stage.text = "two"
    await asyncio.gather(stage.slot.answer(one), stage.slot.answer(two))
    assert [first.state, second.state] == ["answered", "answered"]
    assert stage.shown == "two"
    assert stage.requests == {CALLBACK: 2}


async def test_a_press_during_the_answer_to_another_is_answered_after_it(stage: Stage) -> None:
    first, one = await stage.press()
    held = stage.server.faults.hold(CALLBACK)
    answering = asyncio.create_task(stage.slot.answer(one))
    await held.reached()
    second, two = await stage.press()
    stage.text = "two"
    also = asyncio.create_task(stage.slot.answer(two))
    held.release()
    await asyncio.gather(answering, also)
    assert [first.state, second.state] == ["answered", "answered"]
    assert stage.shown == "two"


async def test_a_press_is_acknowledged_when_the_drawing_takes_long(stage: Stage) -> None:
    stage.ready.clear()
    stage.text = "two"
    invocation, press = await stage.press()
    answering = asyncio.create_task(stage.slot.answer(press))
    await stage.pass_time(0)
    await stage.pass_time(0.9)
    assert invocation.state == "sent"
    await stage.pass_time(0.2)
    assert (await invocation.done()).state == "answered" and stage.shown == "one"
    stage.ready.set()
    await answering
    await stage.slot.settled()
    assert stage.shown == "two"
    assert stage.requests == {CALLBACK: 1, TOKEN: 1}


async def test_a_press_is_acknowledged_in_time_whatever_else_is_on_its_way(stage: Stage) -> None:
    """An edit of the same message, and then even the answer itself."""
    held = stage.server.faults.hold(ROUTE)
    stage.show("two")
    await held.reached()
    first, press = await stage.press()
    answering = asyncio.create_task(stage.slot.answer(press))
    await stage.pass_time(1.1)
    assert (await first.done()).state == "answered"
    held.release()
    await answering
    held = stage.server.faults.hold(CALLBACK, before=True)
    second, press = await stage.press()
    answering = asyncio.create_task(stage.slot.answer(press))
    await held.reached()
    stage.text = "three"
    await stage.pass_time(1.1)
    assert (await second.done()).state == "answered"
    held.release()
    await answering
    await stage.slot.settled()
    assert stage.shown == "three"


# What Discord refuses


@pytest.mark.parametrize(
    ("status", "code"), [(401, 50027), (404, 10015), (404, 10008), (404, 10062)],
    ids=["invalid token", "unknown webhook", "unknown message", "unknown interaction"],
)  # fmt: skip
async def test_a_token_that_no_longer_works_gives_way_to_the_route(
    stage: Stage, status: int, code: int
) -> None:
    await stage.press_and_answer()
    stage.server.faults.fail(TOKEN, status, code)
    for text in ("two", "three"):
        stage.show(text)
        await stage.slot.settled()
        assert stage.shown == text
    assert stage.requests == {CALLBACK: 1, TOKEN: 1, ROUTE: 2}


async def test_a_click_that_came_too_late_leaves_the_message_right(stage: Stage) -> None:
    stage.server.faults.fail(CALLBACK, 404, 10062)
    stage.text = "two"
    _, press = await stage.press()
    await stage.slot.answer(press)
    await stage.slot.settled()
    assert stage.shown == "two"
    assert stage.requests == {CALLBACK: 1, ROUTE: 1}


async def test_a_click_said_to_be_answered_already_is_made_sure_of_by_its_token(stage: Stage) -> None:
    invocation, interaction = await stage.received()
    await (
        interaction.response.defer()
    )  # as if the first of two tries had been carried out, and its receipt lost
    interaction.response._response_type = None  # pyright: ignore[reportPrivateUsage]
    stage.text = "two"
    await stage.slot.answer(stage.presses.begin(interaction))
    await stage.slot.settled()
    assert (await invocation.done()).state == "answered"
    assert stage.shown == "two"
    assert stage.requests == {CALLBACK: 2, TOKEN: 1}


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10008), (404, 10003), (403, 50001)],
    ids=["message gone", "channel gone", "no access"],
)  # fmt: skip
async def test_a_message_that_is_gone_is_not_asked_for_again(stage: Stage, status: int, code: int) -> None:
    stage.server.faults.fail(ROUTE, status, code)
    for text in ("two", "three"):
        stage.show(text)
        await stage.slot.settled()
    assert stage.slot.place is None
    assert stage.requests == {ROUTE: 1}
    await stage.post()
    stage.show("four")
    await stage.slot.settled()
    assert stage.shown == "four"


async def test_a_refused_edit_of_the_old_message_does_not_lose_the_new_one(stage: Stage) -> None:
    held = Held()
    fault = Fault(ROUTE, times=1, after=Kind(404, 10008, "Unknown Message"), held=held)
    stage.server.faults._faults.append(fault)  # pyright: ignore[reportPrivateUsage]
    stage.show("two")
    await held.reached()
    stage.slot.renew()
    await stage.slot.posted(1.0)
    held.release()
    await stage.slot.settled()
    assert stage.slot.place is not None
    stage.show("three")
    await stage.slot.settled()
    assert stage.shown == "three"


async def test_too_many_edits_of_an_old_message_are_tried_again_later_with_what_is_newest_then(
    stage: Stage,
) -> None:
    refused = asyncio.Event()
    stage.server.observers.append(lambda exchange: refused.set())
    stage.server.faults.fail(ROUTE, 429, 30046)
    stage.show("two")
    await refused.wait()
    while not [task for task in asyncio.all_tasks() if task.get_name() == "slot waiting"]:  # noqa: ASYNC110 (no event)
        await asyncio.sleep(0)
    await stage.pass_time(1)
    stage.show("three")
    await stage.pass_time(3.9)
    assert stage.requests == {ROUTE: 1}
    await stage.pass_time(0.2)
    await stage.slot.settled()
    assert stage.shown == "three"
    assert stage.requests == {ROUTE: 2}


async def test_what_is_broken_off_while_discord_takes_no_more_holds_up_nothing(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage.server.faults.limit(ROUTE, 30.0, everywhere=True)
    stage.show("two")
    while "Global rate limit" not in caplog.text:  # noqa: ASYNC110 (no event)
        await asyncio.sleep(0)
    await stage.pass_time(REQUEST_SECONDS)
    stage.show("three")
    await stage.pass_time(19.9)
    assert stage.requests == {ROUTE: 1}
    await stage.pass_time(0.2)
    await asyncio.wait_for(stage.slot.settled(), 5.0)
    assert stage.shown == "three"
    assert stage.requests == {ROUTE: 2}


# New and gone


async def test_a_new_message_takes_the_place_of_the_old_and_of_its_token(stage: Stage) -> None:
    await stage.press_and_answer()
    await stage.post()
    assert not stage.slot.is_free
    stage.show("two")
    await stage.slot.settled()
    await stage.outlet.postings.settled()
    (new,) = stage.ann.messages(stage.channel)
    assert reading.text(new) == "two"


async def test_a_message_that_answers_a_press_is_edited_by_its_token(stage: Stage) -> None:
    _, press = await stage.press()
    stage.make_slot(pause=2.0)
    stage.slot.renew(press)
    await stage.slot.settled()
    stage.show("two")
    await stage.slot.settled()
    old, new = stage.ann.messages(stage.channel)
    assert (reading.text(old), reading.text(new)) == ("one", "two")
    assert stage.server.requests.total_counted == 0


async def test_a_press_whose_message_is_withdrawn_unsent_is_answered_otherwise(
    stage: Stage,
) -> None:
    """Else its person might read for ever that an answer will come."""
    _, press = await stage.press()
    stage.slot.renew(press)
    stage.slot.withdraw()
    await stage.slot.settled()
    assert not press.is_taken


async def test_withdrawing_deletes_the_message_once_and_minds_nothing_that_is_gone(stage: Stage) -> None:
    place = stage.slot.place
    stage.slot.withdraw()
    await stage.outlet.postings.settled()
    assert stage.ann.messages(stage.channel) == [] and not stage.kept.all
    stage.slot.withdraw()
    await stage.outlet.postings.settled()
    assert stage.server.requests.total_counted == 1
    stage.slot.place = place
    stage.slot.withdraw()
    await stage.outlet.postings.settled()
    assert stage.slot.place is None


# What was sent is not kept


async def test_a_panel_goes_once_it_was_sent_without_a_look_for_garbage(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever way it goes: neither the slot nor the library keeps it, and it makes no circle."""
    panels, draw = WeakSet[Panel](), stage.drawing

    def noted() -> Drawing:
        made = draw()
        panels.add(made.panel)
        return made

    monkeypatch.setattr(stage, "drawing", noted)
    gc.disable()
    try:
        stage.show("two")
        await stage.slot.settled()
        assert stage.shown == "two" and not panels
        stage.text = "three"
        _, press = await stage.press()
        await stage.slot.answer(press)
        await stage.slot.settled()
        assert stage.shown == "three" and not panels
        _, press = await stage.press()
        assert await press.post(noted()) is not None
        assert not panels
    finally:
        gc.enable()


# For one person alone


async def test_what_is_for_one_person_is_never_sent_where_others_read(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither as an edit nor as a new message: the stage's channel is everybody's."""
    stage.reader = stage.ann.id
    stage.show("two")
    await stage.slot.settled()
    assert stage.shown == "one" and stage.slot.place is None
    assert [one.levelno for one in caplog.records if "for one person alone" in one.getMessage()] == [
        logging.ERROR
    ]
    assert any("Astray" in one.getMessage() for one in caplog.records)  # nor was it posted anew there
    assert not stage.server.requests.total_counted


async def test_what_is_for_one_person_answers_nobody_elses_press(stage: Stage) -> None:
    stage.reader = stage.ann.id + 1
    stage.text = "two"
    invocation, press = await stage.press()
    await stage.slot.answer(press)
    assert (await invocation.done()).state == "answered"
    await stage.slot.settled()
    assert stage.shown == "one"


# An answer, for which there are tokens alone


def becomes_an_answer(stage: Stage) -> None:
    """What was posted is known by its message, as after a restart."""
    place = stage.slot.place
    assert place is not None
    stage.slot = Slot(stage.draw, stage.outlet)
    stage.slot.place = replace(place, nonce=None)


async def test_an_answer_waits_for_a_press_and_shows_what_it_has_missed(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    becomes_an_answer(stage)
    for text in ("two", "three"):
        stage.show(text)
        await stage.pass_time(60.0)
    stage.slot.renew()
    await stage.slot.finished()
    assert (stage.shown, stage.requests, stage.drawn, stage.slot.is_pending) == ("one", {}, 0, False)
    _, press = await stage.press()
    await press.acknowledge()
    stage.slot.pressed(press.interaction)
    await stage.slot.settled()
    assert stage.shown == "three"
    assert stage.requests == {CALLBACK: 1, TOKEN: 1}
    stage.show("four")
    await stage.slot.settled()
    assert stage.shown == "four"
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


async def test_an_answer_waits_again_once_its_token_is_over(stage: Stage) -> None:
    becomes_an_answer(stage)
    await stage.press_and_answer()
    await stage.pass_time(14 * MINUTE)
    before = stage.requests
    stage.show("two")
    await stage.pass_time(60.0)
    assert (stage.shown, stage.requests) == ("one", before)
    await stage.press_and_answer()
    assert stage.shown == "two"


async def test_an_answer_whose_token_dies_early_waits_too(stage: Stage) -> None:
    becomes_an_answer(stage)
    await stage.press_and_answer()
    stage.server.desk.by_token.clear()
    stage.show("two")
    await stage.slot.finished()
    assert (stage.shown, stage.slot.is_pending, stage.slot.is_free) == ("one", False, False)
    await stage.press_and_answer()
    assert stage.shown == "two"


async def test_an_answer_is_never_deleted_by_the_bots_own_route(stage: Stage) -> None:
    becomes_an_answer(stage)
    stage.slot.withdraw()
    await stage.outlet.postings.settled()
    assert (stage.shown, stage.requests) == ("one", {})


async def test_of_two_answers_the_newer_counts(stage: Stage) -> None:
    becomes_an_answer(stage)
    older = await stage.client.get_partial_messageable(stage.channel).fetch_message(
        int(stage.ann.messages(stage.channel)[-1]["id"])
    )
    newer = await stage.client.get_partial_messageable(stage.channel).send("another")
    assert stage.slot.is_newest(older) and stage.slot.is_newest(newer) and not stage.slot.is_newest(older)
