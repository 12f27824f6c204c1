"""What deals and whole games are said to add up to is what they do, in games played at random."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, preset_named, presets


def played(game: Game, random: Random) -> Game:
    """The game, played at random to its end."""
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            deck = list(members(game.pack))
            random.shuffle(deck)
            game.deal(deck)
        else:
            game.apply(random.choice(members(game.legal())))
    return game


@pytest.mark.parametrize("name", [preset.name for preset in presets()])
def test_a_game_and_each_of_its_deals_add_up_to_what_is_said(name: str) -> None:
    for players in preset_named(name).players:
        game = new_game(make_rules(name, players, {}), 0)
        sums, total = game.sums, game.sum
        assert len(sums) == len(game.view(None).plan)
        for seed in range(3):
            over = played(new_game(game.rules, 0), Random(seed))
            scored = [result for result in over.results if result.points is not None]
            assert [sums[one.deal][one.contract] for one in scored] == [
                sum(one.points or ()) for one in scored
            ]
            assert total is None or sum(over.points) == total


@pytest.mark.parametrize(
    ("name", "players", "total"),
    [
        ("kingen", 3, 0),
        ("kingen", 5, 0),
        ("dubbelkingen", 4, 0),  # DK1: in the end each negative has been named twice
        ("denexa-king", 4, 0),
        ("russian-king", 3, 0),
        ("whist-flemish", 4, 0),  # C26
    ],
)
def test_what_a_whole_game_adds_up_to(name: str, players: int, total: int) -> None:
    assert new_game(make_rules(name, players, {}), 0).sum == total
