"""What is asked of the compiled part: one call a move, during which Python is free for others."""

from __future__ import annotations

import os
from typing import Final

import numpy as np
from numba import njit

from bot.robots.core.compare import played_out, solved
from bot.robots.core.deal import Cards, CompiledDeal, PlayState, Points
from bot.robots.core.endings import Memory
from bot.robots.core.play import play_out
from bot.robots.core.two_sides import Bounds
from bot.robots.core.whist_said import AuctionRemarks, PossibleDeals, agreeing
from bot.robots.core.worlds import Hidden, sampled

KEPT: Final = "NUMBA_CACHE_DIR" in os.environ
"""Whether what is compiled is kept: only where that was said (``making_ready``), by all that it follows from.
Beside the sources numba would not see that those of other modules have changed."""


@njit(nogil=True, cache=KEPT)
def worlds(hidden: Hidden, seat: int, seed: int, many: int) -> Cards:
    """So many ways in which the cards may lie, each as likely: a row of hands for each. No rows where there
    is no way."""
    random = np.array([seed])
    return sampled(hidden, seat, random, many)


@njit(nogil=True, cache=KEPT)
def outcomes(
    deal: CompiledDeal, hands: Cards, cards: Cards, at: PlayState, kept: Memory, sides: Bounds, most_work: int
) -> Points:
    """What the seat to move gets from here on: a row for each card, a column for each world of ``hands``.
    With ``most_work`` above 0 worlds are solved until so many cards were tried, and columns end there; else
    they are played out by rules of thumb."""
    if most_work:
        return solved(deal, hands, cards, at, kept, sides, most_work)
    return played_out(deal, hands, cards, at)


@njit(nogil=True, cache=KEPT)
def openings(deal: CompiledDeal, hands: Cards, leader: int) -> Points:
    """What each seat gets where a deal is played from its first lead by rules of thumb: a row for each
    world."""
    found = np.zeros((hands.shape[0], deal.players))
    for world in range(hands.shape[0]):
        play_out(deal, hands[world].copy(), PlayState(leader, -1, -1, -1, 0, 0, 1, 0), -1, found[world])
    return found


@njit(nogil=True, cache=KEPT)
def told_worlds(told: AuctionRemarks, hidden: PossibleDeals, seat: int, seed: int, each: int) -> Cards:
    """Ways in which the cards may lie that agree with what was said in an auction, so many made from each
    that was dealt out: a row of hands for each."""
    random = np.array([seed])
    found = np.zeros((hidden.dealt.shape[0] * each, 4), np.int64)
    for row in range(hidden.dealt.shape[0]):
        agreeing(told, hidden, row, seat, random, found[row * each : (row + 1) * each])
    return found
