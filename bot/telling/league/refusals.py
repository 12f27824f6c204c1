"""Why a correction cannot be made, and what to do (L17)."""

from __future__ import annotations

from bot.leagues.corrections import Refusal
from bot.words.catalogue import Words


def refusal_text(words: Words, refusal: Refusal) -> str:
    """A sentence for who asked for the correction."""
    return words(f"correction.refused.{refusal.value}")
