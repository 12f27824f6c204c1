"""Painting in turns on the event loop: remembered, drawn once, bounded, closed."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from bot.pictures import painter as painter_module
from bot.pictures import text
from bot.pictures.canvas import GROUNDS
from bot.pictures.painter import Painter, Urgency, render, wanted, wanting
from bot.pictures.values import HandPicture
from tests.pictures.cards import cards
from tests.pictures.frames import frames
from tools.samples import samples

HAND = HandPicture(title="Queens", cards=cards("AS KS 2C"), caption="Your turn")


class Watched:
    """``render`` that notes what it draws."""

    def __init__(self) -> None:
        self.drawn: list[HandPicture] = []

    def __call__(self, value: HandPicture) -> bytes:
        self.drawn.append(value)
        return render(value)


@pytest.fixture
def watched(monkeypatch):
    watched = Watched()
    monkeypatch.setattr(painter_module, "render", watched)
    return watched


@pytest.fixture
def painter():
    painter = Painter()
    yield painter
    painter.close()


async def test_paints_what_render_draws(painter, watched):
    assert await painter.paint(HAND) == render(HAND)
    assert len(watched.drawn) == 1


async def test_between_two_drawings_the_loop_does_what_has_come_in(painter, watched):
    come_in = list[int]()

    def note() -> None:
        come_in.append(len(watched.drawn))
        if len(watched.drawn) < 3:
            asyncio.get_running_loop().call_soon(note)

    asking = [asyncio.ensure_future(painter.paint(replace(HAND, title=title))) for title in "abc"]
    note()
    await asyncio.gather(*asking)
    assert {1, 2} <= set(come_in)


async def test_an_equal_value_is_not_drawn_again(painter, watched):
    first = await painter.paint(HAND)
    assert await painter.paint(replace(HAND)) is first
    await painter.paint(replace(HAND, title="Kings"))
    assert len(watched.drawn) == 2


async def test_what_is_only_spoken_is_not_drawn_again(painter, watched):
    first = await painter.paint(HAND)
    assert await painter.paint(replace(HAND, caption="Press again: the ace of spades")) is first
    assert len(watched.drawn) == 1


async def test_what_was_forgotten_is_drawn_again(painter, watched):
    first = await painter.paint(HAND)
    painter.forget()
    assert GROUNDS.held == 0 and text.text_mask.cache_info().currsize == 0
    assert await painter.paint(HAND) == first
    assert len(watched.drawn) == 2


async def test_many_who_ask_at_once_share_one_drawing(painter, watched):
    asking = [asyncio.ensure_future(painter.paint(HAND)) for _ in range(5)]
    await asyncio.sleep(0)
    asking[0].cancel()
    results = await asyncio.gather(*asking, return_exceptions=True)
    assert isinstance(results[0], asyncio.CancelledError)
    assert len(set(results[1:])) == 1
    assert len(watched.drawn) == 1


async def test_the_cache_is_bounded_by_bytes_and_forgets_the_oldest(watched):
    one = len(render(HAND))
    painter = Painter(cache_bytes=round(2.5 * one))
    try:
        hands = [replace(HAND, title=f"Queens {n}") for n in range(3)]
        for hand in (hands[0], hands[1], hands[0], hands[2]):
            await painter.paint(hand)
        assert len(watched.drawn) == 3
        await painter.paint(hands[0])
        assert len(watched.drawn) == 3
        await painter.paint(hands[1])
        assert len(watched.drawn) == 4
    finally:
        painter.close()


async def test_a_drawing_that_fails_is_told_and_tried_again(painter, watched):
    wrong = replace(HAND, cards=(99,))
    for _ in range(2):
        with pytest.raises(ValueError, match="99"):
            await painter.paint(wrong)
    assert len(watched.drawn) == 2


async def test_a_closed_painter_paints_no_more():
    painter = Painter()
    painter.close()
    with pytest.raises(RuntimeError):
        await painter.paint(HAND)


async def test_drawing_in_a_thread_beside_the_loop_changes_no_picture(painter):
    """As where an animation is made."""
    values = [value for _, value in samples()] * 2
    beside = asyncio.create_task(asyncio.to_thread(lambda: [render(value) for value in reversed(values)]))
    painted = await asyncio.gather(*(painter.paint(value) for value in values))
    assert painted == [render(value) for value in values] == [*reversed(await beside)]


# --- what goes first


class Easel:
    """A painter, asked many things before its first turn to draw, which is another's; ``drawn`` are the
    titles of what it drew after that one."""

    def __init__(self, painter: Painter, watched: Watched) -> None:
        self.painter = painter
        self.watched = watched
        self.asked: list[asyncio.Task[bytes]] = []

    def ask(self, title: str, urgency: Urgency | None = None) -> asyncio.Task[bytes]:
        if not self.asked:
            self.asked.append(asyncio.create_task(self.painter.paint(HAND)))

        async def paint() -> bytes:
            if urgency is None:
                return await self.painter.paint(replace(HAND, title=title))
            with wanting(urgency):
                return await self.painter.paint(replace(HAND, title=title))

        self.asked.append(asyncio.create_task(paint()))
        return self.asked[-1]

    async def drawn(self) -> list[str]:
        await asyncio.gather(*self.asked, return_exceptions=True)
        return [value.title for value in self.watched.drawn][1:]


@pytest.fixture
async def easel(watched):
    painter = Painter()
    yield Easel(painter, watched)
    painter.close()


async def test_answers_to_presses_are_drawn_first_then_what_is_due_then_what_follows(easel):
    for number in range(3):
        easel.ask(f"follows {number}", Urgency.FOLLOWS)
    easel.ask("due", Urgency.DUE)
    easel.ask("pressed", Urgency.PRESSED)
    easel.ask("pressed too")
    assert await easel.drawn() == ["pressed", "pressed too", "due", "follows 0", "follows 1", "follows 2"]


async def test_what_somebody_else_wants_more_urgently_goes_on_ahead_and_is_drawn_once(easel):
    for title in ("one", "two", "three"):
        easel.ask(title, Urgency.FOLLOWS)
    easel.ask("two", Urgency.PRESSED)
    easel.ask("three", Urgency.FOLLOWS)
    assert await easel.drawn() == ["two", "one", "three"]


async def test_what_nobody_waits_for_any_more_is_not_drawn(easel):
    one, two = easel.ask("one", Urgency.FOLLOWS), easel.ask("two", Urgency.FOLLOWS)
    again = easel.ask("two", Urgency.DUE)
    await asyncio.sleep(0)
    one.cancel()
    again.cancel()
    assert await easel.drawn() == ["two"]
    assert one.cancelled() and two.result()


async def test_what_was_given_up_is_drawn_for_who_asks_the_moment_after(easel):
    given_up = easel.ask("one", Urgency.FOLLOWS), easel.ask("one", Urgency.DUE)
    await asyncio.sleep(0)
    for task in given_up:
        task.cancel()
    again = easel.ask("one", Urgency.FOLLOWS)
    assert await easel.drawn() == ["one"] and again.result()
    assert all(task.cancelled() for task in given_up)


async def test_a_word_of_urgency_is_of_its_task_alone_and_ends():
    assert wanted() is Urgency.PRESSED
    with wanting(Urgency.FOLLOWS):
        with wanting(Urgency.DUE):
            assert wanted() is Urgency.DUE
        assert wanted() is Urgency.FOLLOWS
    assert wanted() is Urgency.PRESSED


async def test_animations_are_made_one_at_a_time_beside_all_that_is_quick(watched, monkeypatch):
    under_way, most, go = 0, 0, threading.Event()

    def animated(moments):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        go.wait(10)
        under_way -= 1
        return b"GIF"

    monkeypatch.setattr(painter_module, "animated", animated)
    painter = Painter()
    try:
        moments = frames("kingen", 4)[:3]
        paintings = [asyncio.create_task(painter.animate([moment])) for moment in moments]
        await asyncio.sleep(0)
        assert await painter.paint(HAND) == render(HAND)
        go.set()
        assert await asyncio.gather(*paintings) == [b"GIF"] * 3
        assert most == 1
    finally:
        go.set()
        painter.close()


async def test_how_long_each_has_waited_is_told():
    heard = list[float]()
    painter = Painter(heard=heard.append)
    try:
        await painter.paint(HAND)
        await painter.paint(HAND)
        await asyncio.sleep(0)
    finally:
        painter.close()
    assert len(heard) == 1 and 0.0 <= heard[0] < 10.0


async def test_what_waits_when_it_is_closed_is_not_drawn(easel):
    waiting = easel.ask("one", Urgency.FOLLOWS)
    await asyncio.sleep(0)
    easel.painter.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert easel.watched.drawn == []
