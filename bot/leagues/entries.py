"""A member's entries in a season, and what they come to (L9 to L12)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import attrgetter
from typing import Final, NamedTuple

from bot.leagues.model import Member, Season
from bot.leagues.nights import HeldNight
from bot.leagues.scoring import Scorer

_SCORE: Final = attrgetter("score")


class Entry(NamedTuple):
    """A night played or an absence worth something: the index of its night, its score in parts of a unit, the
    sum of the game scores got there, in units, and their number, none for an absence."""

    night: int
    score: int
    sum: int = 0
    games: int = 0


class Absence(NamedTuple):
    """A night missed: its index, and what that is worth in units, None for the mean of the nights played."""

    night: int
    worth: int | None


class Entries(NamedTuple):
    """A member's entries: the nights played in their order, then the absences in theirs. There are ``parts``
    to a unit, as many as it takes for all scores to be whole: means are of each member's own."""

    parts: int
    each: list[Entry]


@dataclass(slots=True)
class Attendance:
    """The nights that a member played, scored by the sum, and missed where that may be worth something;
    ``averages`` tells whether a night's score is to be the average of its game scores (L9)."""

    averages: bool
    played: list[Entry] = field(default_factory=list[Entry])
    absences: list[Absence] = field(default_factory=list[Absence])

    def before(self, night: int) -> Attendance:
        """The same as if the season had ended before a night."""
        return Attendance(
            self.averages,
            [one for one in self.played if one.night < night],
            [one for one in self.absences if one.night < night],
        )

    def entries(self) -> Entries:
        """What there is to count (L9, L10)."""
        nights = len(self.played)
        parts = lcm(*{one.games for one in self.played}) if self.averages else 1
        if nights and any(one.worth is None for one in self.absences):
            parts *= nights
        played = self.played if parts == 1 else self._in(parts)
        if not self.absences:
            return Entries(parts, played)
        mean = sum([one.score for one in played]) // nights if nights else 0
        missed = [
            Entry(night, mean if worth is None else worth * parts)
            for night, worth in self.absences
            if nights or worth is not None
        ]
        return Entries(parts, played + missed)

    def _in(self, parts: int) -> list[Entry]:
        """The nights played, scored in so many parts of a unit."""
        return [
            Entry(night, total * parts // games if self.averages else total * parts, total, games)
            for night, _, total, games in self.played
        ]


def attendances(
    season: Season, held: Sequence[HeldNight], excused: Mapping[str, frozenset[str]], scorer: Scorer
) -> dict[str, Attendance]:
    """The attendance of each member who has any; ``excused`` are the members excused from each night."""
    averages = season.settings.night == "average"
    found: defaultdict[str, Attendance] = defaultdict(lambda: Attendance(averages))
    for index, night in enumerate(held):
        for member, scores in night.scores.items():
            total = sum(scores)
            found[member].played.append(Entry(index, total, total, len(scores)))
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
    was_member = member.joined <= night.date and (member.left is None or night.date < member.left)
    return was_member and member.id not in night.scores and member.id not in night.sat_out


def counted(entries: Entries, best: int | str) -> list[Entry]:
    """Those that count (L11)."""
    if isinstance(best, str) or len(entries.each) <= best:
        return entries.each
    # Equal ones stay as they are: nights played before absences, earlier before later.
    return sorted(entries.each, key=_SCORE, reverse=True)[:best]


def measured(counts: Sequence[Entry], parts: int, measure: str) -> Fraction | None:
    """What the entries that count come to, in units, before adjustments; None where that is nothing (L12)."""
    if measure == "average_game":
        games = sum([one.games for one in counts])
        return Fraction(sum([one.sum for one in counts]), games) if games else None
    if not counts:
        return None
    total = sum([one.score for one in counts])
    return Fraction(total, parts if measure == "total" else parts * len(counts))
