"""Whether cards came as chance has it (statistics.md, S10)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.statistics.chi_squared import upper_tail
from bot.statistics.ports import CardCounts


@dataclass(frozen=True, slots=True)
class Deviation:
    """How far counts are from equal ones: ``x2`` on so many ``degrees`` of freedom. ``p`` is how likely
    chance deviates at least as much; None for packs that are cut, of which no chance is known. ``expected``
    is how often each card was to come, and ``sigma`` the standard deviation of that."""

    x2: float
    degrees: int
    p: float | None
    expected: float
    sigma: float


def deviation(counts: CardCounts) -> Deviation | None:
    """How far from equal; None where nothing was dealt, or each hand is the whole pack."""
    pack = counts.pack.bit_count()
    hand = pack // counts.players
    if not counts.deals or pack == hand:
        return None
    share = hand / pack
    expected = counts.deals * share
    squares = sum((count - expected) ** 2 for count in counts.counts) / expected
    x2 = (pack - 1) / (pack - hand) * squares
    degrees = pack - 1
    p = upper_tail(x2, degrees) if counts.shuffled else None
    return Deviation(x2, degrees, p, expected, (counts.deals * share * (1 - share)) ** 0.5)
