"""Seasons in the store: what is kept of standings is what all results give, after every change."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from random import Random

import pytest

from bot.clubs.errors import ClubError
from bot.clubs.model import ClubMember, League, Report, SeasonFacts
from bot.leagues.corrections import corrected, thing_of
from bot.leagues.course import Course
from bot.leagues.model import Correction, Game, Night, Season, Undo, Void
from bot.leagues.season_reader import read_season
from bot.leagues.settings import Settings
from bot.leagues.standings import Standing, standings
from data.store import Store
from tests.leagues.generated import season as generated
from tests.leagues.generated_season import generated_season

LEAGUE = League(0, 1, "Dinsdagclub", "kingen", 4, "Europe/Brussels", 11, 1000.0)
FIRST = date(2026, 8, 1)
ALL = 10_000


def facts(settings: Settings, *, begun: date = FIRST) -> SeasonFacts:
    return SeasonFacts(0, 0, 1, "2026", settings, begun)


def member(name: str, joined: date = FIRST) -> ClubMember:
    return ClubMember(0, name, name.upper(), None, 1000.0, joined)


async def new_league(store: Store, settings: Settings, zone: str) -> tuple[League, SeasonFacts]:
    name = f"{LEAGUE.name} {len(await store.leagues.leagues(LEAGUE.guild_id))}"
    new = replace(LEAGUE, name=name, zone=zone)
    league = await store.leagues.create(new, facts(settings), member("organiser"))
    (season,) = await store.seasons.seasons(league.id)
    return league, season


def whole_season(seed: int, settings: dict[str, object]) -> Season:
    """A season of twelve nights by chance, as a file would have it."""
    made = generated_season(Random(seed), settings=settings).file()
    return read_season(json.dumps(made).encode())


async def brought(store: Store, season: Season) -> SeasonFacts:
    """The league has it as its open season."""
    league, _ = await new_league(store, season.settings, season.zone)
    known = {one.id: replace(member(one.id, one.joined), league_id=league.id) for one in season.members}
    new = replace(facts(season.settings), league_id=league.id, imported=True, levels=season.levels)
    return await store.seasons.bring(new, season, known, open_now=True)


async def shown(store: Store, season_id: int) -> list[tuple[object, ...]]:
    page = await store.seasons.page(season_id, 0, ALL)
    return [
        (one.place, one.member, one.value, one.nights, one.games, one.wins, one.moved) for one in page.lines
    ]


def expected(season: Season) -> list[tuple[object, ...]]:
    found: list[Standing] = standings(Course(season, corrected(season)))
    return [(one.place, one.player, one.value, one.nights, one.games, one.wins, one.moved) for one in found]


async def check(store: Store, season_id: int) -> None:
    whole = await store.seasons.whole(season_id)
    assert await shown(store, season_id) == expected(whole)
    held = [(one.id, one.date, len(one.games)) for one in Course(whole, corrected(whole)).held]
    nights = await store.seasons.nights(season_id)
    assert [(one.id, one.date, one.games) for one in nights if one.held] == held
    assert {one.id for one in nights if one.planned} == {one.id for one in whole.nights}


SETTINGS: list[dict[str, object]] = [
    {},
    {"best": 6, "absence": "average", "minimum": 3, "left": "lowest", "bye": -5},
    {"score": "both", "night": "average", "measure": "average", "free": "ignore", "excused": "1/2"},
    {"score": "places", "measure": "average_game", "ties": ["last_night", "wins"], "left": 7},
]


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


def on_paper(season_id: int, game: Game) -> Report:
    return Report(0, season_id, 11, "", game, (), 1000.0)


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


async def test_planned_nights_come_in_the_order_in_which_they_were_planned(store: Store) -> None:
    _, season = await new_league(store, Settings(), "Europe/Brussels")
    nights = [Night("n2", date(2026, 9, 8)), Night("n1", date(2026, 9, 1)), Night("n3", date(2026, 9, 8))]
    for night in nights:
        await store.seasons.add_night(season.id, night)
    assert await store.seasons.planned_nights(season.id) == nights


async def test_whoever_listens_is_told_once_games_may_have_become_others(store: Store) -> None:
    season = whole_season(1, {})
    heard: list[int] = []
    store.seasons.listen(lambda: heard.append(len(heard)))
    kept = await brought(store, replace(season, corrections=()))
    assert len(heard) == 1
    await store.seasons.correct(kept.id, Correction("", 0, "11", "", Void(season.games[0].id)))
    await store.seasons.change_settings(kept.id, season.settings, replace(season.settings, minimum=2))
    assert len(heard) == 3
    with pytest.raises(ClubError):
        await store.seasons.correct(kept.id, Correction("", 0, "11", "", Void("none")))
    await store.seasons.withdraw(7)
    assert len(heard) == 3
