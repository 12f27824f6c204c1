"""The first minute: what this is, and the buttons that lead on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.discordkit.panel import BLUE, GREEN, Drawing, Panel, button, even_rows, select, select_option
from bot.discordkit.press_ids import PressId
from bot.words.catalogue import Words

FELT = discord.Colour(0x2F6B4F)
ALONE: Final = "-"
"""The value of the commands without a group; a select takes no empty one."""


def welcome(words: Words) -> Drawing:
    """The message in a server that the bot has just joined."""
    return Drawing(Panel(_first(words, f"{words('help.about')}\n{words('welcome.manage')}")))


class Topic(NamedTuple):
    """Commands that belong together: ``name`` is that of their group, empty for those that have none;
    ``commands`` are declared paths, with what each does. Or something to be explained, in a ``text``."""

    name: str
    about: str
    commands: Sequence[tuple[str, str]] = ()
    text: str = ""


def explained(words: Words) -> Sequence[Topic]:
    """What is explained besides the commands."""
    replay = words(
        "replay.help.text",
        replay=words("button.replay"),
        others=words("replay.others"),
        more=words("button.more"),
        share=words("replay.share"),
    )
    return [
        Topic("ratings", words("rating.help"), text=words("rating.help.text")),
        Topic("replay", words("replay.help"), text=replay),
    ]


def help_text(words: Words, topics: Sequence[Topic], chosen: Topic, *, in_server: bool) -> Drawing:
    """What can be typed about one topic, and ways to the others; with the commands that have no group also
    what the bot is. In direct messages tables are one's own alone."""
    listed = "\n".join(
        words("help.command", command=words.command(path), about=about) for path, about in chosen.commands
    )
    if chosen.name:
        container = _titled(chosen.about, chosen.text)
    else:
        about = words("help.about") if in_server else f"{words('help.about')}\n{words('help.in-private')}"
        container = _first(words, about, in_server=in_server)
        container.add_item(ui.Separator())
    if listed:
        container.add_item(ui.TextDisplay(listed))
    container.add_item(_topics(words, topics, chosen))
    return Drawing(Panel(container))


def _topics(words: Words, topics: Sequence[Topic], chosen: Topic) -> ui.ActionRow[Any]:
    """On the first page none is marked as chosen, so that it says what there is to choose."""
    choices = [
        select_option(topic.about, topic.name or ALONE, default=topic == chosen and bool(topic.name))
        for topic in topics
    ]
    return select(PressId("help-topic"), words("help.topics"), choices)


def _titled(title: str, text: str = "") -> ui.Container[Any]:
    heading = f"### {title}\n{text}".rstrip()
    return ui.Container(ui.TextDisplay(heading), accent_colour=FELT)


def _first(words: Words, about: str, *, in_server: bool = True) -> ui.Container[Any]:
    container = _titled(words("help.title"), about)
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
