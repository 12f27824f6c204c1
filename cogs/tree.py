"""The commands as a whole: what they are declared with, in every language there is; which there are, without
a bot; and Discord's being told of them."""

from __future__ import annotations

import hashlib
import importlib
import json
import logging
import pkgutil
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Protocol, TypedDict

import discord
from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes
from discord.ext import commands

import cogs
from bot.words.catalogue import FALLBACK, Words, words_for

log = logging.getLogger(__name__)

Declared = app_commands.Command[Any, ..., Any] | app_commands.Group


class Offered(TypedDict):
    """Where commands are offered, and to whom: as the library takes it.
    https://discord.com/developers/docs/interactions/application-commands#contexts"""

    allowed_contexts: app_commands.AppCommandContext
    allowed_installs: app_commands.AppInstallationType


ANYWHERE: Final = Offered(
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
)
"""To whoever has the bot in a server or in their account, wherever they are: what does not say otherwise."""
IN_SERVERS: Final = Offered(
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
)
"""In servers that the bot is in: what has to do with a server."""

NAMES: Final = (TranslationContextLocation.command_name, TranslationContextLocation.group_name)


def said(key: str) -> app_commands.locale_str:
    """A text of the catalogue to declare a command with: English, and through ``CatalogueTranslator`` every
    other language."""
    return app_commands.locale_str(words_for(FALLBACK)(key), key=key)


class CatalogueTranslator(app_commands.Translator):
    """Answers from the catalogue. The names of commands are there as ``name.COMMAND``, those of their options
    as ``parameter.OPTION``; what was declared by ``said`` knows its key."""

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """The text in that language; None where it is the declared one."""
        words = words_for(locale.value)
        key = string.extras.get("key") or _name_key(context)
        return None if words.language == FALLBACK or key is None else words(key)


def _name_key(context: TranslationContextTypes) -> str | None:
    """The key of a name, which is declared as it is typed."""
    about = context.data
    if context.location in NAMES and isinstance(about, (app_commands.Command, app_commands.Group)):
        return f"name.{about.qualified_name.replace(' ', '.')}"
    if context.location is TranslationContextLocation.parameter_name and isinstance(
        about, app_commands.Parameter
    ):
        return f"parameter.{about.name}"
    return None


def described(words: Words, command: Declared) -> str:
    """What a command does, in that language. It was declared by ``said``."""
    # The library keeps what a command was declared with, and offers no other way to it.
    declared: app_commands.locale_str | None = vars(command)["_locale_description"]
    return words(declared.extras["key"]) if declared is not None else command.description


def declared_commands() -> frozenset[str]:
    """The names of all commands and groups at the top, as they are declared."""
    found: set[str] = set()
    for module in pkgutil.iter_modules(cogs.__path__, "cogs."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, commands.Cog):
                found |= {command.name for command in kind.__cog_app_commands__}
    return frozenset(found)


DIGEST: Final = "commands"
"""What Discord was told last is known by its digest, kept under this name."""


class KeptTexts(Protocol):
    """Texts that outlive the process. Both raise StoreError."""

    async def text(self, key: str) -> str | None:
        """What is kept, None where nothing is."""
        ...

    async def keep_text(self, key: str, text: str) -> None:
        """Keep it in place of what was."""
        ...


class Ask(Protocol):
    """Asks Discord until it answers."""

    async def __call__(self, request: Callable[[], Awaitable[list[Any]]]) -> list[Any]: ...


async def synchronised(
    client: discord.Client,
    tree: app_commands.CommandTree[Any],
    notes: KeptTexts,
    ask: Ask,
    *,
    tells: bool = True,
) -> Mapping[str, int] | None:
    """The ids of the commands by name, once Discord knows them as they are; None where it will not tell the
    ids. Discord limits how often commands are written, so that is done only when one has changed, in any
    language, and by the process that ``tells``. Raises StoreError and, where commands are refused,
    discord.HTTPException.
    Source: https://docs.discord.com/developers/interactions/application-commands#registering-a-command"""
    application_id, translator = client.application_id, tree.translator
    assert application_id is not None and translator is not None
    payload = [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
    digest = hashlib.sha256(json.dumps([application_id, payload], sort_keys=True).encode()).hexdigest()
    if tells and await notes.text(DIGEST) != digest:
        there = await ask(lambda: client.http.bulk_upsert_global_commands(application_id, payload=payload))
        await notes.keep_text(DIGEST, digest)
    else:
        try:
            there = await ask(lambda: client.http.get_global_commands(application_id))
        except discord.HTTPException as error:
            log.warning("commands are not mentioned: status %s, code %s", error.status, error.code)
            return None
    return {one["name"]: int(one["id"]) for one in there}
