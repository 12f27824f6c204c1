"""A member's entries in a season, and what they come to (L9 to L12)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from bot.leagues.model import Member, Season
from bot.leagues.nights import HeldNight
from bot.leagues.scoring import Scorer

Score = int | Fraction
"""In units; whole wherever it can be."""


class Entry(NamedTuple):
    """A night played or an absence worth something: the index of its night, its score, and the sum and the
    number of its game scores, 0 for an absence."""

    night: int
    score: Score
    sum: int = 0
    games: int = 0


class Absence(NamedTuple):
    """That a member was absent from a night; ``worth`` is None where it is the mean of the nights played, if
    there are any."""

    night: int
    worth: int | None


@dataclass(slots=True)
class Attendance:
    """The nights that a member played, and was absent from where that may be worth something."""

    played: list[Entry] = field(default_factory=list[Entry])
    absences: list[Absence] = field(default_factory=list[Absence])

    def before(self, night: int) -> Attendance:
        """The same as if the season had ended before a night."""
        return Attendance(
            [one for one in self.played if one.night < night],
            [one for one in self.absences if one.night < night],
        )

    def entries(self) -> list[Entry]:
        """The entries there are, in the order of the nights (L10)."""
        if not self.absences:
            return self.played
        mean = ratio(sum([one.score for one in self.played]), len(self.played)) if self.played else None
        worths = [(one.night, mean if one.worth is None else one.worth) for one in self.absences]
        return sorted([*self.played, *(Entry(night, worth) for night, worth in worths if worth is not None)])


def attendances(
    season: Season, held: Sequence[HeldNight], excused: Mapping[str, frozenset[str]], scorer: Scorer
) -> dict[str, Attendance]:
    """The attendance of each member who has any; ``excused`` are the members excused from each night."""
    found: defaultdict[str, Attendance] = defaultdict(Attendance)
    averages = season.settings.night == "average"
    for index, night in enumerate(held):
        for member, scores in night.scores.items():
            total = sum(scores)
            score = ratio(total, len(scores)) if averages else total
            found[member].played.append(Entry(index, score, total, len(scores)))
    if season.settings.absence != "nothing" or season.settings.excused != "nothing":
        for index, night in enumerate(held):
            for member, worth in _absences(season, night, excused, scorer):
                found[member].absences.append(Absence(index, worth))
    return found


def _absences(
    season: Season, night: HeldNight, excused: Mapping[str, frozenset[str]], scorer: Scorer
) -> Iterator[tuple[str, int | None]]:
    """Who was absent from a night, where that is worth something, and what (L10)."""
    if night.planned is None:
        return
    may_stay_away = excused[night.planned.id]
    for member in season.members:
        worth = season.settings.excused if member.id in may_stay_away else season.settings.absence
        if worth != "nothing" and is_absent(member, night):
            yield member.id, None if isinstance(worth, str) else scorer.in_units(worth)


def is_absent(member: Member, night: HeldNight) -> bool:
    """Whether somebody was a member on a planned night's date, and neither played nor sat out (L10)."""
    was_member = member.joined <= night.date and (member.left is None or night.date < member.left)
    return was_member and member.id not in night.scores and member.id not in night.sat_out


def counted(entries: Sequence[Entry], best: int | str) -> Sequence[Entry]:
    """Those that count, in the order of the nights (L11)."""
    if isinstance(best, str) or len(entries) <= best:
        return entries
    ordered = sorted(entries, key=lambda one: (-one.score, one.games == 0, one.night))
    return sorted(ordered[:best])


def measured(entries: Sequence[Entry], measure: str) -> Score | None:
    """What the entries that count come to, in units, before adjustments; None where they come to nothing
    (L12)."""
    if measure == "average_game":
        games = sum([one.games for one in entries])
        return ratio(sum([one.sum for one in entries]), games) if games else None
    if not entries:
        return None
    total = sum([one.score for one in entries])
    return total if measure == "total" else ratio(total, len(entries))


def ratio(over: Score, under: int) -> Score:
    """A quotient, whole where it can be."""
    quotient, remainder = divmod(over, under)
    return Fraction(over) / under if remainder else quotient
