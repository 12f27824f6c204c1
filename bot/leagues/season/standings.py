"""Standings: who is before whom, why where they are level, who moved, and those of all seasons."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, pairwise
from math import lcm
from typing import Any, NamedTuple

from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import Entries, SeasonCourse, counted, measured
from bot.leagues.season.model import MEMBER, Season
from bot.leagues.season.scoring import WIN, level_of
from bot.leagues.season.settings import TABLES, SeasonSettings


@dataclass(slots=True)
class StandingLine:
    """A member's line in the standings after some nights, by which they are ranked. ``wins`` are parts of
    wins; ``best_night`` and ``last_night`` are None where there is no such entry. Who is not ``is_placed``
    has played too few nights (L13). ``chosen`` are the indices of the ``entries`` that count. ``place`` is
    None until ``ranked`` gives one."""

    player: str
    value: Fraction
    wins: int
    best_night: Fraction | None
    last_night: Fraction | None
    is_placed: bool
    entries: Entries
    chosen: Sequence[int]
    place: int | None = None

    @property
    def scores(self) -> list[Fraction]:
        """The numbers that it is ranked by, but for wins."""
        every = (self.value, self.best_night, self.last_night)
        return [score for score in every if score is not None]

    def key(self, ties: Sequence[str], parts: int) -> tuple[Any, ...]:
        """Orders ranks, the smallest first; equal for those who share a place. There are ``parts`` to a
        point, so many that all scores are whole."""
        found = {
            "wins": -self.wins,
            "best_night": _descending(self.best_night, parts),
            "last_night": _descending(self.last_night, parts),
        }
        return (_descending(self.value, parts), *(found[tie] for tie in ties))


def _descending(score: Fraction | None, parts: int) -> tuple[int, ...]:
    """What puts the highest score first, and none last."""
    return (1,) if score is None else (0, -score.numerator * (parts // score.denominator))


def ranked(lines: Sequence[StandingLine], ties: Sequence[str]) -> list[StandingLine]:
    """In their order, with their places: first those who are placed, equal ones sharing a place; all of whom
    are listed by id where nothing tells them apart."""
    # Whole numbers are compared many times sooner than fractions.
    parts = lcm(*{score.denominator for one in lines for score in one.scores})
    keyed = sorted(
        ((not one.is_placed, one.key(ties, parts), one.player, one) for one in lines),
        key=lambda found: found[:3],
    )
    for index, (is_out, key, _, one) in enumerate(keyed):
        shares = index > 0 and keyed[index - 1][1] == key
        one.place = None if is_out else keyed[index - 1][3].place if shares else index + 1
    return [one for *_, one in keyed]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a member stands: the place, None where too few nights were played (L13); the value; nights played;
    game scores got; wins; the ids of the nights whose entries count, and of those dropped, in the order of
    the nights; and by how many places the last night moved them up, None where there is nothing to compare
    (L15)."""

    place: int | None
    player: str
    value: Fraction
    nights: int
    games: int
    wins: Fraction
    counted: tuple[str, ...]
    dropped: tuple[str, ...]
    moved: int | None


def lines(course: SeasonCourse, nights: int) -> list[StandingLine]:
    """The standings after so many nights (L12 to L14)."""
    every = {**course.attendances, **dict.fromkeys(course.adjustments)}
    found = [_line(course, member, nights) for member in every]
    return ranked([line for line in found if line is not None], course.season.settings.ties)


def _line(course: SeasonCourse, member: str, nights: int) -> StandingLine | None:
    """A member's line; None for who has no value."""
    settings = course.season.settings
    entries = course.entries(member, nights)
    chosen = counted(entries, settings.best)
    base = measured(entries, chosen, settings.measure)
    adjustments = course.adjustments.get(member, ())
    if base is None and not adjustments:
        return None
    return StandingLine(
        player=member,
        value=course.scorer.in_points(base or 0) + sum(one.value for one in adjustments),
        wins=course.wins(member, nights),
        best_night=Fraction(max(entries.played), entries.parts) if entries.played else None,
        last_night=entries.score_of(nights - 1),
        is_placed=len(entries.games) >= settings.minimum,
        entries=entries,
        chosen=chosen,
    )


def standings(course: SeasonCourse) -> list[Standing]:
    """The standings of a season, those with a place first (L12 to L15)."""
    nights = len(course.held)
    before = {line.player: line.place for line in lines(course, nights - 1)} if nights else {}
    names = [night.id for night in course.held]
    return [_standing(line, before.get(line.player), names) for line in lines(course, nights)]


