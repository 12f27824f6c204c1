"""The moments of a deal that is played at random, or by robots, as an animation shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.people.settings import DEFAULTS, Preferences
from bot.pictures.values import ReplayPicture
from bot.robots.registry import robot_of
from bot.telling.moments import FIVE
from tools.samples.replays import looked_at


def frames(
    preset: str,
    players: int,
    seed: int = 0,
    deal: int = 0,
    names: Sequence[str] = FIVE,
    language: str = "en",
    preferences: Preferences = DEFAULTS,
    eyes: int | None = None,
    robot: str = "",
) -> tuple[ReplayPicture, ...]:
    """Every moment of that deal, counted from 0; one that is thrown in counts. ``robot`` is the kind that
    plays, where nothing is left to chance."""
    return tuple(
        looked_at(game, names, language, preferences, eyes=eyes)
        for game in _moments(preset, players, seed, deal, robot)
    )


def _moments(preset: str, players: int, seed: int, deal: int, robot: str) -> Iterator[Game]:
    random, rules = Random(seed), make_rules(preset, players, {})
    game = new_game(rules, seed % players)
    while len(game.results) <= deal:
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
        elif robot:
            game.apply(robot_of(rules, robot)(game.view(game.turn)))
        else:
            game.apply(random.choice(members(game.legal())))
        if len(game.results) > deal or (len(game.results) == deal and game.turn >= 0):
            yield game
