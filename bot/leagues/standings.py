"""The standings of a season (L12 to L15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bot.leagues.course import Course
from bot.leagues.entries import Entries, counted, measured
from bot.leagues.scoring import WIN


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
    """A member's line in the standings after some nights. ``chosen`` are the indices of the entries that
    count, ``wins`` parts of wins. ``ties`` is what each tie-break goes by, in units but for wins, None for
    none. ``rank`` orders the lines, the smallest first, and is equal for those who share a place."""

    player: str
    value: Fraction
    entries: Entries
    chosen: Sequence[int]
    wins: int
    is_placed: bool
    ties: Mapping[str, Fraction | None]
    rank: tuple[Any, ...]
    place: int | None = None


def lines(course: Course, nights: int) -> list[Line]:
    """The standings after so many nights (L12 to L14)."""
    wins = course.wins(nights)
    members = {**course.attendances, **dict.fromkeys(course.adjustments)}
    found = [_line(course, member, nights, wins[member]) for member in members]
    lines = sorted(
        (line for line in found if line is not None),
        key=lambda line: (not line.is_placed, line.rank, line.player),
    )
    _place(lines)
    return lines


def _line(course: Course, member: str, nights: int, wins: int) -> Line | None:
    """A member's line; None for who has no value."""
    settings = course.season.settings
    entries = course.entries(member, nights)
    chosen = counted(entries, settings.best)
    base = measured(entries, chosen, settings.measure)
    adjustments = course.adjustments.get(member, ())
    if base is None and not adjustments:
        return None
    value = course.scorer.in_points(base or 0) + sum(one.value for one in adjustments)
    ties = {
        "wins": Fraction(wins, WIN),
        "best_night": Fraction(max(entries.played), entries.parts) if entries.played else None,
        "last_night": entries.score_of(nights - 1),
    }
    rank = (-value, *(_descending(ties[tie]) for tie in settings.ties))
    return Line(member, value, entries, chosen, wins, len(entries.games) >= settings.minimum, ties, rank)


def _descending(score: Fraction | None) -> tuple[Any, ...]:
    """What puts the highest score first, and none last."""
    return (1,) if score is None else (0, -score)


def _place(lines: Sequence[Line]) -> None:
    """Give the lines that are placed their places: equal ranks share one (L14)."""
    for index, line in enumerate(lines):
        if not line.is_placed:
            return
        shares = index > 0 and lines[index - 1].rank == line.rank
        line.place = lines[index - 1].place if shares else index + 1


def standings(course: Course) -> list[Standing]:
    """The standings of a season, those with a place first (L12 to L15)."""
    nights = len(course.held)
    before = {line.player: line.place for line in lines(course, nights - 1)} if nights else {}
    names = [night.id for night in course.held]
    return [_standing(line, before.get(line.player), names) for line in lines(course, nights)]


def _standing(line: Line, before: int | None, names: Sequence[str]) -> Standing:
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
