"""Which games somebody may mean who wants to look at one again."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.tables.model import TableFacts
from bot.tables.tables import Tables
from bot.telling import phrases
from bot.telling.fitting import OPTION_LONGEST, shorten
from bot.ui.discord.access import SUGGESTED_WITHIN, TableAccess
from bot.ui.discord.boundary import Refusal
from bot.ui.discord.people import People
from bot.ui.presets.presets import CHOICES

Interaction = discord.Interaction[Any]

LOOKED_THROUGH: Final = 100
"""So many of a server's last games are looked through for those whose channel somebody sees."""


class OfferedReplay:
    """See the module."""

    def __init__(self, tables: Tables, access: TableAccess, people: People) -> None:
        self._tables = tables
        self._access = access
        self._people = people

    async def matching(self, interaction: Interaction, typed: str) -> list[tuple[str, int]]:
        """What is offered while the number of a table is typed, each with its number: one's own games first,
        then the last of this server. Raises StoreError."""
        words = await self._people.words_here(interaction)
        found: list[tuple[str, int]] = []
        for facts in await self._games(interaction):
            label = words(
                "list.choice",
                table=facts.id,
                preset=phrases.game_name(words, facts),
                names=words.both(seat.name for seat in facts.seats),
            )
            if typed.casefold() in label.casefold():
                found.append((shorten(label, OPTION_LONGEST), facts.id))
        return found[:CHOICES]

    async def last(self, interaction: Interaction) -> int:
        """The number of the table that is meant without one: one's own last game here, else the last one of
        this channel. Raises Refusal ``replay-none``, StoreError."""
        own = await self._tables.played_by(interaction.user.id, interaction.guild_id, 1)
        here = [] if own or interaction.guild_id is None else await self._here(interaction)
        for facts in (*own, *here):
            return facts.id
        raise Refusal("replay-none")

    async def _here(self, interaction: Interaction) -> list[TableFacts]:
        assert interaction.guild_id is not None
        last = await self._tables.played_in(interaction.guild_id, LOOKED_THROUGH)
        return [facts for facts in last if facts.channel_id == interaction.channel_id]

    async def _games(self, interaction: Interaction) -> list[TableFacts]:
        own = [*await self._tables.played_by(interaction.user.id, interaction.guild_id, CHOICES)]
        if interaction.guild_id is None:
            return own
        known = {facts.id for facts in own}
        last = await self._tables.played_in(interaction.guild_id, LOOKED_THROUGH)
        others = [facts for facts in last if facts.id not in known]
        return own + await self._access.visible(interaction, others, SUGGESTED_WITHIN)
