"""Sentences by key, from one catalogue a language (``assets/locale/<language>/messages.po``); and what people
have typed, fit to stand in one.

A message's id is its key; its text holds ``{placeholders}``. A counted message has plural forms chosen by
the language's own rule, and may use ``{count}``. A command is named by its declared path, ``{/table
open}``, and becomes what a reader may press, else what they may type. Adding a language is adding a
folder, named as Discord names the locale (``nl``, ``pt-BR``). What comes from elsewhere, as a game that is
not ours, brings the sentences that are its own in folders like these (``add_catalogues``).

People's names, and whatever else they typed, stand in a sentence on one line, in one direction, with no
ink on the neighbours and no Markdown (``clean``, ``in_text``, ``quoted``).

``Commands`` alone knows by which ids Discord knows the application's commands, so that sentences can name
them as mentions: a press on one opens it, and each client shows it in its own language.

Months and days of the week are known as people name them, in any of our languages (CLDR by way of Babel).
"""

from __future__ import annotations

import gettext
import io
import re
import unicodedata
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from datetime import date, time
from decimal import Decimal
from enum import Enum
from functools import cache
from operator import eq
from pathlib import Path
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton, format_time, get_timezone_location
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, get_decimal_symbol

from bot.normal_form import normalized

NAME_LONGEST: Final = 32
LONGEST_QUOTED: Final = 200
LONGEST_READ: Final = 1000
"""Characters: a longer text is cut before anything is made of it."""
_MARKS_KEPT: Final = 2
_JOINER: Final = "\u200d"  # holds families of emoji together
_NO_INK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # blank, though Unicode says letter or symbol
_LOOSE_JOINERS: Final = re.compile(rf"(?<!\S){_JOINER}+|{_JOINER}+(?=[\s{_JOINER}]|$)")
_MARKDOWN: Final = re.compile(r"([\\*_`~|>#\[\]()<@:/-])")


def clean(name: str, otherwise: str) -> str:
    """A tidy name, at most ``NAME_LONGEST`` characters long; ``otherwise`` where nothing is left."""
    text = tidy(name)
    if len(text) > NAME_LONGEST:
        text = text[: NAME_LONGEST - 1].rstrip(f" {_JOINER}") + "…"
    return text or otherwise


def tidy(name: str) -> str:
    """A name without control, direction and invisible characters and without stacks of combining marks;
    empty where nothing is left. Of a longer one the first ``LONGEST_READ`` characters."""
    seen = normalized("NFC", "".join(map(_seen, name[:LONGEST_READ])), LONGEST_READ)
    text = _LOOSE_JOINERS.sub("", _with_few_marks(" ".join(seen.split())))
    return " ".join(text.split())


def _seen(character: str) -> str:
    category = unicodedata.category(character)
    if category.startswith("Z") or character in "\t\n\r":
        return " "
    unseen = category.startswith("C") and character != _JOINER
    return "" if unseen or character in _NO_INK else character


def _with_few_marks(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        bare = not kept or kept[-1] == " "
        if marks <= _MARKS_KEPT and not (marks and bare):
            kept.append(character)
    return "".join(kept)


def quoted(typed: str) -> str:
    """What somebody has typed, to be repeated in a sentence: in one line, in one direction, not too long,
    and as Discord Markdown that shows it as it stands."""
    text = tidy(typed)
    return in_text(text if len(text) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 1]}…")


def in_text(name: str) -> str:
    """A cleaned name as Discord Markdown that shows it as it stands, mentions and links included."""
    return _MARKDOWN.sub(r"\\\1", name)


class Commands:
    """The ids of one application's commands; nothing is known until Discord has told them."""

    def __init__(self) -> None:
        self._ids: Mapping[str, int] = {}

    def learn(self, ids: Mapping[str, int]) -> None:
        """Know these from now on: ids by name as declared, of whole commands, not of their subcommands."""
        self._ids = dict(ids)

    def mention(self, path: str) -> str | None:
        """«</table open:123>» for the declared path ``table open``; None where the id is not known.
        Source: https://docs.discord.com/developers/reference#message-formatting"""
        found = self._ids.get(path.partition(" ")[0])
        return f"</{path}:{found}>" if found is not None else None


UNKNOWN = Commands()
"""For words of no application: they name commands as they are typed."""


LOCALE_DIRECTORY: Final = Path(__file__).resolve().parents[2] / "assets" / "locale"
FALLBACK: Final = "en"
COMMAND: Final = "/"
"""What the name of a placeholder begins with that stands for a command."""
_NAMES_COMMAND: Final = "{" + COMMAND

REMEMBERED: Final = 999
"""Whole numbers up to it are formatted once a language."""

_further: list[Path] = []
"""The folders that were added, laid out as our own."""


