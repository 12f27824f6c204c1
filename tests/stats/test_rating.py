"""L20: the ratings of a season follow from its games, and those of servers are brought up to date beside all
else, however often that is broken off."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.leagues.season.corrections import corrected
from bot.leagues.season.model import Correction, Void
from bot.leagues.season.scoring import rated
from bot.ports import StoreError
from bot.stats import ratings
from bot.stats.ratings import RatingProgress, RatingWorker
from bot.timers import Timers
from data.statistics import rating_steps
from data.store import Store
from tests.clock import FakeClock
from tests.data.seasons import brought, read_anew, whole_season
from tests.stats.server_games import KING, Ledger, settled

STEP = 2


async def test_L20_the_ratings_of_a_season_follow_its_games(store: Store) -> None:
    kept = await brought(store, replace(whole_season(3, {}), corrections=()))
    first = min((await store.seasons.whole(kept.id)).games, key=lambda game: game.ended)
    found = [await store.seasons.ratings(kept.id)]
    await store.seasons.correct(kept.id, Correction("", 0, "11", "", Void(first.id)))
    found.append(await store.seasons.ratings(kept.id))
    season = await read_anew(store, kept.id)
    assert found[0] and found[0] != found[1]
    assert found[1] == rated(corrected(season).games, season.ratings, season.robots)


@pytest.fixture
async def waiting(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """Games that all have to be rated anew, some at a time."""
    monkeypatch.setattr(ratings, "STEP", STEP)
    for number in range(8):
        await ledger.play([11, 12, 13, 14], [number % 3, 2, 5 - number, 4], 5000.0 + number)
    monkeypatch.setattr(rating_steps, "AT_ONCE", 2)
    await ledger.play([11, 12, 13, 14], [1, 2, 3, 4], 10.0)
    assert await ledger.store.ratings.progress(KING) == RatingProgress(0, 9)
    return ledger


async def test_L20_woken_in_the_middle_it_rates_no_game_twice(waiting: Ledger) -> None:
    timers = Timers(FakeClock())
    work = RatingWorker(timers, waiting.store.ratings)
    for _ in range(60):
        work.wake()
        await asyncio.sleep(0)
    await settled(waiting.store.ratings, timers)
    await waiting.check()
    await timers.close()


async def test_L20_while_the_disk_fails_it_is_tried_again(
    waiting: Ledger, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FakeClock()
    timers = Timers(clock)
    store = waiting.store.ratings
    ask, failures = store.rate, 2

    async def fail(*asked: object) -> tuple[int, int]:
        nonlocal failures
        if failures:
            failures -= 1
            raise StoreError("the disk is full")
        return await ask(*asked)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(store, "rate", fail)
    RatingWorker(timers, store).wake()
    for _ in range(6):
        await asyncio.sleep(0)
        await timers.quiet()
        clock.to_next(clock.now() + 10)
        await timers.quiet()
    await settled(store, timers)
    await waiting.check()
    assert "timer ratings of 0 failed" in caplog.text
    await timers.close()


async def test_L20_nothing_is_rated_after_closing(waiting: Ledger) -> None:
    timers = Timers(FakeClock())
    work = RatingWorker(timers, waiting.store.ratings)
    await timers.close()
    work.wake()
    await timers.quiet()
    assert (await waiting.store.ratings.progress(KING)).done == 0
