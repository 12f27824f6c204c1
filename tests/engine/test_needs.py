"""Options that matter only under certain values of others (``Option.needs``)."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.options import Option, Preset
from bot.engine.registry import make_rules, new_game, presets

NEEDY = [
    pytest.param(preset, option, id=f"{preset.name}-{option.name}")
    for preset in presets()
    for option in preset.options
    if option.needs
]


@pytest.mark.parametrize(("preset", "option"), NEEDY)
def test_what_is_needed_can_be_had(preset: Preset, option: Option) -> None:
    for name, values in option.needs.items():
        other = preset.option(name)
        assert other is not None and values and set(values) < set(other.values)


@pytest.mark.parametrize(("preset", "option"), NEEDY)
def test_an_option_without_what_it_needs_changes_nothing(preset: Preset, option: Option) -> None:
    """A whole game at random, played in step under every value: the same is legal, the same is scored."""
    for players in preset.players:
        plain = make_rules(preset.name, players, {})
        if option not in plain.options:
            continue
        for name, needed in option.needs.items():
            other = preset.option(name)
            assert other is not None
            lacking = next(value for value in other.choices(plain.size) if value not in needed)
            games = []
            for value in option.choices(plain.size):
                rules = make_rules(preset.name, players, {name: lacking, option.name: value})
                assert option.unmet(rules.values) == {name: needed}
                games.append(new_game(rules, 0))
            random = Random(players)
            first = games[0]
            while first.turn != OVER:
                if first.turn == AWAITS_DECK:
                    deck = list(members(first.pack))
                    random.shuffle(deck)
                    for game in games:
                        game.deal(deck)
                legal = first.legal()
                assert all((game.turn, game.legal()) == (first.turn, legal) for game in games)
                action = random.choice(members(legal))
                for game in games:
                    game.apply(action)
            assert all(list(game.points) == list(first.points) for game in games)


def test_K09_K11_what_needs_what() -> None:
    needs = {option.name: dict(option.needs) for preset in presets() for option in preset.options}
    assert needs["hearts-led-free"] == {"forced-penalty": ("always",)}
    assert needs["must-overtrump"] == needs["undertrump"] == {"must-trump": ("yes",)}
    rules = make_rules("kingen-iwwa", 4, {})
    assert all(option.unmet(rules.values) == {} for option in rules.options)
