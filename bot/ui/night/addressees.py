"""Who is told what goes wrong with a night."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.nights.evenings import Evenings
from bot.nights.model import Evening
from bot.ui.discord.outlets import Outlet
from bot.ui.discord.people import People
from bot.ui.discord.permissions import ServerPresence


class Addressees:
    """Finds whoever planned it; where they have left the server or take no direct messages, whoever made the
    league, and else the server's owner. Everything raises StoreError."""

    def __init__(self, evenings: Evenings, people: People, outlet: Outlet) -> None:
        self._evenings = evenings
        self._people = people
        self._client = outlet.client
        self._presence = ServerPresence(outlet.budget, outlet.time)

    async def of(self, evening: Evening) -> int | None:
        """The first of them who can be written to; None where nobody can."""
        guild = self._client.get_guild(evening.guild_id)
        for user_id in dict.fromkeys(await self._organisers(evening, guild)):
            if await self._presence.is_gone(guild, user_id):
                continue
            if await self._people.dm_channel(user_id) is not None:
                return user_id
        return None

    async def _organisers(self, evening: Evening, guild: discord.Guild | None) -> Iterable[int]:
        series = await self._evenings.store.series(evening.series_id)
        league = await self._evenings.league(evening)
        owner = None if guild is None else guild.owner_id
        if owner is not None:
            await self._people.know(owner, f"{owner % 10000:04}")
        return [one for one in (series and series.creator, league.creator, owner) if one is not None]
