"""``python -m bot rebuild``: what follows from the logs is made again, and compared with what was stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from bot.cli.json_lines import shown_on
from bot.engine.game import GameEnded
from bot.tables import recovery
from bot.tables.model import TableFacts
from bot.tables.ports import EndedDeal, LogEntry
from data.rebuild import Rebuilt, Unplayable
from data.rebuild import rebuild as make_again


async def rebuild(path: Path, out: TextIO, progress: TextIO) -> bool:
    """Rebuild a database and print what was found to ``out``; returns whether everything was as it has to be.
    Raises StoreError, and then has changed nothing."""
    found = await make_again(path, retell, shown_on(progress))
    for sentence in sentences(found):
        print(sentence, file=out)
    return found.is_equal


def sentences(found: Rebuilt) -> Iterator[str]:
    """What is to be said of a rebuild."""
    again = found.found
    yield f"Made again from the logs of {again.tables} tables. What was there before: {found.backup}"
    for one in again.compared:
        equal = f"{one.differed} differed and were mended" if one.differed else "equal"
        yield f"{one.name}: {equal} ({one.rows} rows)"
    for table_id, reason in sorted(again.broken.items()):
        yield f"Table {table_id} was left alone, as what is stored of it cannot be played: {reason}."


def retell(facts: TableFacts, entries: Sequence[LogEntry]) -> tuple[tuple[EndedDeal, ...], GameEnded | None]:
    """What a log brought about. Raises Unplayable."""
    try:
        return recovery.retell(facts, entries)
    except recovery.BrokenLog as broken:
        raise Unplayable(str(broken)) from None
