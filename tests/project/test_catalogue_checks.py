"""The check of a language finds what can be wrong with one; and every language has what Discord takes."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.words.catalogue import FALLBACK, LOCALE_DIRECTORY, languages, words_for
from cogs.tree import described
from playground.checks.commands import NAME
from tests.made_up import made_up
from tests.project.catalogues import (
    catalog_of,
    messages_of,
    placeholders,
    problems,
    read_catalog,
    texts_of,
)
from tests.project.declared import declared_commands, declared_parameters

ENGLISH = LOCALE_DIRECTORY / FALLBACK / "messages.po"
COUNTED, PLAIN, FILLED = "count.points", "seat.host", "state.play"


def found(tmp_path: Path, language: str, spoil: Callable[[Catalog], object], text: str = "") -> list[str]:
    """What is said of a language that is right but for what ``spoil`` does to it."""
    catalog = made_up(language, ENGLISH)
    spoil(catalog)
    written = io.BytesIO()
    write_po(written, catalog, width=0)
    path = tmp_path / "messages.po"
    path.write_bytes(written.getvalue() + text.encode())
    return problems(catalog_of(FALLBACK), read_catalog(language, path), path.read_text("utf-8"))


def put(catalog: Catalog, key: str, *texts: str) -> None:
    """Another translation of a key."""
    catalog.delete(key)
    if len(texts) == 1:
        catalog.add(key, texts[0])
    else:
        catalog.add((key, key), texts)


def mark(catalog: Catalog, flag: str) -> None:
    """A flag on a message."""
    message = catalog.get(PLAIN)
    assert message is not None
    message.flags.add(flag)


@pytest.mark.parametrize("language", ["nl", "fr", "ru", "pt-BR"])
def test_a_language_that_is_right(tmp_path: Path, language: str) -> None:
    assert found(tmp_path, language, lambda _: None) == []


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda catalog: catalog.delete(PLAIN), f"{PLAIN}: missing"),
        (lambda catalog: catalog.add("no.such.key", "tekst"), "no.such.key: nobody asks for it"),
        (lambda catalog: put(catalog, PLAIN, " "), f"{PLAIN}: needs 1 texts"),
        (lambda catalog: put(catalog, FILLED, "aan de beurt"), f"{FILLED}: lacks ['name'] in form 0"),
        (lambda catalog: put(catalog, FILLED, "{naam} {name}"), f"{FILLED}: has ['naam'] in form 0"),
        (lambda catalog: put(catalog, FILLED, "{name"), f"{FILLED}: braces that do not match in form 0"),
        (lambda catalog: put(catalog, PLAIN, "{count} gastheer"), f"{PLAIN}: has ['count'] in form 0"),
        (
            lambda catalog: put(catalog, COUNTED, "{count} punten"),
            f"{COUNTED}: counted here and not in English",
        ),
        (
            lambda catalog: put(catalog, PLAIN, "gastheer", "gasten"),
            f"{PLAIN}: counted here and not in English",
        ),
        (lambda catalog: put(catalog, COUNTED, "{count} punt", ""), f"{COUNTED}: needs 2 texts"),
        (
            lambda catalog: put(catalog, COUNTED, "een punt", "punten"),
            f"{COUNTED}: lacks ['count'] in form 1",
        ),
        (lambda catalog: mark(catalog, "fuzzy"), f"{PLAIN}: marked as fuzzy"),
        (lambda catalog: catalog.obsolete.update({"x": catalog.get(PLAIN)}), f"{PLAIN}: left over"),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, spoil: Callable[[Catalog], object], said: str) -> None:
    (problem,) = found(tmp_path, "nl", spoil)
    assert problem.startswith(said)


def test_a_form_for_one_number_alone_may_leave_the_number_out(tmp_path: Path) -> None:
    assert found(tmp_path, "nl", lambda catalog: put(catalog, COUNTED, "een punt", "{count} punten")) == []
    (problem,) = found(
        tmp_path, "ru", lambda catalog: put(catalog, COUNTED, "очко", "{count} очка", "{count} очков")
    )
    assert problem == f"{COUNTED}: lacks ['count'] in form 0"  # 21 has that form too


def test_a_mark_for_review_is_allowed(tmp_path: Path) -> None:
    assert found(tmp_path, "nl", lambda catalog: mark(catalog, "review")) == []


def test_a_key_that_is_there_twice(tmp_path: Path) -> None:
    again = f'\nmsgid "{PLAIN}"\nmsgstr "⟦host⟧"\n'
    assert found(tmp_path, "nl", lambda _: None, again) == [f"{PLAIN}: twice in the file"]


def test_another_languages_rule_of_plurals(tmp_path: Path) -> None:
    written = io.BytesIO()
    write_po(written, made_up("fr", ENGLISH), width=0)
    path = tmp_path / "messages.po"
    path.write_text(written.getvalue().decode().replace("plural=(n > 1)", "plural=(n != 1)"), "utf-8")
    (problem,) = problems(catalog_of(FALLBACK), read_catalog("fr", path), path.read_text("utf-8"))
    assert problem.startswith("Plural-Forms: not the rule of fr")


# What Discord takes


@pytest.mark.parametrize("language", languages())
def test_commands_can_be_registered(language: str) -> None:
    words = words_for(language)
    names = [words.typed(command.qualified_name).removeprefix("/") for command in declared_commands()]
    assert len(set(names)) == len(names)
    options = [words(f"parameter.{name}") for name in declared_parameters()]
    assert len(set(options)) == len(options)
    for name in {part for path in names for part in path.split(" ")} | set(options):
        assert NAME.fullmatch(name) and name == name.lower(), name
    for command in declared_commands():
        assert 1 <= len(described(words, command)) <= 100, command.qualified_name
    for key in messages_of(catalog_of(language)):
        if key.startswith("command."):
            assert len(words(key)) <= 100, key


def test_names_are_declared_as_the_english_catalogue_says() -> None:
    words = words_for(FALLBACK)
    assert all(
        words.typed(command.qualified_name) == f"/{command.qualified_name}" for command in declared_commands()
    )
    assert all(words(f"parameter.{name}") == name for name in declared_parameters())


@pytest.mark.parametrize("language", languages())
def test_no_sentence_types_a_command_itself(language: str) -> None:
    """Each is named by a placeholder, so that it is one that can be pressed, in every client's language."""
    roots = {command.qualified_name.partition(" ")[0] for command in declared_commands()}
    typed = {words_for(said).typed(root) for said in languages() for root in roots}
    slash = re.compile(r"(?<![\w{/])(?:" + "|".join(map(re.escape, typed)) + r")\b")
    texts = messages_of(catalog_of(language))
    assert [key for key, message in texts.items() if any(map(slash.search, texts_of(message)))] == []


