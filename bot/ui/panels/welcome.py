"""The first minute: what this is, and three buttons that lead on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.ui.custom_ids import PressId
from bot.ui.panel import BLUE, GREEN, Drawing, Panel, button, rows
from bot.words.catalogue import Words

FELT = discord.Colour(0x2F6B4F)


def welcome(words: Words) -> Drawing:
    """The message in a server that the bot has just joined."""
    return Drawing(Panel(_first(words, f"{words('help.about')}\n{words('welcome.manage')}")))


def help_text(words: Words, commands: Sequence[tuple[str, str]], *, in_server: bool) -> Drawing:
    """What the bot is and what can be typed. ``commands`` are what is typed, with what it does. Tables are
    opened in a server alone."""
    listed = "\n".join(words("help.command", command=f"`/{path}`", about=about) for path, about in commands)
    about = words("help.about") if in_server else f"{words('help.about')}\n{words('help.in-server')}"
    container = _first(words, about, in_server=in_server)
    container.add_item(ui.Separator())
    container.add_item(ui.TextDisplay(listed))
    return Drawing(Panel(container))


def _first(words: Words, about: str, *, in_server: bool = True) -> ui.Container[Any]:
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(f"### {words('help.title')}\n{about}"), accent_colour=FELT
    )
    buttons = [
        button(words("button.play-now"), PressId("play-now"), GREEN),
        button(words("button.open-table"), PressId("open-table"), BLUE),
    ]
    for row in rows(
        [*(buttons if in_server else ()), button(words("button.what-is-this"), PressId("what-is-this"))]
    ):
        container.add_item(row)
    return container


def what_is_this(words: Words) -> Drawing:
    """The games, how one goes, and where to go on."""
    parts = [words("help.games"), words("help.how"), words("help.further")]
    return Drawing(
        Panel(
            ui.Container(
                ui.TextDisplay(f"### {words('button.what-is-this')}"),
                *(ui.TextDisplay[Any](part) for part in parts),
                accent_colour=FELT,
            )
        )
    )
