"""Numbers of statistics as people read them."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from bot.words.catalogue import Words

TINY: Final = Decimal("0.001")
"""Below it a probability is told as that."""


def rounded(value: float, digits: int = 1) -> Decimal:
    """A number to so many decimals, which is never a negative nought."""
    return Decimal(str(round(value, digits))) + 0


def mean_text(words: Words, value: float) -> str:
    """«+0.9», «−1.4»: points each time, to one decimal."""
    return words.points(_trimmed(rounded(value)))


def number_text(words: Words, value: float) -> str:
    """«2.4»: the same without a plus sign."""
    return words.number(_trimmed(rounded(value)))


def share_text(words: Words, part: float, whole: float) -> str:
    """«27%»: a part of a whole that is not nought."""
    return words("stats.percent", number=words.number(round(100 * part / whole)))


def chance_text(words: Words, p: float) -> str:
    """«0.58», «less than 0.001»: a probability."""
    if p < TINY:
        return words("stats.p.tiny", p=words.number(TINY))
    return words.number(_trimmed(rounded(p, 2 if p >= 0.01 else 3)))


def _trimmed(value: Decimal) -> Decimal:
    """Without a trailing nought."""
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value
