"""Seasons calculated when somebody asks: once while nothing changes, and at most so many in memory."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from bot.leagues.calculated import CalculatedSeason
from bot.leagues.model import ClubMember
from bot.leagues.season.model import Season
from bot.leagues.season.settings import SeasonSettings
from bot.people.ports import Forgotten
from data.leagues import standings
from data.leagues.seasons import StoredSeasons
from data.store import Store
from tests.data.seasons import FIRST, brought, check, new_league, whole_season
from tests.kept import enter
from tests.stats.server_games import Ledger


@pytest.fixture
def calculations(monkeypatch: pytest.MonkeyPatch) -> list[Season]:
    """The seasons that are calculated."""
    calculate, found = standings.calculated, list[Season]()

    def counted(season: Season) -> CalculatedSeason:
        found.append(season)
        return calculate(season)

    monkeypatch.setattr(standings, "calculated", counted)
    return found


async def test_what_is_asked_at_one_moment_is_calculated_once(
    store: Store, calculations: list[Season]
) -> None:
    kept = await brought(store, whole_season(5, {}))
    await asyncio.gather(*(store.seasons.page(kept.id, first, 5) for first in range(4)))
    await store.seasons.nights(kept.id)
    assert len(calculations) == 1
    await store.seasons.change_settings(kept.id, kept.settings, kept.settings.changed("best", 2))
    await store.seasons.page(kept.id, 0, 5)
    assert len(calculations) == 2


async def test_L01_a_zone_that_is_not_known_any_more_is_utc(store: Store) -> None:
    _, season = await new_league(store, SeasonSettings(), "Europe/Atlantis")
    assert (await store.seasons.whole(season.id)).zone == "UTC"


async def test_a_game_that_ends_at_a_table_leaves_the_season_calculated(
    store: Store, calculations: list[Season]
) -> None:
    ledger = Ledger(store)
    _, season = await new_league(store, SeasonSettings(), "Europe/Brussels")
    for one in (11, 12, 13):
        await enter(store.leagues, ClubMember(season.league_id, str(one), f"M{one}", one, 1000.0, FIRST))
    for number in range(3):
        await ledger.play(
            [11, 12, 13, "easy"], [number, 2, 1, -3 - number], 5000.0 + number, season=season.id
        )
        assert (await store.seasons.page(season.id, 0, 5)).total == 3
    assert len(calculations) == 1  # when the first one ended
    await check(store, season.id)


async def test_a_guest_of_a_game_that_ends_is_known_at_once(store: Store) -> None:
    ledger = Ledger(store)
    season = await ledger.season(11, 12)
    for number in range(2):
        holders = [11, 12, 14 + number, "easy"]
        await ledger.play(holders, [number, 2, 1, -3 - number], 5000.0 + number, season=season.id)
        await check(store, season.id)
    assert {"14", "15"} <= {one.id for one in (await store.seasons.whole(season.id)).guests}


@pytest.mark.parametrize(("name", "most"), [("SEASONS_KEPT", 2), ("GAMES_KEPT", 170)])
async def test_those_that_were_asked_for_last_are_kept(
    store: Store, calculations: list[Season], monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    monkeypatch.setattr(standings, name, most)
    kept = [(await brought(store, whole_season(seed, {}))).id for seed in (5, 6, 7)]
    for one in kept:
        await store.seasons.page(one, 0, 5)
    assert [len(season.games) for season in calculations] == [80, 79, 86]
    await store.seasons.page(kept[1], 0, 5)
    await store.seasons.page(kept[2], 0, 5)
    assert len(calculations) == 3
    await store.seasons.page(kept[0], 0, 5)  # in place of the second
    await store.seasons.page(kept[2], 0, 5)
    assert len(calculations) == 4
    await store.seasons.page(kept[1], 0, 5)
    assert len(calculations) == 5


async def test_of_somebody_whose_data_were_deleted_nothing_is_kept_in_memory(store: Store) -> None:
    _, season = await new_league(store, SeasonSettings(), "Europe/Brussels")
    await enter(store.leagues, ClubMember(season.league_id, "11", "Griet", 11, 1000.0, FIRST))
    assert isinstance(store.seasons, StoredSeasons)
    shown = weakref.ref(await store.seasons._calculated.of(season.id))
    assert shown() is not None
    assert isinstance(await store.privacy.forget(11, {None: "somebody"}, 2000.0), Forgotten)
    gc.collect()
    assert shown() is None


async def test_what_was_read_before_a_deletion_is_not_kept_after_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, season = await new_league(store, SeasonSettings(), "Europe/Brussels")
    assert isinstance(store.seasons, StoredSeasons)
    seasons, calculate = store.seasons._calculated, standings.calculated

    def meanwhile_somebody_is_forgotten(one: Season) -> CalculatedSeason:
        seasons.forget()
        return calculate(one)

    monkeypatch.setattr(standings, "calculated", meanwhile_somebody_is_forgotten)
    await seasons.of(season.id)
    assert not seasons._kept
