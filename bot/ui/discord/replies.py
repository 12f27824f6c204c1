"""The shortest answer, visible to one person."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.ui.discord.panel import Drawing, Panel, link


def sentence(text: str, url: str | None = None, url_label: str = "") -> Drawing:
    """One sentence, with a way on where there is one."""
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    if url:
        container.add_item(ui.ActionRow(link(url_label, url)))
    return Drawing(Panel(container))
