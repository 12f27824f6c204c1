"""Who may look at a game again: who played it, who sees the channel in which it was played, and who organises
its league. Where that channel is gone, or hidden from the bot itself, who manages the server may."""

from __future__ import annotations

from typing import Any

import discord

from bot.clubs.clubs import Clubs
from bot.ports import Time
from bot.tables.model import TableFacts
from bot.tables.table import Table
from bot.ui.discord.boundary import Refusal
from bot.ui.discord.budget import Budget
from bot.ui.discord.permissions import member_sees
from bot.ui.discord.sending import CUT_OFF, within
from bot.ui.league.organisers import is_organiser

Interaction = discord.Interaction[Any]
Channel = discord.abc.GuildChannel | discord.Thread


class ReplayRights:
    """See the module."""

    def __init__(self, clubs: Clubs, budget: Budget, time: Time) -> None:
        self._clubs = clubs
        self._budget = budget
        self._time = time

    async def require_may_replay(self, interaction: Interaction, table: Table) -> None:
        """Raise Refusal unless whoever acts may look at the game of a table again, whatever its state. Raises
        TableError and StoreError where the database fails."""
        facts = table.facts
        if await table.has_sat(interaction.user.id):
            return
        if interaction.guild_id is None:
            raise Refusal("replay-not-yours")
        if facts.is_private:
            raise Refusal("replay-private")
        if interaction.guild_id != facts.guild_id:
            raise Refusal("no-such-table")
        if interaction.channel_id == facts.channel_id or await self._organises(interaction, facts):
            return
        channel = await self._channel(interaction, facts.channel_id)
        if channel is None:
            may = interaction.permissions.manage_guild
        else:
            may = await self._sees(interaction, channel)
        if not may:
            raise Refusal("replay-hidden")

    async def require_may_share(self, interaction: Interaction, facts: TableFacts) -> None:
        """Raise Refusal unless a moment of the game may be shown to everybody where whoever acts does: in the
        channel of the game, or anywhere in its server where all see that channel; and they may write
        there."""
        rights = interaction.permissions
        thread = isinstance(interaction.channel, discord.Thread)
        if facts.is_private or interaction.guild_id != facts.guild_id:
            raise Refusal("replay-not-shared-here")
        if not (rights.send_messages_in_threads if thread else rights.send_messages):
            raise Refusal("replay-may-not-write")
        if interaction.channel_id == facts.channel_id:
            return
        channel = await self._channel(interaction, facts.channel_id)
        if channel is None or not _is_open(channel):
            raise Refusal("replay-not-shared-here")

    def surely_sees(self, interaction: Interaction, facts: TableFacts) -> bool:
        """Whether whoever acts sees the channel of a game, as far as is known without asking Discord."""
        if interaction.channel_id == facts.channel_id:
            return True
        guild, member = interaction.guild, interaction.user
        channel = guild.get_channel_or_thread(facts.channel_id) if guild is not None else None
        if channel is None or not isinstance(member, discord.Member):
            return False
        private = isinstance(channel, discord.Thread) and channel.is_private()
        try:
            return not private and channel.permissions_for(member).view_channel
        except discord.ClientException:  # a thread whose channel is not known
            return False

    async def _organises(self, interaction: Interaction, facts: TableFacts) -> bool:
        found = await self._clubs.of_table(facts)
        return found is not None and is_organiser(interaction, found.league)

    async def _channel(self, interaction: Interaction, channel_id: int) -> Channel | None:
        """The channel, also an archived thread, which the library does not know; None where it is gone or
        hidden from the bot. Raises Refusal where Discord does not answer."""
        guild = interaction.guild
        if guild is None:
            raise Refusal("replay-unsure")
        known = guild.get_channel_or_thread(channel_id)
        if known is not None:
            return known
        await self._budget.take()
        try:
            found = await within(self._time, lambda: guild.fetch_channel(channel_id))
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            return None
        except (discord.HTTPException, *CUT_OFF):
            raise Refusal("replay-unsure") from None
        return found

    async def _sees(self, interaction: Interaction, channel: Channel) -> bool:
        member = interaction.user
        if not isinstance(member, discord.Member):
            return False
        try:
            return await member_sees(channel, member, self._budget, self._time)
        except (discord.HTTPException, discord.ClientException, *CUT_OFF):
            raise Refusal("replay-unsure") from None


def _is_open(channel: Channel) -> bool:
    """Whether everybody in the server sees a channel."""
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    try:
        return channel.permissions_for(channel.guild.default_role).view_channel
    except discord.ClientException:  # a thread whose channel is not known
        return False
