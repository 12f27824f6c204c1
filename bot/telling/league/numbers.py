"""Scores as people read them, and as they exactly are."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from bot.words.catalogue import Words


def rounded(value: Fraction) -> Decimal:
    """To one decimal, halves to the even digit, without a trailing zero (docs/rules/leagues.md)."""
    tenths = round(value * 10)
    return Decimal(tenths // 10) if tenths % 10 == 0 else Decimal(tenths) / 10


def score_text(words: Words, value: Fraction, *, signed: bool = False) -> str:
    """«56.5»: a score, rounded; ``signed`` also with its plus sign."""
    return words.points(rounded(value)) if signed else words.number(rounded(value))


def exact_text(words: Words, value: Fraction, *, signed: bool = False) -> str:
    """«−2.5», «13/17»: a number as it is, as a fraction where a decimal does not do."""
    if rounded(value) == value:
        return score_text(words, value, signed=signed)
    sign = "−" if value < 0 else "+" if signed else ""
    return f"{sign}{abs(value)}"
