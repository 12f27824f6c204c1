"""A season as it is shown: its lines, games and nights, all calculated from what was recorded of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import Final
from zoneinfo import ZoneInfo

from bot.leagues.model import FORM, Event, ListedMember, NightFacts
from bot.leagues.season.corrections import History
from bot.leagues.season.entries import HeldNight, SeasonCourse, counted_games, date_of, free_night, in_order
from bot.leagues.season.model import MEMBER, Rating, Season, SeasonGame
from bot.leagues.season.scoring import rated
from bot.leagues.season.standings import MemberTotal, standings, totals


@dataclass(frozen=True)
class CalculatedSeason:
    """What follows from a ``season``. ``lines`` are its standings in order; ``games`` are all there are, the
    latest first, each as corrections have made it, or as it was first written where it is one of the
    ``void``; ``events`` how many corrections there were about each game that there are any about, and ``log``
    all of them in order; ``nights`` are in their order, planned ones that were not held too."""

    season: Season
    course: SeasonCourse
    lines: tuple[ListedMember, ...]
    games: tuple[SeasonGame, ...]
    void: frozenset[str]
    events: Mapping[str, int]
    log: tuple[Event, ...]
    nights: tuple[NightFacts, ...]

    @cached_property
    def totals(self) -> list[MemberTotal]:
        """What its members bring to the table of all time (L16), calculated when it is first asked for."""
        return totals(self.course)

    @cached_property
    def ratings(self) -> Mapping[str, Rating]:
        """The ratings of people (L20), likewise."""
        return rated(self.course.games, self.season.ratings, self.season.robots)

    def of_night(self, night: str) -> list[SeasonGame]:
        """The games of a night, a free one too (L3), the earliest first."""
        zone = ZoneInfo(self.season.zone)
        return [
            game for game in reversed(self.games) if night == (game.night or free_night(date_of(game, zone)))
        ]

    def of_member(self, member: str) -> list[SeasonGame]:
        """The games in which somebody had a seat at any time, the latest first."""
        return [
            game for game in self.games if member in game.people or any(member in gone for gone in game.left)
        ]


def calculated(season: Season) -> CalculatedSeason:
    """What follows from a season."""
    history = History(season)
    return _calculated(season, history, SeasonCourse(season, history.outcome()))


def with_game(before: CalculatedSeason, game: SeasonGame) -> CalculatedSeason:
    """What follows from a season that has one game more, which nothing was said of yet."""
    games = sorted((*before.season.games, game), key=written_order)
    season = replace(before.season, games=tuple(games))
    return _calculated(season, History(season), before.course.with_game(season, game))


written_order: Final = attrgetter("started", "id")
"""Puts the games of a season in their order."""


def _calculated(season: Season, history: History, course: SeasonCourse) -> CalculatedSeason:
    games = sorted(history.games().values(), key=attrgetter("ended", "id"), reverse=True)
    void, stand = history.void(), history.standing()
    return CalculatedSeason(
        season=season,
        course=course,
        lines=tuple(_lines(course, [game for game in games if game.id not in void])),
        games=tuple(games),
        void=void,
        events=history.counts(),
        log=tuple([Event(one, one.id in stand) for one in season.corrections]),
        nights=tuple(_nights(course)),
    )


def _lines(course: SeasonCourse, games: Iterable[SeasonGame]) -> Iterator[ListedMember]:
    """The lines of standings in their order (L12 to L15), given the games that are not void, the latest
    first."""
    every = standings(course)
    names = {member.id: member.name for member in course.season.members}
    forms = _forms(course, games, {one.player: min(one.games, FORM) for one in every})
    for one in every:
        yield ListedMember(
            member=one.player,
            name=names[one.player],
            place=one.place,
            value=one.value,
            nights=one.nights,
            games=one.games,
            wins=one.wins,
            moved=one.moved,
            form=forms[one.player],
        )


def _forms(
    course: SeasonCourse, games: Iterable[SeasonGame], most: Mapping[str, int]
) -> dict[str, tuple[int | None, ...]]:
    """The places of members in their last games that count, the latest last, of at most so many each; None
    stands for a seat that was given up and for which there is a game score (L7)."""
    found: dict[str, list[int | None]] = {member: [] for member in most}
    missing = sum(most.values())
    for game in counted_games(course.season, games):
        if not missing:
            break
        points = game.points
        places: list[tuple[str, int | None]] = [
            (name, 1 + sum([other > gained for other in points]))
            for (kind, name), gained in zip(game.holders, points, strict=True)
            if kind is MEMBER
        ]
        places += [(name, None) for name in course.scorer.leavers(game)]
        for name, place in places:
            if len(found[name]) < most[name]:
                found[name].append(place)
                missing -= 1
    return {member: tuple(reversed(places)) for member, places in found.items()}


def _nights(course: SeasonCourse) -> Iterator[NightFacts]:
    """All nights of a season."""
    held = {night.id: night for night in course.held}
    planned = [held.get(one.id) or HeldNight(one.id, one.date, one) for one in course.season.nights]
    for night in in_order([*planned, *(one for one in course.held if one.planned is None)]):
        yield NightFacts(
            id=night.id,
            date=night.date,
            planned=night.planned is not None,
            held=night.id in held,
            games=len(night.games),
            people=len(night.tallies) - _only_sat_out(course, night),
        )


def _only_sat_out(course: SeasonCourse, night: HeldNight) -> int:
    """How many members have game scores of a night for nothing but the rounds that they sat out (L8)."""
    if course.scorer.bye is None:
        return 0
    return sum(night.tallies[member].games == rounds for member, rounds in Counter(night.byes).items())
