"""What the commands share: which table is meant, what the bot may do here."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.engine.registry import presets
from bot.tables.model import NamedPreset
from bot.tables.ports import StoreError
from bot.tables.registry import Tables
from bot.tables.table import Table
from bot.ui import phrases
from bot.ui.boundary import Refusal
from bot.ui.presets import CHOICES
from cogs.translation import said

if TYPE_CHECKING:
    from bot.app import Hartenheer

Interaction = discord.Interaction[Any]

SAY: Final = said
"""The words commands are declared with."""


async def table_meant(tables: Tables, interaction: Interaction, given: int | None) -> Table:
    """The table a command is about: the one given, else the person's own here, else the only one here."""
    if given is not None:
        table = await tables.get(given)
        if table.facts.guild_id != interaction.guild_id and table.facts.seat_of(interaction.user.id) is None:
            raise Refusal("no-such-table")
        return table
    guild_id = interaction.guild_id
    mine = tables.running(user_id=interaction.user.id)
    here = tables.running(channel_id=interaction.channel_id)
    for candidates in (
        [table for table in mine if table.facts.channel_id == interaction.channel_id],
        [table for table in mine if guild_id is None or table.facts.guild_id == guild_id],
        here,
    ):
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise Refusal("which-table")
    raise Refusal("no-table-here")


async def suggest_games(
    bot: Hartenheer, interaction: Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Presets to choose from: the built-in ones, then those of this server."""
    words = await bot.people.words_here(interaction)
    built_in = [
        app_commands.Choice(name=phrases.preset_name(words, preset.name), value=preset.name)
        for preset in presets()
    ]
    named = await _while_typing(bot.presets.offered(interaction.guild_id))
    return _matching([*built_in, *named], typed)


async def suggest_named(
    bot: Hartenheer, interaction: Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Presets that this server has named, of rules that are known or not."""
    return _matching(await _while_typing(bot.presets.named(interaction.guild_id)), typed)


async def _while_typing(named: Awaitable[Sequence[NamedPreset]]) -> list[app_commands.Choice[str]]:
    """Presets of a server as choices; none while the database fails: the command itself will say so."""
    try:
        return [app_commands.Choice(name=preset.name, value=preset.name) for preset in await named]
    except StoreError:
        return []


def _matching(choices: Iterable[app_commands.Choice[str]], typed: str) -> list[app_commands.Choice[str]]:
    """Those that hold what has been typed."""
    return [choice for choice in choices if typed.casefold() in choice.name.casefold()][:CHOICES]


async def suggest_tables(
    bot: Hartenheer, interaction: Interaction, typed: str
) -> list[app_commands.Choice[int]]:
    """Unfinished tables to choose from: one's own first, then those of this server."""
    words = await bot.people.words_here(interaction)
    mine = bot.tables.running(user_id=interaction.user.id)
    local = bot.tables.running(guild_id=interaction.guild_id) if interaction.guild_id else []
    choices: list[app_commands.Choice[int]] = []
    for table in dict.fromkeys([*mine, *local]):
        facts = table.facts
        label = words(
            "list.choice",
            table=facts.id,
            preset=phrases.game_name(words, facts),
            names=words.both(seat.name for seat in facts.seats),
        )
        if typed in label:
            choices.append(app_commands.Choice(name=label[:100], value=facts.id))
    return choices[:CHOICES]
