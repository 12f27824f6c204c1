"""Reading in processes of their own: real ones, held to their limits, ended at any moment."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
from time import monotonic, process_time

import pytest

from bot.apart import AT_ONCE, Apart, Broken, TooCostly
from bot.leagues.paper.typed import Faulty, fault
from bot.replays.replay import FaultyRecord
from tests.costly import breaks, doubled, fills, refuses, sleeps, spins
from tests.processes import begun, children, ignores

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts processes by Linux's /proc")


async def test_what_a_function_returns_comes_back() -> None:
    assert await Apart()(doubled, b"\x00\xff" * 2_000_000) == b"\x00\xff" * 4_000_000
    assert children() == set()


async def test_it_is_given_no_secret_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the one Discord is asked as the bot, and from the other all daily deals follow."""
    for name in ("DISCORD_TOKEN", "HARTENHEER_DAILY_SECRET"):
        monkeypatch.setenv(name, "a secret")
        assert await Apart()(os.getenv, name) is None
    monkeypatch.setenv("HARTENHEER_LOG_FORMAT", "json")
    assert await Apart()(os.getenv, "HARTENHEER_LOG_FORMAT") == "json"


async def test_an_error_of_ours_is_an_answer() -> None:
    with pytest.raises(FaultyRecord) as caught:
        await Apart()(refuses, b"12345")
    assert (caught.value.kind, caught.value.line, caught.value.reason) == ("bad-deck", 5, "unknown-card")
    faults = (fault("empty-cell", 3, column="x"), fault("empty-file"))
    assert pickle.loads(pickle.dumps(Faulty(faults))).faults == faults  # noqa: S301 - our own


async def test_of_a_fault_of_the_program_the_place_is_logged_and_no_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with pytest.raises(Broken):
        await Apart()(breaks, b"a secret")
    assert "costly.py" in caplog.text and "breaks" in caplog.text and "a secret" not in caplog.text


@pytest.mark.parametrize("costly", [spins, fills], ids=["time", "memory"])
async def test_what_takes_too_much_is_ended_and_costs_this_process_nothing(
    costly: object, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    spent = process_time()
    with pytest.raises(TooCostly):
        await Apart()(costly, b"")  # type: ignore[arg-type]
    assert process_time() - spent < 0.5
    assert children() == set() and not caplog.records


async def test_what_takes_too_long_by_the_clock_is_ended() -> None:
    before = monotonic()
    with pytest.raises(TooCostly):
        await Apart(within=0.2)(sleeps, 60.0)
    assert monotonic() - before < 30 and children() == set()


async def test_there_are_only_so_many_at_once() -> None:
    apart, most = Apart(), 0
    reading = asyncio.gather(*(apart(sleeps, 0.05) for _ in range(3 * AT_ONCE)))
    while not reading.done():
        most = max(most, len(children()))
        await asyncio.sleep(0.001)
    assert await reading == [0.05] * 3 * AT_ONCE and most == AT_ONCE


async def test_nobody_waiting_any_longer_ends_it() -> None:
    reading = asyncio.create_task(Apart()(sleeps, 60.0))
    await begun()
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    assert children() == set()


async def test_what_stops_a_service_leaves_a_reading_to_who_waits_for_it() -> None:
    reading = asyncio.create_task(Apart()(sleeps, 0.5))
    await begun()
    while not reading.done():
        for pid in children():
            if ignores(pid, signal.SIGTERM):
                os.kill(pid, signal.SIGTERM)
                os.kill(pid, signal.SIGINT)
        await asyncio.sleep(0.05)
    assert await reading == 0.5
