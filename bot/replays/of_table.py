"""The game of a table as a reel."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.header import Header
from bot.replays.reel import GameReplay
from bot.tables import recovery
from bot.tables.model import TableFacts
from bot.tables.ports import LogEntry, Sitting


def reel_of(facts: TableFacts, entries: Sequence[LogEntry], sat: Sequence[Sitting]) -> GameReplay:
    """The game of a table, from its log and who sat there. A deal in which it was cut short or broken off is
    there as far as it came. Takes some hundredths of a second: not for the event loop. Raises
    ``recovery.BrokenLog`` as ``recovery.replay`` does."""
    recovery.replay(facts, entries)  # else the log might be another than the table's
    assert facts.first_dealer is not None
    names = {number: seat.name for number, seat in enumerate(facts.seats)}
    header = Header(recovery.rules_of(facts), facts.first_dealer, names)
    return GameReplay.played(header, [entry.line for entry in entries], sat)
