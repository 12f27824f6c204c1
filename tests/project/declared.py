"""The slash commands as they are declared, without a bot."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import Any

from discord import app_commands
from discord.ext import commands

import cogs

Command = app_commands.Command[Any, ..., Any]


@cache
def declared_commands() -> tuple[Command | app_commands.Group, ...]:
    """Every command and group of every cog, groups before what is in them."""
    found: list[Command | app_commands.Group] = []
    for module in pkgutil.iter_modules(cogs.__path__, "cogs."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, commands.Cog) and kind.__module__ == module.name:
                for command in kind.__cog_app_commands__:
                    found += _with_children(command)
    return tuple(found)


def _with_children(command: Command | app_commands.Group) -> Iterator[Command | app_commands.Group]:
    yield command
    if isinstance(command, app_commands.Group):
        yield from command.walk_commands()


def declared_names() -> set[str]:
    """The names of commands and groups by where they are: «table.open»."""
    return {command.qualified_name.replace(" ", ".") for command in declared_commands()}


def declared_parameters() -> set[str]:
    """The names of options, which are the same in every command."""
    return {
        parameter.name
        for command in declared_commands()
        if isinstance(command, app_commands.Command)
        for parameter in command.parameters
    }
