"""What could not be done for a night, and why, in words."""

from __future__ import annotations

from typing import Final

from bot.nights.model import NightStep, StepKind
from bot.words.catalogue import Words

PERMISSION: Final = "permission"
"""Why something cannot be done where the bot may not."""

FAILED: Final = "failed"
"""Why, where nobody knows better."""

SEASON_CLOSED: Final = "season-closed"
"""Why no game is opened where no season is being played."""

HINDRANCES: Final = ("channel-gone", "server-gone", "refused", SEASON_CLOSED, "outdated-preset", FAILED)
"""The other reasons, each with a sentence that says what helps."""


def undone(words: Words, kind: StepKind) -> str:
    """«I cannot post the question who comes.»"""
    return words(f"night.undone.{kind.value}")


def hindrance(words: Words, step: NightStep, channel_id: int) -> str:
    """Why it cannot be done in that channel, and what helps. What is stored is a code, and after a space the
    permission that is missing."""
    code, _, permission = step.hindrance.partition(" ")
    place = f"<#{channel_id}>"
    if code == PERMISSION:
        missing = words(f"permission.{permission}")
        return words("error.night.hindrance.permission", permission=missing, channel=place)
    return words(f"error.night.hindrance.{code if code in HINDRANCES else FAILED}", channel=place)
