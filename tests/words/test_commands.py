"""How sentences name the application's commands: what can be pressed, else what can be typed."""

from __future__ import annotations

import pytest

from bot.words.catalogue import Commands, words_for


@pytest.fixture
def known() -> Commands:
    commands = Commands()
    commands.learn({"table": 11, "help": 12})
    return commands


def test_a_command_is_mentioned_by_the_id_of_its_root(known: Commands) -> None:
    words = words_for("nl", known)
    assert words.command("table open") == "</table open:11>" and words.command("help") == "</help:12>"
    assert "</table open:11>" in words("error.no-table-here")


def test_in_every_language_a_mention_is_the_same(known: Commands) -> None:
    assert {words_for(language, known).command("table open") for language in ("en", "nl", "fr", "ru")} == {
        "</table open:11>"
    }


def test_what_is_not_known_is_said_as_it_is_typed(known: Commands) -> None:
    assert words_for("nl", known).command("settings") == "`/instellingen`"
    assert words_for("ru").command("table open") == "`/стол открыть`"
    assert "`/table open`" in words_for("en")("error.no-table-here")


def test_words_handed_out_before_the_ids_were_told_mention_them_afterwards() -> None:
    commands = Commands()
    words = words_for("en", commands)
    assert words.command("help") == "`/help`"
    commands.learn({"help": 12})
    assert words.command("help") == "</help:12>"
    commands.learn({})
    assert words.command("help") == "`/help`"


def test_one_application_s_ids_are_not_another_s(known: Commands) -> None:
    assert words_for("en", Commands()).command("help") == "`/help`"
    assert words_for("en", known).command("help") == "</help:12>"


def test_what_no_command_is_called_is_an_error() -> None:
    with pytest.raises(KeyError):
        words_for("en").typed("table fly")


def test_where_nothing_is_rendered_it_is_typed_text(known: Commands) -> None:
    assert words_for("fr", known).typed("server settings") == "/serveur réglages"
