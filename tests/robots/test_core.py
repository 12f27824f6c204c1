"""What is compiled does what the pure code does, in every preset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bot.engine.cards import members, set_of
from bot.engine.game import OVER, View
from bot.engine.king.choosing import sale
from bot.engine.king.course import contract_of
from bot.engine.king.presets import FAMILY as KING
from bot.engine.play import TrickGame
from bot.engine.registry import make_rules, new_game, presets
from bot.robots.availability import HERE, Problem
from bot.robots.king import steady as king_steady
from bot.robots.king.playout import Playout
from bot.robots.registry import STUDIES, robot_of
from bot.robots.strong import making_ready
from bot.robots.strong.loaded import LOADED
from bot.robots.whist.playout import tricks
from bot.robots.whist.seen import position, terms_of
from tests.engine.helpers import shuffled
from tests.robots.compiled import FOLDER, ready

TABLES = [(preset.name, players) for preset in presets() for players in preset.players]


def positions(preset: str, players: int, plies: int) -> Iterator[tuple[TrickGame, View]]:
    """Moments at which a card is to be played, of a game that goes on by the rules of thumb."""
    game = new_game(make_rules(preset, players, {"shuffle": "full"}), 0)
    assert isinstance(game, TrickGame)
    random, easy = Random(f"{preset} {players}"), robot_of(game.rules, "easy")
    while game.turn != OVER and plies:
        if game.turn < 0:
            game.deal(shuffled(game.pack, random))
            continue
        view = game.view(game.turn)
        if view.phase == "play":
            plies -= 1
            yield game, view
        game.apply(easy(view))
