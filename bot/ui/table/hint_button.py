"""The button that asks for a hint, on the hand of who plays with robots only."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.robots.registry import ADVISERS
from bot.tables.asking import is_alone
from bot.tables.model import State
from bot.telling.reader import TablePerspective
from bot.ui.discord.panel import button
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table


def hint(sight: TablePerspective) -> list[ui.Button[Any]]:
    """The button, where nobody else could be annoyed by it, nor is compared with who asks. It stays in its
    place while others move."""
    facts, view = sight.facts, sight.view
    if not is_alone(facts) or facts.is_daily or facts.state is not State.PLAYING:
        return []
    if view.rules.preset.family not in ADVISERS.each:
        return []
    press = PressId("hint", on_table(facts.id), facts.seq)
    return [button(sight.words("button.hint"), press, disabled=view.turn != view.seat)]