def test_every_command_that_a_sentence_names_is_declared() -> None:
    there = {command.qualified_name for command in declared_commands()}
    for key, message in messages_of(catalog_of(FALLBACK)).items():
        named = {name.removeprefix("/") for name in placeholders(message) if name.startswith("/")}
        assert named <= there, key


def test_what_discord_does_not_render_names_no_command_by_a_mention() -> None:
    """Descriptions and names of commands, labels, what stands in empty fields and what pictures say."""
    plain = ("command.", "name.", "parameter.", "alt.", "act.", "button.", "bid.", "bids.", "plate.", "seat.")
    plain += ("contract.", "permission.", "quiet.", "sheet.", "told.", "trick.", "queue.", "emote.")
    for key, message in messages_of(catalog_of(FALLBACK)).items():
        if key.startswith(plain):
            assert not [name for name in placeholders(message) if name.startswith("/")], key


@pytest.mark.parametrize("language", languages())
def test_labels_are_not_cut_off(language: str) -> None:
    """Buttons hold 80 characters, and of those about 40 show on a phone."""
    for key, message in messages_of(catalog_of(language)).items():
        if key.startswith("button."):
            assert len(str(message.string)) <= 40, key


def test_a_french_mark_never_begins_a_line() -> None:
    """French has a space before ``: ; ? ! »`` and after ``«``, one at which no line is broken."""
    apart = re.compile(r" [:;?!»]|« ")
    texts = messages_of(catalog_of("fr"))
    assert [key for key, message in texts.items() if any(map(apart.search, texts_of(message)))] == []
