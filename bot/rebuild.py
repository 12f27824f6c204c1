"""``python -m bot rebuild``: what follows from the logs is made again, and compared with what was stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TextIO

from bot.engine.game import GameEnded
from bot.tables import recovery
from bot.tables.model import TableFacts
from bot.tables.ports import EndedDeal, LogEntry
from data.rebuild import Rebuilt, Unplayable
from data.rebuild import rebuild as make_again

WIDTH: Final = 40
"""Of the bar, in characters."""
A_LINE_EVERY: Final = 1000
"""Tables, where there is no terminal to draw a bar on."""


async def rebuild(path: Path, out: TextIO, progress: TextIO) -> bool:
    """Rebuild a database and print what was found to ``out``; returns whether everything was as it has to be.
    Raises StoreError, and then has changed nothing."""
    show = Bar(progress) if progress.isatty() else Lines(progress)
    found = await make_again(path, retell, show)
    for sentence in sentences(found):
        print(sentence, file=out)
    return found.is_equal


def sentences(found: Rebuilt) -> Iterator[str]:
    """What is to be said of a rebuild."""
    yield f"Made again from the logs of {found.tables} tables. What was there before: {found.backup}"
    for one in found.compared:
        equal = f"{one.differed} differed and were mended" if one.differed else "equal"
        yield f"{one.name}: {equal} ({one.rows} rows)"
    for table_id, reason in sorted(found.broken.items()):
        yield f"Table {table_id} was left alone, as what is stored of it cannot be played: {reason}."


def retell(facts: TableFacts, entries: Sequence[LogEntry]) -> tuple[tuple[EndedDeal, ...], GameEnded | None]:
    """What a log brought about. Raises Unplayable."""
    try:
        return recovery.retell(facts, entries)
    except recovery.BrokenLog as broken:
        raise Unplayable(str(broken)) from None


class Bar:
    """A bar on a terminal, drawn again where it has grown."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._drawn = ""

    def __call__(self, done: int, tables: int) -> None:
        """So many tables are done, of so many."""
        share = done / tables if tables else 1.0
        full = int(share * WIDTH)
        drawn = f"[{'#' * full}{'.' * (WIDTH - full)}] {int(100 * share):3} % of {tables} tables"
        if drawn != self._drawn:
            self._terminal.write(f"\r{drawn}" + ("\n" if done == tables else ""))
            self._terminal.flush()
            self._drawn = drawn


class Lines:
    """A line now and then, for a log."""

    def __init__(self, log: TextIO) -> None:
        self._log = log

    def __call__(self, done: int, tables: int) -> None:
        """So many tables are done, of so many."""
        if done == tables or (done and done % A_LINE_EVERY == 0):
            print(f"{done} of {tables} tables", file=self._log, flush=True)
