"""Whether the cards that somebody got came as chance has it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from bot.stats.ports import CardCounts

_SMALL: Final = 1e-16


def upper_tail(x: float, degrees: int) -> float:
    """The probability of a value of at least ``x`` with so many degrees of freedom: the regularised upper
    incomplete gamma function Q(degrees / 2, x / 2), by its series below the mean and by its continued
    fraction above (https://dlmf.nist.gov/8.7.E1, https://dlmf.nist.gov/8.9.E2)."""
    if x <= 0:
        return 1.0
    a, z = degrees / 2, x / 2
    scale = math.exp(a * math.log(z) - z - math.lgamma(a))
    return 1 - scale * _series(a, z) if z < a + 1 else scale * _fraction(a, z)


def _series(a: float, z: float) -> float:
    """γ(a, z), the lower function, over z^a e^−z: the sum of z^k / (a (a + 1) … (a + k))."""
    term = total = 1 / a
    k = a
    while term > total * _SMALL:
        k += 1
        term *= z / k
        total += term
    return total


def _fraction(a: float, z: float) -> float:
    """Γ(a, z) over z^a e^−z, by Lentz's method for 1 / (z + 1 − a − 1 (1 − a) / (z + 3 − a − …))."""
    b = z + 1 - a
    c, d = 1 / _SMALL, 1 / b
    found = d
    i = 0
    change = 0.0
    while abs(change - 1) > _SMALL * 10:
        i += 1
        numerator = -i * (i - a)
        b += 2
        d = 1 / _away_from_zero(numerator * d + b)
        c = _away_from_zero(b + numerator / c)
        change = c * d
        found *= change
    return found


def _away_from_zero(x: float) -> float:
    return math.copysign(max(abs(x), _SMALL), x)


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
