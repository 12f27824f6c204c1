"""Sentences by key, from one catalogue a language (``assets/locale/<language>/messages.po``).

A message's id is its key; its text holds ``{placeholders}``. A counted message has plural forms chosen by the
language's own rule, and may use ``{count}``. Adding a language is adding a folder, named as Discord names the
locale (``nl``, ``pt-BR``).
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Iterable, Mapping
from datetime import date, time
from functools import cache
from pathlib import Path
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

LOCALE_DIRECTORY: Final = Path(__file__).resolve().parents[2] / "assets" / "locale"
FALLBACK: Final = "en"


class Words:
    """One language's sentences, with numbers, dates and lists as a locale of that language writes them."""

    def __init__(
        self, language: str, texts: gettext.NullTranslations, keys: frozenset[str], locale: Locale
    ) -> None:
        self.language = language
        self.keys = keys
        self._texts = texts
        self._locale = locale

    def __repr__(self) -> str:
        return f"Words({self.language!r})"

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence of a key with its placeholders filled in. Raises KeyError for a key nobody wrote."""
        if key not in self.keys:
            raise KeyError(key)
        return self._texts.gettext(key).format_map(values)

    def count(self, key: str, count: int, /, **values: object) -> str:
        """The sentence of a counted key in the form that fits ``count``; ``{count}`` is the number itself."""
        if key not in self.keys:
            raise KeyError(key)
        return self._texts.ngettext(key, key, abs(count)).format_map({"count": self.number(count), **values})

    def number(self, value: int) -> str:
        """A whole number as this language writes it, with a true minus sign."""
        return format_decimal(value, locale=self._locale).replace("-", "−")

    def points(self, value: int) -> str:
        """Points, always with their sign except nought."""
        return f"+{self.number(value)}" if value > 0 else self.number(value)

    def date(self, value: date) -> str:
        """«20 November 2026»."""
        return format_date(value, "long", locale=self._locale)

    def time(self, value: time) -> str:
        """«22:00», «10:00 PM»: a time of day, to the minute."""
        return format_time(value, "short", locale=self._locale)

    def both(self, items: Iterable[str]) -> str:
        """«a, b and c»."""
        return format_list(list(items), locale=self._locale)

    def either(self, items: Iterable[str]) -> str:
        """«a, b or c»."""
        return format_list(list(items), style="or", locale=self._locale)


@cache
def words_for(locale: str) -> Words:
    """The words for a locale of Discord (https://discord.com/developers/docs/reference#locales): the locale's
    own, else the nearest of its language, else English. Numbers and dates are the locale's where the
    sentences are in its language."""
    tag = locale.replace("_", "-")
    language = _nearest(tag)
    texts, keys = _load(language)
    spoken = tag if _base(tag) == _base(language) else language
    return Words(language, texts, keys, _parse(spoken) or Locale.parse(language, sep="-"))


def _nearest(tag: str) -> str:
    """The language there is that comes nearest."""
    there = languages()
    kin = [language for language in there if _base(language) == _base(tag)]
    return next((one for one in (tag, _base(tag), *kin) if one in there), FALLBACK)


def _base(tag: str) -> str:
    return tag.partition("-")[0]


def _parse(tag: str) -> Locale | None:
    try:
        return Locale.parse(tag, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


@cache
def _load(language: str) -> tuple[gettext.NullTranslations, frozenset[str]]:
    with languages()[language].open("rb") as file:
        catalog = read_po(file, locale=language.replace("-", "_"), abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    keys = frozenset(_key(message.id) for message in catalog if message.id)
    return gettext.GNUTranslations(compiled), keys


def _key(message_id: str | tuple[str, ...] | list[str]) -> str:
    return message_id if isinstance(message_id, str) else message_id[0]


def languages() -> Mapping[str, Path]:
    """The languages there are, with their catalogues."""
    return {path.parent.name: path for path in sorted(LOCALE_DIRECTORY.glob("*/messages.po"))}
