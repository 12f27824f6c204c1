"""Why a file cannot be replayed, in a sentence."""

from __future__ import annotations

from typing import Final

from bot.replays.of_file import FaultyRecord
from bot.words.catalogue import Words

OWN_WORDS: Final = ("not-in-hand", "not-a-choice", "wrong-number", "unknown-card", "repeated-card")
"""The reasons that have a sentence about the file; the others are told as a table would."""


def record_fault(words: Words, fault: FaultyRecord) -> str:
    """What is wrong, and in which line."""
    line = words.number(fault.line)
    if fault.reason in OWN_WORDS:
        return words(f"replay.file.reason.{fault.reason}", line=line)
    said = f"illegal.{fault.reason}"
    if fault.kind == "illegal-action" and fault.reason and said in words.keys:
        return words("replay.file.against-the-rules", line=line, reason=words(said))
    return words(f"replay.file.{fault.kind}", line=line)
