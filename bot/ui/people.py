"""What the interface knows of people and servers: their language, and whether a direct message reaches
them."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, Final

import discord

from bot.tables.ports import Time
from bot.ui.budget import Budget
from bot.ui.ports import GuildSettings, Player, PlayerStore
from bot.words.catalogue import Words, words_for
from bot.words.names import clean

log = logging.getLogger(__name__)

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
CLOSED_CODES: Final = (50007, 50278)
OPENING_TOO_FAST: Final = 40003
TRY_AGAIN_SECONDS: Final = 600.0  # answers of 403 count towards a ban of the address, so not at every deal


class People:
    """People and servers, kept in the store."""

    def __init__(self, store: PlayerStore, client: discord.Client, budget: Budget, time: Time) -> None:
        self._store = store
        self._client = client
        self._budget = budget
        self._time = time
        self._players: dict[int, Player] = {}
        self._guilds: dict[int, GuildSettings] = {}

    async def met(self, interaction: discord.Interaction[Any]) -> Player:
        """The person behind an interaction; keeps their name and language where they changed."""
        user = interaction.user
        name = clean(user.display_name, f"{user.id % 10000:04}")
        known = await self.player(user.id)
        locale = str(interaction.locale)
        if known is None:
            return await self._keep(Player(user.id, name, locale))
        if (known.name, known.locale) != (name, locale):
            return await self._keep(replace(known, name=name, locale=locale))
        return known

    async def know(self, user_id: int, name: str) -> None:
        """Keep a person the bot was only told of."""
        if await self.player(user_id) is None:
            await self._keep(Player(user_id, name))

    async def player(self, user_id: int) -> Player | None:
        """What is known of a person."""
        if user_id not in self._players:
            found = await self._store.player(user_id)
            if found is None:
                return None
            self._players[user_id] = found
        return self._players[user_id]

    async def set_two_rows(self, user_id: int, two_rows: bool) -> None:
        """Keep how a person wants their hand."""
        known = await self.player(user_id)
        if known is not None:
            await self._keep(replace(known, two_rows=two_rows))

    async def words(self, user_id: int) -> Words:
        """A person's language."""
        known = await self.player(user_id)
        return words_for(known.locale if known else "")

    async def guild_words(self, guild_id: int | None) -> Words:
        """A server's language: its own setting, else the one Discord says it prefers."""
        if guild_id is None:
            return words_for("")
        if guild_id not in self._guilds:
            self._guilds[guild_id] = await self._store.guild(guild_id)
        guild = self._client.get_guild(guild_id)
        return words_for(self._guilds[guild_id].locale or (str(guild.preferred_locale) if guild else ""))

    async def dm_channel(self, user_id: int) -> int | None:
        """A person's direct-message channel, opened where needed; None while theirs are known to be
        closed."""
        known = await self.player(user_id)
        if known is None:
            return None
        if known.dm_closed and self._time.now() - known.dm_checked_at < TRY_AGAIN_SECONDS:
            return None
        if known.dm_channel_id is not None:
            return known.dm_channel_id
        await self._budget.take()
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
        except discord.HTTPException as error:
            if not await self.refused(user_id, error):
                raise
            return None
        await self._keep(replace(known, dm_channel_id=channel.id))
        return channel.id

    async def refused(self, user_id: int, error: discord.HTTPException) -> bool:
        """Take note that Discord would not deliver to a person; False when the error says something else."""
        if error.code not in CLOSED_CODES and error.code != OPENING_TOO_FAST and error.status != 403:
            return False
        known = await self.player(user_id)
        if known is not None:
            await self._keep(replace(known, dm_closed=True, dm_checked_at=self._time.now()))
        return True

    async def reached(self, user_id: int) -> None:
        """Take note that a direct message arrived."""
        known = await self.player(user_id)
        if known is not None and known.dm_closed:
            await self._keep(replace(known, dm_closed=False, dm_checked_at=self._time.now()))

    async def _keep(self, player: Player) -> Player:
        self._players[player.user_id] = player
        await self._store.keep_player(player)
        return player
