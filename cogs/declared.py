"""Which commands there are, without a bot: what Discord is to have registered."""

from __future__ import annotations

import importlib
import pkgutil

from discord.ext import commands

import cogs


def declared_commands() -> frozenset[str]:
    """The names of all commands and groups at the top, as they are declared."""
    found: set[str] = set()
    for module in pkgutil.iter_modules(cogs.__path__, "cogs."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, commands.Cog):
                found |= {command.name for command in kind.__cog_app_commands__}
    return frozenset(found)
