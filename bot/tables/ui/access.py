"""Who may see a table: the one question in front of every press, command, suggestion and list about one.

Who sits at it or hosts it; who has played in it, once it is over; who sees its channel, as Discord's
permissions have it; who organises the league its game counts in. Where the channel is gone, who moderates or
manages the server. A private table is its person's; where the bot only answers, in a group say, a table is
seen by who sits at it and who acts in its channel. A thread has the permissions of its
channel, a private one is seen by its members and by who manages threads
(https://discord.com/developers/docs/topics/permissions).

A press in the table's own channel proves by itself that its person sees that channel. Of the others of a
server the library knows the permissions; Discord is asked about private threads and about channels that the
library does not know (archived threads), once for a while. A table that somebody may not see is refused like
one that does not exist, so numbers tell nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

import discord

from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.load import Budget, Latest
from bot.discordkit.permissions import sees_by_rights
from bot.discordkit.ports import SubjectKind
from bot.discordkit.routes import Route
from bot.discordkit.sending import CUT_OFF, REQUEST_SECONDS, asked, within
from bot.ports import Time
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, TableFacts
from bot.tables.table import Table
from bot.tables.tables import Tables

T = TypeVar("T")
Channel = discord.abc.GuildChannel | discord.Thread
Organises = Callable[[Interaction, TableFacts], Awaitable[bool]]
"""Whether whoever acts organises the league that a table is of."""

KEPT_SECONDS: Final = 30.0
"""So long what Discord has said of a channel or a person is not asked again."""
ANSWERS_KEPT: Final = 4096
ASKED_AT_ONCE: Final = 10
"""For a list Discord is asked about so many channels at most; tables of others are left out."""
SUGGESTED_WITHIN: Final = 1.5
"""Seconds that suggestions wait for Discord, which wants them within three."""

_KEY: Final = "table"  # in what the library lets us keep with an interaction


@dataclass(frozen=True, slots=True)
class _Answer:
    """What Discord is being asked or has said, and until when that is believed (``Time.monotonic``)."""

    said: asyncio.Task[Any]
    until: float


class TableAccess:
    """See the module."""

    def __init__(self, tables: Tables, organises: Organises, budget: Budget, time: Time) -> None:
        self._tables = tables
        self._organises = organises
        self._budget = budget
        self._time = time
        self._answers: Latest[tuple[int, ...], _Answer] = Latest(ANSWERS_KEPT)

    async def require(self, interaction: Interaction, table_id: int) -> None:
        """Raise TableError ``no-such-table`` unless there is such a table and whoever acts may see it;
        Refusal ``table-unsure`` where Discord does not tell, StoreError and TableError ``store-failed`` where
        the database fails."""
        table = await self._tables.get(table_id)
        if not await self._may_see(interaction, table):
            raise TableError("no-such-table")
        interaction.extras[_KEY] = table  # for whatever is done with it

    async def visible(
        self, interaction: Interaction, every: Iterable[TableFacts], seconds: float = REQUEST_SECONDS
    ) -> list[TableFacts]:
        """Those of the tables that whoever acts may see, in their order, as far as Discord tells within so
        many seconds. Raises StoreError."""
        user_id, every = interaction.user.id, list(every)
        own = {one.id for one in every if one.host_id == user_id or one.seat_of(user_id) is not None}
        here = interaction.guild_id
        others = [one for one in every if one.id not in own and here is not None and one.guild_id == here]
        channels = await self.visible_channels(interaction, (one.channel_id for one in others), seconds)
        for one in others:
            if one.channel_id in channels or await self._organises(interaction, one):
                own.add(one.id)
        return [one for one in every if one.id in own]

    async def visible_channels(
        self, interaction: Interaction, channels: Iterable[int], seconds: float = REQUEST_SECONDS
    ) -> set[int]:
        """Those of some channels of this server that whoever acts sees, as far as Discord tells within so
        many seconds."""
        guild, member = interaction.guild, interaction.user
        if guild is None or not isinstance(member, discord.Member):
            return set()
        seen: set[int] = set()
        asked: list[int] = []
        for channel_id in dict.fromkeys(channels):
            known = channel_id == interaction.channel_id or _known(guild, member, channel_id)
            if known:
                seen.add(channel_id)
            elif known is None and len(asked) < ASKED_AT_ONCE:
                asked.append(channel_id)

        async def ask(channel_id: int) -> None:
            with suppress(Refusal):
                if await self._sees(guild, member, channel_id):
                    seen.add(channel_id)

        with suppress(TimeoutError):
            await within(self._time, lambda: asyncio.gather(*map(ask, asked)), seconds)
        return set(seen)

    async def is_seen_in(self, guild: discord.Guild, facts: TableFacts, channel_id: int) -> bool:
        """Whether everybody who sees a channel of a server sees the channel of a table of it: so what was
        played there may be shown here. Raises Refusal ``table-unsure``."""
        if facts.channel_id == channel_id:
            return True
        channel = await self._channel(guild, facts.channel_id)
        if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
            return False
        parent = channel.parent if isinstance(channel, discord.Thread) else channel
        if parent is None or parent.id == channel_id:  # a thread whose channel is not known, or is that one
            return parent is not None
        hidden = any(overwrite.view_channel is False for overwrite in parent.overwrites.values())
        return not hidden and parent.permissions_for(guild.default_role).view_channel

    async def _may_see(self, interaction: Interaction, table: Table) -> bool:
        facts, user_id = table.facts, interaction.user.id
        if user_id == facts.host_id or facts.seat_of(user_id) is not None:
            return True
        if interaction.channel_id == facts.channel_id and not facts.is_private:
            return True
        has_sat = await table.has_sat(user_id)
        if has_sat and facts.state not in UNFINISHED:
            return True
        if facts.guild_id is None or (interaction.guild_id != facts.guild_id and not has_sat):
            return False
        guild = _guild(interaction, facts.guild_id)
        member = None if guild is None else await self._member(interaction, guild)
        if guild is None or member is None:
            return False
        if await self._organises(interaction, facts):
            return True
        seen = await self._sees(guild, member, facts.channel_id)
        if seen is None:
            rights = member.guild_permissions
            return rights.manage_guild or rights.manage_messages
        return seen

    async def _sees(self, guild: discord.Guild, member: discord.Member, channel_id: int) -> bool | None:
        """Whether a member sees a channel; None where it is gone or hidden from the bot. Raises Refusal."""
        channel = await self._channel(guild, channel_id)
        if channel is None:
            return None
        try:
            known = sees_by_rights(channel, member)
        except discord.ClientException:  # a thread whose channel is not known
            raise Refusal("table-unsure") from None
        if known is not None or not isinstance(channel, discord.Thread):
            return bool(known)
        thread = channel
        key = (channel_id, member.id)
        return await self._asked(key, lambda: thread.fetch_member(member.id)) is not None

    async def _channel(self, guild: discord.Guild, channel_id: int) -> Channel | None:
        """The channel, also an archived thread, which the library does not know; None where it is gone or
        hidden from the bot. Raises Refusal where Discord does not answer."""
        if guild.get_role(guild.id) is None:  # not known itself: its roles tell what anybody may
            raise Refusal("table-unsure")
        known = guild.get_channel_or_thread(channel_id)
        return known or await self._asked((channel_id,), lambda: guild.fetch_channel(channel_id))

    async def _member(self, interaction: Interaction, guild: discord.Guild) -> discord.Member | None:
        """Whoever acts, as a member of that server; None where they have left it. Raises Refusal."""
        user = interaction.user
        if isinstance(user, discord.Member) and user.guild.id == guild.id:
            return user
        return await self._asked((guild.id, user.id), lambda: guild.fetch_member(user.id))

    async def _asked(self, key: tuple[int, ...], ask: Callable[[], Awaitable[T]]) -> T | None:
        """What Discord says, asked once for all who want to know it within a while; None where there is no
        such thing, or the bot may not know. Raises Refusal where Discord does not answer."""
        now, kept = self._time.monotonic(), self._answers.get(key)
        if kept is None or now > kept.until or _has_failed(kept.said):
            said = asyncio.create_task(self._ask(ask))
            kept = self._answers.keep(key, _Answer(said, now + KEPT_SECONDS))
        try:
            return cast("T | None", await asyncio.shield(kept.said))
        except (discord.HTTPException, *CUT_OFF):
            raise Refusal("table-unsure") from None

    async def _ask(self, ask: Callable[[], Awaitable[T]]) -> T | None:
        await self._budget.take()
        try:
            return await asked(self._time, ask)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            return None


def at_table(
    deed: Callable[[Interaction, PressId, Table], Awaitable[None]],
    *,
    private: bool = False,
    values: int | tuple[int, ...] | None = None,
) -> Route[Table]:
    """A route for whoever sees the table that is meant."""
    return Route(deed, table_of, SubjectKind.TABLE, private, values)


async def table_of(interaction: Interaction, press: PressId) -> Table:
    """The table that a press is about, once ``TableAccess.require`` has let its person through. Raises
    TableError ``no-such-table`` where it is about none."""
    table = interaction.extras.get(_KEY)
    if table is None:
        raise TableError("no-such-table")
    return table


def _has_failed(said: asyncio.Task[Any]) -> bool:
    return said.done() and (said.cancelled() or said.exception() is not None)


def _guild(interaction: Interaction, guild_id: int) -> discord.Guild | None:
    """The server of that number, as far as the bot is in it."""
    if interaction.guild is not None and interaction.guild.id == guild_id:
        return interaction.guild
    return cast(discord.Client, interaction.client).get_guild(guild_id)


def _known(guild: discord.Guild, member: discord.Member, channel_id: int) -> bool | None:
    """Whether a member sees a channel; None where Discord has to be asked."""
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None or guild.get_role(guild.id) is None:
        return None
    try:
        return sees_by_rights(channel, member)
    except discord.ClientException:  # a thread whose channel is not known
        return None
