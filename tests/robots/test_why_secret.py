"""What is said of a card during a deal follows from the view of who asks: where cards are exchanged between
two hands, everybody else is told the same, byte for byte."""

from __future__ import annotations

import pytest

from bot.engine.cards import is_play
from bot.engine.registry import make_rules
from bot.robots.why import why
from bot.rules.book import example_seats
from bot.telling import why as telling
from bot.words.catalogue import words_for
from tests.engine.two_worlds import two_worlds
from tests.telling.view_models import model

CASES = [
    ("kingen", 5, True),
    ("dubbelkingen", 1, False),
    ("denexa-king", 2, True),
    ("russian-king", 5, False),
    ("whist-walloon", 3, True),
    ("whist-flemish", 9, True),
]
ASKED = 2
"""So many of the first cards of each course are asked about by each observer, and of the last ones of those
whose hands are not the same in both worlds."""


@pytest.mark.parametrize(("preset", "seed", "of_a_suit"), CASES)
def test_who_has_neither_of_two_exchanged_hands_is_told_the_same(
    preset: str, seed: int, of_a_suit: bool
) -> None:
    players = 4
    for more in range(200):
        worlds = two_worlds(
            make_rules(preset, players, {"shuffle": "full"}),
            seed + more,
            exchanged=2,
            of_a_suit=of_a_suit,
        )
        plays = [number for number, (_, action) in enumerate(worlds.course) if is_play(action)]
        telling_apart = [number for number in plays if worlds.course[number][0] in worlds.seats]
        if len(plays) >= 2 * ASKED and len(telling_apart) >= ASKED and worlds.hidden:
            break
    else:
        raise AssertionError("there is no such course")
    words, names = words_for("en"), example_seats(words_for("en"), players)
    wanted, differ = {*plays[:ASKED], *telling_apart[-ASKED:]}, 0
    for number, (one, other) in enumerate(worlds.told()):
        if number not in wanted or number >= len(worlds.course):
            continue
        seat, card = worlds.course[number]
        assert one.turn == seat
        for observer in worlds.observers:
            if observer is None:
                continue
            said = []
            for game in (one, other):
                view = game.view(observer)
                explained = why(view, card)
                said.append((explained, telling.explanation(model(words, view, names), explained, seat)))
            assert said[0] == said[1]
        differ += one.view(seat) != other.view(seat)
    assert differ, "what its player saw was another thing"
