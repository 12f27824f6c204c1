"""Seasons in the store: what is kept of standings is what all results give, after every change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from random import Random
from typing import TypeVar

import pytest

from bot.leagues.calculated import calculated
from bot.leagues.model import ClubError, ListedMember
from bot.leagues.season.corrections import corrected, thing_of
from bot.leagues.season.model import Correction, Insert, Night, Season, Undo, Void
from bot.leagues.season.season_file import read_season
from bot.leagues.season.settings import LEGAL, SeasonSettings
from data.store import Store
from tests.data.club import ending, playing
from tests.data.seasons import ALL, brought, check, new_league, on_paper, whole_season
from tests.leagues.generated import season as generated

T = TypeVar("T")

SETTINGS: list[dict[str, object]] = [
    {},
    {"best": 6, "absence": "average", "minimum": 3, "left": "lowest", "bye": -5},
    {"score": "both", "night": "average", "measure": "average", "free": "ignore", "excused": "1/2"},
    {"score": "places", "measure": "average_game", "ties": ["last_night", "wins"], "left": 7},
]

OTHERS: dict[str, list[object]] = {
    "score": ["places", "both", "points"],
    "place_points": [{"4": [9, 7, 1, 0]}],
    "level": ["yes", "no"],
    "left": ["nothing", "7/3", "lowest"],
    "bye": ["1/3", "nothing", 0],
    "night": ["average", "sum"],
    "free": ["ignore", "count"],
    "absence": ["nothing", "1/7", "average"],
    "excused": ["nothing", -3, "average"],
    "best": [2, "all", 1],
    "measure": ["average", "average_game", "total"],
    "minimum": [0, 5],
    "ties": [[], ["last_night"], ["best_night", "wins"]],
    "stake": [5],
}
"""Other values of each setting."""


def renamed(one: Correction, ids: dict[str, str]) -> Correction:
    """A correction as the store is asked for it: an undo names the event as the store does."""
    change = one.change
    return replace(one, change=Undo(ids.get(change.event, "none"))) if isinstance(change, Undo) else one


async def asked(store: Store, season_id: int, one: Correction, ids: dict[str, str]) -> str | None:
    """Ask for a correction; why it was refused, if it was."""
    try:
        await store.seasons.correct(season_id, renamed(one, ids))
    except ClubError as refused:
        return refused.code
    ids[one.id] = (await store.seasons.whole(season_id)).corrections[-1].id
    return None


@pytest.mark.parametrize("number", range(len(SETTINGS)))
async def test_standings_follow_every_correction_and_game(store: Store, number: int) -> None:
    season = whole_season(number, SETTINGS[number])
    kept = await brought(store, replace(season, corrections=(), games=season.games[:-6]))
    await check(store, kept.id)
    for game in season.games[-6:]:
        report = await store.seasons.report(on_paper(kept.id, game))
        assert await store.seasons.confirm(report.id, None) is None
        await check(store, kept.id)
    ids: dict[str, str] = {}
    gone = {game.id for game in season.games[-6:]}
    for one in season.corrections:
        if thing_of(one) is None or thing_of(one) not in {f"game {name}" for name in gone}:
            await asked(store, kept.id, one, ids)
            await check(store, kept.id)
    assert ids


def apart(season: Season) -> Season:
    """Without corrections under an id that another has: the store gives each one of its own."""
    seen: dict[str, Correction] = {}
    for one in season.corrections:
        seen.setdefault(one.id, one)
    return replace(season, corrections=tuple(seen.values()))


async def test_corrections_are_refused_as_in_a_file(store: Store) -> None:
    for seed in range(40):
        season = apart(read_season(json.dumps(generated(Random(seed))).encode()))
        kept = await brought(store, replace(season, corrections=()))
        ids: dict[str, str] = {}
        refused = [
            (one.id, code)
            for one in season.corrections
            if (code := await asked(store, kept.id, one, ids)) is not None
        ]
        assert refused == [(name, why.value) for name, why in corrected(season).refused]
        await check(store, kept.id)
        await store.seasons.take_back(kept.id)


@pytest.mark.parametrize("name", LEGAL)
async def test_standings_follow_every_setting(store: Store, name: str) -> None:
    season = whole_season(3, {**SETTINGS[1], "score": "both"})
    kept = await brought(store, season)
    for value in OTHERS[name]:
        facts = await store.seasons.facts(kept.id)
        assert facts is not None
        await store.seasons.change_settings(kept.id, facts.settings, facts.settings.changed(name, value))
        await check(store, kept.id)


async def test_a_page_has_its_lines_the_total_and_the_readers_line(store: Store) -> None:
    kept = await brought(store, whole_season(5, {}))
    every = (await store.seasons.page(kept.id, 0, ALL)).lines

    async def page(
        first: int, count: int, member: str | None
    ) -> tuple[tuple[ListedMember, ...], ListedMember | None]:
        found = await store.seasons.page(kept.id, first, count, member)
        assert (found.first, found.total) == (first, len(every))
        return found.lines, found.own

    assert len(every) > 6
    assert await page(2, 3, None) == (every[2:5], None)
    assert await page(2, 3, every[0].member) == (every[2:5], every[0])
    assert await page(2, 3, every[3].member) == (every[2:5], every[3])
    assert await page(0, 2, every[-1].member) == (every[:2], every[-1])
    assert await page(len(every), 3, every[1].member) == ((), every[1])
    assert await page(0, 1, "nobody") == (every[:1], None)


async def test_a_page_of_a_season_without_results_is_empty(store: Store) -> None:
    _, season = await new_league(store, whole_season(5, {}).settings, "Europe/Brussels")
    page = await store.seasons.page(season.id, 0, 10, "organiser")
    assert (page.lines, page.total, page.own) == ((), 0, None)


async def test_planned_nights_come_in_the_order_in_which_they_were_planned(store: Store) -> None:
    _, season = await new_league(store, SeasonSettings(), "Europe/Brussels")
    nights = [Night("n2", date(2026, 9, 8)), Night("n1", date(2026, 9, 1)), Night("n3", date(2026, 9, 8))]
    for night in nights:
        await store.seasons.add_night(season.id, night)
    assert await store.seasons.planned_nights(season.id) == nights


async def test_the_games_of_a_night_are_given_with_those_that_are_void(store: Store) -> None:
    kept = await brought(store, whole_season(7, {}))
    every, _ = await store.seasons.results(kept.id, 0, ALL)
    nights = {one.game.night for one in every if one.game.night is not None}
    assert len(nights) > 3 and any(one.void for one in every)
    for night in nights:
        found = await store.seasons.of_night(kept.id, night)
        assert [*found] == [one for one in reversed(every) if one.game.night == night]
    assert [*await store.seasons.of_night(kept.id, "none")] == []


async def test_whoever_listens_is_told_once_games_may_have_become_others(store: Store) -> None:
    season = whole_season(1, {})
    heard: list[int] = []
    store.ratings.listen(lambda: heard.append(len(heard)))
    kept = await brought(store, replace(season, corrections=()))
    assert len(heard) == 1
    await store.seasons.correct(kept.id, Correction("", 0, "11", "", Void(season.games[0].id)))
    await store.seasons.change_settings(kept.id, season.settings, replace(season.settings, minimum=2))
    assert len(heard) == 3
    with pytest.raises(ClubError):
        await store.seasons.correct(kept.id, Correction("", 0, "11", "", Void("none")))
    await store.seasons.withdraw(7)
    assert len(heard) == 3


async def test_games_that_come_to_a_season_brought_along_have_names_of_their_own(store: Store) -> None:
    """A season played elsewhere has games from tables, reports and corrections of there."""
    season = whole_season(4, {})
    first, second, third, *others = season.games
    names = {first: "t1", second: "r1", third: "i1"}
    games = (*(game._replace(id=name) for game, name in names.items()), *others)
    kept = await brought(store, replace(season, corrections=(), games=games))
    report = await store.seasons.report(on_paper(kept.id, others[0]._replace(id="")))
    assert await store.seasons.confirm(report.id, None) is None
    inserted = Insert(others[1]._replace(id=""))
    await store.seasons.correct(kept.id, Correction("", others[1].ended, "u1", "", inserted))
    table = await playing(store, kept.id, "n1")
    await store.tables.write(ending(table))
    whole = await store.seasons.whole(kept.id)
    there = [game.id for game in corrected(whole).games]
    assert (report.id, table.id) == (1, 1)
    assert {"t1", "t1-2", "r1", "r1-2", "i1", "i1-2"} <= {*there}
    assert len(there) == len(games) + 3
    await check(store, kept.id)


class Counted(tuple[T, ...]):
    """Knows how often it was gone through."""

    times = 0

    def __iter__(self) -> Iterator[T]:
        self.times += 1
        return super().__iter__()


def times_gone_through(voided: int) -> list[int]:
    """How often the members, games and nights of a season are gone through to calculate it, of which so many
    written and as many inserted games do not count."""
    whole = whole_season(5, {})
    games = [whole.games[0]._replace(id=f"v{at}", night=None) for at in range(2 * voided)]
    written, inserted = games[:voided], games[voided:]
    changes = [*map(Insert, inserted), *(Void(one.id) for one in games)]
    made = [Correction(f"e{at}", at, "u1", "", change) for at, change in enumerate(changes)]
    parts = [Counted(whole.members), Counted(written), Counted(whole.nights)]
    members, first, nights = parts
    season = replace(whole, members=members, games=first, nights=nights, corrections=tuple(made))
    assert len(calculated(season).games) == 2 * voided
    return [part.times for part in parts]


def test_a_season_is_not_gone_through_for_each_game_that_does_not_count() -> None:
    assert times_gone_through(1) == times_gone_through(40)
