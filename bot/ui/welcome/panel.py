"""The first minute: what this is, and the buttons that lead on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.ui.discord.panel import BLUE, GREEN, Drawing, Panel, button, even_rows
from bot.ui.discord.press_ids import PressId
from bot.words.catalogue import Words

FELT = discord.Colour(0x2F6B4F)


def welcome(words: Words) -> Drawing:
    """The message in a server that the bot has just joined."""
    return Drawing(Panel(_first(words, f"{words('help.about')}\n{words('welcome.manage')}")))


def help_text(words: Words, commands: Sequence[tuple[str, str]], *, in_server: bool) -> Drawing:
    """What the bot is and what can be typed. ``commands`` are declared paths, with what each does. In direct
    messages tables are one's own alone."""
    listed = "\n".join(
        words("help.command", command=words.command(path), about=about) for path, about in commands
    )
    about = words("help.about") if in_server else f"{words('help.about')}\n{words('help.in-private')}"
    container = _first(words, about, in_server=in_server)
    container.add_item(ui.Separator())
    container.add_item(ui.TextDisplay(listed))
    return Drawing(Panel(container))


def _first(words: Words, about: str, *, in_server: bool = True) -> ui.Container[Any]:
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(f"### {words('help.title')}\n{about}"), accent_colour=FELT
    )
    in_company = [
        button(words("button.open-table"), PressId("open-table"), BLUE),
        button(words("button.play-now"), PressId("play-now")),
    ]
    practise = button(words("button.practise"), PressId("practise"), GREEN)
    learning = [
        button(words("button.how-to-play"), PressId("learn")),
        button(words("button.what-is-this"), PressId("what-is-this")),
    ]
    for row in even_rows([practise, *(in_company if in_server else ()), *learning]):
        container.add_item(row)
    return container
