"""Whether the cards of a game were those that its secret gives: what ``python -m bot verify`` does, in codes
that can be told in any language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot import dealing
from bot.engine.record import RecordError

PROBLEMS: Final = ("seal", "dealer", "deck", "rules", "record")
"""What can be wrong: another seal than the table's, a first dealer or a deck that does not follow, a move
against the rules, a record that cannot be read."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found: how many decks were compared, and the first of ``PROBLEMS``, empty where all is well,
    with the line of the record that has it (from 1, 0 for none)."""

    decks: int = 0
    problem: str = ""
    line: int = 0


def check(record: bytes, seal: str) -> Checked:
    """Play a record again and compare everything that was drawn, and the seal of its secret with the one that
    the table has shown. Takes some hundredths of a second: not for the event loop."""
    try:
        found = dealing.verify(record)
    except (dealing.Unverifiable, RecordError):
        return Checked(problem="record")
    if found.commitment != seal:
        return Checked(found.decks, "seal")
    for discrepancy in found.discrepancies:
        return Checked(found.decks, discrepancy.what, discrepancy.line)
    return Checked(found.decks)
