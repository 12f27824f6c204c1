"""From games to what each night was to each member, and how the season went night by night."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot.leagues.season.corrections import Adjustment, Corrected
from bot.leagues.season.model import Member, Night, Season, SeasonGame
from bot.leagues.season.scoring import MemberTally, Scorer


@dataclass(frozen=True, slots=True)
class HeldNight:
    """A night with a game or a bye. ``planned`` is None for a free night. ``byes`` are who sat out, once a
    round; ``tallies`` those of each member with a game score."""

    id: str
    date: date
    planned: Night | None
    games: Sequence[SeasonGame] = ()
    byes: Sequence[str] = ()
    tallies: Mapping[str, MemberTally] = field(default_factory=dict[str, MemberTally])


def counted_games(season: Season, games: Iterable[SeasonGame]) -> tuple[SeasonGame, ...]:
    """Those of a season's games that count for anything (L3)."""
    if season.settings.free == "count":
        return tuple(games)
    return tuple([game for game in games if game.night is not None])


def date_of(game: SeasonGame, zone: ZoneInfo) -> date:
    """The local date of a game: that on which it began."""
    return datetime.fromtimestamp(game.started, zone).date()


def days_of(season: Season) -> Callable[[SeasonGame], date]:
    """What tells the local date of each game: that of its night, else that on which it began (L3)."""
    dates, zone = {night.id: night.date for night in season.nights}, ZoneInfo(season.zone)

    def day(game: SeasonGame) -> date:
        return dates[game.night] if game.night in dates else date_of(game, zone)

    return day


def free_night(on: date) -> str:
    """The id of the night that the free games of a date make up (L3)."""
    return f"free {on.isoformat()}"


def held_nights(season: Season, games: Iterable[SeasonGame], scorer: Scorer) -> list[HeldNight]:
    """The nights held, in their order, by the games that count (L3)."""
    planned, free = defaultdict[str, list[SeasonGame]](list), defaultdict[date, list[SeasonGame]](list)
    zone = ZoneInfo(season.zone)
    for game in games:
        of_night = free[date_of(game, zone)] if game.night is None else planned[game.night]
        of_night.append(game)
    byes = defaultdict[str, list[str]](list)
    for bye in season.byes:
        byes[bye.night].append(bye.player)
    nights = [
        HeldNight(night.id, night.date, night, planned[night.id], byes[night.id])
        for night in season.nights
        if night.id in planned or night.id in byes
    ]
    nights += [HeldNight(free_night(on), on, None, of_date) for on, of_date in free.items()]
    return in_order([_scored(night, scorer) for night in nights])


def _held_with(
    season: Season, held: Sequence[HeldNight], game: SeasonGame, scorer: Scorer
) -> list[HeldNight]:
    """The nights held, with one game more. Those that it is not of are the same ones."""
    planned = next((night for night in season.nights if night.id == game.night), None)
    on = date_of(game, ZoneInfo(season.zone)) if planned is None else planned.date
    name = free_night(on) if planned is None else planned.id
    nights = {one.id: one for one in held}
    before = nights.get(name) or HeldNight(name, on, planned)
    nights[name] = _scored(replace(before, games=[*before.games, game]), scorer)
    of_plan = [nights[one.id] for one in season.nights if one.id in nights]
    return in_order([*of_plan, *(one for one in nights.values() if one.planned is None)])


def in_order(nights: Iterable[HeldNight]) -> list[HeldNight]:
    """Nights by date, a date's planned nights first, in the order in which they were given (L3)."""
    return sorted(nights, key=lambda night: (night.date, night.planned is None))


def _scored(night: HeldNight, scorer: Scorer) -> HeldNight:
    """A night with what its games and the rounds sat out were worth (L8)."""
    tallies = scorer.tallies(night.games)
    if scorer.bye is not None:
        for player in night.byes:
            tallies[player].sum += scorer.bye
            tallies[player].games += 1
    return replace(night, tallies=tallies)


