"""A language made up from the English one, so that it shows who is spoken to in which: ⟦every sentence in
brackets⟧."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.rules.ui import presets
from bot.words import catalogue
from playground.checks.components import walk

OPEN, CLOSE = "⟦", "⟧"
NAMES = ("name.", "parameter.")
"""What may be small letters alone."""


def made_up(language: str, english: Path) -> Catalog:
    """The catalogue of that language: as many forms as it has, each the English one in brackets."""
    with english.open("rb") as file:
        source = read_po(file, locale="en", abort_invalid=True)
    catalog = Catalog(locale=language.replace("-", "_"))
    for message in source:
        if not message.id:
            continue
        if isinstance(message.id, str):
            assert isinstance(message.string, str)
            said = message.string
            new = f"{said}-{language}".lower() if message.id.startswith(NAMES) else f"{OPEN}{said}{CLOSE}"
            catalog.add(message.id, new)
        else:
            assert message.string
            many = f"{OPEN}{message.string[-1]}{CLOSE}"
            catalog.add(tuple(message.id), (many,) * catalog.num_plurals)
    return catalog


@contextmanager
def spoken_too(folder: Path, *languages: str) -> Iterator[None]:
    """For a while these languages are there beside English, in a folder of their own."""
    english = catalogue.LOCALE_DIRECTORY / catalogue.FALLBACK / "messages.po"
    for language in languages:
        path = folder / language / "messages.po"
        path.parent.mkdir()
        with path.open("wb") as file:
            write_po(file, made_up(language, english), width=0)
    copy = folder / catalogue.FALLBACK / "messages.po"
    copy.parent.mkdir()
    copy.write_bytes(english.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "LOCALE_DIRECTORY", folder)
        forget()
        yield
    forget()


def forget() -> None:
    """What was read of the catalogues is read anew."""
    catalogue.words_for.cache_clear()
    catalogue._load.cache_clear()  # pyright: ignore[reportPrivateUsage]
    presets._called.cache_clear()  # pyright: ignore[reportPrivateUsage]


def outside(text: str) -> str:
    """The letters of a text that are in no brackets; an opening one that was cut off counts to the end."""
    depth, found = 0, ""
    for character in text:
        depth += (character == OPEN) - (character == CLOSE)
        found += character if not depth and character.isalpha() else ""
    return found


def said(message: dict[str, Any]) -> list[str]:
    """Every text of a message or modal that a person reads."""
    found = [message["title"]] if "title" in message else []
    for one in walk(message.get("components", [])):
        found += [one.get(name) or "" for name in ("content", "label", "placeholder")]
        found += [item.get("description") or "" for item in one.get("items", ())]
        for option in one.get("options", ()):
            found += [option["label"], option.get("description") or ""]
    return [text for text in found if text]


def in_english(message: dict[str, Any], *but: str) -> list[str]:
    """The texts that are not in brackets, other than those in ``but``: names, symbols, addresses."""
    return [text for text in said(message) if text not in but and outside(text)]
