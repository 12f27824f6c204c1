"""Painting off the event loop: remembered, drawn once, bounded, closed."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from bot.pictures import painter as painter_module
from bot.pictures.painter import Painter, render
from bot.pictures.values import HandPicture
from bot.telling.samples import samples
from tests.pictures.cards import cards

HAND = HandPicture(title="Queens", cards=cards("AS KS 2C"), caption="Your turn")


class Watched:
    """``render`` that counts, notes its thread and waits until it may go on."""

    def __init__(self) -> None:
        self.drawn: list[HandPicture] = []
        self.threads: set[int] = set()
        self.go = threading.Event()
        self.go.set()

    def __call__(self, value: HandPicture) -> bytes:
        self.go.wait(10)
        self.drawn.append(value)
        self.threads.add(threading.get_ident())
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


async def test_paints_what_render_draws_in_another_thread(painter, watched):
    assert await painter.paint(HAND) == render(HAND)
    assert threading.get_ident() not in watched.threads


async def test_an_equal_value_is_not_drawn_again(painter, watched):
    first = await painter.paint(HAND)
    assert await painter.paint(replace(HAND)) is first
    await painter.paint(replace(HAND, caption="Waiting"))
    assert len(watched.drawn) == 2


async def test_many_who_ask_at_once_share_one_drawing(painter, watched):
    watched.go.clear()
    asking = [asyncio.ensure_future(painter.paint(HAND)) for _ in range(5)]
    await asyncio.sleep(0)
    asking[0].cancel()
    await asyncio.sleep(0)
    watched.go.set()
    results = await asyncio.gather(*asking, return_exceptions=True)
    assert isinstance(results[0], asyncio.CancelledError)
    assert len(set(results[1:])) == 1
    assert len(watched.drawn) == 1


async def test_the_cache_is_bounded_by_bytes_and_forgets_the_oldest(watched):
    one = len(render(HAND))
    painter = Painter(cache_bytes=round(2.5 * one))
    try:
        hands = [replace(HAND, caption=f"Your turn {n}") for n in range(3)]
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


async def test_drawing_in_two_threads_at_once_changes_no_picture(painter):
    values = [value for _, value in samples()] * 2
    painted = await asyncio.gather(*(painter.paint(value) for value in values))
    assert painted == [render(value) for value in values]
