"""What is told of a game while it is played follows from what everybody at the table has seen: where cards
are exchanged between two hands, it is the same, byte for byte."""

from __future__ import annotations

import pytest

from bot.engine.cards import members
from bot.engine.registry import make_rules
from bot.replays.words import came_of, so_far
from bot.rules.book import example_seats
from bot.telling.phrases import card_name
from bot.words.catalogue import words_for
from tests.engine.two_worlds import two_worlds
from tests.telling.view_models import model

CASES = ("kingen", "dubbelkingen", "russian-king", "denexa-king", "whist-walloon", "whist-flemish")


@pytest.mark.parametrize("first_seed", range(0, 40, 10))
@pytest.mark.parametrize("preset", CASES)
def test_nothing_of_a_card_that_was_not_played_is_in_a_record_so_far(preset: str, first_seed: int) -> None:
    words, names = words_for("en"), example_seats(words_for("en"), 4)
    tricks = 0
    for seed in range(first_seed, first_seed + 10):
        worlds = two_worlds(make_rules(preset, 4, {"shuffle": "full"}), seed, exchanged=2)
        hidden = [card_name(words, one) for one in members(worlds.hidden)]
        differ = 0
        for games in worlds.told():
            told: list[list[str]] = []
            for game in games:
                view = game.view(None)
                shown = model(words, view, names)
                told.append([*so_far(shown), *(came_of(shown, one) for one in view.results)])
            assert told[0] == told[1]
            if not worlds.ended:
                assert not any(card in line for card in hidden for line in told[0])
            views = [[game.view(seat).hand for seat in range(4)] for game in games]
            differ += views[0] != views[1]
            tricks = max(tricks, len(games[0].view(None).tricks))
        assert differ or not worlds.hidden, "the hands were others"
    assert tricks > 2, "a course that tells of tricks"
