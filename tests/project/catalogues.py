"""What is wrong with a language's catalogue beside the English one: keys, forms, placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from gettext import c2py  # pyright: ignore[reportAttributeAccessIssue] (the standard library keeps quiet about it)
from pathlib import Path
from string import Formatter
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from bot.words.catalogue import languages

COUNT: Final = "count"
NUMBERS: Final = range(200)
"""Enough to meet every form of every language."""

_ID: Final = re.compile(r'^msgid "(.+)"$', re.MULTILINE)


@cache
def catalog_of(language: str) -> Catalog:
    """A language's catalogue as it is in the repository."""
    return read_catalog(language, languages()[language])


def read_catalog(language: str, path: Path) -> Catalog:
    """A catalogue from a file."""
    with path.open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"), abort_invalid=True)


def messages_of(catalog: Catalog) -> Mapping[str, Message]:
    """Its messages by key."""
    return {first(message.id): message for message in catalog if message.id}


def first(texts: Any) -> str:
    return texts if isinstance(texts, str) else texts[0]


def texts_of(message: Message) -> Sequence[str]:
    """What a message says, in each of its forms."""
    said = message.string
    return [said] if isinstance(said, str) else said or ()


def placeholders_in(text: str) -> set[str]:
    """The names in braces. Raises ValueError for braces that do not match."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def placeholders(message: Message) -> set[str]:
    """Those of all its forms."""
    return set().union(*map(placeholders_in, texts_of(message)))


def is_counted(message: Message) -> bool:
    return not isinstance(message.id, str)


def problems(english: Catalog, other: Catalog, written: str) -> list[str]:
    """What is wrong with ``other``, a sentence each; ``written`` is its file. The English one is held to the
    same but for its keys, when it is given twice."""
    model, messages = messages_of(english), messages_of(other)
    found = [f"{key}: missing" for key in sorted(set(model) - set(messages))]
    found += [f"{key}: nobody asks for it" for key in sorted(set(messages) - set(model))]
    found += [f"{key}: twice in the file" for key in _repeated(written)]
    found += [f"{first(message.id)}: left over, commented out" for message in other.obsolete.values()]
    found += _wrong_rule(other)
    for key in sorted(set(model) & set(messages)):
        found += [f"{key}: {problem}" for problem in _problems_of(model[key], messages[key], other)]
    return found


def _repeated(written: str) -> list[str]:
    keys = _ID.findall(written)
    return sorted({key for key in keys if keys.count(key) > 1})


def _wrong_rule(catalog: Catalog) -> Iterator[str]:
    """Whether the file's own rule of plurals is the language's."""
    rule = get_plural(catalog.locale)
    ours, theirs = c2py(str(catalog.plural_expr)), c2py(rule.plural_expr)
    if catalog.num_plurals != rule.num_plurals or any(ours(n) != theirs(n) for n in NUMBERS):
        yield f"Plural-Forms: not the rule of {catalog.locale}, which is {rule.plural_forms}"


def _problems_of(model: Message, message: Message, catalog: Catalog) -> Iterator[str]:
    texts = texts_of(message)
    if is_counted(message) != is_counted(model):
        yield "counted here and not in English, or the other way round"
        return
    forms = catalog.num_plurals if is_counted(model) else 1
    if len(texts) != forms or not all(text.strip() for text in texts):
        yield f"needs {forms} texts"
        return
    if message.fuzzy:
        yield "marked as fuzzy, and so not used: *review* is the mark for what is to be looked at"
    for number, text in enumerate(texts):
        try:
            said = placeholders_in(text)
        except ValueError:
            yield f"braces that do not match in form {number}"
            continue
        yield from _wrong_names(model, said, _stands_for(catalog, number, forms), number)


def _stands_for(catalog: Catalog, form: int, forms: int) -> int:
    """For how many numbers a form is used."""
    rule = c2py(str(catalog.plural_expr))
    return sum(rule(n) == form for n in NUMBERS) if forms > 1 else len(NUMBERS)


def _wrong_names(model: Message, said: set[str], numbers: int, form: int) -> Iterator[str]:
    """The placeholders that a form lacks or has too many. What every English form says has to be said; the
    number too, where a form is for several."""
    english = [placeholders_in(text) for text in texts_of(model)]
    needed = set.intersection(*english) - {COUNT}
    if numbers > 1:
        needed |= set.union(*english) & {COUNT}
    allowed = set.union(*english) | ({COUNT} if is_counted(model) else set())
    if missing := needed - said:
        yield f"lacks {sorted(missing)} in form {form}"
    if unknown := said - allowed:
        yield f"has {sorted(unknown)} in form {form}, which nobody fills in"
