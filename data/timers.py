"""Timers that follow from nothing else that is stored (``bot.ports.TimerStore``)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ports import KeptTimer
from data.reader import DatabaseReader
from data.schema import TIMERS
from data.writer import Writer

_FORGET = "DELETE FROM timers WHERE kind = ? AND subject = ? AND about = ? AND at = ?"


class StoredTimers:
    """A TimerStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def keep(self, timer: KeptTimer) -> None:
        """Keep it, in place of the one with its key."""
        await self._writer.keep(TIMERS, timer)

    async def forget(self, timer: KeptTimer) -> None:
        """It is done with, unless there is another of its key by now, due at another time."""
        await self._writer.execute(_FORGET, (timer.kind, timer.subject, timer.about, timer.at))

    async def timers(self) -> Sequence[KeptTimer]:
        """All that are kept, the earliest first."""
        return await self._reader.values(TIMERS, "ORDER BY at, kind, subject, about")
