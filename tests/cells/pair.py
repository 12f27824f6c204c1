"""Two cells in one process, each with a link of its own to a broker and a database of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.cells.link import Link
from bot.cells.model import Cell
from bot.cells.questions import PrivacyOfCells, StatisticsOfCells
from bot.people.ports import DeletionNotice, Forgotten
from bot.ports import SystemTime
from data.store import Store

APPLICATION = 77


@dataclass
class CellParts:
    """A cell's link, its database, and what asks the other one. ``dropped`` are those whose memory was to be
    dropped, ``purged`` those of whom nothing was to be left that cells have together, unless ``purges`` is
    False."""

    link: Link
    store: Store
    dropped: list[int] = field(default_factory=list[int])
    purged: list[int] = field(default_factory=list[int])
    purges: bool = True

    def __post_init__(self) -> None:
        self.statistics = StatisticsOfCells(self.store.statistics, self.link)
        self.privacy = PrivacyOfCells(
            self.store.privacy, self.link, self._called, self._drop, SystemTime(), self._purge
        )

    async def open(self) -> None:
        """Go among the others; returns once this cell answers."""
        answers = asyncio.Event()

        async def is_there() -> None:
            answers.set()

        self.link.when_connected(is_there)
        await self.link.start(APPLICATION)
        self.link.open()
        await answers.wait()

    async def _called(self, user_id: int, asked: DeletionNotice) -> Mapping[int | None, str]:
        return {None: f"former player of {self.link.cell.number}"}

    def _drop(self, user_id: int, done: Forgotten) -> None:
        self.dropped.append(user_id)

    async def _purge(self, user_id: int) -> bool:
        self.purged.append(user_id)
        return self.purges


@asynccontextmanager
async def one_of(cell: Cell, folder: Path, url: str) -> AsyncGenerator[CellParts]:
    """A cell that does not answer yet, on a database in a folder."""
    store = await Store.open(folder / f"cell{cell.number}.sqlite3", cell=cell)
    parts = CellParts(Link(cell, url), store)
    try:
        yield parts
    finally:
        await parts.link.close()
        await store.close()


@asynccontextmanager
async def both_of(folder: Path, url: str) -> AsyncGenerator[tuple[CellParts, CellParts]]:
    """Two cells that do not answer yet."""
    async with one_of(Cell(1, 2), folder, url) as first, one_of(Cell(2, 2), folder, url) as second:
        yield first, second


@asynccontextmanager
async def pair(folder: Path, url: str) -> AsyncGenerator[tuple[CellParts, CellParts]]:
    """Two that do."""
    async with both_of(folder, url) as cells:
        await asyncio.gather(*(one.open() for one in cells))
        yield cells
