"""The standings of a season (L12 to L15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.leagues.course import HeldNights
from bot.leagues.entries import NO_ENTRIES, Entries, counted, measured
from bot.leagues.ranking import Rank, ranked
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
class StandingLine(Rank):
    """A member's line in the standings after some nights. ``chosen`` are the indices of the entries that
    count."""

    entries: Entries = NO_ENTRIES
    chosen: Sequence[int] = ()


def lines(course: HeldNights, nights: int) -> list[StandingLine]:
    """The standings after so many nights (L12 to L14)."""
    return ranked(unranked(course, nights), course.season.settings.ties)


def unranked(course: HeldNights, nights: int) -> Iterator[StandingLine]:
    """The lines of all who have a value after so many nights, without places (L12, L13)."""
    wins = course.wins(nights)
    for member in {**course.attendances, **dict.fromkeys(course.adjustments)}:
        line = _line(course, member, nights, wins[member])
        if line is not None:
            yield line


def _line(course: HeldNights, member: str, nights: int, wins: int) -> StandingLine | None:
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
        wins=wins,
        best_night=Fraction(max(entries.played), entries.parts) if entries.played else None,
        last_night=entries.score_of(nights - 1),
        is_placed=len(entries.games) >= settings.minimum,
        entries=entries,
        chosen=chosen,
    )


def standings(course: HeldNights) -> list[Standing]:
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
