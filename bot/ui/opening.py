"""Opening a table, by whichever way it was asked for: checked, posted, filled with robots, begun."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.errors import TableError
from bot.tables.model import NamedPreset, Pace
from bot.tables.registry import Tables
from bot.ui.display import Display
from bot.ui.people import People
from bot.ui.permissions import require_may_open, require_permissions
from bot.ui.presets import Presets, is_playable
from bot.ui.presses import First, press_of
from bot.ui.server_settings import USUAL_GAME, ServerSettings


class Opening:
    """See the module."""

    def __init__(self, tables: Tables, presets: Presets, display: Display, people: People) -> None:
        self._tables = tables
        self._presets = presets
        self._display = display
        self._people = people

    async def open(
        self, interaction: discord.Interaction[Any], game: str | None = None, *, robots: int | None = 0
    ) -> None:
        """Answer the interaction with a new table's lobby; ``game`` None is the server's usual one.
        ``robots`` None are as many as there are seats left; with all seats taken play begins at once. Raises
        Refusal, TableError."""
        press = press_of(interaction)
        press.expected = First.POST
        player = await self._people.met(interaction)
        words = await self._people.words(player.user_id)
        settings = await self._people.settings(interaction.guild_id)
        guild_id = require_may_open(words, settings, interaction)
        require_permissions(words, interaction)
        assert interaction.channel_id is not None
        table = await self._tables.open(
            guild_id=guild_id,
            channel_id=interaction.channel_id,
            host_id=player.user_id,
            host_name=player.name,
            preset=await self._preset(guild_id, game, settings),
            pace=Pace(settings.pace),
        )
        try:
            for _ in range(table.facts.players - 1 if robots is None else robots):
                await table.add_robot(player.user_id)
            await self._display.channel.post_lobby(table, press)
            if len(table.facts.seats) == table.facts.players:
                await table.start(player.user_id)
        except BaseException:
            await table.close(player.user_id)
            raise
        self._display.hands.keep_places(table)

    async def _preset(self, guild_id: int, game: str | None, settings: ServerSettings) -> str | NamedPreset:
        """The game asked for. A usual game that there is no longer gives way to everybody's."""
        if game is not None:
            return await self._presets.meant(guild_id, game)
        try:
            usual = await self._presets.meant(guild_id, settings.game)
        except TableError:
            return USUAL_GAME
        return usual if isinstance(usual, str) or is_playable(usual) else USUAL_GAME