def _standing(line: StandingLine, before: int | None, names: Sequence[str]) -> Standing:
    nights = line.entries.nights
    chosen = {nights[one] for one in line.chosen}
    return Standing(
        place=line.place,
        player=line.player,
        value=line.value,
        nights=len(line.entries.games),
        games=sum(line.entries.games),
        wins=Fraction(line.wins, WIN),
        counted=tuple([names[night] for night in sorted(chosen)]),
        dropped=tuple([names[night] for night in sorted(nights) if night not in chosen]),
        moved=None if before is None or line.place is None else before - line.place,
    )


@dataclass(frozen=True, slots=True)
class Tied:
    """Two neighbours with equal values, both with a place or both without. ``tie`` is the tie-break by which
    one stands before the other, and ``more`` and ``less`` what each has of it: wins or points, None for none.
    Without a tie-break they share the place."""

    ahead: str
    behind: str
    value: Fraction
    tie: str | None = None
    more: Fraction | None = None
    less: Fraction | None = None


def tied(course: SeasonCourse) -> list[Tied]:
    """All of them, in the order of the standings."""
    found = lines(course, len(course.held))
    return [
        _tied(course, ahead, behind)
        for ahead, behind in pairwise(found)
        if ahead.value == behind.value and ahead.is_placed == behind.is_placed
    ]


def _tied(course: SeasonCourse, ahead: StandingLine, behind: StandingLine) -> Tied:
    for tie in course.season.settings.ties:
        more, less = getattr(ahead, tie), getattr(behind, tie)
        if more != less:
            values = (_tie_value(course, tie, more), _tie_value(course, tie, less))
            return Tied(ahead.player, behind.player, ahead.value, tie, *values)
    return Tied(ahead.player, behind.player, ahead.value)


def _tie_value(course: SeasonCourse, tie: str, found: Fraction | int | None) -> Fraction | None:
    """What is had of a tie-break, in wins or in points."""
    if found is None:
        return None
    return Fraction(found, WIN) if tie == "wins" else course.scorer.in_points(found)


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A member whose place would be another; None stands for no place (L13), and for not being listed."""

    member: str
    before: int | None
    after: int | None


def moves(season: Season, settings: SeasonSettings) -> list[PlaceChange]:
    """Whose place would be another with these settings, the longest way first; equal ones by their place
    then."""
    now, then = places(season), places(replace(season, settings=settings))
    last = len({*now, *then}) + 1
    found = [
        PlaceChange(member, now.get(member), then.get(member))
        for member in {**then, **now}
        if now.get(member) != then.get(member)
    ]
    return sorted(
        found,
        key=lambda one: (-abs((one.before or last) - (one.after or last)), one.after or last, one.member),
    )


def places(season: Season) -> dict[str, int | None]:
    """Each listed member's place (L14)."""
    return {one.player: one.place for one in standings(SeasonCourse(season, corrected(season)))}


@dataclass(frozen=True, slots=True)
class AllTime:
    """A member over all seasons: place, sum of points times level, games with a seat at the end, wins."""

    place: int
    player: str
    sum: Fraction
    games: int
    wins: Fraction


class MemberTotal(NamedTuple):
    """What a member has reached in a season (L16): the sum of points times level and the number of games, of
    those with a seat at the end; parts of wins."""

    member: str
    sum: Fraction
    games: int
    wins: int


def totals(course: SeasonCourse) -> list[MemberTotal]:
    """Those of all members with a seat at the end of a game."""
    points = {seats: defaultdict[str, int](int) for seats in TABLES}
    games: Counter[str] = Counter()
    for game in course.games:
        of_size = points[len(game.points)]
        for (kind, name), gained in zip(game.holders, game.points, strict=True):
            if kind is MEMBER:
                of_size[name] += gained
                games[name] += 1
    sums = dict.fromkeys(games, Fraction())
    for seats, of_size in points.items():
        level = level_of(course.season.settings, course.season.levels, seats)
        for member, gained in of_size.items():
            sums[member] += level * gained
    nights = len(course.held)
    return [MemberTotal(member, sums[member], games[member], course.wins(member, nights)) for member in games]


def all_time(seasons: Iterable[Iterable[MemberTotal]]) -> list[AllTime]:
    """The table of a league, from the totals of its seasons; by place, then by id."""
    sums: defaultdict[str, Fraction] = defaultdict(Fraction)
    games: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for one in chain.from_iterable(seasons):
        sums[one.member] += one.sum
        games[one.member] += one.games
        wins[one.member] += one.wins
    ranks = sorted(-one for one in sums.values())
    return [
        AllTime(1 + bisect_left(ranks, -sums[one]), one, sums[one], games[one], Fraction(wins[one], WIN))
        for one in sorted(sums, key=lambda member: (-sums[member], member))
    ]
