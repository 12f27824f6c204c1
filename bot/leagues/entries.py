"""A member's entries in a season, and what they come to (L9 to L12)."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from bot.leagues.model import Member, Season
from bot.leagues.nights import HeldNight
from bot.leagues.scoring import Scorer


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
    in units, and their numbers; and those missed where that may be worth something. ``averages`` tells
    whether a night's score is the average of its game scores (L9)."""

    averages: bool
    nights: list[int] = field(default_factory=list[int])
    sums: list[int] = field(default_factory=list[int])
    games: list[int] = field(default_factory=list[int])
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
    if member.id in night.tallies or member.id in night.sat_out:
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
