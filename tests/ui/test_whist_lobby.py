"""Colour Whist in the lobby: its name and length, and every option with its values."""

from __future__ import annotations

import pytest
from discord import ui

from bot.engine.registry import make_rules
from bot.tables.model import TableFacts
from bot.ui import phrases
from bot.ui.panels import lobby
from tests.engine.whist import BOTH, FLEMISH, WALLOON
from tests.ui.whist import SEATS, WORDS, items, texts


def waiting(preset: str) -> TableFacts:
    return TableFacts(1, 1, 2, 1, preset, 4, bytes(32), 0.0, seats=SEATS[:1])


@pytest.mark.parametrize(
    ("preset", "name"), [(WALLOON, "Colour Whist (Walloon)"), (FLEMISH, "Colour Whist (Flemish)")]
)
def test_the_lobby_says_what_is_played_and_how_long_it_takes(preset: str, name: str) -> None:
    lines = texts(lobby.lobby(WORDS, waiting(preset), make_rules(preset, 4, {}), "seal", ()))
    assert name in lines[0]
    assert lines[1].startswith("16 deals, about 45 minutes")
    short = texts(lobby.lobby(WORDS, waiting(preset), make_rules(preset, 4, {"deals": "4"}), "seal", ()))
    assert short[1].startswith("4 deals, about 10 minutes")


@pytest.mark.parametrize("preset", BOTH)
def test_every_option_can_be_looked_at_in_words(preset: str) -> None:
    rules = make_rules(preset, 4, {})
    for option in rules.options:
        panel = lobby.options(WORDS, waiting(preset), rules, (), option.name)
        (values,) = [
            item
            for item in items(panel)
            if isinstance(item, ui.Select) and str(item.custom_id).startswith("hh:set-option:")
        ]
        assert [one.value for one in values.options] == [*rules.choices(option)]
        assert sum(one.default for one in values.options) == 1
        for one in values.options:
            assert one.label == phrases.option_value(WORDS, option.name, one.value)
