"""The pictures of games in the order in which a table shows them: after each step the hands and the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from bot.engine.cards import PASS, members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.people.settings import DEFAULTS, Preferences
from bot.pictures.values import Picture
from bot.telling.moments import FIVE, own_model, table_model
from bot.telling.scenes import hand_picture, table_picture


def course(
    preset: str,
    players: int,
    seed: int,
    *,
    deals: int = 1,
    hands: Sequence[int] | None = None,
    names: Sequence[str] = FIVE,
    language: str = "en",
    preferences: Preferences = DEFAULTS,
) -> Iterator[Picture]:
    """The hands of these seats, else of all, and the table, after each step of the first deals."""
    readers = range(players) if hands is None else hands
    for game in _steps(preset, players, seed, deals):
        for seat in readers:
            yield hand_picture(own_model(game, seat, names, language, preferences))
        yield table_picture(table_model(game, names, language, preferences))


def _steps(preset: str, players: int, seed: int, deals: int) -> Iterator[Game]:
    random, game, dealt = Random(seed), new_game(make_rules(preset, players, {}), seed % players), 0
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            dealt += 1
            if dealt > deals:
                return
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
        else:
            legal = members(game.legal())
            game.apply(PASS if PASS in legal and random.random() < 0.4 else random.choice(legal))
        if game.turn >= 0:
            yield game
