"""``/help``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.discordkit.interactions import Interaction
from bot.people.ui.welcome import Help, Topic
from bot.words.catalogue import Words
from cogs.tree import Declared, described, said

AT_ONCE: Final = 7
"""Commands on one page, with what each does."""


class HelpCog(commands.Cog):
    """What this is and what can be typed."""

    def __init__(self, help_: Help) -> None:
        self._help = help_

    @app_commands.command(name="help", description=said("command.help"))
    async def help(self, interaction: Interaction) -> None:
        """The first minute, and every command with what it does, topic by topic."""
        await self._help.open(interaction)


def topics(tree: app_commands.CommandTree[Any], words: Words) -> list[Topic]:
    """The first page, and every command by its group, under ``commands`` those without one; not those of
    whoever hosts the bot."""
    declared = tree.get_commands()
    alone = [one for one in declared if isinstance(one, app_commands.Command)]
    groups = [one for one in declared if isinstance(one, app_commands.Group) and not _is_hosts_own(one)]
    first = [Topic("", words("help.title")), Topic("commands", words("help.alone"), _listed(words, alone))]
    return [*first, *(topic for group in groups for topic in _of_group(words, group))]


def _is_hosts_own(group: app_commands.Group) -> bool:
    return group.default_permissions is not None and group.default_permissions.administrator


def _of_group(words: Words, group: app_commands.Group) -> Iterator[Topic]:
    """The commands of a group, in as many topics as it takes for each to fit a phone."""
    about, listed = described(words, group), _listed(words, group.walk_commands())
    parts = -(-len(listed) // AT_ONCE)
    each = -(-len(listed) // parts)
    for part in range(parts):
        named = words("help.part", about=about, part=part + 1, parts=parts) if parts > 1 else about
        name = f"{group.name} {part + 1}" if part else group.name
        yield Topic(name, named, listed[part * each : (part + 1) * each])


def _listed(words: Words, every: Iterable[Declared]) -> tuple[tuple[str, str], ...]:
    """Paths, with what each command does."""
    return tuple(
        (command.qualified_name, described(words, command))
        for command in every
        if isinstance(command, app_commands.Command)
    )
