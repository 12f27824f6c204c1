"""*Replay*: the way from a result to its game, moment by moment."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from bot.ui.discord.panel import button
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.words.catalogue import Words

OPEN: Final = "replay-open"
"""The verb; without values from the beginning, else from the moment that they tell."""


def replay(words: Words, table_id: int) -> ui.Button[Any]:
    """The button."""
    return button(words("button.replay"), PressId(OPEN, on_table(table_id)))