class Words:
    """One language's sentences, with numbers, dates and lists as a locale of that language writes them."""

    def __init__(
        self,
        language: str,
        texts: gettext.NullTranslations,
        keys: frozenset[str],
        locale: Locale,
        commands: Commands,
    ) -> None:
        self.language = language
        self.keys = keys
        self._texts = texts
        self._locale = locale
        self._commands = commands
        self._said: dict[str, str] = {}  # texts by key, looked up once
        self._numbers: dict[int, str] = {}

    def __repr__(self) -> str:
        return f"Words({self.language!r})"

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence of a key with its placeholders filled in. Raises KeyError for a key nobody wrote."""
        text = self._said.get(key)
        if text is None:
            if key not in self.keys:
                raise KeyError(key)
            text = self._said[key] = self._texts.gettext(key)
        if not values and "{" not in text and "}" not in text:
            return text
        return text.format_map(_Filled(self, values) if _NAMES_COMMAND in text else values)

    def count(self, key: str, count: int, /, **values: object) -> str:
        """The sentence of a counted key in the form that fits ``count``; ``{count}`` is the number itself."""
        if key not in self.keys:
            raise KeyError(key)
        said = self._texts.ngettext(key, key, abs(count))
        return said.format_map(_Filled(self, {"count": self.number(count), **values}))

    def command(self, path: str) -> str:
        """A command, by its declared path, in a text that Discord renders: its mention, which a press opens,
        else what is typed."""
        return self._commands.mention(path) or f"`{self.typed(path)}`"

    def typed(self, path: str) -> str:
        """What is typed for the command of a declared path, in this language: «/table open»."""
        names = path.split(" ")
        return "/" + " ".join(self(f"name.{'.'.join(names[: end + 1])}") for end in range(len(names)))

    def number(self, value: int | Decimal) -> str:
        """A number as this language writes it, with a true minus sign, and up to three decimals."""
        if isinstance(value, int):
            known = self._numbers.get(value)  # most are points and cards: few, and written again and again
            if known is not None:
                return known
        said = format_decimal(value, locale=self._locale).replace("-", "−")
        if isinstance(value, int) and abs(value) <= REMEMBERED:
            self._numbers[value] = said
        return said

    def ordinal(self, value: int) -> str:
        """A place as this language writes it: «3rd»."""
        return self(f"ordinal.{self._locale.ordinal_form(value)}", number=self.number(value))

    def points(self, value: int | Decimal) -> str:
        """Points, always with their sign except nought."""
        return f"+{self.number(value)}" if value > 0 else self.number(value)

    def tenths(self, value: float) -> str:
        """A number to its first decimal place."""
        return format_decimal(round(value, 1), format="0.0", locale=self._locale).replace("-", "−")

    def cents(self, value: int) -> str:
        """Cents as an amount without a currency, «2.50»."""
        amount = format_decimal(Decimal(value) / 100, format="#,##0.00", locale=self._locale)
        return amount.replace("-", "−")

    @property
    def decimal_sign(self) -> str:
        """What stands before decimals, «.» or «,»."""
        return get_decimal_symbol(self._locale)

    def day(self, value: date) -> str:
        """«20 November»: a date where the year is known."""
        return format_skeleton("MMMMd", value, locale=self._locale)

    def date(self, value: date) -> str:
        """«20 November 2026»."""
        return format_date(value, "long", locale=self._locale)

    def full_date(self, value: date) -> str:
        """«Friday 20 November 2026»."""
        return format_date(value, "full", locale=self._locale)

    def weekday(self, value: date) -> str:
        """«Friday 20 November»: a day where the year is known, in a list or as a label."""
        named = format_date(value, "EEEE", locale=self._locale)
        return self("date.weekday", weekday=named, day=self.day(value))

    def month(self, value: date) -> str:
        """«November 2026»: a month, whichever day of it."""
        return format_skeleton("yMMMM", value, locale=self._locale)

    def short_day(self, value: date) -> str:
        """«20 Nov»: a date where there is little room."""
        return format_skeleton("MMMd", value, locale=self._locale)

    def short_weekday(self, value: date) -> str:
        """«Fri»."""
        return format_date(value, "EEE", locale=self._locale)

    def weekday_name(self, value: date) -> str:
        """«Friday»."""
        return format_date(value, "EEEE", locale=self._locale)

    def time(self, value: time) -> str:
        """«22:00», «10:00 PM»: a time of day, to the minute."""
        return format_time(value, "short", locale=self._locale)

    def hour(self, value: time) -> str:
        """«20:00», «20.00 uur», «20 h 00»: a time of day as a sentence says it, to the minute. The catalogue
        has its form: ``short`` is the locale's own, else a pattern of CLDR's."""
        return format_time(value, self("date.hour"), locale=self._locale)

    def city(self, zone: str) -> str | None:
        """«Brussels» for the time zone «Europe/Brussels»; None for a zone of no place."""
        if "/" not in zone or zone.startswith("Etc/"):
            return None
        return get_timezone_location(zone, locale=self._locale, return_city=True).rpartition("/")[2]

    def both(self, items: Iterable[str]) -> str:
        """«a, b and c»."""
        return format_list(list(items), locale=self._locale)

    def either(self, items: Iterable[str]) -> str:
        """«a, b or c»."""
        return format_list(list(items), style="or", locale=self._locale)


class _Filled(dict[str, object]):
    """What a sentence is filled in with: what it is given, and the commands that it names."""

    def __init__(self, words: Words, values: Mapping[str, object]) -> None:
        super().__init__(values)
        self._words = words

    def __missing__(self, name: str) -> str:
        if not name.startswith(COMMAND):
            raise KeyError(name)
        return self._words.command(name.removeprefix(COMMAND))


@cache
def words_for(locale: str, commands: Commands = UNKNOWN) -> Words:
    """The words for a locale of Discord (https://discord.com/developers/docs/reference#locales): the locale's
    own, else the nearest of its language, else English. Numbers and dates are the locale's where the
    sentences are in its language. ``commands`` is how an application's are mentioned."""
    tag = locale.replace("_", "-")
    language = _nearest(tag)
    texts, keys = _load(language)
    spoken = tag if _base(tag) == _base(language) else language
    return Words(language, texts, keys, _parse(spoken) or Locale.parse(language, sep="-"), commands)


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


def add_catalogues(folder: Path) -> None:
    """Take more sentences from ``folder/<language>/messages.po``. ``Words`` that were handed out before lack
    them.

    Raises ValueError where a language of ours is missing or a key is there already; nothing has changed then.
    """
    for language in languages():
        path = _catalogue_in(folder, language)
        if not path.is_file():
            raise ValueError(f"{folder} has no catalogue of {language!r}")
        if twice := _load(language)[1] & _read(path, language)[1]:
            raise ValueError(f"{path} says again what is said already: {', '.join(sorted(twice))}")
    _further.append(folder)
    _forget()


def take_back_catalogues(folder: Path) -> None:
    """Take no more sentences from there. Raises ValueError for a folder that was not added."""
    _further.remove(folder)
    _forget()


@contextmanager
def with_catalogues(folder: Path) -> Generator[None]:
    """For a while sentences come from there too. Raises ValueError as ``add_catalogues``."""
    add_catalogues(folder)
    try:
        yield
    finally:
        take_back_catalogues(folder)


def _forget() -> None:
    _load.cache_clear()
    words_for.cache_clear()


@cache
def _load(language: str) -> tuple[gettext.NullTranslations, frozenset[str]]:
    """All sentences of a language, with their keys."""
    texts, keys = _read(languages()[language], language)
    for folder in _further:
        more, others = _read(_catalogue_in(folder, language), language)
        texts.add_fallback(more)  # each file's counted sentences keep that file's rule
        keys |= others
    return texts, keys


def _read(path: Path, language: str) -> tuple[gettext.GNUTranslations, frozenset[str]]:
    with path.open("rb") as file:
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


def _catalogue_in(folder: Path, language: str) -> Path:
    return folder / language / "messages.po"


_SHORTEST: Final = 3
"""How many letters tell a name at the least; fewer only where a language abbreviates it so."""

_DECLINED: Final = 5
"""From how many letters on the last may be another: «пятницу», «dimanches»."""

_LONGEST: Final = 100
"""Characters. No name is longer; of a longer text the rest is not looked at."""

_WIDTHS: Final = ("wide", "abbreviated", "short")


class _Named(Enum):
    """What has names, as Babel calls it."""

    MONTH = "months"
    WEEKDAY = "days"


def plain(text: str) -> str:
    """Small letters without accents and dots, so that «Févr.» is «fevr»."""
    parted = normalized("NFKD", text, _LONGEST).casefold().replace("’", "'")
    return "".join(one for one in parted if not unicodedata.combining(one) and one != ".")


def month_named(text: str, language: str) -> int | None:
    """The month (1 to 12) of that name, whole or shortened. Where languages differ the one that is given
    counts, then the others; None where it may be several or is none."""
    return _number(_Named.MONTH, text, language)


def weekday_named(text: str, language: str) -> int | None:
    """The day of the week, Monday being 0; found as ``month_named`` says."""
    return _number(_Named.WEEKDAY, text, language)


def _number(kind: _Named, text: str, language: str) -> int | None:
    said = plain(text)
    others = [one for one in languages() if one != language]
    for spoken in ([language], others):
        for fits in (eq, _begins):
            found = {
                number for one in spoken for name, number in _names(kind, one).items() if fits(name, said)
            }
            if found:
                return found.pop() if len(found) == 1 else None
    return None


def _begins(name: str, said: str) -> bool:
    stem = said[:-1] if len(said) >= _DECLINED else said
    return len(said) >= _SHORTEST and name.startswith(stem)


@cache
def _names(kind: _Named, language: str) -> Mapping[str, int]:
    """A language's names, plain; a longer one before a shorter where they are the same."""
    forms = getattr(Locale.parse(language, sep="-"), kind.value)
    found: dict[str, int] = {}
    for width in _WIDTHS:
        for context in ("format", "stand-alone"):
            for number, name in forms[context].get(width, {}).items():
                found.setdefault(plain(name), number)
    return found
