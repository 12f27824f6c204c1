"""What could not be done for a night, and why, in words."""

from __future__ import annotations

from typing import Final

from bot.nights.model import Step, StepKind
from bot.words.catalogue import Words

PERMISSION: Final = "permission"
"""Why something cannot be done where the bot may not."""

HINDRANCES: Final = (PERMISSION, "channel-gone", "too-many")
"""Why a step cannot be done, each with a sentence that says what helps: something is not permitted; the
channel is not there any more; Discord takes no more threads or events."""

PERMISSIONS: Final = (
    "create_events",
    "manage_events",
    "create_public_threads",
    "create_private_threads",
    "manage_threads",
)
"""What a night takes beside what any table does."""

TELLABLE: Final = tuple(kind for kind in StepKind if kind is not StepKind.TROUBLE)


def undone(words: Words, kind: StepKind) -> str:
    """«I cannot post the question who comes.»"""
    return words(f"night.undone.{kind.value}")


def hindrance(words: Words, step: Step, channel_id: int) -> str:
    """Why it cannot be done in that channel, and what helps. What is stored is a code, and after a space the
    permission that is missing."""
    code, _, permission = step.hindrance.partition(" ")
    place = f"<#{channel_id}>"
    if code not in HINDRANCES:
        return words("error.night.hindrance.unknown")
    if code != PERMISSION:
        return words(f"error.night.hindrance.{code}", channel=place)
    key = f"permission.{permission}"
    called = words(key) if key in words.keys else permission.replace("_", " ")
    return words("error.night.hindrance.permission", permission=called, channel=place)
