"""Commands in every language there is: what they are declared with, and what Discord is told besides."""

from __future__ import annotations

from typing import Any, Final

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes

from bot.words.catalogue import FALLBACK, Words, words_for

Declared = app_commands.Command[Any, ..., Any] | app_commands.Group

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
