"""What standings would be: of a season that is not kept yet, and with one game more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from bot.clubs.model import ListedMember, StandingsPage
from bot.leagues.corrections import corrected
from bot.leagues.course import SeasonCourse
from bot.leagues.model import Correction, Season, SeasonGame
from bot.leagues.standings import Standing, standings


class Stand(NamedTuple):
    """A place, None where there is none, and a value."""

    place: int | None
    value: Fraction


@dataclass(frozen=True, slots=True)
class StandingChange:
    """What becomes of a member's standing; None where they are not listed."""

    member: str
    before: Stand | None
    after: Stand | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """A season as it would be shown: a page of its standings, how many nights were held, and how many of its
    corrections cannot be made."""

    page: StandingsPage
    held: int
    refused: int


def outlook(season: Season, count: int) -> Outlook:
    """The first lines of a season's standings."""
    found = corrected(season)
    course = SeasonCourse(season, found)
    names = {one.id: one.name for one in season.members}
    every = standings(course)
    lines = tuple(_listed(one, names) for one in every[:count])
    return Outlook(StandingsPage(lines, 0, len(every)), len(course.held), len(found.refused))


def moves(season: Season, game: SeasonGame) -> list[StandingChange]:
    """What a further game would do to the members in it."""
    before = _stands(season)
    after = _stands(replace(season, games=(*season.games, game)))
    members = {one.id for one in season.members}
    return [StandingChange(one, before.get(one), after.get(one)) for one in game.people if one in members]


def correction_moves(season: Season, correction: Correction) -> list[StandingChange]:
    """Whose standing a further correction would change, in the order of the standings after it; those who
    would not be listed any more come last."""
    before = _stands(season)
    after = _stands(replace(season, corrections=(*season.corrections, correction)))
    found = [StandingChange(one, before.get(one), after.get(one)) for one in {**after, **before}]
    return [one for one in found if one.before != one.after]


def _stands(season: Season) -> Mapping[str, Stand]:
    found = standings(SeasonCourse(season, corrected(season)))
    return {one.player: Stand(one.place, one.value) for one in found}


def _listed(one: Standing, names: Mapping[str, str]) -> ListedMember:
    return ListedMember(
        one.player, names.get(one.player, one.player), one.place, one.value, one.nights, one.games, one.wins
    )
