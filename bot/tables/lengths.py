"""How long a game takes: by what games like it took here, else by the number of cards."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final, NamedTuple

from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import new_game

GAMES_LOOKED_AT: Final = 50
"""How many past games count, the latest ones."""

FEWEST: Final = 5
"""Of fewer games it is not seen how long one usually takes."""

SECONDS_A_CARD: Final = 6.0
"""What a person's card takes, all that comes between cards included."""

SECONDS_A_ROBOTS_CARD: Final = 1.5


def estimate(rules: Rules, robots: int = 0) -> float:
    """How many seconds a game may take of which nothing is known but its rules, and that ``robots`` sit at
    the table."""
    game = _game(rules)
    cards = game.view(None).deals * game.pack.bit_count()
    a_round = (rules.players - robots) * SECONDS_A_CARD + robots * SECONDS_A_ROBOTS_CARD
    return cards * a_round / rules.players


def deals_of(rules: Rules) -> int:
    """How many deals make a game."""
    return _game(rules).view(None).deals


class Expected(NamedTuple):
    """How many ``seconds`` a game among people is expected to take, as so many past ``games`` took; estimated
    by its cards where these are none."""

    seconds: float
    games: int = 0


def expected(rules: Rules, past: Sequence[float]) -> Expected:
    """How long a game is expected to take. ``past`` is what those like it took, in seconds, the latest first:
    half of them took longer. It is estimated where they are fewer than ``FEWEST``."""
    looked_at = past[:GAMES_LOOKED_AT]
    return (
        Expected(estimate(rules)) if len(looked_at) < FEWEST else Expected(median(looked_at), len(looked_at))
    )


def _game(rules: Rules) -> Game:
    return new_game(rules, 0)
