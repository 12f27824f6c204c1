"""One word for one thing: what ``docs/words.md`` does not use stands in no sentence of the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from tests.project.catalogues import catalog_of, messages_of, texts_of

WORDS: Final = Path(__file__).resolve().parents[2] / "docs" / "words.md"
HEADINGS: Final = {"en": "English", "nl": "Dutch", "fr": "French", "ru": "Russian"}
NAMES: Final = ("name.", "parameter.")
"""What the keys of commands and of their options begin with: they are typed, and may be shorter."""
FILLED_IN: Final = re.compile(r"\{[^}]*\}|`[^`]*`")
"""What the program puts into a sentence, and what is typed or a name of the machine's."""


def rows(text: str) -> Iterator[list[str]]:
    """The rows of the tables in a Markdown text, without their heads."""
    lines = text.splitlines()
    for above, line in pairwise(lines):
        if line.startswith("|") and above.startswith("|") and not line.startswith("| ---"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


@cache
def parts() -> dict[str, str]:
    """The parts of the page by their headings, the one above all of them by «»."""
    first, *others = re.split(r"(?m)^## ", WORDS.read_text("utf-8"))
    return {"": first} | dict(part.split("\n", 1) for part in others)


def not_used(language: str) -> dict[str, str]:
    """For each word that a language does not use the one that it uses instead."""
    found = rows(parts()[f"Not used in {HEADINGS[language]}"])
    return {word.strip(): used for used, unused in found for word in unused.split(";")}


def found_in(sentences: dict[str, list[str]], unused: dict[str, str]) -> list[str]:
    """Where words stand that are not used: each a whole word, in small letters or capitals."""
    patterns = {word: re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE) for word in unused}
    return [
        f"{key}: «{word}» is not used, «{unused[word]}» is: {sentence}"
        for key, forms in sentences.items()
        for sentence in forms
        for word, pattern in patterns.items()
        if pattern.search(FILLED_IN.sub(" ", sentence))
    ]


def sentences_of(language: str) -> dict[str, list[str]]:
    """The sentences of a catalogue by key, each form of them."""
    told = messages_of(catalog_of(language))
    return {key: [*texts_of(one)] for key, one in told.items() if not key.startswith(NAMES)}


@pytest.mark.parametrize("language", HEADINGS)
def test_no_sentence_has_a_word_that_is_not_used(language: str) -> None:
    found = found_in(sentences_of(language), not_used(language))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", HEADINGS)
def test_no_word_is_used_and_not_used(language: str) -> None:
    number = [*HEADINGS].index(language)
    used = {word.strip().casefold() for row in rows(parts()[""]) for word in row[number].split(",")}
    assert not used & {word.casefold() for word in not_used(language)}


def test_there_are_some_hundred_and_twenty_concepts_with_a_word_in_english() -> None:
    assert len([*rows(parts()[""])]) >= 120


def test_a_word_is_found_whole_in_capitals_and_in_any_script() -> None:
    unused = {"bye": "sit out", "гифт": "сдача"}
    sentences = {"one": ["A bye.", "Goodbye, byes"], "two": ["Эта ГИФТ кончилась"], "three": ["{bye} `bye`"]}
    assert [one.partition(":")[0] for one in found_in(sentences, unused)] == ["one", "two"]


@pytest.mark.parametrize(("number", "language"), [*enumerate(HEADINGS)])
def test_every_word_that_is_said_to_be_used_is(number: int, language: str) -> None:
    """By how it begins: the rest is bent as the sentence needs it."""
    every = " ".join(" ".join(forms) for forms in sentences_of(language).values()).casefold()
    missing: list[str] = []
    for row in rows(parts()[""]):
        told = re.split("[,;]", re.sub(r"\(.*?\)|…", "", row[number]).casefold())
        stems = [word[: max(3, len(word) - 3)] for one in told for word in one.split()]
        missing += [f"{row[number]}: {stem}" for stem in stems if stem not in every]
    assert missing == []