class Absence(NamedTuple):
    """A night missed: its index, and what that is worth in units, None for the mean of the nights played."""

    night: int
    worth: int | None


@dataclass(frozen=True, slots=True)
class Entries:
    """A member's entries: the nights played in their order, then the absences worth something in theirs. By
    entry ``nights`` are the indices of the nights and ``scores`` in parts of a unit; by night played ``sums``
    are the sums of the game scores, in units, and ``games`` their numbers.

    There are ``parts`` to a unit, as many as it takes for all scores to be whole: means are of each member's
    own.
    """

    parts: int
    nights: Sequence[int]
    scores: Sequence[int]
    sums: Sequence[int]
    games: Sequence[int]

    @property
    def played(self) -> Sequence[int]:
        """The scores of the nights played."""
        return self.scores[: len(self.games)]

    def score_of(self, night: int) -> Fraction | None:
        """The score of a night, in units; None where it is no entry."""
        return Fraction(self.scores[self.nights.index(night)], self.parts) if night in self.nights else None


NO_ENTRIES: Final = Entries(1, (), (), (), ())


@dataclass(slots=True)
class Attendance:
    """The nights that a member played, by their indices in order, with the sums of the game scores got there,
    in units, their numbers, and parts of wins; and those missed where that may be worth something.
    ``averages`` tells whether a night's score is the average of its game scores (L9)."""

    averages: bool
    nights: list[int] = field(default_factory=list[int])
    sums: list[int] = field(default_factory=list[int])
    games: list[int] = field(default_factory=list[int])
    wins: list[int] = field(default_factory=list[int])
    absences: list[Absence] = field(default_factory=list[Absence])

    def entries(self, end: int) -> Entries:
        """What there is to count where the season has ended before the night of that index (L9, L10)."""
        count = bisect_left(self.nights, end)
        sums, games = self.sums[:count], self.games[:count]
        absences = [one for one in self.absences if one.night < end and (count or one.worth is not None)]
        parts = lcm(*set(games)) if self.averages else 1
        scores = (
            [total * parts // number for total, number in zip(sums, games, strict=True)]
            if self.averages
            else sums
        )
        mean = 0
        if any(one.worth is None for one in absences):
            # What the mean is in parts so much smaller is the sum in those before.
            mean, parts = sum(scores), parts * count
            scores = [one * count for one in scores]
        worths = [mean if worth is None else worth * parts for _, worth in absences]
        nights = [*self.nights[:count], *(one.night for one in absences)]
        return Entries(parts, nights, [*scores, *worths], sums, games)


def attendances(
    season: Season, held: Sequence[HeldNight], excused: Mapping[str, frozenset[str]], scorer: Scorer
) -> dict[str, Attendance]:
    """The attendance of each member who has any; ``excused`` are the members excused from each night."""
    averages = season.settings.night == "average"
    found: defaultdict[str, Attendance] = defaultdict(lambda: Attendance(averages))
    for index, night in enumerate(held):
        for member, tally in night.tallies.items():
            attendance = found[member]
            attendance.nights.append(index)
            attendance.sums.append(tally.sum)
            attendance.games.append(tally.games)
            attendance.wins.append(tally.wins)
        for member, worth in _absences(season, night, excused, scorer):
            found[member].absences.append(Absence(index, worth))
    return found


def _absences(
    season: Season, night: HeldNight, excused: Mapping[str, frozenset[str]], scorer: Scorer
) -> Iterator[tuple[str, int | None]]:
    """Who was absent from a night, where that is worth something, and what (L10)."""
    if night.planned is None:
        return
    settings = season.settings
    may_stay_away = excused[night.planned.id]
    only_they = settings.absence == "nothing"
    for member in season.members:
        if only_they and member.id not in may_stay_away:
            continue
        worth = settings.excused if member.id in may_stay_away else settings.absence
        if worth != "nothing" and is_absent(member, night):
            yield member.id, None if isinstance(worth, str) else scorer.in_units(worth)


def is_absent(member: Member, night: HeldNight) -> bool:
    """Whether somebody was a member on a planned night's date, and neither played nor sat out (L10)."""
    if member.id in night.tallies or member.id in night.byes:
        return False
    return member.joined <= night.date and (member.left is None or night.date < member.left)


def counted(entries: Entries, best: int | str) -> Sequence[int]:
    """The indices of the entries that count (L11)."""
    every = range(len(entries.nights))
    if isinstance(best, str) or len(every) <= best:
        return every
    # Equal ones stay as they are: nights played before absences, earlier before later.
    return sorted(every, key=entries.scores.__getitem__, reverse=True)[:best]


def measured(entries: Entries, chosen: Sequence[int], measure: str) -> Fraction | None:
    """What the entries that count come to, in units, before adjustments; None where that is nothing (L12)."""
    if measure == "average_game":
        played = [one for one in chosen if one < len(entries.games)]
        games = sum([entries.games[one] for one in played])
        return Fraction(sum([entries.sums[one] for one in played]), games) if games else None
    if not chosen:
        return None
    total = sum([entries.scores[one] for one in chosen])
    return Fraction(total, entries.parts if measure == "total" else entries.parts * len(chosen))


class SeasonCourse:
    """What standings, the table of all time, settlement and explanations are made from. ``games`` are those
    that count; ``held`` the nights that were held, and ``attendances`` what they were to each member, where
    there is any; ``excused`` who may stay away from each night."""

    def __init__(self, season: Season, corrected: Corrected) -> None:
        self.season = season
        self.games: tuple[SeasonGame, ...] = counted_games(season, corrected.games)
        self.scorer = Scorer(season)
        self.held: Sequence[HeldNight] = held_nights(season, self.games, self.scorer)
        self.excused: Mapping[str, frozenset[str]] = corrected.excused
        self.adjustments: Mapping[str, tuple[Adjustment, ...]] = corrected.adjustments
        self.attendances = attendances(season, self.held, self.excused, self.scorer)

    def with_game(self, season: Season, game: SeasonGame) -> SeasonCourse:
        """The course of a season that has one game more."""
        more = copy(self)
        more.season = season
        if counted_games(season, [game]):
            more.games = (*self.games, game)
            more.held = _held_with(season, self.held, game, self.scorer)
            more.attendances = attendances(season, more.held, self.excused, self.scorer)
        return more

    def entries(self, member: str, nights: int) -> Entries:
        """A member's entries after so many nights (L9, L10)."""
        return self.attendances[member].entries(nights) if member in self.attendances else NO_ENTRIES

    def wins(self, member: str, nights: int) -> int:
        """A member's parts of wins after so many nights (L14)."""
        if member not in self.attendances:
            return 0
        attendance = self.attendances[member]
        return sum(attendance.wins[: bisect_left(attendance.nights, nights)])


class NightLine(NamedTuple):
    """A member's night: the place among those who played it, shared by equal scores; the score; how many game
    scores it is made of."""

    place: int
    member: str
    score: Fraction
    games: int


def one_night(course: SeasonCourse, night: str) -> list[NightLine]:
    """The lines of a night, the best first, equal ones by id. Raises LookupError where no such night was
    held."""
    index = next((index for index, one in enumerate(course.held) if one.id == night), None)
    if index is None:
        raise LookupError(night)
    found: list[tuple[Fraction, str, int]] = []
    for member, tally in course.held[index].tallies.items():
        score = course.entries(member, len(course.held)).score_of(index)
        if score is not None:
            found.append((course.scorer.in_points(score), member, tally.games))
    found.sort(key=lambda one: (-one[0], one[1]))
    places: dict[Fraction, int] = {}
    return [
        NightLine(places.setdefault(score, place), member, score, games)
        for place, (score, member, games) in enumerate(found, 1)
    ]
