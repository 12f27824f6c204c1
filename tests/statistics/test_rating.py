"""L20 in the background: some games at a time, however often it is broken off."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest

from bot.leagues.model import ClubMember, League, SeasonFacts
from bot.leagues.season.corrections import corrected
from bot.leagues.season.model import Correction, Season, Void
from bot.leagues.season.ratings import rated
from bot.leagues.season.reader import read_season
from bot.ports import StoreError
from bot.stats import ratings
from bot.stats.ratings import RatingWorker
from bot.timers import Timers
from data.store import Store
from tests.clock import FakeClock
from tests.data.processes import other
from tests.leagues.generated_season import generated_season
from tests.statistics.server_games import settled

STEP = 7
LEAGUE = League(0, 1, "Dinsdagclub", "kingen", 4, "Europe/Brussels", 11, 1000.0)


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "STEP", STEP)


def played() -> Season:
    made = generated_season(Random(3), settings={}).file()
    return replace(read_season(json.dumps(made).encode()), corrections=())


async def brought(store: Store, season: Season) -> int:
    begun = date(2026, 8, 1)
    creator = ClubMember(0, "organiser", "O", 11, 1000.0, begun)
    facts = SeasonFacts(0, 0, 1, "2026", season.settings, begun)
    league = await store.leagues.create(replace(LEAGUE, zone=season.zone), facts, creator)
    known = {
        one.id: ClubMember(league.id, one.id, one.id, None, 1000.0, one.joined) for one in season.members
    }
    new = replace(facts, league_id=league.id, imported=True, levels=season.levels)
    return (await store.seasons.bring(new, season, known, open_now=True)).id


async def at_once(store: Store, season_id: int) -> dict[str, tuple[float, float]]:
    """What one pass over all games gives."""
    season = await store.seasons.whole(season_id)
    found = rated(corrected(season).games, season.ratings, season.robots)
    return {one: (mu, sigma) for one, (mu, sigma) in found.items()}


async def check(store: Store, season_id: int) -> None:
    expected = await at_once(store, season_id)
    assert expected and dict(await store.seasons.ratings(season_id)) == expected


async def test_L20_games_are_rated_once_they_are_there(store: Store) -> None:
    timers = Timers(FakeClock())
    RatingWorker(timers, store.seasons)
    season_id = await brought(store, played())
    await settled(store.seasons, timers)
    total = len(corrected(await store.seasons.whole(season_id)).games)
    assert total > 3 * STEP and await store.seasons.rate(season_id, 0) == (total, total)
    await check(store, season_id)
    await timers.close()


async def test_L20_after_a_correction_they_are_rated_anew(store: Store) -> None:
    timers = Timers(FakeClock())
    RatingWorker(timers, store.seasons)
    season_id = await brought(store, played())
    await settled(store.seasons, timers)
    before = dict(await store.seasons.ratings(season_id))
    first = min((await store.seasons.whole(season_id)).games, key=lambda game: game.ended)
    await store.seasons.correct(season_id, Correction("", 0, "11", "", Void(first.id)))
    await settled(store.seasons, timers)
    await check(store, season_id)
    assert dict(await store.seasons.ratings(season_id)) != before
    await timers.close()


async def test_L20_broken_off_after_any_step_it_goes_on_there(path: Path) -> None:
    store = await Store.open(path)
    season_id = await brought(store, played())
    steps: list[int] = []
    while await store.seasons.unrated():
        await store.seasons.rate(season_id, STEP)  # a worker that is stopped after one step
        steps.append((await store.seasons.rate(season_id, 0))[0])
        await store.close()
        store = await Store.open(path)
    assert steps == sorted(set(steps)) and len(steps) > 3
    await check(store, season_id)
    await store.close()


async def test_L20_woken_in_the_middle_it_begins_no_game_twice(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    timers = Timers(FakeClock())
    work = RatingWorker(timers, store.seasons)
    season_id = await brought(store, played())
    for _ in range(60):
        work.wake()
        await asyncio.sleep(0)
    await settled(store.seasons, timers)
    await check(store, season_id)
    await timers.close()


async def test_L20_while_the_disk_fails_it_is_tried_again(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FakeClock()
    timers = Timers(clock)
    RatingWorker(timers, store.seasons)
    ask, failures = store.seasons.rate, 2

    async def fail(season_id: int, most: int) -> tuple[int, int]:
        nonlocal failures
        if failures:
            failures -= 1
            raise StoreError("the disk is full")
        return await ask(season_id, most)

    monkeypatch.setattr(store.seasons, "rate", fail)
    season_id = await brought(store, played())
    for _ in range(6):
        await asyncio.sleep(0)
        await timers.quiet()
        clock.to_next(clock.now() + 10)
        await timers.quiet()
    await settled(store.seasons, timers)
    await check(store, season_id)
    assert (await store.seasons.rate(season_id, 0))[0] > 0
    assert "timer ratings of 0 failed" in caplog.text and "u1" not in caplog.text
    await timers.close()


async def test_L20_nothing_is_rated_after_closing(store: Store) -> None:
    timers = Timers(FakeClock())
    work = RatingWorker(timers, store.seasons)
    await timers.close()
    season_id = await brought(store, played())
    work.wake()
    await timers.quiet()
    assert (await store.seasons.rate(season_id, 0))[0] == 0


RATE_SLOWLY = """
import asyncio, sys
from pathlib import Path
from data.store import Store

async def main():
    store = await Store.open(Path(sys.argv[1]))
    while (found := await store.seasons.rate(int(sys.argv[2]), 7))[0] < found[1]:
        print(found[0], flush=True)
        if found[0] >= int(sys.argv[3]):
            sys.stdin.readline()

asyncio.run(main())
"""


@pytest.mark.parametrize("done", [7, 21])
def test_L20_a_process_that_is_killed_leaves_what_it_has_done(path: Path, done: int) -> None:
    async def prepare() -> int:
        store = await Store.open(path)
        season_id = await brought(store, played())
        await store.close()
        return season_id

    async def go_on(season_id: int) -> None:
        store = await Store.open(path)
        timers = Timers(FakeClock())
        work = RatingWorker(timers, store.seasons)
        assert (await store.seasons.rate(season_id, 0))[0] == done
        work.wake()
        await settled(store.seasons, timers)
        await check(store, season_id)
        await timers.close()
        await store.close()

    season_id = asyncio.run(prepare())
    with other(RATE_SLOWLY, path, season_id, done) as process:
        while int(process.line()) < done:
            pass
        process.kill()
    asyncio.run(go_on(season_id))
