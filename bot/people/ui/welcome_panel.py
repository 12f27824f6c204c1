"""The first minute: what this is, and the buttons that lead on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from discord import ui

from bot.discordkit.panel import BLUE, FELT, GREEN, Drawing, Part, Parts, button, draw, select, select_option
from bot.discordkit.press_ids import PressId
from bot.words.catalogue import Words

ALONE: Final = "-"
"""The value of the commands without a group; a select takes no empty one."""


def welcome(words: Words) -> Drawing:
    """The message in a server that the bot has just joined."""
    return draw(*_first(words, words("welcome.manage")), accent=FELT)


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
    listed = [
        words("help.command", command=words.command(path), about=about) for path, about in chosen.commands
    ]
    if chosen.name:
        head: list[Parts] = [[f"### {chosen.about}", chosen.text]]
    else:
        more = "" if in_server else words("help.in-private")
        head = [*_first(words, more, in_server=in_server), ui.Separator()]
    return draw(*head, listed, _topics(words, topics, chosen), accent=FELT)


def _topics(words: Words, topics: Sequence[Topic], chosen: Topic) -> Part:
    """On the first page none is marked as chosen, so that it says what there is to choose."""
    choices = [
        select_option(topic.about, topic.name or ALONE, default=topic == chosen and bool(topic.name))
        for topic in topics
    ]
    return select(PressId("help-topic"), words("help.topics"), choices)


def _first(words: Words, more: str, *, in_server: bool = True) -> tuple[Parts, Parts]:
    """What the bot is, with ``more`` about it, and the ways to begin."""
    in_company = [
        button(words("button.open-table"), PressId("open-table"), BLUE),
        button(words("button.play-now"), PressId("play-now")),
    ]
    ways = [
        button(words("button.practise"), PressId("practise"), GREEN),
        *(in_company if in_server else ()),
        button(words("button.how-to-play"), PressId("learn")),
        button(words("button.what-is-this"), PressId("what-is-this")),
    ]
    return [f"### {words('help.title')}", words("help.about"), more], ways
