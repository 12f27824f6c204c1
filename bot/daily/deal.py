"""Which deal a day has, and what a robot makes of it: pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

from bot import dealing
from bot.engine.cards import CardSet
from bot.engine.game import AWAITS_DECK
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, preset_named
from bot.robots.registry import robot_of

PRESET: Final = "kingen-deal"
GAME: Final = "kingen"
"""The preset whose deal it is one of."""
PLAYERS: Final = 4
SEAT: Final = 0
"""Where the person sits."""
ROBOTS: Final = "steady"
"""The kind that has the other seats, and the person's own where the deal is played for comparison."""

_DEAL: Final = "deal"


def contract_of(day: date) -> str:
    """What is played: each weekday has a deal of Kingen."""
    option = preset_named(PRESET).option(_DEAL)
    assert option is not None
    return option.values[day.weekday()]


def options_of(day: date) -> Mapping[str, str]:
    """The options of a table of that day."""
    return {_DEAL: contract_of(day)}


def rules_of(day: date) -> Rules:
    """The rules of that day."""
    return make_rules(PRESET, PLAYERS, options_of(day))


def dealt(day: date, secret: bytes) -> Game:
    """The game as it is when the cards of that day are out."""
    rules, draw = rules_of(day), dealing.Dealing(secret, ())
    game = new_game(rules, draw.first_dealer(rules))
    game.deal(draw.deck(0, game.pack, None))
    return game


def hands(day: date, secret: bytes) -> tuple[CardSet, ...]:
    """What each seat is dealt."""
    return dealt(day, secret).dealt_hands


def par(day: date, secret: bytes) -> int:
    """The points that the robot makes in the person's seat, with the same robot in all others. Takes some
    tenths of a second: not for the event loop."""
    game = dealt(day, secret)
    choose = robot_of(game.rules, ROBOTS)
    while game.turn >= 0:
        game.apply(choose(game.view(game.turn)))
    assert game.turn != AWAITS_DECK
    return game.points[SEAT]
