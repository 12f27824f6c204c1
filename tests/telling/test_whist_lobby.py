"""Colour Whist in the lobby: its name and length, and every option with its values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from discord import ui

from bot.engine.registry import make_rules
from bot.tables.model import Seat, TableFacts
from bot.tables.ui import lobby_panel
from bot.tables.ui import lobby_panel as lobby
from bot.tables.ui.lobby_panel import LobbyViewModel
from bot.telling import phrases
from bot.telling.phrases import Reader
from tests.engine.whist import BOTH, FLEMISH, WALLOON
from tests.telling.whist import SEATS, WORDS, items, texts


def waiting(preset: str, options: Mapping[str, str]) -> LobbyViewModel:
    facts = TableFacts(1, 1, 2, 1, preset, 4, "", 0.0, seats=SEATS[:1])
    return LobbyViewModel(Reader(WORDS), facts, make_rules(preset, 4, options))


@pytest.mark.parametrize(
    ("preset", "name"), [(WALLOON, "Colour Whist (Walloon)"), (FLEMISH, "Colour Whist (Flemish)")]
)
def test_the_lobby_says_what_is_played_and_how_long_it_takes(preset: str, name: str) -> None:
    lines = texts(lobby.lobby(waiting(preset, {}), ()))
    assert name in lines[0]
    assert lines[1].startswith("16 deals, about 85 minutes")
    short = texts(lobby.lobby(waiting(preset, {"deals": "4"}), ()))
    assert short[1].startswith("4 deals, about 20 minutes")


def test_the_lobby_reckons_with_robots_being_faster() -> None:
    model = waiting(WALLOON, {})
    robots = replace(model, facts=replace(model.facts, seats=(*SEATS[:1], *[Seat("Robot")] * 3)))
    assert texts(lobby.lobby(robots, ()))[1].startswith("16 deals, about 35 minutes")
    alone = replace(model, facts=replace(model.facts, guild_id=None))
    assert "16 deals, about 35 minutes" in "\n".join(texts(lobby.private(alone)))


@pytest.mark.parametrize("preset", BOTH)
def test_every_option_can_be_looked_at_in_words(preset: str) -> None:
    rules = make_rules(preset, 4, {})
    for option in rules.options:
        panel = lobby_panel.options(waiting(preset, {}), (), option.name)
        (values,) = [
            item
            for item in items(panel)
            if isinstance(item, ui.Select) and str(item.custom_id).startswith("hh:set-option:")
        ]
        assert [one.value for one in values.options] == [*rules.choices(option)]
        assert [str(values.placeholder).endswith(f" · {one.label}") for one in values.options].count(
            True
        ) == 1
        for one in values.options:
            assert one.label == phrases.option_value(WORDS, option.name, one.value)
