"""Whether what was compiled is what it has to be: deals of each family played out by it and by the pure
code."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from bot.engine.cards import FULL_PACK, members, set_of
from bot.engine.king.contracts import Contract
from bot.engine.king.course import course_of
from bot.engine.registry import make_rules
from bot.engine.whist.bids import Bid, Kind
from bot.engine.whist.presets import whist_preset
from bot.robots.core.deal import Deal, Table, of_contract, of_terms
from bot.robots.core.endings import memory
from bot.robots.core.entry import openings, outcomes, worlds
from bot.robots.core.worlds import Hidden
from bot.robots.king.playout import Playout, Position
from bot.robots.whist.playout import opening, tricks
from bot.robots.whist.terms import Terms

SHUFFLES: Final = 3


class Different(Exception):
    """What was compiled gives something else than the pure code."""


def try_all() -> None:
    """Use each thing that is asked of it. Raises Different."""
    for seed in range(SHUFFLES):
        hands = _dealt(seed)
        for contract in _contracts():
            deal = of_contract(contract, 4, 13)
            told = Playout(contract, 4, 13).points(hands, Position(0, (), -1, -1, 1))
            _compare(deal, hands, [float(points) for points in told])
        terms = _terms()
        told = terms.points(tricks(terms.aims, hands, opening(0)))
        _compare(of_terms(terms), hands, [float(points) for points in told])
    _try_choices()


def _compare(deal: Deal, hands: list[int], told: list[float]) -> None:
    found = openings(deal, np.array([hands], np.int64), 0)[0].tolist()
    if found != told:
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
    ways = worlds(hidden, 0, 1, 4)
    if any(sum(map(int, row)) != FULL_PACK for row in ways):
        raise Different
    contract = next(one for one in _contracts() if one.name == "tricks")
    deal = of_contract(contract, 4, 13)
    end = np.array([[1 << 12 | 1, 1 << 11 | 1 << 1, 1 << 10 | 1 << 2, 1 << 9 | 1 << 3]], np.int64)
    at, cards = Table(0, -1, -1, -1, 0, 0, 12, 0), np.array([0, 12], np.int64)
    kept = memory(4)
    solved = outcomes(deal, end, cards, at, kept, 1000)
    played = outcomes(deal, end, cards, at, kept, 0)
    if solved.shape != played.shape or solved[1, 0] != -1.0:
        raise Different


def _dealt(seed: int) -> list[int]:
    cards = list(members(FULL_PACK))
    Random(seed).shuffle(cards)
    return [set_of(cards[seat::4]) for seat in range(4)]


def _contracts() -> list[Contract]:
    presets = ("kingen", "russian-king", "denexa-king")
    plans = (deal for name in presets for deal in course_of(make_rules(name, 4, {})).deals)
    return [contract for deal in plans for contract in deal.contracts]


def _terms() -> Terms:
    tariff = whist_preset(make_rules("whist-walloon", 4, {})).tariff
    bid = Bid(Kind.PAIR, 8, 2)
    return Terms(tariff, bid, (0, 2), 2, 8, doubled=False, after_thrown_in=False)
