"""The standings of a season (L12 to L15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bot.leagues.corrections import Corrected
from bot.leagues.entries import Entry, attendances, counted, measured
from bot.leagues.model import Season
from bot.leagues.nights import counted_games, held_nights
from bot.leagues.scoring import WIN, Scorer


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


@dataclass(slots=True)
class Line:
    """A member's line in the standings after some nights. ``rank`` orders the lines, the smallest first, and
    is equal for those who share a place."""

    player: str
    value: Fraction
    entries: Sequence[Entry]
    counted: Sequence[Entry]
    wins: int
    is_placed: bool
    rank: tuple[Any, ...]
    place: int | None = None


class Course:
    """The course of a season: what its standings are after any of its nights."""

    def __init__(self, season: Season, corrected: Corrected) -> None:
        self._settings = season.settings
        self._adjustments = corrected.adjustments
        self.scorer = Scorer(season.settings, season.levels, {member.id for member in season.members})
        self.held = held_nights(season, counted_games(season, corrected.games), self.scorer)
        self.attendances = attendances(season, self.held, corrected.excused, self.scorer)

    def lines(self, nights: int) -> list[Line]:
        """The standings after so many nights (L12 to L14)."""
        wins: Counter[str] = Counter()
        for night in self.held[:nights]:
            wins.update(night.wins)
        members = {**self.attendances, **dict.fromkeys(self._adjustments)}
        found = [self._line(member, nights, wins[member]) for member in members]
        lines = sorted(
            (line for line in found if line is not None),
            key=lambda line: (not line.is_placed, line.rank, line.player),
        )
        _place(lines)
        return lines

    def _line(self, member: str, nights: int, wins: int) -> Line | None:
        """A member's line; None for who has no value."""
        entries = self._entries(member, nights)
        chosen = counted(entries, self._settings.best)
        base = measured(chosen, self._settings.measure)
        adjustments = self._adjustments.get(member, ())
        if base is None and not adjustments:
            return None
        value = self.scorer.in_points(base or 0) + sum(one.value for one in adjustments)
        played = [one for one in entries if one.games]
        ties = {
            "wins": -wins,
            "best_night": _descending([one.score for one in played]),
            "last_night": _descending([one.score for one in entries if one.night == nights - 1]),
        }
        rank = (-value, *(ties[tie] for tie in self._settings.ties))
        return Line(member, value, entries, chosen, wins, len(played) >= self._settings.minimum, rank)

    def _entries(self, member: str, nights: int) -> Sequence[Entry]:
        if member not in self.attendances:
            return ()
        attendance = self.attendances[member]
        return (attendance if nights == len(self.held) else attendance.before(nights)).entries()


def _descending(scores: Sequence[Any]) -> tuple[Any, ...]:
    """What puts the highest of these scores first, and none last."""
    return (0, -max(scores)) if scores else (1,)


def _place(lines: Sequence[Line]) -> None:
    """Give the lines that are placed their places: equal ranks share one (L14)."""
    for index, line in enumerate(lines):
        if not line.is_placed:
            return
        shares = index > 0 and lines[index - 1].rank == line.rank
        line.place = lines[index - 1].place if shares else index + 1


def standings(season: Season, corrected: Corrected) -> list[Standing]:
    """The standings of a season, those with a place first (L12 to L15)."""
    course = Course(season, corrected)
    nights = len(course.held)
    before = {line.player: line.place for line in course.lines(nights - 1)} if nights else {}
    return [_standing(line, before.get(line.player), course) for line in course.lines(nights)]


def _standing(line: Line, before: int | None, course: Course) -> Standing:
    names = [night.id for night in course.held]
    chosen = {one.night for one in line.counted}
    return Standing(
        place=line.place,
        player=line.player,
        value=line.value,
        nights=sum([one.games > 0 for one in line.entries]),
        games=sum([one.games for one in line.entries]),
        wins=Fraction(line.wins, WIN),
        counted=tuple([names[one.night] for one in line.counted]),
        dropped=tuple([names[one.night] for one in line.entries if one.night not in chosen]),
        moved=None if before is None or line.place is None else before - line.place,
    )
