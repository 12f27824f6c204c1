"""Seasons to be told: those made by chance, and larger clubs of any size."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, timedelta
from random import Random
from typing import Any

from bot.leagues.exported import SeasonPage
from bot.leagues.model import Event, SeasonResult
from bot.leagues.season.corrections import History, corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.model import Insert, Season, SeasonGame
from bot.leagues.season.season_file import read_season
from bot.leagues.season.standings import all_time, totals
from bot.leagues.standings_words import names_of
from tests.leagues.generated_season import generated_season
from tests.leagues.seasons import seat

NAMES = ("Ann", "Bram", "Cécile", "Дмитрий", "Els van den Broeck", "François-Xavier", "Greet", "Hüseyin")


def season_of(value: Mapping[str, Any]) -> Season:
    """The season of a file's value."""
    return read_season(json.dumps(value).encode())


def by_chance(seed: int, **settings: Any) -> Season:
    """A season as a club lives it."""
    return season_of(generated_season(Random(seed), settings=settings or None).file())


def club(members: int, nights: int = 10) -> Season:
    """A season in which most of a club of that size come each week, with a guest or robots here and there."""
    random, day = Random(members), date(2026, 1, 6)
    people = [f"u{number}" for number in range(members)]
    dates = {f"n{number}": day + timedelta(weeks=number) for number in range(nights)}
    games = [game for night in dates for game in _games(random, people, night, dates[night])]
    void = {"at": "2026-03-20T20:00:00Z", "by": "u1", "reason": "played with 51 cards"}
    return season_of({
        "season": 1,
        "zone": "Europe/Brussels",
        "settings": {"best": max(1, nights - 2)},
        "members": [
            {"id": one, "name": f"{NAMES[at % len(NAMES)]} {at}", "joined": "2026-01-01", "left": None}
            for at, one in enumerate(people)
        ],
        "guests": [{"id": "x1", "name": "Jan"}],
        "nights": [{"id": night, "date": dates[night].isoformat()} for night in dates],
        "games": games,
        "corrections": [
            {**void, "id": "c1", "do": "void", "game": games[0]["id"]},
            {**void, "id": "c2", "do": "adjust", "player": "u1", "value": "-5/2", "reason": "late"},
        ],
    })  # fmt: skip


def _games(random: Random, people: list[str], night: str, day: date) -> list[dict[str, Any]]:
    coming = random.sample(people, max(3, len(people) * 4 // 5))
    seats = coming + ["guest x1", "robot easy", "robot easy"][: -len(coming) % 4]
    games: list[dict[str, Any]] = []
    for table in range(0, len(seats), 4):
        points = [random.randint(-60, 60) for _ in range(3)]
        held = zip(seats[table : table + 4], [*points, -sum(points)], strict=True)
        times = {"started": f"{day}T19:00:00Z", "ended": f"{day}T20:00:00Z"}
        games.append(
            {"id": f"{night}t{table // 4 + 1}", "night": night, **times, "sum": 0}
            | {"seats": [seat(f"{one} {won}") for one, won in held]}
        )
    return games


def course_of(season: Season) -> SeasonCourse:
    """The course of a season."""
    return SeasonCourse(season, corrected(season))


def events_of(season: Season) -> list[Event]:
    """The corrections that were made, and whether they stand."""
    history = History(season)
    refused = {id for id, _ in history.outcome().refused}
    return [Event(one, history.stands(one.id)) for one in season.corrections if one.id not in refused]


def results_of(season: Season) -> list[SeasonResult]:
    """Every game of a season, void ones as they were first written."""
    standing = {game.id: game for game in corrected(season).games}
    inserted = [one.change.game for one in season.corrections if isinstance(one.change, Insert)]
    games: dict[str, SeasonGame] = {game.id: game for game in (*inserted, *season.games)}
    about = [getattr(one.correction.change, "game", None) for one in events_of(season)]
    return [
        SeasonResult(standing.get(id, game), id not in standing, about.count(id), names_of(season))
        for id, game in games.items()
    ]


def page_of(found: Season, **fields: Any) -> SeasonPage:
    """All of a season, for a page."""
    course = course_of(found)
    made: dict[str, Any] = {
        "league": "Dinsdagclub",
        "season": "2026",
        "course": course,
        "results": results_of(found),
        "events": events_of(found),
        "all_time": all_time([totals(course)]),
        "names": names_of(found),
        "on": date(2026, 11, 22),
    }
    return SeasonPage(**made | fields)
