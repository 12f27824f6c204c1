"""What is offered while somebody types an option of a command."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from discord import AppCommandOptionType, app_commands
from discord.ext import commands

from bot.cells.model import Everywhere, nowhere
from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import Part, select, select_option
from bot.discordkit.people import People
from bot.discordkit.ports import on_table
from bot.discordkit.routes import PICK
from bot.discordkit.sending import REQUEST_SECONDS
from bot.engine.registry import presets
from bot.leagues.model import League
from bot.leagues.service import Clubs
from bot.ports import StoreError
from bot.rules.ui.presets import CHOICES, Presets
from bot.tables.model import NamedPreset, TableFacts
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui.access import SUGGESTED_WITHIN, TableAccess
from bot.telling import phrases

Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[Any]]]]
TYPED = (AppCommandOptionType.string, AppCommandOptionType.integer)


def suggest(cog: commands.Cog, **by_option: Suggest) -> None:
    """Have each option of a cog's commands that has one of these names, and is typed, offered by what is
    given for it."""
    for command in cog.walk_app_commands():
        if isinstance(command, app_commands.Command):
            typed = {one.name for one in command.parameters if one.type in TYPED}
            for name in typed & by_option.keys():
                command.autocomplete(name)(by_option[name])


class Suggestions:
    """See the module."""

    def __init__(
        self, tables: Tables, presets: Presets, people: People, clubs: Clubs, access: TableAccess
    ) -> None:
        self._tables = tables
        self._presets = presets
        self._people = people
        self._clubs = clubs
        self._access = access
        self.others: Callable[[int], Awaitable[Everywhere[Sequence[TableFacts]]]] = nowhere
        """The unfinished tables of somebody in other cells."""

    async def games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Presets to choose from: the built-in ones, then those of this server."""
        words = await self._people.words_here(interaction)
        built_in = [
            app_commands.Choice(name=phrases.preset_name(words, preset.name), value=preset.name)
            for preset in presets()
        ]
        named = await _while_typing(self._presets.offered(interaction.guild_id))
        return _matching([*built_in, *named], typed)

    async def named(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Presets that this server has named, of rules that are known or not."""
        return _matching(await _while_typing(self._presets.named(interaction.guild_id)), typed)

    async def leagues(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The leagues of this server; none elsewhere, nor while the database fails."""
        if interaction.guild_id is None:
            return []
        return _matching(await _while_typing(self._clubs.leagues.leagues(interaction.guild_id)), typed)

    async def running(self, interaction: Interaction, seconds: float = REQUEST_SECONDS) -> list[TableFacts]:
        """The unfinished tables of this server that whoever acts may see, as far as Discord tells within so
        many seconds; in direct messages their own, wherever they are. Raises StoreError."""
        guild_id, user_id = interaction.guild_id, interaction.user.id
        here = self._tables.running(guild_id=guild_id, user_id=None if guild_id else user_id)
        others = (await self.elsewhere(interaction)).answers.values()
        every = [*(table.facts for table in here), *chain.from_iterable(others)]
        return await self._access.visible(interaction, every, seconds)

    async def elsewhere(self, interaction: Interaction) -> Everywhere[Sequence[TableFacts]]:
        """The person's own tables in other cells, in direct messages: nothing on a server."""
        return await (nowhere if interaction.guild_id else self.others)(interaction.user.id)

    async def meant(self, interaction: Interaction, given: int | None) -> Table:
        """The table a command is about: the one given, which whoever types may see (``Routes.admits``), else
        the person's own here, else the only one here. Raises Refusal, TableError."""
        if given is not None:
            return await self._tables.get(given)
        guild_id = interaction.guild_id
        mine = self._tables.running(user_id=interaction.user.id)
        channel_id = interaction.channel_id
        here = [one for one in self._tables.running(channel_id=channel_id) if not one.facts.is_private]
        others = chain.from_iterable((await self.elsewhere(interaction)).answers.values())
        for candidates in (
            [table for table in mine if table.facts.channel_id == channel_id],
            [*(table for table in mine if guild_id is None or table.facts.guild_id == guild_id), *others],
            here,
        ):
            if len(candidates) == 1 and isinstance(candidates[0], Table):
                return candidates[0]
            if candidates:
                raise Refusal("which-table")
        raise Refusal("no-table-here")

    async def tables(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """Unfinished tables to choose from: one's own first, then those of this server that whoever types may
        see; none of the latter while the database fails."""
        words = await self._people.words_here(interaction)
        found = [table.facts for table in self._tables.running(user_id=interaction.user.id)]
        with suppress(StoreError):
            found += await self.running(interaction, SUGGESTED_WITHIN)
        choices: list[app_commands.Choice[int]] = []
        for facts in {facts.id: facts for facts in found}.values():
            label = words(
                "list.choice",
                table=facts.number,
                preset=phrases.game_name(words, facts),
                names=words.both(seat.name for seat in facts.seats),
            )
            if typed in label:
                choices.append(app_commands.Choice(name=label[:100], value=facts.id))
        return choices[:CHOICES]

    async def pick_table(self, interaction: Interaction, verb: str, *values: str) -> Part:
        """A select of the same tables: the one that is chosen is what a press of that verb is about. None
        where there is none."""
        words = await self._people.words_here(interaction)
        options = [
            select_option(one.name, str(PressId(verb, on_table(one.value), values=values)))
            for one in await self.tables(interaction, "")
        ]
        return select(PressId(PICK, values=("table",)), words("table.pick"), options)


async def _while_typing(
    named: Awaitable[Sequence[NamedPreset] | Sequence[League]],
) -> list[app_commands.Choice[str]]:
    """Presets or leagues of a server as choices; none while the database fails: the command itself will say
    so."""
    try:
        return [app_commands.Choice(name=one.name, value=one.name) for one in await named]
    except StoreError:
        return []


def _matching(choices: Iterable[app_commands.Choice[str]], typed: str) -> list[app_commands.Choice[str]]:
    """Those that hold what has been typed."""
    return [choice for choice in choices if typed.casefold() in choice.name.casefold()][:CHOICES]
