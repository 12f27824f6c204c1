"""A leaderboard of a server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.telling.stats.leaderboard import LeaderboardPage
from bot.ui.discord.panel import Drawing, button, even_rows, select, select_option
from bot.ui.discord.press_ids import PressId
from bot.ui.stats.asked import MEASURES, BoardView
from bot.ui.stats.desk import StatsVisit
from bot.ui.stats.looks import StatsPicture, private, show, turning
from bot.words.catalogue import Words

PAGE: Final = 15
"""Lines of a page."""


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A page of a leaderboard as it is shown."""

    view: BoardView
    found: LeaderboardPage
    look: StatsPicture


def board(visit: StatsVisit, shown: ShownBoard) -> Drawing:
    """The leaderboard, for the one person who asked."""
    words, view = visit.words, shown.view
    measures = select(
        PressId("stats-measure", values=view.values), words("stats.pick.measure"), _choices(words, view)
    )
    buttons = [*_turning(words, shown), show(words, PressId("stats-board-show", values=view.values))]
    return private(visit, shown.look, measures, *even_rows(buttons))


def _turning(words: Words, shown: ShownBoard) -> list[ui.Button[Any]]:
    """To the page before, the one after, and the one with one's own line."""
    view, found = shown.view, shown.found
    number, pages = view.first // PAGE, -(-found.total // PAGE)
    buttons = turning(
        _at(view, max(view.first - PAGE, 0), "back"), _at(view, view.first + PAGE, "on"), number, pages
    )
    if buttons and found.own is not None:
        is_here = any(line.user_id == found.own.user_id for line in found.lines)
        own = PressId("stats-board-own", values=view.values)
        buttons.insert(1, button(words("standings.my-place"), own, disabled=is_here))
    return buttons


def _at(view: BoardView, first: int, way: str) -> PressId:
    """A page; ``way`` tells apart two buttons to the same one."""
    moved = BoardView(view.measure, view.minimum, view.conditions, first)
    return PressId(f"stats-board-{way}", values=moved.values)


def _choices(words: Words, view: BoardView) -> list[discord.SelectOption]:
    return [
        select_option(
            words(f"stats.measure.{measure}"),
            measure,
            words(f"stats.measure.{measure}.about"),
            default=measure == view.measure,
        )
        for measure in MEASURES
    ]
