"""What points come to beside those of others, and days in a row: pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class DailyComparison:
    """One among ``of`` who have played: their ``place`` from 1, which several with the same points share, how
    many did worse (``beaten``), the ``best`` points and the ``mean``."""

    place: int
    of: int
    beaten: int
    best: int
    mean: float

    @property
    def share(self) -> int | None:
        """Of how many of a hundred others they did better; None where there are no others."""
        return None if self.of < 2 else 100 * self.beaten // (self.of - 1)


def compared(points: int, played: Mapping[int, int]) -> DailyComparison:
    """Points among all those that were made: ``played`` tells how many have made how many, this one
    included."""
    of = sum(played.values())
    return DailyComparison(
        place=1 + sum(count for other, count in played.items() if other > points),
        of=of,
        beaten=sum(count for other, count in played.items() if other < points),
        best=max(played),
        mean=sum(other * count for other, count in played.items()) / of,
    )


def days_in_a_row(played: Iterable[date], today: date) -> int:
    """How many days up to today somebody has played each of, today being still to come or not. Days after it,
    of a clock that was set back, count for nothing."""
    days = set(played)
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count
