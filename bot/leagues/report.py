"""What ``python -m bot standings`` prints of a season: lines of JSON (docs/rules/leagues.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.leagues.all_time import AllTime, all_time
from bot.leagues.corrections import corrected
from bot.leagues.course import SeasonCourse
from bot.leagues.fields import number_as_kept
from bot.leagues.model import Season
from bot.leagues.ratings import rated
from bot.leagues.settlement import settlement
from bot.leagues.standings import Standing, standings

Line = dict[str, Any]
"""One line of output: keys in the order printed."""


def report(season: Season) -> Iterator[Line]:
    """What follows from a season."""
    found = corrected(season)
    for correction, refusal in found.refused:
        yield {"correction": correction, "error": refusal.value}
    course = SeasonCourse(season, found)
    for standing in standings(course):
        yield _standing(standing)
    yield {"all_time": [_all_time(one) for one in all_time([course])]}
    if season.settings.stake:
        settled = settlement(course.games, season.settings.stake)
        yield {"balances": settled.balances, "payments": [list(one) for one in settled.payments]}
    ratings = rated(course.games, season.ratings, season.robots)
    yield {"ratings": {person: [round(one, 6) for one in rating] for person, rating in ratings.items()}}


def _all_time(one: AllTime) -> list[Any]:
    return [one.player, number_as_kept(one.sum), one.games, number_as_kept(one.wins)]


def _standing(one: Standing) -> Line:
    return {
        "place": one.place,
        "player": one.player,
        "value": number_as_kept(one.value),
        "nights": one.nights,
        "games": one.games,
        "wins": number_as_kept(one.wins),
        "counted": list(one.counted),
        "dropped": list(one.dropped),
        "moved": one.moved,
    }
