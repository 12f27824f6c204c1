"""Whoever only looks on breaks nothing by an error, and is told of once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from bot import errors
from bot.discordkit.load import Budget, Load, Pulse
from bot.errors import onlooker, tell
from bot.nights.evenings import Evenings
from bot.pictures.painter import Painter
from bot.pictures.values import HandPicture
from bot.watch.declared import COMMIT_SECONDS, COMMITS_FAILED
from bot.watch.meters import Meters
from data.connections import ChangeNotifier
from data.store import Store
from tests.clock import FakeClock
from tests.pictures.cards import cards


@pytest.fixture(autouse=True)
def unheard(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing has been logged so far."""
    monkeypatch.setattr(errors, "_logged", {})
    yield


def fails(*told: object) -> None:
    raise ValueError("QH KH AH")


def test_an_error_is_logged_once_without_its_text(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(errors, "monotonic", lambda: now[0])
    for seconds in (0.0, 1.0, errors.LOGGED_EVERY - 2.0):
        now[0] += seconds
        tell(fails, 1, 2)
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert record.getMessage().startswith("fails failed at what it was told: ValueError < ")
    assert "QH" not in caplog.text
    now[0] += 1.0
    onlooker(fails)(1)
    assert len(caplog.records) == 2


async def test_what_is_stored_is_said_to_be_stored_whatever_becomes_of_who_hears_it(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "heard.sqlite3")
    try:
        store.writer.heard = fails
        for text in ("one", "two"):
            await store.texts.keep_text("news", text)
            assert await store.texts.text("news") == text
    finally:
        await store.close()


def bell(heard: Callable[..., None]) -> Callable[[], object]:
    made = ChangeNotifier()
    made.listen(fails)
    made.listen(heard)
    return made.ring


def evening(heard: Callable[..., None]) -> Callable[[], object]:
    made = Evenings(cast(Any, None), cast(Any, None), cast(Any, None), FakeClock())
    made.listen(fails)
    made.listen(heard)
    return lambda: made.changed(1)


def series(heard: Callable[..., None]) -> Callable[[], object]:
    made = Evenings(cast(Any, None), cast(Any, None), cast(Any, None), FakeClock())
    made.listen_to_series(fails)
    made.listen_to_series(heard)
    return lambda: made.series_changed(1)


def load(heard: Callable[..., None]) -> Callable[[], object]:
    made = Load(FakeClock())
    made.answer_listeners += [fails, heard]
    return lambda: made.answered(0.1, 0.2)


@pytest.mark.parametrize("make", [bell, evening, series, load])
def test_others_are_told_all_the_same(make: Callable[[Callable[..., None]], Callable[[], object]]) -> None:
    heard: list[object] = []
    ring = make(lambda *told: heard.append(told))
    ring()
    ring()
    assert len(heard) == 2


async def test_a_request_is_counted_whatever_becomes_of_who_hears_it() -> None:
    budget = Budget(FakeClock(), 2, heard=fails)
    await budget.take()
    await budget.take()
    assert budget.used == 2


async def test_a_picture_is_there_and_kept_whatever_becomes_of_who_hears_how_long_it_waited() -> None:
    painter = Painter(heard=onlooker(fails))
    try:
        value = HandPicture(title="Queens", cards=cards("AS KS 2C"), caption="Your turn")
        first = await painter.paint(value)
        assert await painter.paint(value) is first
    finally:
        painter.close()


def test_a_figure_that_cannot_be_kept_loses_nothing_but_itself(caplog: pytest.LogCaptureFixture) -> None:
    meters = Meters()
    meters.count(COMMITS_FAILED, "full", "one label too many")
    meters.measure(COMMIT_SECONDS, cast(Any, "a word"))
    assert len(caplog.records) == 2


async def test_the_pulse_beats_on(monkeypatch: pytest.MonkeyPatch) -> None:
    beaten: list[float] = []

    def late(seconds: float) -> None:
        beaten.append(seconds)
        fails()

    monkeypatch.setattr("bot.discordkit.load.EVERY", 0.0)
    pulse = Pulse(Load(FakeClock()), late)
    pulse.start()
    while len(beaten) < 3:  # noqa: ASYNC110 - nobody tells of a beat
        await asyncio.sleep(0)
    pulse.stop()
