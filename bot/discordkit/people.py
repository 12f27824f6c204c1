"""What the interface knows of people and servers: what they have chosen, their language, and whether a direct
message reaches them."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord

from bot.discordkit.interactions import Interaction, in_direct_messages
from bot.discordkit.load import Budget, Latest
from bot.discordkit.sending import asked
from bot.people.chosen import AUTO
from bot.people.ports import PlayerStore
from bot.people.settings import DEFAULTS, Hands, Player, Preferences, ServerSettings
from bot.ports import StoreError, Time
from bot.telling.phrases import Reader
from bot.words.catalogue import Commands, Words, clean, words_for

log = logging.getLogger(__name__)

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
CLOSED_CODES: Final = (50007, 50278)
OPENING_TOO_FAST: Final = 40003
KNOWN: Final = 10_000  # people, and servers, kept in memory: whoever acts is among the latest
TRY_AGAIN_SECONDS: Final = 600.0  # answers of 403 count towards a ban of the address, so not at every deal
OWN_TRIES: Final = 20
"""How often somebody's own presses have closed direct messages tried again in that time."""


class People:
    """People and servers, kept in the store."""

    def __init__(
        self,
        store: PlayerStore,
        client: discord.Client,
        budget: Budget,
        time: Time,
        commands: Commands,
    ) -> None:
        """``commands`` is how sentences mention the application's commands."""
        self._store = store
        self._client = client
        self._budget = budget
        # Held by who opens a channel of direct messages. Discord lets few be opened in a while: with many at
        # once the library asks for more, and those that have waited there for long would be opened in vain.
        self._opening = asyncio.Lock()
        self._time = time
        self._commands = commands
        self._players: Latest[int, Player] = Latest(KNOWN)
        self._guilds: Latest[int, ServerSettings] = Latest(KNOWN)
        self._own_tries: Latest[int, deque[float]] = Latest(KNOWN)

    async def met(self, interaction: Interaction) -> Player:
        """The person behind an interaction; keeps their name and language where they changed."""
        user = interaction.user
        name = clean(user.display_name, f"{user.id % 10000:04}")
        known = await self.player(user.id)
        locale = str(interaction.locale)
        if known is not None and (known.name, known.locale) == (name, locale):
            return known

        def change(kept: Player | None) -> Player:
            return replace(kept or Player(user.id, name), name=name, locale=locale)

        met = await self._change(user.id, change)
        assert met is not None
        return met

    async def know(self, user_id: int, name: str) -> None:
        """Keep a person the bot was only told of."""
        if await self.player(user_id) is None:
            await self._change(user_id, lambda kept: kept or Player(user_id, name))

    async def player(self, user_id: int) -> Player | None:
        """What is known of a person."""
        known = self._players.get(user_id)
        if known is not None:
            return known
        found = await self._store.player(user_id)
        if found is None:
            return None
        return self._players.get(user_id) or self._players.keep(user_id, found)

    def heard(self, player: Player) -> None:
        """Another cell has changed what is known of a person."""
        self._players.keep(player.user_id, player)

    def forget(self, user_id: int) -> None:
        """A person's data were deleted: nothing is known of them any longer."""
        self._players.drop(user_id)

    def forget_guild(self, guild_id: int) -> None:
        """The same of a server."""
        self._guilds.drop(guild_id)

    async def preferences(self, user_id: int) -> Preferences:
        """What a person has chosen for themselves; the defaults for whom the bot has not met."""
        known = await self.player(user_id)
        return known.preferences if known else DEFAULTS

    async def prefer(self, user_id: int, change: Callable[[Preferences], Preferences]) -> Preferences:
        """Change what a person, whom the bot has met, has chosen; returns it as it is then. Raises what
        ``change`` raises, and StoreError."""
        kept = await self._change(
            user_id, lambda kept: kept and replace(kept, preferences=change(kept.preferences))
        )
        return kept.preferences if kept else DEFAULTS

    async def words(self, user_id: int) -> Words:
        """A person's language: their own choice, else that of their Discord."""
        known = await self.player(user_id)
        return self._spoken(known.preferences.language, known.locale) if known else self._spoken(AUTO, "")

    async def reader(self, user_id: int) -> Reader:
        """A person who is told something: in their words, as they prefer it."""
        return Reader(await self.words(user_id), await self.preferences(user_id), user_id)

    async def words_of(self, interaction: Interaction) -> Words:
        """The words of whoever acts, who is met."""
        return await self.words((await self.met(interaction)).user_id)

    async def reader_of(self, interaction: Interaction) -> Reader:
        """Whoever acts, who is met."""
        return await self.reader((await self.met(interaction)).user_id)

    async def everybody(self, guild_id: int | None) -> Reader:
        """Whoever reads a channel of a server: in the server's words."""
        return Reader(await self.guild_words(guild_id))

    async def words_here(self, interaction: Interaction) -> Words:
        """The language of whoever acts, whether the bot has met them or not, and whether the database answers
        or not."""
        with suppress(StoreError):
            chosen = (await self.preferences(interaction.user.id)).language
            return self._spoken(chosen, str(interaction.locale))
        return self._spoken(AUTO, str(interaction.locale))

    async def settings(self, guild_id: int | None) -> ServerSettings:
        """What was chosen for a server; the defaults outside of servers."""
        if guild_id is None:
            return ServerSettings()
        known = self._guilds.get(guild_id)
        if known is not None:
            return known
        found = await self._store.guild(guild_id)
        return self._guilds.get(guild_id) or self._guilds.keep(guild_id, found)

    async def set_settings(
        self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change what was chosen for a server; returns it as it is then. Raises what ``change`` raises, and
        StoreError, and then nothing is changed."""
        try:
            return self._guilds.keep(guild_id, await self._store.change_guild(guild_id, change))
        except asyncio.CancelledError:  # it is kept all the same
            self._guilds.drop(guild_id)
            raise

    async def guild_words(self, guild_id: int | None) -> Words:
        """A server's language: its own setting, else the one Discord says it prefers."""
        guild = self._client.get_guild(guild_id) if guild_id is not None else None
        locale = str(guild.preferred_locale) if guild else ""
        return self._spoken((await self.settings(guild_id)).language, locale)

    async def hands_in_channel(self, user_id: int) -> bool:
        """Whether a person wishes their cards in the table's channel."""
        return (await self.preferences(user_id)).hands == Hands.CHANNEL

    async def takes_direct_messages(self, user_id: int) -> bool:
        """Whether a person's cards go to their direct messages, as far as is known."""
        known = await self.player(user_id)
        return known is not None and known.preferences.hands == Hands.DIRECT and not self._is_closed(known)

    def is_dm_channel(self, user_id: int, channel_id: int) -> bool:
        """Whether these are the direct messages of that person and the bot, as Discord has told."""
        known = self._players.get(user_id)
        return known is not None and known.dm_channel_id == channel_id

    async def is_closed(self, user_id: int) -> bool:
        """Whether a person's direct messages are known to be closed; after some time it is tried again."""
        known = await self.player(user_id)
        return known is None or self._is_closed(known)

    async def met_in_direct_messages(self, interaction: Interaction) -> int:
        """Take note of the direct messages that a person, whom the bot has met, acts in; the channel."""
        channel_id, known = interaction.channel_id, await self.player(interaction.user.id)
        assert channel_id is not None and in_direct_messages(interaction)
        if known is not None and (known.dm_channel_id != channel_id or known.dm_closed):
            await self._learn(known.user_id, dm_channel_id=channel_id, dm_closed=False)
        return channel_id

    async def forget_dm_channel(self, user_id: int) -> None:
        """Discord knows no such channel any more: another is asked for next time."""
        await self._learn(user_id, dm_channel_id=None)

    def _spoken(self, chosen: str, locale: str) -> Words:
        """The language chosen, as it is written where the locale is; else the locale's."""
        ours = chosen == AUTO or locale.partition("-")[0] == chosen
        return words_for(locale if ours else chosen, self._commands)

    def _is_closed(self, player: Player) -> bool:
        """Whether their direct messages are known to be closed; after some time it is tried again."""
        # Where the clock was set back, nobody knows when that was.
        return player.dm_closed and 0.0 <= self._time.now() - player.dm_checked_at < TRY_AGAIN_SECONDS

    async def wishes_direct_messages(self, user_id: int) -> None:
        """Somebody does what takes direct messages, and may have opened theirs just now: whether one reaches
        them is tried again, however lately Discord has refused one."""
        known = await self.player(user_id)
        if known is None or not self._is_closed(known):
            return
        now, tries = self._time.monotonic(), self._own_tries.get(user_id)
        if tries is None:
            tries = self._own_tries.keep(user_id, deque(maxlen=OWN_TRIES))
        if len(tries) < OWN_TRIES or now - tries[0] >= TRY_AGAIN_SECONDS:
            tries.append(now)
            await self._learn(user_id, dm_checked_at=0.0)

    async def dm_channel(self, user_id: int) -> int | None:
        """A person's direct-message channel, opened where needed; None while theirs are known to be
        closed. Raises discord.HTTPException, Unreached, StoreError."""
        known = await self.player(user_id)
        if known is None:
            return None
        if self._is_closed(known):
            return None
        if known.dm_channel_id is not None:
            return known.dm_channel_id
        await asked(self._time, self._opening.acquire)
        try:
            await self._budget.take()
            channel = await asked(self._time, lambda: self._client.create_dm(discord.Object(user_id)))
        except discord.HTTPException as error:
            if not await self.refused(user_id, error):
                raise
            return None
        finally:
            self._opening.release()
        await self._learn(user_id, dm_channel_id=channel.id)
        return channel.id

    async def refused(self, user_id: int, error: discord.HTTPException) -> bool:
        """Take note that Discord would not deliver to a person; False when the error says something else."""
        if error.code not in CLOSED_CODES and error.code != OPENING_TOO_FAST and error.status != 403:
            return False
        await self._learn(user_id, dm_closed=True, dm_checked_at=self._time.now())
        return True

    async def reached(self, user_id: int) -> None:
        """Take note that a direct message arrived."""
        known = await self.player(user_id)
        if known is not None and known.dm_closed:
            await self._learn(user_id, dm_closed=False, dm_checked_at=self._time.now())

    async def _learn(self, user_id: int, **changes: int | float | None) -> None:
        """Something else is known of a person, unless they have been forgotten meanwhile."""
        await self._change(user_id, lambda kept: kept and replace(kept, **changes))

    async def _change(self, user_id: int, change: Callable[[Player | None], Player | None]) -> Player | None:
        """Have the store change what is known of a person; what it has kept is what is known."""
        try:
            kept = await self._store.change_player(user_id, change)
        except asyncio.CancelledError:  # it is kept all the same
            self._players.drop(user_id)
            raise
        if kept is not None:
            return self._players.keep(user_id, kept)
        self._players.drop(user_id)
        return None


def gets_direct_messages(player: Player) -> bool:
    """Whether a person's cards come to them by direct message, as far as is known."""
    wished = player.preferences.hands == Hands.DIRECT
    return wished and player.dm_channel_id is not None and not player.dm_closed
