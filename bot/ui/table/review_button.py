"""*Review*: the way from a result to what each card of one's own cost."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from bot.reviews.making import is_offered
from bot.ui.discord.panel import button
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.words.catalogue import Words

OPEN: Final = "review-open"
"""The verb."""


def review(words: Words, table_id: int, preset: str) -> list[ui.Button[Any]]:
    """The button; none where games of that preset cannot be reviewed. Whether somebody sat there is asked
    when they press."""
    if not is_offered(preset):
        return []
    return [button(words("button.review"), PressId(OPEN, on_table(table_id)))]
