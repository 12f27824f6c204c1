"""Hands: choosing, waiting, few cards and many."""

from __future__ import annotations

from collections.abc import Iterator

from bot.people.settings import Preferences
from bot.pictures.values import Picture
from bot.telling.moments import FIVE, moment, own_model
from bot.telling.scenes import hand_picture
from tools.samples.people import STRANGE_NAMES
from tools.samples.wanted import at

TWO_ROWS = Preferences(two_rows=True)


def hands() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    game = moment("kingen", 4, at("kings-jacks", 3, 2, obliged=True), seed=3)
    yield "hand-follow-suit", hand_picture(own_model(game, game.turn))
    game = moment("kingen", 4, at("trump", 1, obliged=True), seed=4)
    yield "hand-two-rows", hand_picture(own_model(game, game.turn, preferences=TWO_ROWS))
    game = moment("kingen", 4, at("queens", 0), seed=2)
    yield "hand-waiting", hand_picture(own_model(game, (game.turn + 1) % 4))
    game = moment("kingen", 4, at("king-of-hearts", 0, 5), seed=2)
    yield "hand-last-trick", hand_picture(own_model(game, game.turn))
    game = moment("kingen", 3, at("hearts", 2, obliged=True))
    yield "hand-seventeen", hand_picture(own_model(game, game.turn))
    game = moment("kingen", 3, at("hearts", 1), seed=1)
    yield "hand-seventeen-two-rows", hand_picture(own_model(game, 0, preferences=TWO_ROWS))
    game = moment("kingen", 4, at("seventh-last", 3, 12))
    yield "hand-one-card", hand_picture(own_model(game, game.turn))
    game = moment("kingen", 5, at("hearts", 3, 1, obliged=True), seed=1)
    yield "hand-five-players", hand_picture(own_model(game, game.turn, ("Ann", *STRANGE_NAMES[:3], "Jo")))
    game = moment("kingen", 4, at("tricks", 2, 12))
    yield "hand-empty", hand_picture(own_model(game, game.view(None).trick.leader))
    game = moment("denexa-king", 4, at("trump-down", 2, 3, obliged=True))
    yield "hand-played-down", hand_picture(own_model(game, game.turn))
    game = moment("russian-king", 3, at("eralash", 2, 1, obliged=True))
    yield "hand-eralash", hand_picture(own_model(game, game.turn, FIVE, "fr"))
