"""Why a correction cannot be made, and what to do (L17)."""

from __future__ import annotations

from bot.leagues.corrections import CorrectionRefusal
from bot.words.catalogue import Words


def refusal_text(words: Words, refusal: CorrectionRefusal, sums: tuple[int, int] | None) -> str:
    """A sentence for who asked for the correction; ``sums`` are what points add up to and what they have to,
    where that is known."""
    points, due = sums or (0, 0)
    told = {"points": words.points(points), "sum": words.points(due)}
    return words(f"correction.refused.{refusal.value}", **told)
