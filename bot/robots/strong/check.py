"""Whether what was compiled is what it has to be: deals of each family played out by it and by the pure code.

``python -m bot.robots.strong.check [gently]`` compiles all that is used by it; numba keeps it where
NUMBA_CACHE_DIR says.
"""

from __future__ import annotations

import os
import sys
from random import Random
from typing import Final

import numpy as np

from bot.engine.cards import FULL_PACK, members, set_of
from bot.engine.king.contracts import Contract
from bot.engine.king.course import course_of
from bot.engine.registry import make_rules, new_game
from bot.engine.whist.contracts import Bid, WhistContract
from bot.engine.whist.game import WhistGame
from bot.engine.whist.presets import whist_preset
from bot.robots.core.beliefs import NOTHING_PLAYED, WEIGHTS, Reading
from bot.robots.core.deal import CompiledDeal, PlayState, of_contract, of_terms
from bot.robots.core.endings import memory
from bot.robots.core.entry import openings, outcomes, worlds
from bot.robots.core.two_sides import bounds
from bot.robots.core.worlds import Hidden
from bot.robots.king.playout import KingPosition, Playout
from bot.robots.strong.whist import ways
from bot.robots.whist import easy
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.playout import ContractTerms, opening, tricks

SHUFFLES: Final = 3
LEFT: Final = 3
"""How many cards each hand has in an ending that is tried."""


class Different(Exception):
    """What was compiled gives something else than the pure code."""


def try_all() -> None:
    """Use each thing that is asked of it. Raises Different."""
    for seed in range(SHUFFLES):
        hands = _dealt(seed)
        for contract in _contracts():
            deal = of_contract(contract, 4, 13)
            expected = Playout(contract, 4, 13).points(hands, KingPosition(0, (), -1, -1, 1))
            _compare(deal, hands, [float(points) for points in expected])
        terms = _terms()
        expected = terms.points(tricks(terms.aims, hands, opening(0)))
        _compare(of_terms(terms), hands, [float(points) for points in expected])
    _try_choices()
    _try_sides()
    _try_what_was_said()


def _compare(deal: CompiledDeal, hands: list[int], expected: list[float]) -> None:
    found = openings(deal, np.array([hands], np.int64), 0)[0].tolist()
    if found != expected:
        raise Different


def _try_choices() -> None:
    """The ways in which cards lie add up to the pack, and an ending's sure trick is seen."""
    hands = _dealt(0)
    hidden = Hidden(
        FULL_PACK & ~hands[0],
        np.array([hands[0], 0, 0, 0], np.int64),
        np.array([0, 13, 13, 13], np.int64),
        np.zeros(4, np.int64),
    )
    contract = next(one for one in _contracts() if one.name == "tricks")
    deal = of_contract(contract, 4, 13)
    ways = worlds(Reading(deal, NOTHING_PLAYED, WEIGHTS), hidden, 0, 1, 4)
    if any(sum(map(int, row)) != FULL_PACK for row in ways):
        raise Different
    end = np.array([[1 << 12 | 1, 1 << 11 | 1 << 1, 1 << 10 | 1 << 2, 1 << 9 | 1 << 3]], np.int64)
    at, cards = PlayState(0, -1, -1, -1, 0, 0, 12, 0), np.array([0, 12], np.int64)
    memories = memory(4), bounds()
    solved = outcomes(deal, end, cards, at, *memories, 1000)
    played = outcomes(deal, end, cards, at, *memories, 0)
    if solved.shape != played.shape or solved[1, 0] != -1.0:
        raise Different


def _try_sides() -> None:
    """What is found by asking for tricks is what is found card by card."""
    ends = [[set_of(members(hand)[:LEFT]) for hand in _dealt(seed)] for seed in range(SHUFFLES)]
    deal, at, memories = (
        of_terms(_terms()),
        PlayState(0, -1, -1, -1, 0, 0, 14 - LEFT, 0),
        (memory(4), bounds()),
    )
    for end in ends:
        cards = np.array(members(end[0]), np.int64)
        asked, tried = (
            outcomes(each, np.array([end], np.int64), cards, at, *memories, 100_000)
            for each in (deal, deal._replace(two_sided=False))
        )
        if not deal.two_sided or asked.tolist() != tried.tolist():
            raise Different


def _try_what_was_said() -> None:
    """Cards are dealt so that the others would have said what they did."""
    game = new_game(make_rules("whist-walloon", 4, {}), 0)
    assert isinstance(game, WhistGame)
    game.deal([card for hand in _dealt(0) for card in members(hand)])
    while game.phase != "play":
        view = game.view(game.turn)
        for hands in ways(WhistKnowledge(view), 1).tolist():
            if sum(hands) != FULL_PACK or hands[game.turn] != view.hand:
                raise Different
        game.apply(easy.choose(view))


def _dealt(seed: int) -> list[int]:
    cards = list(members(FULL_PACK))
    Random(seed).shuffle(cards)
    return [set_of(cards[seat::4]) for seat in range(4)]


def _contracts() -> list[Contract]:
    presets = ("kingen", "russian-king", "denexa-king")
    plans = (deal for name in presets for deal in course_of(make_rules(name, 4, {})).deals)
    return [contract for deal in plans for contract in deal.contracts]


def _terms() -> ContractTerms:
    tariff = whist_preset(make_rules("whist-walloon", 4, {})).tariff
    bid = Bid(WhistContract.PAIR, 8, 2)
    return ContractTerms(tariff, bid, (0, 2), 2, 8, doubled=False, after_thrown_in=False)


LOWEST: Final = 19

if __name__ == "__main__":
    if "gently" in sys.argv and hasattr(os, "nice"):
        os.nice(LOWEST)
    try_all()
