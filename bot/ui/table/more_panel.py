"""What is behind *More* on a hand and on a table's message, for one person's eyes: what is wanted seldom.

A new button is a function of the sight below, in ``buttons``: empty where it has nothing to do.
"""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.tables.model import UNFINISHED, State
from bot.telling import phrases
from bot.telling.reader import TablePerspective
from bot.ui.discord.panel import Drawing, Panel, button, even_rows, link
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.ui.table import comfort_panel as comfort
from bot.ui.table import fair_panel, footer
from bot.ui.table.lobby_panel import how_to_play


def more(sight: TablePerspective, table_url: str | None) -> Drawing:
    """The panel for its reader, at the table or not; ``table_url`` is where the table's message is."""
    words, facts = sight.words, sight.facts
    heading = words("more.table", table=facts.id, preset=phrases.game_in_text(words, facts))
    lines = [
        f"**{heading}**",
        *(f"-# {line}" for line in footer.why_allowed_line(sight) if _is_seated(sight)),
    ]
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join(lines)))
    for row in even_rows(buttons(sight, table_url)):
        container.add_item(row)
    return Drawing(Panel(container))


def buttons(sight: TablePerspective, table_url: str | None) -> list[ui.Button[Any]]:
    """All there are for this reader, in order."""
    words, facts = sight.words, sight.facts
    found = [button(words("button.rules"), PressId("rules", on_table(facts.id))), *how_to_play(words, facts)]
    if _is_seated(sight):
        found += [*comfort.emotes(sight), *comfort.nudge(sight), *_size_of_cards(sight)]
        found += footer.allow_why(sight)
    found.append(fair_panel.way_in(words, facts.id))
    if table_url:
        found.append(link(words("button.table"), table_url))
    if _is_seated(sight) and facts.state in UNFINISHED:
        found.append(button(words("button.leave"), PressId("leave", on_table(facts.id))))
    return found


def _is_seated(sight: TablePerspective) -> bool:
    user_id = sight.reader.user_id
    return user_id is not None and sight.facts.seat_of(user_id) is not None


def _size_of_cards(sight: TablePerspective) -> list[ui.Button[Any]]:
    """The hand in one row, or larger in two: there is no picture of it in text mode, and none after the
    game."""
    chosen = sight.reader.preferences
    if chosen.text_mode or sight.facts.state is State.FINISHED:
        return []
    label = sight.words("button.one-row" if chosen.two_rows else "button.two-rows")
    return [button(label, PressId("rows", on_table(sight.facts.id)))]
