"""Saying hello in a server that the bot has joined, and what is pressed on that message and on *Help*."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import islice
from typing import Final

import discord

from bot.discordkit.load import Budget
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.postings import sent_once
from bot.discordkit.routes import Route, anyone
from bot.discordkit.sending import CUT_OFF, is_surely_not_done, told
from bot.people.ui import welcome_panel as panels
from bot.ports import Time
from bot.tables.ui.opening import Opening

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
                await self._greet_in(channel, panels.welcome(words))
            except (discord.HTTPException, *CUT_OFF) as error:
                log.warning("no welcome in channel %s: %s", channel.id, told(error))
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
