"""Exact scores as people read them (the preamble of docs/rules/leagues.md)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from bot.words.catalogue import Words


def score_text(words: Words, score: Fraction) -> str:
    """«56.5», «−3»: rounded half to even to one decimal, without a trailing zero."""
    return words.number(_rounded(score))


def gain_text(words: Words, score: Fraction) -> str:
    """The same with its sign, «+12», except nought."""
    return words.points(_rounded(score))


def _rounded(score: Fraction) -> Decimal:
    # A Fraction is rounded half to even, exactly; through a float 0.25 would do, 0.35 would not.
    return Decimal(round(score * 10)).scaleb(-1)
