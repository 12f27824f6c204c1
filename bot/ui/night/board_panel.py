"""How the board of a round looks, and the call into a table's thread."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import discord
from discord import ui

from bot.telling.night import board_text as telling
from bot.telling.night.board_text import Board
from bot.ui.discord.panel import GREEN, Drawing, Mentions, Panel, button, even_rows
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_night
from bot.words.catalogue import Words


def board(words: Words, evening_id: int, shown: Board) -> Drawing:
    """All tables of a round; once it is over what it came to, and nothing to press."""
    container = ui.Container[Any](
        ui.TextDisplay[Any](telling.title(words, shown)),
        ui.TextDisplay[Any](telling.tables_text(words, shown)),
        accent_colour=discord.Colour(0x2F6B4F),
    )
    if others := telling.others_text(words, shown):
        container.add_item(ui.TextDisplay(others))
    if not shown.is_over:
        for row in even_rows(_buttons(words, evening_id)):
            container.add_item(row)
    return Drawing(Panel(container))


def call(
    words: Words, round_number: int, table: int, people: Sequence[int], here: Collection[int]
) -> Drawing:
    """Calls people into the thread of their table; of those who are known to be ``here`` nothing is asked."""
    at = {"round": words.number(round_number), "table": words.number(table)}
    present = ", ".join(f"<@{one}>" for one in people if one in here)
    asked = ", ".join(f"<@{one}>" for one in people if one not in here)
    if not asked:
        text = words("night.call.all-here", people=present, **at)
    elif present:
        text = words("night.call.some-here", people=asked, present=present, here=words("button.here"), **at)
    else:
        text = words("night.call", people=asked, here=words("button.here"), **at)
    return Drawing(Panel(ui.TextDisplay(text)), final=True, calls=Mentions(tuple(people)))


def _buttons(words: Words, evening_id: int) -> list[ui.Button[Any]]:
    night = on_night(evening_id)
    return [
        button(words("button.here"), PressId("night-here", night), GREEN),
        button(words("night.board.away"), PressId("night-away", night)),
        button(words("night.button.hours"), PressId("night-hours", night)),
        button(words("button.organise"), PressId("night-manage", night)),
    ]
