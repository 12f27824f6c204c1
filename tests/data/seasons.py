"""Seasons in a store: brought along, corrected, and compared with what all their results give."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from random import Random

from bot.leagues.model import ClubMember, League, Report, SeasonFacts
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.model import Season, SeasonGame
from bot.leagues.season.season_file import read_season
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.season.standings import Standing, standings
from data.leagues.standings import CalculatedSeasons
from data.store import Store
from tests.leagues.generated_season import generated_season

LEAGUE = League(0, 1, "Dinsdagclub", "kingen", 4, "Europe/Brussels", 11, 1000.0)
FIRST = date(2026, 8, 1)
ALL = 10_000


def facts(settings: SeasonSettings, *, begun: date = FIRST) -> SeasonFacts:
    return SeasonFacts(0, 0, 1, "2026", settings, begun)


def member(name: str, joined: date = FIRST) -> ClubMember:
    return ClubMember(0, name, name.upper(), None, 1000.0, joined)


async def new_league(store: Store, settings: SeasonSettings, zone: str) -> tuple[League, SeasonFacts]:
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
    found: list[Standing] = standings(SeasonCourse(season, corrected(season)))
    return [(one.place, one.player, one.value, one.nights, one.games, one.wins, one.moved) for one in found]


async def read_anew(store: Store, season_id: int) -> Season:
    """A season as it is stored, whatever was calculated of it before."""
    return (await CalculatedSeasons(store._reader).of(season_id)).season


async def check(store: Store, season_id: int) -> None:
    whole = await read_anew(store, season_id)
    assert await store.seasons.whole(season_id) == whole
    assert await shown(store, season_id) == expected(whole)
    held = [(one.id, one.date, len(one.games)) for one in SeasonCourse(whole, corrected(whole)).held]
    nights = await store.seasons.nights(season_id)
    assert [(one.id, one.date, one.games) for one in nights if one.held] == held
    assert {one.id for one in nights if one.planned} == {one.id for one in whole.nights}


def on_paper(season_id: int, game: SeasonGame) -> Report:
    return Report(0, season_id, 11, "", game, (), 1000.0)
