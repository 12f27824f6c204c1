"""Looking at games again, put together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from bot.pictures.painter import Painter
from bot.reviews.model import ReviewStore
from bot.tables.tables import Tables
from bot.ui.discord.access import TableAccess
from bot.ui.discord.files import Files
from bot.ui.discord.people import People
from bot.ui.discord.routes import Handler
from bot.ui.replay.drawings import ReplayDrawings
from bot.ui.replay.films import ReplayFinder
from bot.ui.replay.offered import OfferedReplay
from bot.ui.replay.presses import ReplayPresses
from bot.ui.table.explaining import Explaining


@dataclass(frozen=True, slots=True)
class Replays:
    """What each is about is said in its module."""

    presses: ReplayPresses
    offered: OfferedReplay

    @classmethod
    def of(
        cls,
        access: TableAccess,
        people: People,
        tables: Tables,
        reviews: ReviewStore,
        painter: Painter,
        explaining: Explaining,
        files: Files,
    ) -> Self:
        """All of it."""
        films = ReplayFinder(tables, reviews, files)
        presses = ReplayPresses(tables, films, access, ReplayDrawings(painter), people, explaining)
        return cls(presses, OfferedReplay(tables, access, people))

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return self.presses.handlers()
