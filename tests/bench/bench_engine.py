"""Complete random 13-trick deals, ours against OpenSpiel's ``hearts(pass_cards=False)``, the deal on both
sides.

Both sides choose alike: a member of the legal actions, by one random number. OpenSpiel deals card by card
through its chance nodes; we shuffle a pack and deal it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK
from bot.engine.registry import make_rules, new_game
from tests.bench.rows import Row

DEALS = 400
ROUNDS = 15
THEIR_PLIES = 1 + 52 + 52  # the direction of a pass nobody makes, the cards dealt, the cards played


def ours(deals: int, random: Callable[[], float]) -> None:
    """Play the first deal of Kingen (``tricks``) at random, ``deals`` times."""
    rules = make_rules("kingen", 4, {})
    pack = members(rules.pack)
    for _ in range(deals):
        deck = list(pack)
        for last in range(len(deck) - 1, 0, -1):
            place = int(random() * (last + 1))
            deck[last], deck[place] = deck[place], deck[last]
        game = new_game(rules, 0)
        game.deal(deck)
        while game.turn >= 0:
            legal = members(game.legal())
            game.apply(legal[int(random() * len(legal))])
        assert game.turn == AWAITS_DECK and -sum(game.points) == 13


def theirs(deals: int, random: Callable[[], float], game: Any) -> None:
    """Play OpenSpiel's hearts at random, ``deals`` times."""
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
        assert state.move_number() == THEIR_PLIES


def timed(work: Callable[[], None]) -> float:
    """How much processor time the work takes, in seconds."""
    start = process_time()
    work()
    return process_time() - start


def rows() -> list[Row]:
    """Measure in turns, and compare each side's best round: what else the machine does disturbs both
    least."""
    import pyspiel  # noqa: PLC0415 - installed by `make bench` alone # pyright: ignore[reportMissingImports]

    hearts: Any = pyspiel.load_game("hearts(pass_cards=False)")
    random = Random(13).random
    ours(DEALS, random)
    theirs(DEALS, random, hearts)
    gc.collect()
    mine: list[float] = []
    other: list[float] = []
    for _ in range(ROUNDS):
        mine.append(timed(lambda: ours(DEALS, random)))
        other.append(timed(lambda: theirs(DEALS, random, hearts)))
    how = (
        f"Best of {ROUNDS} rounds in turns, {DEALS} deals each, the deal included: "
        f"ours {1e6 * min(mine) / DEALS:.0f} µs, hearts(pass_cards=False) {1e6 * min(other) / DEALS:.0f} µs."
    )
    return [Row("random deals: times as fast as OpenSpiel", min(other) / min(mine), how, bound=0.6, aim=1.0)]
