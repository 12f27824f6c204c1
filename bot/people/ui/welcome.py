"""The first minute and ``/help``: what this is, what can be typed, hello in a server that the bot has joined,
and the buttons that lead on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

import discord

from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction, PressId, in_direct_messages
from bot.discordkit.load import Budget
from bot.discordkit.panel import (
    BLUE,
    FELT,
    GREEN,
    Drawing,
    Part,
    Parts,
    button,
    draw,
    installs,
    select,
    select_option,
)
from bot.discordkit.people import People
from bot.discordkit.postings import sent_once
from bot.discordkit.routes import Route, anyone, chosen
from bot.discordkit.sending import CUT_OFF, is_surely_not_done, summary
from bot.ports import Time
from bot.tables.ui.opening import Opening
from bot.words.catalogue import Words

ALONE: Final = "-"
"""The value of the first page; a select takes no empty one."""


def welcome(words: Words) -> Drawing:
    """The message in a server that the bot has just joined."""
    return draw(*_first(words, words("welcome.manage")), accent=FELT)


class Topic(NamedTuple):
    """Commands that belong together: ``name`` is that of their group, empty for the first page;
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
        Topic("marks", words("marks.help"), text=words("marks.help.text")),
        Topic("ratings", words("rating.help"), text=words("rating.help.text")),
        Topic("replay", words("replay.help"), text=replay),
    ]


def help_text(
    words: Words, topics: Sequence[Topic], chosen: Topic, installs: Sequence[Part], *, in_company: bool
) -> Drawing:
    """What can be typed about one topic, and ways to the others; the topic without a name is what the bot is,
    how to begin and, by ``installs``, how to have it. In direct messages tables are one's own alone."""
    listed = [
        words("help.command", command=words.command(path), about=about) for path, about in chosen.commands
    ]
    first = _first(words, "" if in_company else words("help.in-private"), in_company=in_company)
    head: Sequence[Parts] = [[f"### {chosen.about}", chosen.text]] if chosen.name else first
    ways = () if chosen.name else installs
    return draw(*head, listed, _topics(words, topics, chosen), ways, accent=FELT)


def _topics(words: Words, topics: Sequence[Topic], chosen: Topic) -> Part:
    """On the first page none is marked as chosen, so that it says what there is to choose."""
    choices = [
        select_option(topic.about, topic.name or ALONE, default=topic == chosen and bool(topic.name))
        for topic in topics
    ]
    return select(PressId("help-topic"), words("help.topics"), choices)


def _first(words: Words, more: str, *, in_company: bool = True) -> tuple[Parts, Parts]:
    """What the bot is, with ``more`` about it, and the ways to begin, in company too where others are."""
    with_others = [
        button(words("button.open-table"), PressId("open-table"), BLUE),
        button(words("button.play-now"), PressId("play-now")),
    ]
    ways = [
        button(words("button.practise"), PressId("practise"), GREEN),
        *(with_others if in_company else ()),
        button(words("button.how-to-play"), PressId("learn")),
        button(words("button.what-is-this"), PressId("what-is-this")),
    ]
    return [f"### {words('help.title')}", words("help.about"), more], ways


log = logging.getLogger(__name__)

TRIES: Final = 3


class Welcome:
    """See the module."""

    def __init__(self, people: People, opening: Opening, budget: Budget, time: Time) -> None:
        self._people = people
        self._opening = opening
        self._budget = budget
        self._time = time

    def routes(self) -> dict[str, Route[None]]:
        """Every verb of the first minute."""
        return {
            "practise": anyone(lambda interaction, _: self._opening.practise(interaction)),
            "play-now": anyone(lambda interaction, _: self._opening.open(interaction, robots=None)),
            "open-table": anyone(lambda interaction, _: self._opening.open(interaction)),
        }

    async def greet(self, guild: discord.Guild) -> None:
        """Post the first message where the bot may speak. Where it may not, nothing is lost: commands work,
        and *Help* shows the same."""
        words = await self._people.guild_words(guild.id)
        for channel in islice(_channels(guild), TRIES):
            await self._budget.take()
            try:
                await self._greet_in(channel, welcome(words))
            except (discord.HTTPException, *CUT_OFF) as error:
                log.warning("no welcome in channel %s: %s", channel.id, summary(error))
                if not is_surely_not_done(error):
                    return  # it may be there
            else:
                return
        log.warning("server %s joined without a welcome: there is no channel to speak in", guild.id)

    async def _greet_in(self, channel: discord.TextChannel, drawing: Drawing) -> None:
        await sent_once(self._time, lambda nonce: channel.send(**drawing.to_send(), nonce=nonce))


def _channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Where to speak: where the server itself greets its members, then the others from the top; only those in
    which the bot may."""
    first = guild.system_channel
    others = (channel for channel in guild.text_channels if channel != first)
    for channel in (*((first,) if first else ()), *others):
        may = channel.permissions_for(guild.me)
        if may.view_channel and may.send_messages:
            yield channel


Topics = Callable[[Words], Sequence[Topic]]
"""The first page and all commands in somebody's words, those without a group first."""


class Help:
    """What ``/help`` does, and what is pressed on its answer. Nothing is kept."""

    def __init__(self, people: People, topics: Topics) -> None:
        self._people = people
        self._topics = topics

    def routes(self) -> dict[str, Route[None]]:
        """The verb of its select."""
        return {"help-topic": anyone(self._topic, private=True)}

    async def open(self, interaction: Interaction) -> None:
        """Answer with the first topic."""
        words = await self._people.words_of(interaction)
        topics = self._all(words)
        await answer(interaction, _drawn(interaction, words, topics, topics[0]))

    def _all(self, words: Words) -> Sequence[Topic]:
        return [*self._topics(words), *explained(words)]

    async def _topic(self, interaction: Interaction, press: PressId) -> None:
        words = await self._people.words(interaction.user.id)
        topics, name = self._all(words), chosen(interaction)
        topic = next((one for one in topics if (one.name or ALONE) == name), None)
        if topic is None:
            raise Refusal("unknown-button")
        await redraw(interaction, _drawn(interaction, words, topics, topic))


def _drawn(interaction: Interaction, words: Words, topics: Sequence[Topic], topic: Topic) -> Drawing:
    ways = installs(words, interaction.application_id)
    return help_text(words, topics, topic, ways, in_company=not in_direct_messages(interaction))
